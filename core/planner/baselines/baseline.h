// SPDX-License-Identifier: GPL-3.0-or-later
//
// The best plan of a tuner that knows of no device types, and plans by the rules of published planners, for comparison.
// They are simulated like every plan and shown beside the ranking; the answer of the search is never slower than one of
// them that the software of the job can run.
//
//   best uniform  equal degrees everywhere, the fastest of a grid (baselines/best_uniform.h)
//   uniform       every device is taken for the slowest: Megatron-LM's rules of thumb (baselines/uniform.cpp)
//   proportional  layers by the speed of the stages: Whale's load balance (baselines/proportional.cpp)
//   Metis-like    stages of unlike strategies, data parallelism before TP (baselines/metis.cpp)
//   Sailor-like   equal layers, the cheapest devices for each stage (baselines/sailor.cpp)
//
// The rules are written from the papers, with simplifications stated in each file, and use this project's prices of
// work and memory.
#pragma once

#include "planner/reason.h"
#include "simulator/result/step_result.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>

namespace heteroscope {

class PriceBook;

enum class BaselineKind { bestUniform, uniform, proportional, metis, sailor };
inline constexpr std::array<std::string_view, 5> baselineNames = {
    "best uniform plan", "uniform (Megatron-LM)", "proportional (Whale)", "Metis-like greedy", "Sailor-like greedy"};

struct Baseline
{
    BaselineKind kind = BaselineKind::bestUniform;
    std::optional<Plan> plan;                 ///< nullopt: the rules find no plan that can run
    std::shared_ptr<const StepResult> result; ///< of the plan
    Reason reason;                            ///< why it cannot be the answer
    bool mayWin() const { return isEmpty(reason); }
    std::string_view name() const { return baselineNames[static_cast<std::size_t>(kind)]; }
};

/// Why a simulated plan cannot be the answer (a violated mapping, a budget); empty if it can.
using BaselineCheck = std::function<Reason(const Plan &, const StepResult &)>;

/// The first plan of the rules, ordered by their own estimate, that fits in memory when it is simulated. If none of the
/// first few does, the first one with the reason. Of the best uniform plan the fastest that was simulated.
/// Deterministic, until the book's pricer is stopped.
Baseline makeBaseline(BaselineKind kind, PriceBook &book, const BaselineCheck &check);

} // namespace heteroscope
