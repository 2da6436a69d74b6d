// SPDX-License-Identifier: GPL-3.0-or-later
//
// The changes since the start of a what-if as a table: of each the step on show and the best plan's, and how far they
// are from the start, and what a million tokens of the step on show cost in money and energy. It follows the undo
// history, so undone changes stay until something else is changed. Read only.
#pragma once

#include "jobs/session.h"

#include <QAbstractTableModel>
#include <QPointer>

#include <optional>
#include <vector>

namespace heteroscope {

class WhatIfHistory : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { change, step, stepDelta, best, bestDelta, cost, energy, columnCountValue };

    /// A step of the project as it was after a change.
    struct Figure
    {
        Seconds time;
        double uncertainty = 0; ///< relative
        double cost = 0;        ///< USD of a million tokens; 0: not known
        double energy = 0;      ///< joules of a million tokens; 0: not known
    };
    struct Entry
    {
        QString text; ///< of the change; of the first one empty
        ProjectSnapshot project;
        std::optional<Figure> shown; ///< the step on show; empty until it was simulated
        std::optional<Figure> best;  ///< of the search's recommended plan; empty until the search was over
    };

    explicit WhatIfHistory(Session *session, QObject *parent = nullptr);

    /// The present project is the start.
    void restart();
    const std::vector<Entry> &entries() const { return m_entries; }
    const Entry &start() const { return m_entries.front(); }
    const Entry &present() const { return m_entries[static_cast<std::size_t>(current())]; }
    /// The row of the present project.
    int current() const;
    /// Undoes or redoes until the project is that of a row.
    void goTo(int row);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    /// Entries or their figures are others, or the present row is.
    void changed();
    /// The start is another one.
    void restarted();

private:
    void follow();
    void record();

    QPointer<Session> m_session; ///< null while the window goes
    std::vector<Entry> m_entries;
    int m_first = 0; ///< undo index of the start
};

/// "−1.52 s, −20.3 %"; "equal".
QString deltaText(Seconds start, Seconds now);

} // namespace heteroscope
