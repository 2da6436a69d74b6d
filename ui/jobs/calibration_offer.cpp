// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/calibration_offer.h"

#include "base/out_of_memory.h"
#include "calibration/csv.h"
#include "calibration/validation.h"
#include "exchange/measured_type.h"
#include "jobs/calibration_in_use.h"
#include "simulator/predict_step.h"
#include "json/json.h"

#include <algorithm>

namespace heteroscope {
namespace {

enum class OfferKind { measurements, calibration, steps, other };

OfferKind kindOf(const ImportFile &file)
{
    const auto first = file.text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == std::string::npos)
        return OfferKind::other;
    if (file.text[first] != '{') {
        const auto table = parseCsv(file.text, file.name);
        return table && checkRunColumns(*table) ? OfferKind::steps : OfferKind::other;
    }
    const auto json = parseJson(file.text, file.name);
    if (!json || !json->is_object())
        return OfferKind::other;
    if (isMeasurementsFile(*json))
        return OfferKind::measurements;
    return json->contains("kernels") || json->contains("stacks") ? OfferKind::calibration : OfferKind::other;
}

std::optional<OfferedStep> stepOf(const Topology &topology, const Workload &workload, const Plan &plan,
                                  Seconds startTime, const CalibrationValues *values, const StopToken &stop)
{
    PredictOptions options;
    options.timeline = false;
    options.startTime = startTime;
    options.stop = stop;
    options.calibration = values;
    const auto step = withinMemory([&] { return predictStep(topology, workload, plan, options); });
    if (!step)
        return {};
    return OfferedStep{toSeconds(step->stepTime), step->uncertainty};
}

Result<CalibrationOffer> machineOffer(const std::vector<ImportFile> &files, const std::string &deviceType)
{
    OwnMachineInput input;
    std::optional<DeviceMeasurements> measurements;
    for (const ImportFile &file : files) {
        if (kindOf(file) == OfferKind::measurements) {
            auto read = parseDeviceMeasurements(file.text, file.name);
            if (!read)
                return read.error();
            measurements = *std::move(read);
        } else if (kindOf(file) == OfferKind::steps) {
            const auto table = parseCsv(file.text, file.name);
            auto rows = table ? readRunRows(*table) : Result<std::vector<RowPrediction>>(table.error());
            if (!rows)
                return rows.error();
            for (RowPrediction &row : *rows)
                if (row.skipped.empty())
                    input.rows.push_back(std::move(row.row));
        }
    }
    if (measurements) {
        auto type = measuredDeviceType(measurements->device, deviceType);
        if (!type)
            return type.error();
        input.type = *std::move(type);
        input.measurements = &*measurements;
    }
    auto machine = calibrateOwnMachine(input, builtinCalibration());
    if (!machine)
        return machine.error();
    CalibrationOffer offer;
    offer.values = std::make_shared<const CalibrationValues>(machine->all);
    offer.machine = *std::move(machine);
    return offer;
}

Result<CalibrationOffer> fileOffer(const std::string &path)
{
    const auto values = loadCalibration({path});
    if (!values)
        return values.error();
    CalibrationOffer offer;
    offer.values = std::make_shared<const CalibrationValues>(*values);
    return offer;
}

} // namespace

bool offersCalibration(const std::vector<ImportFile> &files)
{
    return !files.empty() && std::all_of(files.begin(), files.end(), [&](const ImportFile &file) {
        const OfferKind kind = kindOf(file);
        return kind != OfferKind::other && (kind != OfferKind::calibration || files.size() == 1);
    });
}

std::optional<std::string> unknownDevice(const std::vector<ImportFile> &files)
{
    for (const ImportFile &file : files) {
        if (kindOf(file) != OfferKind::measurements)
            continue;
        const auto measurements = parseDeviceMeasurements(file.text, file.name);
        if (measurements && !measuredDeviceType(measurements->device, {}))
            return measurements->device;
    }
    return {};
}

Result<CalibrationOffer> offerCalibration(const std::vector<ImportFile> &files, const std::vector<std::string> &paths,
                                          const std::string &deviceType, const ProjectSnapshot &project,
                                          const std::optional<Plan> &plan, Seconds startTime, const StopToken &stop)
{
    return withinMemory([&]() -> Result<CalibrationOffer> {
        auto offer = kindOf(files.front()) == OfferKind::calibration ? fileOffer(paths.front())
                                                                     : machineOffer(files, deviceType);
        if (!offer || !plan)
            return offer;
        const auto topology = Topology::build(project->cluster);
        if (!topology)
            return offer;
        const auto now = CalibrationInUse::values();
        offer->before = stepOf(*topology, project->workload, *plan, startTime, now.get(), stop);
        offer->after = stepOf(*topology, project->workload, *plan, startTime, offer->values.get(), stop);
        return offer;
    });
}

} // namespace heteroscope
