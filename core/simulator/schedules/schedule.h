// SPDX-License-Identifier: GPL-3.0-or-later
//
// A pipeline schedule: the static order in which each stage does its passes. One small file each. p stages, v chunks a
// stage, M micro-batches; F, D, W are a whole device's forward, input-gradient and weight-gradient time per
// micro-batch.
#pragma once

#include "base/units.h"
#include "strategy/plan.h"
#include "strategy/work_item.h"

#include <optional>

namespace heteroscope {

struct PassTimes
{
    Ticks forward;
    Ticks inputGradient;
    Ticks weightGradient;
};

struct ScheduleShape
{
    int stages = 1;
    int microBatches = 1;
    int chunks = 1; ///< virtual stages per device
    ScheduleOptions options{};
    // What schedules look at that say usesTimes(); empty: all passes last 1, sends nothing.
    std::vector<PassTimes> times{}; ///< by stage * chunks + chunk
    std::vector<Ticks> sendTimes{}; ///< by virtual stage k: from k to k + 1, one way
};

class Schedule
{
public:
    virtual ~Schedule() = default;
    /// Whether the orders depend on the lengths of passes and sends.
    virtual bool usesTimes() const { return false; }
    /// The work of each stage in the order it is done: every pass of every (chunk, micro-batch) once.
    virtual std::vector<WorkOrder> orders(const ScheduleShape &shape) const = 0;
    /// Most (micro-batch, chunk) pairs whose activations the stage holds at once; none where it depends on the times.
    virtual std::optional<int> activationsHeld(const ScheduleShape &shape, int stage) const = 0;
    /// Idle time of a device in one step for equal stages without communication; none without a closed form.
    virtual std::optional<double> idle(const ScheduleShape &shape, double F, double D, double W) const = 0;
};

/// custom has none: its orders are in the plan (strategy/custom_schedule.h). It must not be asked for.
const Schedule &scheduleOf(ScheduleKind kind);

// One per file.
const Schedule &gpipeSchedule();
const Schedule &oneFOneBSchedule();
const Schedule &eagerSchedule();
const Schedule &interleavedSchedule();
const Schedule &zbH1Schedule();
const Schedule &zbH2Schedule();
const Schedule &zbVSchedule();
const Schedule &dualPipeVSchedule();
const Schedule &greedySchedule();

} // namespace heteroscope
