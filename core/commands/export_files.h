// SPDX-License-Identifier: GPL-3.0-or-later
//
// What hscope export writes beside launch files: traces and tables.
#pragma once

#include "commands/choose_plan.h"
#include "simulator/result/step_result.h"

#include <array>

namespace heteroscope {

/// Formats of a simulated step and of the cluster for simulators of networks.
struct SimulatorFormat
{
    std::string_view name;
    std::string_view what;
};
inline constexpr std::array<SimulatorFormat, 4> simulatorFormats = {
    {{"chakra", "execution traces of the simulated step, OUT.N.et for each device N"},
     {"astra-sim", "the same for ASTRA-sim with OUT.groups.json, OUT.system.json and networks of the cluster: "
                   "OUT.network.yml (analytical), OUT.topology.txt with OUT.logical.json (ns-3)"},
     {"simai-workload", "workload of SimAI with the work of the busiest devices of the simulated step"},
     {"simai-topology", "the cluster as a topology of SimAI"}}};

/// Formats of the planner's ranking.
inline constexpr std::array<std::string_view, 3> rankingFormats = {"markdown", "latex", "csv"};

/// Searches, and writes the ranking of at most `top` plans to a file, or to standard output for "-".
ExitStatus exportRanking(const std::string &format, const std::string &project, const OpenedProject &opened,
                         std::size_t top, const std::string &out, const Streams &streams);

/// What an export needs to know of a step. project: its file, for messages.
struct ExportedStep
{
    const StepResult &result;
    const ChosenPlan &plan;
    const OpenedProject &opened;
    const std::string &project;
};

/// Writes the files of chakra, astra-sim or simai-workload.
ExitStatus exportStep(const std::string &format, const ExportedStep &step, const std::string &out,
                      const Streams &streams);

/// Writes the cluster for SimAI.
ExitStatus exportSimaiTopology(const OpenedProject &opened, const std::string &project, const std::string &out,
                               const Streams &streams);

} // namespace heteroscope
