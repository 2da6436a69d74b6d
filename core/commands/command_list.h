// SPDX-License-Identifier: GPL-3.0-or-later
//
// All subcommands of hscope with their options, and the same as a table for man page and completion.
#pragma once

#include "commands/command.h"
#include "usage/program_table.h"

#include <memory>
#include <utility>
#include <vector>

namespace heteroscope {

/// hscope's parser and what runs each of its subcommands.
struct CommandList
{
    std::unique_ptr<CLI::App> parser;
    std::vector<std::pair<CLI::App *, CommandBody>> commands;
};
CommandList hscopeCommands();

/// The names of the options that name files, in all commands.
const std::vector<std::string> &outputFileOptions();
const std::vector<std::string> &inputFileOptions();

/// The table of the parser. `version` as RunConditions::version.
ProgramTable hscopeTable(const CLI::App &parser, const std::string &version);

} // namespace heteroscope
