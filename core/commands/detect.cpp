// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope detect [-o PROJECT] [--name NAME] [--device TYPE] [--nic GBIT] [--sys FOLDER]
#include "commands/extend_project.h"
#include "commands/number_check.h"
#include "exchange/detect/this_machine.h"

namespace heteroscope {

namespace {

struct DetectArguments
{
    std::string out;
    std::string name;
    std::string device;
    std::string sys = "/sys";
    double networkCard = 0; // Gbit/s
};

ExitStatus detect(const DetectArguments &options, const Streams &streams)
{
    ImportOptions how;
    how.name = options.name;
    how.device = options.device;
    if (options.networkCard > 0)
        how.networkCard = BytesPerSecond(options.networkCard * 1e9 / 8);
    beginWork(streams);
    std::vector<LookedAt> lookedAt;
    const auto look = [&](const Project &into) -> Result<Imported> {
        auto detected = detectMachine(into, how, options.sys, streams.foreground.stop());
        if (!detected)
            return detected.error();
        lookedAt = std::move(detected->lookedAt);
        if (!detected->imported)
            return Error{Error::Code::infeasible,
                         {},
                         {},
                         "no accelerator in this machine",
                         "at least one",
                         "import what its tools print on the machine that has them"};
        return *std::move(detected->imported);
    };
    const auto imported = options.out.empty() ? look(emptyProject()) : extendProject(options.out, look);
    if (imported) {
        printImported(*imported, streams);
        return ExitStatus::done;
    }
    if (imported.error().code == Error::Code::cancelled)
        return failStopped(streams, "the machine was looked at");
    if (imported.error().code != Error::Code::infeasible)
        return fail(streams, imported.error());
    TextTable table({"looked at", "found"});
    Json list = Json::array();
    for (const auto &[where, found] : lookedAt) {
        table.add({where, found});
        list.push_back({{"where", where}, {"found", found}});
    }
    printResult("no accelerator found\n\n" + table.text(), table, {{"what", nullptr}, {"lookedAt", std::move(list)}},
                streams);
    return ExitStatus::no;
}

} // namespace

CommandBody addDetectCommand(CLI::App &parser)
{
    const auto options = std::make_shared<DetectArguments>();
    parser.add_option("-o,--output", options->out, "project file to write; an existing project is extended");
    parser.add_option("--name", options->name, "name of the node");
    parser.add_option("--device", options->device, "device type of all devices, if the catalog does not know them");
    parser.add_option("--nic", options->networkCard, "Gbit/s of one network card")->check(numberBetween(1e-3, 1e7));
    parser.add_option("--sys", options->sys, "folder to read instead of /sys, such as a copy from another machine");
    return [options](const Streams &streams) { return detect(*options, streams); };
}

} // namespace heteroscope
