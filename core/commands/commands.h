// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope: the command line, one file per subcommand. Its subcommands, options and exit statuses are in README.md.
#pragma once

#include "base/stop_token.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace heteroscope {

/// Exit status of both programs.
enum class ExitStatus : int {
    done = 0,
    no = 1, ///< the answer is no: no feasible plan, or lint found errors
    usage = 2,
    unusableInput = 3,
    internal = 4,
};

/// Where a command gets time and stops from; tests have their own.
struct RunConditions
{
    Clock clock = systemClock();
    StopToken stop{}; ///< asked besides signals and budget
    /// The process ends with the command: what it holds need not be taken apart, which takes a while for large
    /// clusters.
    bool endsProcess = false;
    std::string version = {}; ///< of the program, with its commit: "0.1.0 (1a2b3c4d5e6f)"
};

/// Runs `hscope arguments...` (without the program name). Results, including --json -, are written to out, messages to
/// err.
int runHscope(const std::vector<std::string> &arguments, std::ostream &out, std::ostream &err,
              const RunConditions &conditions = {});

} // namespace heteroscope
