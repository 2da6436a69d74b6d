// SPDX-License-Identifier: GPL-3.0-or-later
//
// A pipeline schedule: the static order in which each stage performs its passes, and all its other properties. Each
// schedule is one file in core/strategy/schedules, the only place with knowledge about it; plans, memory, simulator,
// planner, command line and window use this interface. p stages, v chunks per stage, M micro-batches; F, D, W are the
// forward, input-gradient and weight-gradient time of a device per micro-batch.
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
    std::vector<VirtualStage> way{}; ///< the plan's order of virtual stages, for schedules with ChunkPath::own
};

/// The order of work of each stage, by the number of the stage.
template<class OrderOfStage>
std::vector<WorkOrder> ordersByStage(const ScheduleShape &shape, const OrderOfStage &orderOf)
{
    std::vector<WorkOrder> orders;
    orders.reserve(static_cast<std::size_t>(shape.stages));
    for (int stage = 0; stage < shape.stages; ++stage)
        orders.push_back(orderOf(stage));
    return orders;
}

/// The order in which the chunks of a pipeline hold its layers.
enum class ChunkPath {
    loop, ///< chunk 0 of all stages, then chunk 1 of all stages, and so on
    vee,  ///< chunk 0 from the first stage to the last, chunk 1 from the last back to the first
    own   ///< any order; the plan decides
};

/// A numeric option of a schedule, in "scheduleOptions" of a plan.
struct ScheduleOption
{
    const char *name = "";
    int minimum = 0;
    int maximum = 0;
};

struct ScheduleFacts
{
    const char *name = "";        ///< name in plan files and on the command line
    const char *displayName = ""; ///< name shown to users
    /// A sentence for the choice of a schedule: HETEROSCOPE_SCHEDULE_TEXT("heteroscope::ScheduleModel", "...").
    const char *description = "";
    int place = 0; ///< position in lists of schedules, ascending
    ChunkPath path = ChunkPath::loop;
    // Allowed numbers of chunks per stage, equal in all stages of a pipeline.
    int minChunks = 1;
    int maxChunks = 1;
    /// True if blocking sends cannot deadlock: every stage sends and receives by turns with one neighbour at a time.
    /// For other schedules receives are posted early (sendModeOf, cost/send_mode.h).
    bool allowsBlockingSends = false;
    bool isWritten = false; ///< the plan contains the order of work, so no plan can be changed to this schedule
    /// True if the planner tries it outside its space (planner/beyond/beyond.h); false for schedules of the space.
    bool isTriedBeyond = true;
    std::vector<ScheduleOption> options{};
};

/// Why a pipeline cannot run a schedule: found, expected and the reason.
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
    /// The order of work of each stage: every pass of every (chunk, micro-batch) once. Error: an invalid order in the
    /// plan (custom).
    virtual Result<std::vector<WorkOrder>> orders(const ScheduleShape &shape) const = 0;
    /// Max number of (micro-batch, chunk) pairs whose activations the stage holds at a time; nullopt if it depends on
    /// the durations.
    virtual std::optional<int> activationsHeld(const ScheduleShape &shape, int stage) const = 0;
    /// Idle time of a device in one step for equal stages without communication; nullopt if there is no closed form.
    virtual std::optional<double> idle(const ScheduleShape &shape, double F, double D, double W) const = 0;
    /// Why the schedule cannot run this number of micro-batches; nullopt if it can.
    virtual std::optional<ScheduleRefusal> refusal(int /*stages*/, int /*microBatches*/) const { return {}; }
    /// Number of chunks per stage after a plan is changed to this schedule. own: chunks per stage of the plan; 0 if
    /// they differ.
    virtual int chunksFor(int /*own*/) const { return m_facts.minChunks; }

protected:
    explicit Schedule(ScheduleFacts facts) : m_facts(std::move(facts)) {}

private:
    ScheduleFacts m_facts;
};

const Schedule &scheduleOf(ScheduleKind kind);

/// The value of a numeric option, or `otherwise` if it is absent.
int numberOf(const ScheduleOptions &options, const char *name, int otherwise);

} // namespace heteroscope
