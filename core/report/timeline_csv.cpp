// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/timeline_csv.h"

#include "report/csv_text.h"

#include <fmt/format.h>

#include <array>

namespace heteroscope {

namespace {

constexpr std::array<std::string_view, 6> trafficNames = {"tp", "send", "receive", "dp", "cp", "ep"};

std::string peerName(const StepResult &result, std::int32_t lane)
{
    return lane < 0 ? std::string() : csvText(result.lanes[static_cast<std::size_t>(lane)].name);
}

std::string numberOf(std::int32_t microBatch)
{
    return microBatch < 0 ? std::string() : std::to_string(microBatch + 1);
}

} // namespace

TextSource timelineCsv(std::shared_ptr<const StepResult> result, std::vector<int> lanes, Ticks from, Ticks to)
{
    return [result = std::move(result), lanes = std::move(lanes), from, to](const TextSink &sink) {
        if (!sink("lane,row,kind,start,end,microBatch,chunk,peer,bytes\n"))
            return;
        const auto isWithin = [from, to](Ticks start, Ticks end) { return start < to && end > from; };
        for (const int number : lanes) {
            const Lane &lane = result->lanes[static_cast<std::size_t>(number)];
            const std::string name = csvText(lane.name);
            for (const LaneInterval &one : lane.intervals)
                if (isWithin(one.start, one.end) &&
                    !sink(fmt::format("{},compute,{},{},{},{},{},{},\n", name, nameOf(one.activity),
                                      toSeconds(one.start).value, toSeconds(one.end).value, numberOf(one.microBatch),
                                      one.chunk, peerName(*result, one.peerLane))))
                    return; // it cannot be written
            for (const TrafficInterval &one : lane.traffic)
                if (isWithin(one.start, one.end) &&
                    !sink(fmt::format("{},communication,{},{},{},{},{},{},{}\n", name,
                                      trafficNames[static_cast<std::size_t>(one.traffic)], toSeconds(one.start).value,
                                      toSeconds(one.end).value, numberOf(one.microBatch), one.chunk,
                                      peerName(*result, one.peerLane), one.bytes.value)))
                    return;
        }
    };
}

} // namespace heteroscope
