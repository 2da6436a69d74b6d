// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/units.h"
#include "peers/sailor/event_boxes.h"

#include <algorithm>

namespace heteroscope::sailor {

namespace {

/// Partial plans of as many stages that a box may have; with more it is halved, and only the best are followed up.
constexpr std::size_t eventLevelWidth = 12;

} // namespace

EventSearch::NextKind EventSearch::nextKind(const Node &node, int stages, int kind) const
{
    NextKind next;
    next.known = true;
    DeviceUse use = node.use;
    use.add(patternOf(kind), groupsOf(*m_job, kind));
    next.possible = use.least(0) <= m_problem.devices[0] && use.least(1) <= m_problem.devices[1];
    if (!next.possible)
        return next;
    if (stages > 0)
        next.between = send(node.layers - 1, kind, node.kind) + send(node.layers, node.kind, kind);
    next.price = m_relaxation.priceOf(kind);
    next.tripPrice = m_trips.priceOf(kind);
    next.update = std::max(node.update, tables(microBatchOf(kind)).update(patternOf(kind)));
    return next;
}

void EventSearch::expand(const Box &box, int stages, int parent)
{
    const Node node = m_levels[static_cast<std::size_t>(stages)][static_cast<std::size_t>(parent)];
    std::vector<Node> &children = m_levels[static_cast<std::size_t>(stages) + 1];
    const auto &list = *box.candidates;
    const double limit = cutoff();
    const double priceLeft = m_relaxation.priceOfAll() - node.price;
    const double tripPriceLeft = m_trips.priceOfAll() - node.tripPrice;
    const int count = m_job->microBatches;
    std::array<NextKind, kindCount> kinds = {};
    for (std::size_t c = m_begin[static_cast<std::size_t>(node.layers) - 1];
         c < m_begin[static_cast<std::size_t>(node.layers)]; ++c) {
        const Candidate &candidate = list[c];
        if (candidate.depth < stages + 1)
            continue;
        NextKind &kind = kinds[static_cast<std::size_t>(candidate.kind)];
        if (!kind.known)
            kind = nextKind(node, stages, candidate.kind);
        if (!kind.possible)
            continue;
        ++m_counts.nodes;
        const bool hasSlowest = node.hasSlowest || candidate.pace >= box.paceLow;
        const double sync = std::max(node.sync, candidate.sync);
        const double beyond = stages > 0 ? node.trip + kind.between : 0;
        const double trip = beyond + candidate.pace;
        double base = boundOfStage(candidate.forward, candidate.pace - candidate.forward, beyond, stages, count);
        if (stages > 0)
            base = std::max(base, node.base + kind.between + candidate.pace);
        const double left = priceLeft - kind.price;
        double bound = base;
        if (candidate.first > 0) {
            const double gradient = minSend(candidate.first, candidate.kind);
            bound += gradient + std::max(0.0, m_relaxation.prefix(stages + 2, candidate.first) - left);
            if (!hasSlowest)
                bound = std::max(bound, (1 + m_weight) * (trip + gradient) +
                                            m_relaxation.prefixWithBottleneck(stages + 2, candidate.first) - left);
            bound = std::max(bound, m_tripCount * (trip + gradient + m_trips.prefix(stages + 2, candidate.first) -
                                                   (tripPriceLeft - kind.tripPrice)));
        } else if (!hasSlowest || stages + 1 < box.stagesLow) {
            continue; // not of this box
        }
        const double after = std::max(m_minUpdate, kind.update) + std::max(box.syncLow, sync);
        if (bound + after >= limit)
            continue;
        Node child;
        child.bound = bound + after;
        child.trip = trip;
        child.beyond = beyond;
        child.base = base;
        child.sync = sync;
        child.update = kind.update;
        child.price = node.price + kind.price;
        child.tripPrice = node.tripPrice + kind.tripPrice;
        child.hasSlowest = hasSlowest;
        child.parent = parent;
        child.candidate = static_cast<int>(c);
        child.layers = candidate.first;
        child.kind = candidate.kind;
        const double interval = intervalBound(box, stages, child);
        if (interval > child.base) {
            child.bound = std::max(child.bound, child.bound + interval - bound);
            if (candidate.first > 0)
                child.bound = std::max(
                    child.bound, interval + minSend(candidate.first, candidate.kind) +
                                     std::max(0.0, m_relaxation.prefix(stages + 2, candidate.first) - left) + after);
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
