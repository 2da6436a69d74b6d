// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exporters: functions from a plan to the launch file of a training tool, with a verdict: the plan runs as it is, or
// what has to change, in plain sentences. A plan whose file would train something else without a word is refused.
#pragma once

#include "strategy/plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

struct LaunchFile
{
    std::string text{};
    std::vector<std::string> changes{}; ///< what the file does not say, or the tool does differently
    std::vector<std::string> notes{};   ///< what else a launch needs; the plan runs with it as it is

    bool runsAsItIs() const { return changes.empty(); }
};

struct LaunchFormat
{
    std::string_view name;
    std::string_view what;
    std::string_view ending; ///< of file names
    /// Errors: the plan cannot be expressed (path in the plan, found, expected, hint).
    Result<LaunchFile> (*write)(const Plan &plan, const Workload &workload, const Topology &topology);
};

/// All formats, in the order of lists shown to users. The importer of the same name reads each back.
const std::vector<LaunchFormat> &launchFormats();
const LaunchFormat *findLaunchFormat(std::string_view name);

namespace launch {

/// The head of a file whose comments begin with #: tool, verdict and the device of each rank.
std::string head(std::string_view tool, const std::vector<std::string> &changes, const std::vector<std::string> &ranks);

/// The devices that such a head lists; empty if there is none.
std::vector<std::string> readRanks(std::string_view text);

/// The text in double quotation marks, as JSON, YAML and TOML read it.
std::string quoted(const std::string &text);

} // namespace launch

} // namespace heteroscope
