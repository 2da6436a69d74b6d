// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/files/calibration_import.h"

#include "jobs/calibration_in_use.h"
#include "jobs/calibration_offer.h"
#include "jobs/session.h"
#include "language/sentences.h"
#include "theme/numbers.h"

#include <QFileInfo>

namespace heteroscope {
namespace {

QStringList catalogDevices()
{
    QStringList names;
    for (const DeviceType &known : builtinCatalog().devices)
        names << QString::fromStdString(known.name);
    return names;
}

QString stepText(const OfferedStep &step)
{
    return CalibrationImport::tr("%1 ± %2").arg(formatSeconds(step.time), formatPercent(step.uncertainty));
}

/// One line for each thing that is compared.
QString comparisonOf(const CalibrationOffer &offer)
{
    QStringList lines;
    if (offer.before && offer.after)
        lines << CalibrationImport::tr("Step on show: %1 with the constants in use, %2 with these")
                     .arg(stepText(*offer.before), stepText(*offer.after));
    else
        lines << CalibrationImport::tr("There is no step on show to compare.");
    if (!offer.machine)
        return lines.join(u'\n');
    const auto errors = [&lines](const QString &text, std::size_t count, double before, double after) {
        lines << text.arg(count).arg(formatPercent(before), formatPercent(after));
    };
    if (const auto &device = offer.machine->device)
        errors(CalibrationImport::tr("Measured kernels (%1): mean error %2 with the shipped constants, %3 with these"),
               device->kernels, device->errorBefore, device->errorAfter);
    if (const auto &calls = offer.machine->collectives)
        errors(
            CalibrationImport::tr("Measured collectives (%1): mean error %2 with the shipped constants, %3 with these"),
            calls->calls, calls->errorBefore, calls->errorAfter);
    if (const auto &steps = offer.machine->steps) {
        errors(CalibrationImport::tr("Measured steps (%1): mean error %2 with the shipped constants, %3 with these"),
               steps->rows.size(), steps->errorBefore, steps->errorAfter);
        lines << CalibrationImport::tr("Mean error of steps that were left out of the fit: %1")
                     .arg(formatPercent(steps->errorLeftOut));
    }
    if (!offer.machine->sharedBy.empty()) {
        QStringList names;
        for (const std::string &name : offer.machine->sharedBy)
            names << QString::fromStdString(name);
        lines << CalibrationImport::tr("These device types are of the same class and change, too: %1")
                     .arg(names.join(QStringLiteral(", ")));
    }
    return lines.join(u'\n');
}

} // namespace

CalibrationImport::CalibrationImport(Session &session, const Dialogs &dialogs) : m_session(session), m_dialogs(dialogs)
{}

bool CalibrationImport::take(const std::vector<ImportFile> &files, const QStringList &paths)
{
    if (!offersCalibration(files))
        return false;
    std::string deviceType;
    if (const auto product = unknownDevice(files)) {
        deviceType = m_dialogs.chooseMeasuredDevice(QString::fromStdString(*product), catalogDevices()).toStdString();
        if (deviceType.empty())
            return true;
    }
    std::vector<std::string> names;
    for (const QString &path : paths)
        names.push_back(path.toStdString());
    const QString name = QFileInfo(paths.front()).fileName();
    emit said(tr("Reading %1").arg(name));
    m_job.start(
        [files, names, deviceType, project = m_session.document()->snapshot(), plan = m_session.currentPlan(),
         startTime = m_session.startTime()](LatestJob::Handle &handle) {
            return offerCalibration(files, names, deviceType, project, plan, startTime, handle.stopToken());
        },
        [this, name](const Result<CalibrationOffer> &offered) {
            if (!offered) {
                m_dialogs.report(tr("%1 cannot be used").arg(name), sentenceWithHint(offered.error()));
                return;
            }
            offer(*offered, name);
        });
    return true;
}

void CalibrationImport::offer(const CalibrationOffer &offer, const QString &name)
{
    auto &inUse = CalibrationInUse::instance();
    switch (m_dialogs.chooseCalibration(tr("Compute with the constants of %1?").arg(name), comparisonOf(offer),
                                        CalibrationInUse::values() != nullptr)) {
    case CalibrationChoice::use:
        inUse.use(offer.values, name);
        emit said(tr("Constants of %1 are in use until the program ends").arg(name));
        break;
    case CalibrationChoice::shipped:
        inUse.use(nullptr, {});
        emit said(tr("The shipped constants are in use"));
        break;
    case CalibrationChoice::keep:
        emit said(tr("The constants are as they were"));
        break;
    }
}

} // namespace heteroscope
