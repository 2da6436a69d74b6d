// SPDX-License-Identifier: GPL-3.0-or-later
//
// A pipeline schedule: the static order in which each stage does its passes, and everything that has to be known of it
// elsewhere. One file of core/strategy/schedules each, which is the only place that says anything of that schedule;
// plans, memory, simulator, planner, command line and window ask here. p stages, v chunks a stage, M micro-batches;
// F, D, W are a whole device's forward, input-gradient and weight-gradient time per micro-batch.
#pragma once

#include "base/units.h"
#include "strategy/plan.h"
#include "strategy/work_item.h"

#include <limits>
#include <optional>

namespace heteroscope {

/// Marks a text of a schedule that the window shows, for its translations.
#define HETEROSCOPE_SCHEDULE_TEXT(context, text) text

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
    // Durations for schedules with usesTimes(). Empty: all passes take 1, sends take 0.
    std::vector<PassTimes> times{};  ///< by stage * chunks + chunk
    std::vector<Ticks> sendTimes{};  ///< by virtual stage k: from k to k + 1, one way
    std::vector<VirtualStage> way{}; ///< what schedules look at whose path is the plan's own
};

/// In which order the chunks of a pipeline hold its layers.
enum class ChunkPath {
    loop, ///< chunk 0 of all stages, then chunk 1 of all stages, and so on
    vee,  ///< chunk 0 from the first stage to the last, chunk 1 from the last back to the first
    own   ///< as the plan has them
};

/// A number that a schedule can be told, in "scheduleOptions" of a plan.
struct ScheduleOption
{
    const char *name = "";
    int minimum = 0;
    int maximum = 0;
};

struct ScheduleFacts
{
    const char *name = "";        ///< in plan files and on the command line
    const char *displayName = ""; ///< for people
    /// A sentence for who chooses a schedule: HETEROSCOPE_SCHEDULE_TEXT("heteroscope::ScheduleModel", "...").
    const char *description = "";
    int place = 0; ///< in lists of schedules, ascending
    ChunkPath path = ChunkPath::loop;
    // Chunks of a stage, the same number in all stages of a pipeline.
    int minChunks = 1;
    int maxChunks = 1;
    /// Sender and receiver may wait for each other: every stage sends and receives in turn with one neighbour at a
    /// time. Others would come to a standstill; with them receives are posted beforehand (sendModeOf,
    /// cost/send_mode.h).
    bool allowsBlockingSends = false;
    bool isWritten = false; ///< the plan brings the order of work itself, so that none can be changed to it
    /// The planner tries it beside the plans of its space (planner/beyond/beyond.h); those of the space it has anyway.
    bool isTriedBeyond = true;
    std::vector<ScheduleOption> options{};
};

/// Why a pipeline cannot run a schedule: it has `found`, where the schedule needs `expected`, because of `reason`.
struct ScheduleRefusal
{
    std::string found;
    std::string expected;
    std::string reason;
};

class Schedule
{
public:
    virtual ~Schedule() = default;
    const ScheduleFacts &facts() const { return m_facts; }

    /// True if the orders depend on the durations of passes and sends.
    virtual bool usesTimes() const { return false; }
    /// The work of each stage in the order it is done: every pass of every (chunk, micro-batch) once. Error: an order
    /// written by people that is none.
    virtual Result<std::vector<WorkOrder>> orders(const ScheduleShape &shape) const = 0;
    /// Maximum of (micro-batch, chunk) pairs whose activations the stage holds at once; none where it depends on the
    /// times.
    virtual std::optional<int> activationsHeld(const ScheduleShape &shape, int stage) const = 0;
    /// Idle time of a device in one step for equal stages without communication; nullopt if there is no closed form.
    virtual std::optional<double> idle(const ScheduleShape &shape, double F, double D, double W) const = 0;
    /// Numbers of micro-batches that it cannot run.
    virtual std::optional<ScheduleRefusal> refusal(int /*stages*/, int /*microBatches*/) const { return {}; }
    /// Chunks of a stage when a plan is changed to this schedule that has `own` chunks in every stage; 0: unlike ones.
    virtual int chunksFor(int /*own*/) const { return m_facts.minChunks; }

protected:
    explicit Schedule(ScheduleFacts facts) : m_facts(std::move(facts)) {}

private:
    ScheduleFacts m_facts;
};

const Schedule &scheduleOf(ScheduleKind kind);

/// A number told to a schedule, or `otherwise`.
int numberOf(const ScheduleOptions &options, const char *name, int otherwise);

} // namespace heteroscope
