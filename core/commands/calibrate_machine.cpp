// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/calibrate_machine.h"

#include "base/numbers.h"
#include "calibration/own_machine.h"
#include "exchange/measured_type.h"
#include "report/text_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heteroscope {

namespace {

constexpr std::size_t mostRowsPrinted = 40;

void addConstants(TextTable &table, const std::vector<FittedConstant> &constants)
{
    for (const auto &constant : constants)
        table.add({constant.name, inputCell(constant.before), inputCell(constant.after)});
}

void printSteps(const StepFactors &steps, std::ostream &out)
{
    TextTable table({"step", "measured", "error shipped", "error yours", "if left out"});
    for (std::size_t i = 0; i < std::min(mostRowsPrinted, steps.rows.size()); ++i) {
        const auto &row = steps.rows[i];
        table.add({row.id, secondsText(Seconds(row.measured)), signedPercentText(row.before),
                   signedPercentText(row.after), signedPercentText(row.leftOut)});
    }
    out << "\n" << table.text();
    if (steps.unused > 0)
        out << fmt::format("{} cannot be predicted; hscope validate says why\n", countedText(steps.unused, "step"));
    out << fmt::format("{}: mean error {} with the shipped constants, {} with yours, {} if left out\n",
                       countedText(steps.rows.size(), "step"), percentText(steps.errorBefore),
                       percentText(steps.errorAfter), percentText(steps.errorLeftOut));
}

void printMachine(const OwnMachine &machine, const DeviceType &type, const Streams &streams)
{
    std::ostream &out = streams.out;
    out << fmt::format("device type {}, class {}\n\n", type.name, type.computeClass);
    TextTable table({"constant", "shipped", "yours"});
    if (machine.device)
        addConstants(table, machine.device->constants);
    if (machine.collectives)
        addConstants(table, machine.collectives->constants);
    if (machine.steps)
        addConstants(table, machine.steps->constants);
    printRows("constants", table, streams);
    out << "\n";
    if (const auto &device = machine.device) {
        if (device->kernels > 0)
            out << fmt::format("{}: mean error {} with the shipped constants, {} with yours\n",
                               countedText(device->kernels, "kernel"), percentText(device->errorBefore),
                               percentText(device->errorAfter));
        if (device->unsupported > 0)
            out << fmt::format("{} left out: {} has no peak of their precision\n",
                               countedText(device->unsupported, "kernel"), type.name);
        if (!machine.sharedBy.empty())
            out << fmt::format("also for the other types of class {}: {}\n", type.computeClass,
                               fmt::join(machine.sharedBy, ", "));
    }
    if (const auto &collectives = machine.collectives)
        out << fmt::format("{}: mean error {} with the shipped constants, {} with yours\n",
                           countedText(collectives->calls, "collective"), percentText(collectives->errorBefore),
                           percentText(collectives->errorAfter));
    if (machine.steps)
        printSteps(*machine.steps, out);
}

} // namespace

bool isJsonFile(const std::string &file)
{
    const auto text = readTextFile(file, maxJsonBytes);
    if (!text)
        return false;
    const auto first = text->find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    return first != std::string::npos && (*text)[first] == '{';
}

ExitStatus calibrateMachine(const std::string &file, const std::vector<RunRow> &rows,
                            const CalibrateMachineOptions &options, const std::string &output, const Streams &streams)
{
    const auto located = [&file](Error error) {
        if (error.file.empty())
            error.file = file;
        return error;
    };
    const auto text = readTextFile(file, maxJsonBytes);
    if (!text)
        return fail(streams, text.error());
    const auto measurements = parseDeviceMeasurements(*text, file);
    if (!measurements)
        return fail(streams, measurements.error());
    const auto type = measuredDeviceType(measurements->device, options.deviceType);
    if (!type)
        return fail(streams, located(type.error()));
    const auto machine = calibrateOwnMachine({&*measurements, *type, options.network, rows}, builtinCalibration());
    if (!machine)
        return fail(streams, located(machine.error()));
    if (output != "-")
        printMachine(*machine, *type, streams);
    if (const auto status = writeJson(toJson(machine->values), output, streams); !status)
        return fail(streams, status.error());
    return ExitStatus::done;
}

} // namespace heteroscope
