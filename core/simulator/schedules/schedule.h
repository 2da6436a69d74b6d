// SPDX-License-Identifier: GPL-3.0-or-later
//
// A pipeline schedule: the static order in which one stage does its forward and backward passes. One small file each.
#pragma once

#include "strategy/plan.h"

#include <vector>

namespace heteroscope {

struct WorkItem
{
    bool backward = false;
    std::int16_t chunk = 0; ///< virtual stage, 0 .. chunks - 1
    std::int32_t microBatch = 0;
    friend bool operator==(const WorkItem &, const WorkItem &) = default;
};

struct ScheduleShape
{
    int stages = 1;
    int microBatches = 1;
    int chunks = 1; ///< virtual stages per device
};

class Schedule
{
public:
    virtual ~Schedule() = default;
    /// Work of stage `stage` (0-based) in the order it is done: every (direction, chunk, micro-batch) once.
    virtual std::vector<WorkItem> order(const ScheduleShape &shape, int stage) const = 0;
    /// Most (micro-batch, chunk) pairs whose activations the stage holds at once.
    virtual int activationsHeld(const ScheduleShape &shape, int stage) const = 0;
    /// Idle share of the closed form for equal stages without communication: bubble time over the time of one
    /// micro-batch's forward and backward on one device.
    virtual double bubble(const ScheduleShape &shape) const = 0;
};

const Schedule &scheduleOf(ScheduleKind kind);

// One per file.
const Schedule &gpipeSchedule();
const Schedule &oneFOneBSchedule();
const Schedule &interleavedSchedule();

} // namespace heteroscope
