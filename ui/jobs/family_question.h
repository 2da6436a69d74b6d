// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computes on a worker thread why a family of the session's ranking cannot be the best. A new question replaces the one
// before.
#pragma once

#include "jobs/session.h"

#include <QPointer>

namespace heteroscope {

class FamilyQuestion : public QObject
{
    Q_OBJECT

public:
    explicit FamilyQuestion(Session *session, QObject *parent = nullptr);

    /// The family of this label (familyLabel). Does nothing when it is the question already.
    void ask(const std::string &family);
    bool isRunning() const { return m_job.isRunning(); }
    /// Null while it is not known, and where there is a problem instead.
    const std::shared_ptr<const WhyNotFamily> &answer() const { return m_answer; }
    const QString &problem() const { return m_problem; }

signals:
    void changed();

private:
    QPointer<Session> m_session;
    std::string m_family;                     ///< that was asked for last ...
    std::shared_ptr<const Ranking> m_ranking; ///< ... of this ranking
    std::shared_ptr<const WhyNotFamily> m_answer;
    QString m_problem;
    LatestJob m_job; // last member: its thread is joined before the others are destroyed
};

} // namespace heteroscope
