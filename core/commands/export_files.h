// SPDX-License-Identifier: GPL-3.0-or-later
//
// What hscope export writes beside launch files: traces and tables.
#pragma once

#include "commands/choose_plan.h"
#include "simulator/result/step_result.h"

#include <array>

namespace heteroscope {

/// Formats of the planner's ranking.
inline constexpr std::array<std::string_view, 3> rankingFormats = {"markdown", "latex", "csv"};

/// Searches, and writes the ranking of at most `top` plans to a file, or to standard output for "-".
ExitStatus exportRanking(const std::string &format, const std::string &project, const OpenedProject &opened,
                         std::size_t top, const std::string &out, const Streams &streams);

/// Writes OUT.N.et for each device of the plan (exchange/chakra/write_trace.h). project: its file, for messages.
ExitStatus exportChakra(const StepResult &result, const std::string &project, const std::string &out,
                        const Streams &streams);

} // namespace heteroscope
