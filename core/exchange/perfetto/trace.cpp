// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/perfetto/trace.h"

#include "simulator/result/link_load.h"
#include "wording/step_text.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace heteroscope {

namespace {

constexpr int computeThread = 0;
constexpr std::array<std::string_view, 6> trafficNames = {"TP", "send", "receive", "DP", "CP", "EP"};
constexpr std::size_t passedAtOnce = 1 << 16; ///< characters
constexpr int tracksOfKind = 100;             // thread numbers: 1 + kind * 100 and up

double microseconds(Ticks ticks) { return static_cast<double>(ticks.count) * 1e-6; }

int processOf(std::size_t lane) { return static_cast<int>(lane) + 1; }

Json metadata(const char *what, int process, int thread, const std::string &name)
{
    return {{"name", what}, {"ph", "M"}, {"pid", process}, {"tid", thread}, {"args", {{"name", name}}}};
}

Json bar(std::string name, const char *category, Ticks start, Ticks end, int process, int thread, Json args)
{
    return {{"name", std::move(name)},          {"cat", category}, {"ph", "X"},     {"ts", microseconds(start)},
            {"dur", microseconds(end - start)}, {"pid", process},  {"tid", thread}, {"args", std::move(args)}};
}

Json counter(const std::string &name, const char *unit, Ticks at, int process, double value)
{
    return {{"name", name},           {"ph", "C"}, {"ts", microseconds(at)}, {"pid", process}, {"tid", computeThread},
            {"args", {{unit, value}}}};
}

bool isBackward(Activity activity)
{
    return activity == Activity::backward || activity == Activity::inputGradient ||
           activity == Activity::weightGradient;
}

/// A pass of a lane: micro-batch, chunk, whether backward.
using PassKey = std::tuple<std::int32_t, std::int16_t, bool>;
struct Pass
{
    Ticks start;
    Ticks end;
};

class TraceWriter
{
public:
    TraceWriter(const StepResult &result, const Topology &topology, const TextSink &sink)
        : m_result(result), m_topology(topology), m_sink(sink)
    {}

    void write()
    {
        m_text = "{\n  \"traceEvents\": [";
        const auto lanes = m_result.lanes.size();
        m_passes.resize(lanes);
        m_threads.resize(lanes);
        for (std::size_t i = 0; i < lanes; ++i)
            computation(i);
        for (std::size_t i = 0; i < lanes; ++i)
            communication(i);
        for (std::size_t i = 0; i < lanes; ++i)
            flows(i);
        for (std::size_t i = 0; i < lanes; ++i) {
            heldMicroBatches(i);
            sentTraffic(i);
        }
        linkRates();
        m_text += "\n  ],\n  \"displayTimeUnit\": \"ms\"\n}\n";
        pass();
    }

private:
    /// As toText would write it inside the array.
    void emit(const Json &event)
    {
        if (!m_sinkOpen)
            return;
        m_text += m_first ? "\n    " : ",\n    ";
        m_first = false;
        const auto text = toText(event);
        for (std::size_t at = 0; at + 1 < text.size(); ++at) { // without the newline at its end
            m_text += text[at];
            if (text[at] == '\n')
                m_text += "    ";
        }
        if (m_text.size() >= passedAtOnce)
            pass();
    }

    void pass()
    {
        m_sinkOpen = m_sinkOpen && m_sink(m_text);
        m_text.clear();
    }

    void computation(std::size_t index)
    {
        const Lane &lane = m_result.lanes[index];
        const int process = processOf(index);
        emit(metadata("process_name", process, computeThread, lane.name + " stage " + std::to_string(lane.stage)));
        emit(metadata("thread_name", process, computeThread, "computation"));
        for (const LaneInterval &interval : lane.intervals) {
            const auto name = interval.operation >= 0
                                  ? operationText(m_result.operations[static_cast<std::size_t>(interval.operation)])
                                  : std::string(nameOf(interval.activity));
            emit(bar(name, isCompute(interval.activity) ? "compute" : "wait", interval.start, interval.end, process,
                     computeThread, {{"microBatch", interval.microBatch}, {"chunk", interval.chunk}}));
            if (interval.microBatch >= 0 && isCompute(interval.activity) && interval.end > interval.start)
                m_passes[index][{interval.microBatch, interval.chunk, isBackward(interval.activity)}].push_back(
                    {interval.start, interval.end});
        }
    }

    /// Lays the stretches of each kind on as few threads as they need.
    void communication(std::size_t index)
    {
        const Lane &lane = m_result.lanes[index];
        const int process = processOf(index);
        std::array<std::vector<Ticks>, trafficNames.size()> ends;
        m_threads[index].reserve(lane.traffic.size());
        for (const TrafficInterval &traffic : lane.traffic) {
            const auto kind = static_cast<std::size_t>(traffic.traffic);
            auto &tracks = ends[kind];
            auto track =
                std::find_if(tracks.begin(), tracks.end(), [&traffic](Ticks end) { return end <= traffic.start; });
            if (track == tracks.end())
                track = tracks.insert(tracks.end(), Ticks(0));
            *track = traffic.end;
            const int thread = 1 + static_cast<int>(kind) * tracksOfKind + static_cast<int>(track - tracks.begin());
            m_threads[index].push_back(thread);
            emit(bar(std::string(trafficNames[kind]), "communication", traffic.start, traffic.end, process, thread,
                     {{"microBatch", traffic.microBatch}, {"bytes", traffic.bytes.value}}));
        }
        for (std::size_t kind = 0; kind < ends.size(); ++kind) {
            for (std::size_t track = 0; track < ends[kind].size(); ++track) {
                const std::string name(trafficNames[kind]);
                emit(metadata("thread_name", process,
                              1 + static_cast<int>(kind) * tracksOfKind + static_cast<int>(track),
                              track == 0 ? name : name + " " + std::to_string(track + 1)));
            }
        }
    }

    void flow(const char *phase, Ticks at, std::size_t lane, int thread, std::int64_t id)
    {
        Json event = {{"name", "tensor"},       {"cat", "dependency"},    {"ph", phase},  {"id", id},
                      {"ts", microseconds(at)}, {"pid", processOf(lane)}, {"tid", thread}};
        if (*phase == 'f')
            event["bp"] = "e"; // the end of the arrow is the slice around it, not the next one
        emit(event);
    }

    /// Follows each received tensor back to the pass that made it and on to the pass that needs it.
    void flows(std::size_t receiver)
    {
        const Lane &lane = m_result.lanes[receiver];
        for (std::size_t k = 0; k < lane.traffic.size(); ++k) {
            const TrafficInterval &receipt = lane.traffic[k];
            if (receipt.traffic != Traffic::receive || receipt.peerLane < 0 ||
                static_cast<std::size_t>(receipt.peerLane) >= m_result.lanes.size() || receipt.end <= receipt.start)
                continue;
            const auto sender = static_cast<std::size_t>(receipt.peerLane);
            const Pass *made = nullptr;
            // The sender's chunk is the receiver's own, or the one before or after it where the pipeline goes round.
            for (const int shift : {0, -1, 1}) {
                const auto found = m_passes[sender].find(
                    {receipt.microBatch, static_cast<std::int16_t>(receipt.chunk + shift), receipt.backward});
                if (found == m_passes[sender].end())
                    continue;
                for (const Pass &pass : found->second) {
                    if (pass.end <= receipt.start && (!made || pass.end > made->end))
                        made = &pass;
                }
            }
            const Pass *needed = nullptr;
            const auto found = m_passes[receiver].find({receipt.microBatch, receipt.chunk, receipt.backward});
            if (found != m_passes[receiver].end()) {
                for (const Pass &pass : found->second) {
                    if (pass.start >= receipt.end && (!needed || pass.start < needed->start))
                        needed = &pass;
                }
            }
            const std::int64_t id = ++m_flows;
            const int thread = m_threads[receiver][k];
            if (made)
                flow("s", made->start, sender, computeThread, id);
            flow(made ? needed ? "t" : "f" : "s", receipt.start, receiver, thread, id);
            if (needed)
                flow("f", needed->start, receiver, computeThread, id);
            else if (!made)
                flow("f", receipt.start, receiver, thread, id);
        }
    }

    /// Micro-batches, by chunk, whose forward pass has begun and whose backward pass has not ended.
    void heldMicroBatches(std::size_t index)
    {
        std::map<Ticks, int> changes;
        for (const auto &[key, passes] : m_passes[index]) {
            const auto &[microBatch, chunk, backward] = key;
            if (backward)
                continue;
            const auto last = m_passes[index].find({microBatch, chunk, true});
            if (last == m_passes[index].end())
                continue;
            ++changes[passes.front().start];
            --changes[last->second.back().end];
        }
        int held = 0;
        for (const auto &[at, change] : changes) {
            if (change == 0)
                continue;
            held += change;
            emit(counter("micro-batches held", "count", at, processOf(index), held));
        }
    }

    void sentTraffic(std::size_t index)
    {
        std::map<Ticks, double> changes;
        for (const TrafficInterval &traffic : m_result.lanes[index].traffic) {
            if (traffic.traffic != Traffic::send || traffic.end <= traffic.start)
                continue;
            const double rate = traffic.bytes.value / toSeconds(traffic.end - traffic.start).value / 1e9;
            changes[traffic.start] += rate;
            changes[traffic.end] -= rate;
        }
        double sum = 0;
        std::size_t left = changes.size();
        for (const auto &[at, change] : changes) {
            sum += change;
            // The last one is nothing at all, not what rounding left.
            emit(counter("sent", "GB/s", at, processOf(index), --left == 0 ? 0.0 : std::max(0.0, sum)));
        }
    }

    /// "a-s: a/nic > s, 3 alike"
    std::string linkName(const std::vector<std::size_t> &alike) const
    {
        const auto &edge = m_topology.edge(m_result.links[alike.front()].edge);
        auto name = edge.link + ": " + m_topology.vertices()[edge.from.index()].name + " > " +
                    m_topology.vertices()[edge.to.index()].name;
        if (alike.size() > 1)
            name += ", " + std::to_string(alike.size()) + " alike";
        return name;
    }

    void linkRates()
    {
        const auto groups = alikeLinks(m_result, m_topology);
        if (groups.empty())
            return;
        const int process = processOf(m_result.lanes.size());
        emit(metadata("process_name", process, computeThread, "links"));
        for (const auto &alike : groups) {
            const auto name = linkName(alike);
            for (const auto &point : loadOverTime(m_result, m_result.links[alike.front()]))
                emit(counter(name, "GB/s", point.at, process, point.rate / 1e9));
        }
    }

    const StepResult &m_result;
    const Topology &m_topology;
    const TextSink &m_sink;
    bool m_sinkOpen = true;
    bool m_first = true;                                        // no event has been written
    std::string m_text;                                         // that has not been passed on
    std::vector<std::map<PassKey, std::vector<Pass>>> m_passes; // by lane
    std::vector<std::vector<int>> m_threads;                    // by lane and stretch of communication
    std::int64_t m_flows = 0;
};

} // namespace

TextSource perfettoTrace(const StepResult &result, const Topology &topology)
{
    return [&result, &topology](const TextSink &sink) { TraceWriter(result, topology, sink).write(); };
}

} // namespace heteroscope
