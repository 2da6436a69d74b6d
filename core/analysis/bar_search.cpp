// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/bar_search.h"

#include <algorithm>
#include <tuple>

namespace heteroscope {

namespace {

bool isSet(const std::vector<bool> &flags, std::int64_t index)
{
    return index >= 0 && static_cast<std::size_t>(index) < flags.size() && flags[static_cast<std::size_t>(index)];
}

bool hasWord(const BarWord &word, const LaneInterval &bar)
{
    const auto activity = static_cast<std::size_t>(bar.activity);
    return word.activities[activity] || (word.ofMicroBatch[activity] && bar.microBatch == word.microBatch) ||
           isSet(word.operations, bar.operation) ||
           (word.longerThan >= Ticks(0) && bar.end - bar.start > word.longerThan);
}

/// The order of the found bars.
auto orderKey(const StepResult &result, BarId bar)
{
    return std::tuple(intervalOf(result, bar)->start, bar.lane, bar.interval);
}

} // namespace

std::vector<BarId> findBars(const StepResult &result, const std::vector<BarWord> &words, const std::vector<bool> &shown)
{
    std::vector<BarId> found;
    for (std::size_t l = 0; l < result.lanes.size() && !words.empty(); ++l) {
        const auto lane = static_cast<std::int64_t>(l);
        if (!shown.empty() && !isSet(shown, lane))
            continue;
        std::vector<const BarWord *> left; // words that the lane does not have as a whole
        for (const BarWord &word : words)
            if (!isSet(word.lanes, lane))
                left.push_back(&word);
        const auto &intervals = result.lanes[l].intervals;
        for (std::size_t i = 0; i < intervals.size(); ++i)
            if (std::all_of(left.begin(), left.end(),
                            [&](const BarWord *word) { return hasWord(*word, intervals[i]); }))
                found.push_back({static_cast<int>(l), static_cast<int>(i)});
    }
    std::sort(found.begin(), found.end(),
              [&result](BarId a, BarId b) { return orderKey(result, a) < orderKey(result, b); });
    return found;
}

int nextBar(const StepResult &result, const std::vector<BarId> &bars, BarId from, bool forward)
{
    if (bars.empty())
        return -1;
    if (!intervalOf(result, from))
        return forward ? 0 : static_cast<int>(bars.size()) - 1;
    const auto less = [&result](BarId a, BarId b) { return orderKey(result, a) < orderKey(result, b); };
    if (forward) {
        const auto next = std::upper_bound(bars.begin(), bars.end(), from, less);
        return next == bars.end() ? 0 : static_cast<int>(next - bars.begin());
    }
    const auto first = std::lower_bound(bars.begin(), bars.end(), from, less);
    return static_cast<int>((first == bars.begin() ? bars.end() : first) - bars.begin()) - 1;
}

int barFrom(const StepResult &result, const std::vector<BarId> &bars, Ticks time)
{
    if (bars.empty())
        return -1;
    const auto found = std::partition_point(bars.begin(), bars.end(),
                                            [&](BarId bar) { return intervalOf(result, bar)->start < time; });
    return found == bars.end() ? 0 : static_cast<int>(found - bars.begin());
}

} // namespace heteroscope
