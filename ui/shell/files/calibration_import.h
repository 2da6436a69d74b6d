// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files with constants of the cost model, or measurements that tell them: a worker thread fits and simulates, then the
// step on show is compared with the constants in use and with the new ones, and the user chooses.
#pragma once

#include "exchange/import.h"
#include "jobs/latest_job.h"
#include "shell/files/dialogs.h"

#include <QObject>

namespace heteroscope {

struct CalibrationOffer;
class Session;

class CalibrationImport : public QObject
{
    Q_OBJECT

public:
    CalibrationImport(Session &session, const Dialogs &dialogs);

    /// False if the files are no such files.
    bool take(const std::vector<ImportFile> &files, const QStringList &paths);
    bool isRunning() const { return m_job.isRunning(); }

signals:
    void said(const QString &text);

private:
    void offer(const CalibrationOffer &offer, const QString &name);

    Session &m_session;
    const Dialogs &m_dialogs;
    LatestJob m_job; // last member: its thread is joined before the others are destroyed
};

} // namespace heteroscope
