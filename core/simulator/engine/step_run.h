// SPDX-License-Identifier: GPL-3.0-or-later
//
// One run of the engine. Its parts: lanes (step_run.cpp), transfers (transfers.cpp), gradient buckets (buckets.cpp),
// weights that are gathered while the step begins (gathers.cpp) and the end of the step (closing.cpp).
#pragma once

#include "simulator/engine/engine.h"
#include "simulator/engine/lane_clock.h"
#include "simulator/engine/lane_state.h"

#include <optional>
#include <queue>

namespace heteroscope {

/// A network that several runs share (joint_run.h), and what is a run's own in it.
struct SharedFlows
{
    FlowNetwork *network = nullptr; ///< has the routes of the program already
    Ticks begin;                    ///< of the run, in the time of the network
    int firstRoute = 0;
    std::int64_t firstTag = 0;
};

class StepRun
{
public:
    StepRun(const StepProgram &program, const EngineOptions &options, const SharedFlows &shared = {});
    Result<StepTrace, StepFailure> run();

    // The same piece by piece, for runs that share a network. Who drives them advances the network and tells the ends
    // of its flows; of all that happens at one instant these come first.
    bool begin(); ///< false after a stop
    /// The next end of work or other event of this run alone, in its own time; LaneClock::never if there is none.
    Ticks nextOwn() const
    {
        return m_events.empty() ? m_clock.firstTime() : std::min(m_events.top().time, m_clock.firstTime());
    }
    void happenNext();
    void endFlow(std::int64_t tag, Ticks now); ///< tag: without SharedFlows::firstTag
    bool isDone() const { return m_closed == m_lanes.size(); }
    Ticks stepTime() const { return m_trace.stepTime; } ///< once it is done
    std::int64_t events() const { return m_trace.events; }
    const std::optional<StepFailure> &failure() const { return m_failure; }
    StepFailure whyStuck() const;

private:
    // Beside the ends of work, which are in the lane clock. At one instant these come first.
    enum class EventKind : std::uint8_t { bucketEnd, gatherNext, meetingNext, passStart };

    struct Event
    {
        Ticks time;
        std::int32_t index = 0; // of the lane, bucket, gather or meeting
        EventKind kind = EventKind::bucketEnd;
        // bucketEnd: Bucket::timings when it was pushed; an event with another number is out of date. passStart: the
        // place of the pass in the lane's order. Else 0.
        std::uint32_t number = 0;
        friend bool operator>(const Event &a, const Event &b)
        {
            if (a.time != b.time)
                return a.time > b.time;
            return a.kind != b.kind ? a.kind > b.kind : a.index > b.index;
        }
    };

    struct ChannelState
    {
        std::int32_t lane = 0; // sender
        const Channel *channel = nullptr;
        PassInput *inputs = nullptr; // of the receiver, by micro-batch
        bool backward = false;
        std::int16_t chunk = 0; // of the sender
        Ticks free;
        bool flowing = false;
        Ticks begin;
        struct Pending
        {
            std::int32_t microBatch = 0;
            Ticks senderDone;
        };
        std::vector<Pending> queue;
        std::size_t head = 0;
    };

    struct Bucket
    {
        int synchronization = 0;
        int index = 0; // in the synchronization
        int missing = 0;
        Ticks start;
        Ticks end;
        double left = 0; // ticks at full rate, from settledAt on
        Ticks settledAt;
        double slowdown = 1;       // since settledAt
        bool flowing = false;      // its bytes are under way in the network
        std::uint32_t timings = 0; // how often its end has been worked out
        int lastLane = -1;         // that was ready last
        Ticks lastReady;
    };

    /// Weights of a synchronization on their way while the step begins.
    struct Gather
    {
        int synchronization = 0;
        int missing = 0; // lanes that are not at it
        Ticks begin;
        int part = 0; // that flows: 1 the first bucket, 2 the others
    };

    /// Lanes that wait for each other after their passes: to average gradients, to gather weights, or for all.
    struct Meeting
    {
        int synchronization = -1; // -1: for all
        bool reduces = false;
        std::vector<std::size_t> lanes;
        std::size_t missing = 0;
        Ticks begin;
    };

    // Lanes.
    std::size_t passIndex(const LaneProgram &lane, Pass pass, int chunk, int microBatch) const
    {
        return (static_cast<std::size_t>(pass == Pass::forward ? 0 : 1) * lane.chunks.size() +
                static_cast<std::size_t>(chunk)) *
                   static_cast<std::size_t>(lane.microBatches) +
               static_cast<std::size_t>(microBatch);
    }
    const LaneProgram &program(std::size_t lane) const { return m_program.lanes[lane]; }
    const PassWork &work(std::size_t lane, const WorkItem &item) const
    {
        return program(lane).chunks[static_cast<std::size_t>(item.chunk)][item.pass];
    }
    bool prepare();
    void prepareLane(std::size_t lane);
    void tryStart(std::size_t lane);
    void beginPass(std::size_t lane, const WorkItem &item);
    void makeSegments(std::size_t lane, const WorkItem &item);
    static void fillBuckets(std::vector<PassSegment> &segments, int buckets);
    void failAtSpeedZero(std::size_t lane);
    void beginSegment(std::size_t lane, Ticks now);
    void finishSegment(std::size_t lane, Ticks now);
    void endSegment(std::size_t lane, Ticks now);
    void finishPass(std::size_t lane, Ticks now);
    void writeWait(std::size_t lane, const WorkItem &item);
    void writePass(std::size_t lane, const WorkItem &item);
    void writeCommunication(std::size_t lane, const WorkItem &item, Activity activity, Ticks length, Bytes bytes,
                            std::int16_t operation = -1);
    void push(Ticks time, EventKind kind, std::size_t index, std::uint32_t number = 0);
    void happen(const Event &event);

    // Transfers.
    void prepareChannels();
    std::pair<std::int32_t, std::int32_t> channelsOf(std::size_t lane, const WorkItem &item) const;
    void send(std::size_t lane, const WorkItem &item, Ticks now);
    void post(std::size_t lane, std::size_t orderIndex, Ticks at);
    void tryTransfer(std::int32_t channel, Ticks now);
    void deliver(std::int32_t channel, Ticks begin, Ticks arrival);
    void transferEnded(std::int32_t channel, Ticks now);
    std::int64_t tagOf(EventKind kind, std::size_t index) const;
    void startFlow(Ticks now, int route, double bytes, std::int64_t tag);
    void flowEnded(std::int64_t tag, Ticks now);

    // Gradient buckets.
    void prepareBuckets();
    void bucketFull(std::size_t lane, int chunk, int index, int of, Ticks now);
    void startBuckets(Ticks now);
    void retimeBucket(std::size_t bucket, Ticks now);
    void retimeLane(std::size_t lane, Ticks now);
    static void settle(RunningPass &pass, const LaneProgram &program, Ticks now);
    void finishBucket(std::size_t bucket, Ticks now);
    bool isComputing(std::size_t lane, Ticks now) const;

    // Weights of the last step.
    std::vector<std::int32_t> gatherOrder() const;
    void gatherWeights();
    void gatherAsFlows(const std::vector<std::int32_t> &order);
    void noteGather(const Synchronization &synchronization, Ticks begin, Ticks end);
    void joinGather(std::size_t lane, Ticks now);
    void goOnGathering(std::size_t gather, Ticks now);
    void finishGather(std::size_t gather, Ticks now);
    bool waitsForWeights(std::size_t lane, const WorkItem &item, Ticks now);

    // Closing.
    void prepareClosing();
    void closeLane(std::size_t lane);
    void goOnClosing();
    void meet(std::size_t meeting);
    void finishMeeting(std::size_t meeting, Ticks end);
    bool hasWorkAfterPasses(std::size_t lane) const;
    void waitForBuckets(std::size_t lane);
    std::vector<std::size_t> lanesOf(const Synchronization &synchronization) const;
    std::int32_t indexOf(const Synchronization &synchronization) const
    {
        return static_cast<std::int32_t>(&synchronization - m_program.synchronizations.data());
    }
    void finishTrace();

    const StepProgram &m_program;
    EngineOptions m_options;
    std::vector<LaneState> m_lanes;
    std::vector<ChannelState> m_channels;
    std::vector<std::vector<std::int32_t>> m_firstChannel; // by lane, (direction, chunk); one more at the end
    std::vector<Bucket> m_buckets;
    std::vector<std::vector<std::vector<std::size_t>>> m_bucketsOf; // by lane, chunk
    std::vector<std::size_t> m_readyBuckets;                        // complete but not started, in order
    std::vector<Gather> m_gathers;
    std::vector<Meeting> m_meetings;
    std::vector<std::size_t> m_closing; // lanes that may go on with their agenda
    std::size_t m_closed = 0;           // lanes at the end of theirs
    Ticks m_now;
    std::optional<FlowNetwork> m_ownNetwork;
    FlowNetwork &m_network;
    SharedFlows m_shared; // all 0 with a network of its own
    std::vector<std::int64_t> m_endedFlows;
    std::optional<StepFailure> m_failure;
    StepTrace m_trace;
    LaneClock m_clock;
    std::priority_queue<Event, std::vector<Event>, std::greater<>> m_events;
};

} // namespace heteroscope
