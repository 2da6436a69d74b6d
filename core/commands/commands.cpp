// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/commands.h"

#include "base/freed_memory.h"
#include "commands/command.h"

#include <utility>

namespace heteroscope {

int runHscope(const std::vector<std::string> &arguments, std::ostream &out, std::ostream &err)
{
    keepFreedMemory();
    CLI::App parser("hscope: training steps on mixed hardware, simulated and planned", "hscope");
    parser.require_subcommand(1);
    std::vector<std::pair<CLI::App *, CommandBody>> commands;
    const auto add = [&](const char *name, const char *what, CommandBody (*build)(CLI::App &)) {
        auto *command = parser.add_subcommand(name, what);
        commands.emplace_back(command, build(*command));
    };
    add("simulate", "simulate one training step", addSimulateCommand);
    add("explain", "open a predicted step down to single operations", addExplainCommand);
    add("plan", "search for the best plan", addPlanCommand);
    add("check-certificate", "verify what a search claims, without the search", addCheckCertificateCommand);
    add("lint", "check files against schema and rules", addLintCommand);
    add("validate", "predict measured steps and print the errors", addValidateCommand);
    add("calibrate", "fit the constants of the cost model to measured steps", addCalibrateCommand);
    add("profiles", "turn measured layers of other tools into layer profiles", addProfilesCommand);
    add("import", "take over files of other tools", addImportCommand);
    add("export", "write a plan for other tools", addExportCommand);
    add("report", "write everything about the best plan on one page", addReportCommand);
    add("catalog", "list what is built in", addCatalogCommand);
    try {
        // CLI11 takes the arguments from the back.
        parser.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::CallForHelp &) {
        const auto *chosen = parser.get_subcommands().empty() ? &parser : parser.get_subcommands().front();
        out << chosen->help();
        return static_cast<int>(ExitStatus::done);
    } catch (const CLI::ParseError &failure) {
        err << "hscope: " << failure.what() << "\nTry hscope --help\n";
        return static_cast<int>(ExitStatus::usage);
    }
    const Streams streams{out, err};
    for (const auto &[command, body] : commands) {
        if (command->parsed())
            return static_cast<int>(body(streams));
    }
    return static_cast<int>(ExitStatus::usage);
}

} // namespace heteroscope
