// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope: the command line. One file for each subcommand; the contract is in README.md.
#pragma once

#include "base/result.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace heteroscope {

/// Exit status of both programs.
enum class ExitStatus : int {
    done = 0,
    no = 1, ///< the honest answer is no: no feasible plan, lint found errors
    usage = 2,
    unusableInput = 3,
    internal = 4,
};

/// Runs `hscope arguments...` (without the program's name). People's output and --json - go to out, messages to err.
int runHscope(const std::vector<std::string> &arguments, std::ostream &out, std::ostream &err);

} // namespace heteroscope
