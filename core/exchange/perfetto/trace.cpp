// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/perfetto/trace.h"

namespace heteroscope {

namespace {

constexpr int computeThread = 0;
constexpr int communicationThread = 1;
constexpr std::array<std::string_view, 6> trafficNames = {"TP", "send", "receive", "DP", "CP", "EP"};

double microseconds(Ticks ticks) { return static_cast<double>(ticks.count) * 1e-6; }

Json metadata(const char *what, int process, int thread, const std::string &name)
{
    return {{"name", what}, {"ph", "M"}, {"pid", process}, {"tid", thread}, {"args", {{"name", name}}}};
}

Json bar(std::string name, const char *category, Ticks start, Ticks end, int process, int thread, Json args)
{
    return {{"name", std::move(name)},          {"cat", category}, {"ph", "X"},     {"ts", microseconds(start)},
            {"dur", microseconds(end - start)}, {"pid", process},  {"tid", thread}, {"args", std::move(args)}};
}

} // namespace

Json perfettoTrace(const StepResult &result)
{
    Json events = Json::array();
    for (std::size_t i = 0; i < result.lanes.size(); ++i) {
        const auto &lane = result.lanes[i];
        const int process = static_cast<int>(i) + 1;
        events.push_back(
            metadata("process_name", process, computeThread, lane.name + " stage " + std::to_string(lane.stage)));
        events.push_back(metadata("thread_name", process, computeThread, "computation"));
        events.push_back(metadata("thread_name", process, communicationThread, "communication"));
        for (const auto &interval : lane.intervals) {
            const auto name = std::string(activityNames[static_cast<std::size_t>(interval.activity)]);
            events.push_back(bar(name, isCompute(interval.activity) ? "compute" : "wait", interval.start, interval.end,
                                 process, computeThread,
                                 {{"microBatch", interval.microBatch}, {"chunk", interval.chunk}}));
        }
        for (const auto &traffic : lane.traffic) {
            events.push_back(bar(std::string(trafficNames[static_cast<std::size_t>(traffic.traffic)]), "communication",
                                 traffic.start, traffic.end, process, communicationThread,
                                 {{"microBatch", traffic.microBatch}, {"bytes", traffic.bytes.value}}));
        }
    }
    return {{"traceEvents", std::move(events)}, {"displayTimeUnit", "ms"}};
}

} // namespace heteroscope
