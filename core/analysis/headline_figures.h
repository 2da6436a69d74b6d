// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the figures of a step's headline are computed from, for those who open one.
#pragma once

#include "simulator/result/step_result.h"
#include "workload/workload.h"

#include <array>

namespace heteroscope {

struct HeadlineFigures
{
    double tokens = 0;       ///< of one step
    Flop modelWork;          ///< of one step, without recompute: the numerator of MFU
    FlopPerSecond peak;      ///< of all devices of the plan: modelWork / (MFU x step time); 0 if MFU is 0
    std::size_t devices = 0; ///< of the plan
    Seconds deviceTime;      ///< step time x devices
    std::array<Seconds, activityCount> time{}; ///< of all devices by activity; they add up to deviceTime
    int busiestLane = -1;                      ///< computes longest; -1 without lanes
    int waitingLane = -1;                      ///< has the longest bubble, stragglers included
    int exposedLane = -1;                      ///< waits longest for communication
    Activity exposed = Activity::exposedTp;    ///< that exposedLane waits longest for
    int fullestLane = -1;                      ///< has the highest share of its memory in use

    Seconds of(Activity activity) const { return time[static_cast<std::size_t>(activity)]; }
};

/// Steps until so many tokens have been trained on, each like this one. Without checkpoints, failures and evaluations.
struct TrainingRun
{
    double tokens = 0;
    double steps = 0;
    Seconds time;
    double cost = 0;   ///< USD; devices without a price count as 0
    double energy = 0; ///< joules, of the whole site
};
TrainingRun trainingRun(const StepResult &result, const Workload &workload, double tokens);

/// 20 tokens for each parameter that a token uses: about the amount at which a model of this size is trained best for
/// its compute (Hoffmann et al. 2022, "Training Compute-Optimal Large Language Models", table 3).
double usualTrainingTokens(const Workload &workload);

/// Of a million tokens, in USD and joules; 0 for a step without tokens.
double costPerMillionTokens(const StepResult &result);
double energyPerMillionTokens(const StepResult &result);

HeadlineFigures headlineFigures(const StepResult &result, const Workload &workload);

} // namespace heteroscope
