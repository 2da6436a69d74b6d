// SPDX-License-Identifier: GPL-3.0-or-later
//
// Results to compare with: those that the user pinned, and the step that was on show before the last change. A result
// keeps the project and the topology that it was computed from, so it outlives edits and the opening of other projects.
#pragma once

#include "jobs/session.h"

#include <QPointer>

namespace heteroscope {

/// A simulation that has a step, under a name.
struct KeptResult
{
    int id = 0; ///< from 1; never used again
    QString name;
    std::shared_ptr<const Simulation> step;
};

/// What changed between two steps on show.
enum class StepChange { project, plan, startTime };

class ResultTray : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t most = 8;

    explicit ResultTray(Session *session, QObject *parent = nullptr);

    const std::vector<KeptResult> &pinned() const { return m_pinned; }
    bool isFull() const { return m_pinned.size() >= most; }
    /// A step is on show, it is not pinned yet, and there is room.
    bool canPinShown() const;
    /// Pins the step on show under the name of its document and its plan; false if it cannot be pinned.
    bool pinShown();
    /// By index into pinned().
    void remove(std::size_t index);
    /// An empty name changes nothing.
    void rename(std::size_t index, const QString &name);

    /// The step that was on show before the last undo step, the last choice of another plan, or the last moves of the
    /// start time; edits of one undo step are one change. Null before there was a change.
    const std::shared_ptr<const Simulation> &before() const { return m_before; }
    StepChange lastChange() const { return m_change; }

signals:
    void changed();

private:
    void follow();

    QPointer<Session> m_session; ///< null while the window goes
    std::vector<KeptResult> m_pinned;
    std::shared_ptr<const Simulation> m_last; ///< on show
    std::shared_ptr<const Simulation> m_before;
    StepChange m_change = StepChange::project;
    int m_undoIndex = -1; ///< of the document when m_last came; -1: of another project
    int m_lastId = 0;
};

} // namespace heteroscope
