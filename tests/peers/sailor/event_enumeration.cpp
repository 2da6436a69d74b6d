// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/units.h"
#include "peers/sailor/event_boxes.h"

#include <algorithm>

namespace heteroscope::sailor {

namespace {

/// Partial plans of as many stages that a box may have; with more it is halved, and only the best are followed up.
constexpr std::size_t eventLevelWidth = 12;

} // namespace

void EventSearch::expand(const Box &box, int stages, int parent)
{
    const Node node = m_levels[static_cast<std::size_t>(stages)][static_cast<std::size_t>(parent)];
    std::vector<Node> &children = m_levels[static_cast<std::size_t>(stages) + 1];
    const auto &list = *box.candidates;
    const double limit = cutoff();
    const double priceLeft = m_relaxation.priceOfAll() - node.price;
    const int count = m_job->microBatches;
    std::array<double, kindCount> between = {};
    std::array<signed char, kindCount> possible = {};
    for (std::size_t c = m_begin[static_cast<std::size_t>(node.layers) - 1];
         c < m_begin[static_cast<std::size_t>(node.layers)]; ++c) {
        const Candidate &candidate = list[c];
        if (candidate.depth < stages + 1)
            continue;
        const auto kind = static_cast<std::size_t>(candidate.kind);
        if (possible[kind] == 0) {
            DeviceUse use = node.use;
            use.add(patternOf(candidate.kind), groupsOf(*m_job, candidate.kind));
            possible[kind] = use.least(0) <= m_problem.devices[0] && use.least(1) <= m_problem.devices[1] ? 1 : -1;
            if (stages > 0)
                between[kind] =
                    send(node.layers - 1, candidate.kind, node.kind) + send(node.layers, node.kind, candidate.kind);
        }
        if (possible[kind] < 0)
            continue;
        ++m_counts.nodes;
        Node child;
        child.hasSlowest = node.hasSlowest || candidate.pace >= box.paceLow;
        child.sync = std::max(node.sync, candidate.sync);
        child.update = std::max(node.update, tables(microBatchOf(candidate.kind)).update(patternOf(candidate.kind)));
        child.beyond = stages > 0 ? node.trip + between[kind] : 0;
        child.trip = child.beyond + candidate.pace;
        child.base = boundOfStage(candidate.forward, candidate.pace - candidate.forward, child.beyond, stages, count);
        if (stages > 0)
            child.base = std::max(child.base, node.base + between[kind] + candidate.pace);
        child.price = node.price + m_relaxation.priceOf(candidate.kind);
        child.tripPrice = node.tripPrice + m_trips.priceOf(candidate.kind);
        double bound = child.base;
        if (candidate.first > 0) {
            const double left = priceLeft - m_relaxation.priceOf(candidate.kind);
            const double gradient = minSend(candidate.first, candidate.kind);
            bound += gradient + std::max(0.0, m_relaxation.prefix(stages + 2, candidate.first) - left);
            if (!child.hasSlowest)
                bound = std::max(bound, (1 + m_weight) * (child.trip + gradient) +
                                            m_relaxation.prefixWithBottleneck(stages + 2, candidate.first) - left);
            bound = std::max(bound, m_tripCount * (child.trip + gradient + m_trips.prefix(stages + 2, candidate.first) -
                                                   (m_trips.priceOfAll() - child.tripPrice)));
        } else if (!child.hasSlowest || stages + 1 < box.stagesLow) {
            continue; // not of this box
        }
        child.bound = bound + std::max(m_minUpdate, child.update) + std::max(box.syncLow, child.sync);
        if (child.bound >= limit)
            continue;
        child.parent = parent;
        child.candidate = static_cast<int>(c);
        child.layers = candidate.first;
        child.kind = candidate.kind;
        const double interval = intervalBound(box, stages, child);
        if (interval > child.base) {
            child.bound = std::max(child.bound, child.bound + interval - bound);
            if (candidate.first > 0)
                child.bound =
                    std::max(child.bound, interval + minSend(candidate.first, candidate.kind) +
                                              std::max(0.0, m_relaxation.prefix(stages + 2, candidate.first) -
                                                                (m_relaxation.priceOfAll() - child.price)) +
                                              std::max(m_minUpdate, child.update) + std::max(box.syncLow, child.sync));
            child.base = interval;
            if (child.bound >= limit)
                continue;
        }
        child.use = node.use;
        child.use.add(patternOf(candidate.kind), groupsOf(*m_job, candidate.kind));
        if (child.layers > 0)
            children.push_back(child);
        else if (child.use.fits(m_problem.devices))
            finish(box, stages, child);
    }
}

double EventSearch::intervalBound(const Box &box, int stages, const Node &child) const
{
    const Candidate &candidate = (*box.candidates)[static_cast<std::size_t>(child.candidate)];
    const double backward = candidate.pace - candidate.forward;
    double best = 0;
    double beyond = child.beyond;
    int parent = child.parent;
    for (int length = 1; length <= stages + 1; ++length) {
        best = std::max(best, boundOfInterval(candidate.forward, backward, child.beyond, child.trip - beyond, length,
                                              stages + 1 - length, m_job->microBatches));
        const Node &next = m_levels[static_cast<std::size_t>(stages + 1 - length)][static_cast<std::size_t>(parent)];
        beyond = next.beyond;
        parent = next.parent;
    }
    return best;
}

void EventSearch::finish(const Box &box, int stages, const Node &last)
{
    m_chain = {};
    m_chain.microBatches = m_job->microBatches;
    EventPlan plan{m_job->samples, m_job->microBatches, {}};
    const Node *node = &last;
    const auto ticks = [](double seconds) { return toTicks(Seconds(seconds)).count; };
    for (int level = stages;; --level) {
        const Candidate &candidate = (*box.candidates)[static_cast<std::size_t>(node->candidate)];
        m_chain.forward.push_back(ticks(candidate.forward));
        m_chain.backward.push_back(ticks(candidate.pace - candidate.forward));
        if (!plan.stages.empty()) {
            const EventStage &before = plan.stages.back();
            const int kind = before.microBatch * static_cast<int>(patternCount) + before.pattern;
            m_chain.activation.push_back(ticks(send(before.last, kind, candidate.kind)));
            m_chain.gradient.push_back(ticks(send(candidate.first, candidate.kind, kind)));
        }
        plan.stages.push_back({candidate.first, candidate.last, patternOf(candidate.kind),
                               static_cast<int>(microBatchOf(candidate.kind))});
        if (level == 0)
            break;
        node = &m_levels[static_cast<std::size_t>(level)][static_cast<std::size_t>(node->parent)];
    }
    ++m_counts.simulated;
    if (toSeconds(Ticks(m_pass.makespan(m_chain))).value + last.update + last.sync < best())
        offer(plan);
}

void EventSearch::offer(const EventPlan &plan)
{
    if (!isAllowed(m_problem, plan))
        return;
    const double time = eventTime(m_problem, plan);
    BoxSearch::offer(time, [&](SearchOutcome &found) { found.eventPlan = plan; });
}

double EventSearch::keepBest(std::vector<Node> &level, std::size_t width)
{
    if (level.size() <= width)
        return infinite;
    m_order.clear();
    for (std::size_t n = 0; n < level.size(); ++n)
        m_order.emplace_back(level[n].bound, n);
    const auto middle = m_order.begin() + static_cast<std::ptrdiff_t>(width);
    std::nth_element(m_order.begin(), middle, m_order.end());
    const double dropped = middle->first;
    m_kept.clear();
    for (auto kept = m_order.begin(); kept != middle; ++kept)
        m_kept.push_back(level[kept->second]);
    level.swap(m_kept);
    return dropped;
}

double EventSearch::enumerate(const Box &box)
{
    double dropped = infinite;
    m_levels.resize(static_cast<std::size_t>(m_layers) + 2);
    m_levels[0].assign(1, Node());
    m_levels[0][0].layers = static_cast<std::int16_t>(m_layers);
    const std::size_t width = eventLevelWidth * static_cast<std::size_t>(1 + box.halvings);
    for (int stages = 0; stages < m_relaxation.maxStages(); ++stages) {
        auto &level = m_levels[static_cast<std::size_t>(stages)];
        auto &next = m_levels[static_cast<std::size_t>(stages) + 1];
        next.clear();
        for (std::size_t n = 0; n < level.size(); ++n) {
            if (level[n].bound < cutoff())
                expand(box, stages, static_cast<int>(n));
        }
        dropped = std::min(dropped, keepBest(next, width));
        if (next.empty())
            break;
    }
    return dropped;
}

} // namespace heteroscope::sailor
