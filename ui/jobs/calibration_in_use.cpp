// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/calibration_in_use.h"

#include <mutex>

namespace heteroscope {
namespace {

struct SharedCalibration
{
    std::mutex mutex;
    std::shared_ptr<const CalibrationValues> values;
};

SharedCalibration &sharedCalibration()
{
    static SharedCalibration shared;
    return shared;
}

} // namespace

CalibrationInUse &CalibrationInUse::instance()
{
    static CalibrationInUse only;
    return only;
}

std::shared_ptr<const CalibrationValues> CalibrationInUse::values()
{
    auto &shared = sharedCalibration();
    const std::lock_guard lock(shared.mutex);
    return shared.values;
}

void CalibrationInUse::use(std::shared_ptr<const CalibrationValues> values, const QString &name)
{
    {
        auto &shared = sharedCalibration();
        const std::lock_guard lock(shared.mutex);
        if (shared.values == values)
            return;
        m_name = values ? name : QString();
        shared.values = std::move(values);
    }
    emit changed();
}

} // namespace heteroscope
