// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cuts of a layout that may be fast enough: one bound for all of them together, then each by itself.
#include "planner/bounds/layout_model.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Cells of a table, or nodes of a search tree; some tenths of a millisecond.
constexpr std::size_t cellsBetweenLooks = 4'096;

} // namespace

/// Each unit where it is fastest of the stages beyond: exact for stages that are alike.
void LayoutModel::buildRounds(int pipeline, StopMeter &meter)
{
    const auto p = static_cast<std::size_t>(pipeline);
    const auto units = static_cast<std::size_t>(m_units);
    auto &rounds = m_minRound[p];
    rounds.assign((units + 1) * m_stages.size(), 0);
    std::vector<double> least(units, infinity);
    double sends = 0;
    for (int s = stages() - 2; s >= 0 && !meter.stopAfter(units); --s) {
        const auto &beyond = m_stages[static_cast<std::size_t>(s) + 1];
        sends += m_stages[static_cast<std::size_t>(s)].sendForward[p] + beyond.sendBackward[p] + m_host;
        const auto row = static_cast<std::size_t>(s) * (units + 1);
        double sum = 0;
        rounds[row + units] = sends;
        for (std::size_t unit = units; unit-- > 0;) {
            const auto first = static_cast<int>(unit);
            const double again = leastAgain(pipeline, s + 1, first);
            least[unit] = std::min(least[unit], turnOf(pipeline, s + 1, first, first + 1, again) - m_host);
            sum += least[unit];
            rounds[row + unit] = sum + sends;
        }
    }
}

void LayoutModel::buildPrefixes(int pipeline, double limit, StopMeter &meter)
{
    const auto p = static_cast<std::size_t>(pipeline);
    const auto width = static_cast<std::size_t>(m_units) + 1;
    const auto &rounds = m_minRound[p];
    auto &minFill = m_minFill[p];
    auto &minBoth = m_minBoth[p];
    auto &minLoop = m_minLoop[p];
    minLoop.assign(width * (m_stages.size() + 1), infinity);
    minFill.assign(width * (m_stages.size() + 1), infinity);
    minBoth.assign(width * (m_stages.size() + 1), infinity);
    minFill[0] = minBoth[0] = minLoop[0] = 0;
    for (int s = 0; s < stages(); ++s) {
        const bool lastStage = s + 1 == stages();
        const auto row = static_cast<std::size_t>(s) * width;
        const double there = m_stages[static_cast<std::size_t>(s)].sendForward[p];
        const double back = lastStage ? 0 : sendBackOf(pipeline, s + 1);
        const int most = m_units - (stages() - 1 - s);
        for (int first = s; first < most; ++first) {
            const auto from = row + static_cast<std::size_t>(first);
            if (minBoth[from] == infinity)
                continue;
            Ends ends{minFill[from], minBoth[from], 0, minLoop[from], nullptr};
            for (int last = lastStage ? most : first + 1; last <= most; ++last) {
                if (meter.stopAfter())
                    return;
                ends.round = rounds[row + static_cast<std::size_t>(last)];
                ends.trips = minTripsOf(pipeline, s, last);
                const auto least = bounds(pipeline, s, first, last, ends);
                if (least.alone >= limit || !stageFits(s, first, last))
                    break;
                // The round trip beyond gets shorter with more units here, so this one does not end the loop.
                if (least.trip >= limit)
                    continue;
                const auto to = row + width + static_cast<std::size_t>(last);
                const double up = backwardOf(pipeline, s, first, last);
                minLoop[to] = std::min(minLoop[to], ends.loop + loopOf(pipeline, s, first, last));
                minFill[to] = std::min(minFill[to], ends.fill + chunkForward(pipeline, s, first, last) + there);
                const double trip = tripOf(pipeline, s, first, last) + there + back;
                minBoth[to] = std::min(minBoth[to], bothBeyond(s, first, last, ends, trip, up));
            }
        }
    }
}

bool LayoutModel::mayBeat(double limit)
{
    m_minFill.resize(m_pipelines.size());
    m_minBoth.resize(m_pipelines.size());
    m_minLoop.resize(m_pipelines.size());
    m_minRound.resize(m_pipelines.size());
    StopMeter meter(m_stop, cellsBetweenLooks);
    for (std::size_t p = 0; p < m_pipelines.size() && !m_stop.stop_requested(); ++p) {
        const auto pipeline = static_cast<int>(p);
        if (m_minRound[p].empty())
            buildRounds(pipeline, meter);
        boundSpans(pipeline, limit, meter);
        buildPrefixes(pipeline, limit, meter);
        if (m_minBoth[p].back() == infinity)
            return false;
    }
    return true;
}

struct LayoutModel::Walk
{
    double *limit;
    std::size_t most;
    const std::function<bool(const Cut &)> *visit;
    StopMeter meter;
    std::size_t nodes;
    std::vector<double> rounds;             ///< [pipeline * stages + stage]: R of the stages that are cut
    std::vector<std::vector<double>> trips; ///< the same: by span of the stage
    Cut cut;
};

bool LayoutModel::walk(Walk &walk, int stage, int last)
{
    // From the last stage to the first: the round trip beyond a stage is known then.
    if (stage < 0)
        return (*walk.visit)(walk.cut);
    const auto width = static_cast<std::size_t>(m_units) + 1;
    const auto stageOf = [this, s = static_cast<std::size_t>(stage)](std::size_t p) { return p * m_stages.size() + s; };
    walk.cut[static_cast<std::size_t>(stage)] = last;
    for (std::size_t p = 0; p < m_pipelines.size(); ++p)
        findTrips(static_cast<int>(p), stage, &walk.rounds[stageOf(p) - static_cast<std::size_t>(stage)],
                  walk.trips[stageOf(p)]);
    for (int first = stage == 0 ? 0 : last - 1; first >= stage; --first) {
        if (++walk.nodes > walk.most || walk.meter.stopAfter(m_pipelines.size()))
            return false;
        if (!stageFits(stage, first, last))
            break;
        bool open = true;
        bool longer = false; // more units would only be slower
        const auto at = static_cast<std::size_t>(stage) * width + static_cast<std::size_t>(first);
        for (std::size_t p = 0; p < m_pipelines.size() && open; ++p) {
            const double round = walk.rounds[stageOf(p)];
            const auto &spans = walk.trips[stageOf(p)];
            const double *trips = spans.empty() ? nullptr : spans.data();
            if (m_minBoth[p][at] == infinity) {
                open = false;
            } else if (const Ends ends{m_minFill[p][at], m_minBoth[p][at], round, m_minLoop[p][at], trips};
                       bounds(static_cast<int>(p), stage, first, last, ends).trip >= *walk.limit) {
                open = false;
                const auto least = bounds(static_cast<int>(p), stage, first, last, {0, 0, round, 0, trips});
                longer = (m_tripGrows ? least.trip : least.alone) >= *walk.limit;
            }
        }
        if (open) {
            for (std::size_t p = 0; p < m_pipelines.size() && stage > 0; ++p) {
                const auto pipeline = static_cast<int>(p);
                walk.rounds[stageOf(p) - 1] =
                    walk.rounds[stageOf(p)] +
                    turnOf(pipeline, stage, first, last, recomputeTime(pipeline, stage, first, last)) +
                    m_stages[static_cast<std::size_t>(stage) - 1].sendForward[p] +
                    m_stages[static_cast<std::size_t>(stage)].sendBackward[p];
            }
            if (!this->walk(walk, stage - 1, first))
                return false;
        }
        if (longer)
            break;
    }
    return true;
}

bool LayoutModel::forEachCut(double &limit, std::size_t most, std::size_t &nodes,
                             const std::function<bool(const Cut &)> &visit)
{
    nodes = 0;
    if (m_stop.stop_requested()) // mayBeat may have left tables out
        return false;
    const std::size_t all = m_pipelines.size() * m_stages.size();
    Walk state{&limit,
               most,
               &visit,
               StopMeter(m_stop, cellsBetweenLooks),
               0,
               std::vector<double>(all, 0.0),
               std::vector<std::vector<double>>(all),
               Cut(m_stages.size())};
    const bool through = walk(state, stages() - 1, m_units);
    nodes = state.nodes;
    return through;
}

std::optional<std::pair<double, Cut>> LayoutModel::minBound(double within)
{
    // Doubling finds a limit that some cut is below, halving the least one.
    if (!fits())
        return std::nullopt;
    double high = boundOf([this] {
        Cut even;
        for (int s = 1; s <= stages(); ++s)
            even.push_back(m_units * s / stages());
        return even;
    }());
    double low = 0;
    while (!mayBeat(high)) {
        low = high;
        high *= 2;
        if (high > 1e12)
            return std::nullopt;
    }
    while (high - low > within * high && !m_stop.stop_requested()) {
        const double middle = low + (high - low) / 2;
        (mayBeat(middle) ? high : low) = middle;
    }
    mayBeat(high);
    if (m_stop.stop_requested())
        return std::nullopt;
    // The way back through the prefixes of the first pipeline.
    const auto width = static_cast<std::size_t>(m_units) + 1;
    Cut cut(m_stages.size());
    int last = m_units;
    for (int s = stages() - 1; s >= 0; --s) {
        cut[static_cast<std::size_t>(s)] = last;
        const double back = s + 1 == stages() ? 0 : sendBackOf(0, s + 1);
        int best = -1;
        double least = infinity;
        for (int first = last - 1; first >= s; --first) {
            const double before = m_minBoth[0][static_cast<std::size_t>(s) * width + static_cast<std::size_t>(first)];
            const double fill = m_minFill[0][static_cast<std::size_t>(s) * width + static_cast<std::size_t>(first)];
            const double loop = m_minLoop[0][static_cast<std::size_t>(s) * width + static_cast<std::size_t>(first)];
            const double round = m_minRound[0][static_cast<std::size_t>(s) * width + static_cast<std::size_t>(last)];
            if (before == infinity || !stageFits(s, first, last) ||
                bounds(0, s, first, last, {fill, before, round, loop, minTripsOf(0, s, last)}).trip >= high)
                continue;
            const double sum =
                before + tripOf(0, s, first, last) + back + m_stages[static_cast<std::size_t>(s)].sendForward[0];
            if (sum < least) {
                least = sum;
                best = first;
            }
        }
        if (best < 0)
            return std::nullopt;
        last = best;
    }
    return std::pair(low, std::move(cut));
}

double LayoutModel::shownBelow(double limit)
{
    if (!(limit < infinity))
        return 0;
    // Most bounds lie near the limit: first in steps that double, then by halves.
    constexpr double nearest = 1.0 / 1024;
    constexpr int halves = 4;
    double low = 0, high = limit;
    for (double below = nearest; below < 1 && !m_stop.stop_requested(); below *= 2) {
        const double middle = limit * (1 - below);
        if (!mayBeat(middle)) {
            low = middle;
            break;
        }
        high = middle;
    }
    for (int i = 0; i < halves && !m_stop.stop_requested(); ++i) {
        const double middle = low + (high - low) / 2;
        (mayBeat(middle) ? high : low) = middle;
    }
    return low;
}

} // namespace heteroscope
