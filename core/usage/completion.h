// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scripts that complete a program's commands, options and values in bash (4 or newer), zsh (5) and fish (3).
#pragma once

#include "usage/program_table.h"

#include <string_view>

namespace heteroscope {

/// To be sourced, or installed as share/bash-completion/completions/PROGRAM. Needs no other script.
std::string bashCompletion(const ProgramTable &program);
/// A function of compsys: to be installed as _PROGRAM in a folder of $fpath.
std::string zshCompletion(const ProgramTable &program);
/// To be sourced, or installed as share/fish/vendor_completions.d/PROGRAM.fish.
std::string fishCompletion(const ProgramTable &program);

struct CompletionShell
{
    std::string_view name;
    std::string (*script)(const ProgramTable &program);
};
/// bash, zsh, fish.
const std::vector<CompletionShell> &completionShells();

/// The first line of the option's sentence, short enough for a list in a terminal.
std::string shortWhat(const std::string &what);
/// The text in single quotes, as each of the shells reads it: "it's" -> "'it'\''s'".
std::string shellQuoted(const std::string &text);

} // namespace heteroscope
