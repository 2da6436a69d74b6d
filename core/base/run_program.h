// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs another program and takes what it prints. It is found through PATH; no shell is involved, so no argument can be
// taken for a command.
#pragma once

#include "base/stop_token.h"
#include "base/units.h"

#include <string>
#include <vector>

namespace heteroscope {

struct ProgramOutput
{
    int status = 0;   ///< exit status; 128 + the signal where one ended it, as shells count
    std::string text; ///< standard output
};

/// How a program could not be run, or not to its end.
enum class ProgramFailure {
    notFound,  ///< no program of that name in PATH that may be run
    tooLong,   ///< it took longer than `limit`, and was ended
    tooMuch,   ///< it printed more than `mostBytes`, and was ended
    stopped,   ///< it was ended because `stop` said so
    noProcess, ///< the system could not start another process
};

struct ProgramLimits
{
    Seconds limit = Seconds(60);
    std::size_t mostBytes = 64U << 20U;
    StopToken stop = {};
};

/// Runs words[0] with the other words as its arguments, in the locale C, without input; what it prints to standard
/// error is not shown. words is not empty.
Result<ProgramOutput, ProgramFailure> runProgram(const std::vector<std::string> &words,
                                                 const ProgramLimits &limits = {});

} // namespace heteroscope
