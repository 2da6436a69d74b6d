// SPDX-License-Identifier: GPL-3.0-or-later
#include "peers/sailor/formula_boxes.h"

#include <algorithm>

namespace heteroscope::sailor {

namespace {

/// Partial plans of as many stages that a box may have; with more it is halved, and only the best are followed up.
constexpr std::size_t formulaLevelWidth = 8;

} // namespace

void FormulaSearch::expand(const Box &box, int stages, int parent)
{
    const StageTables &table = tables(static_cast<std::size_t>(m_job->microBatch));
    const Node node = m_levels[static_cast<std::size_t>(stages)][static_cast<std::size_t>(parent)];
    std::vector<Node> &children = m_levels[static_cast<std::size_t>(stages) + 1];
    const auto &list = *box.candidates;
    const double rest = m_job->microBatches - 1;
    const double limit = cutoff();
    const double priceLeft = m_relaxation.priceOfAll() - node.price;
    std::array<double, patternCount> gradient = {}, activation = {};
    std::array<bool, patternCount> possible = {};
    for (const int k : table.allowedPatterns()) {
        const auto pattern = static_cast<std::size_t>(k);
        if (stages > 0) {
            gradient[pattern] = table.send(node.layers, node.pattern, k) * (stages == 1 ? 2 : 1);
            activation[pattern] = table.send(node.layers - 1, k, node.pattern);
        }
        DeviceUse use = node.use;
        use.add(k, groups());
        possible[pattern] = use.least(0) <= m_problem.devices[0] && use.least(1) <= m_problem.devices[1];
    }
    for (std::size_t c = m_begin[static_cast<std::size_t>(node.layers) - 1];
         c < m_begin[static_cast<std::size_t>(node.layers)]; ++c) {
        const Candidate &candidate = list[c];
        const auto k = static_cast<std::size_t>(candidate.kind);
        if (candidate.depth < stages + 1 || !possible[k])
            continue;
        ++m_counts.nodes;
        double pending = table.compute(table.index(candidate.kind, candidate.first, candidate.last));
        double sum = node.sum, slowest = node.slowest;
        if (stages > 0) {
            sum += node.pending + gradient[k];
            slowest = std::max(slowest, node.pending + gradient[k]);
            pending += activation[k] * (candidate.first == 0 && stages + 1 > 3 ? 2 : 1);
        }
        double foremost = pending;
        double left = 0;
        const double price = m_relaxation.priceOf(candidate.kind);
        if (candidate.first > 0) {
            foremost += table.minSend(candidate.first, candidate.kind) * (stages == 0 ? 2 : 1);
            left = std::max(0.0, m_relaxation.prefix(stages + 2, candidate.first) - (priceLeft - price));
        }
        const double sync = std::max(node.sync, candidate.sync);
        const double update = std::max(node.update, table.update(candidate.kind));
        const double bound = rest * std::max({box.paceLow, slowest, foremost}) + sum + foremost + left + update +
                             std::max(box.syncLow, sync);
        if (bound >= limit)
            continue;
        Node child;
        child.bound = bound;
        child.pending = pending;
        child.sum = sum;
        child.slowest = slowest;
        child.sync = sync;
        child.update = update;
        child.price = node.price + price;
        child.parent = parent;
        child.candidate = static_cast<int>(c);
        child.layers = candidate.first;
        child.pattern = candidate.kind;
        child.use = node.use;
        child.use.add(candidate.kind, groups());
        if (child.layers > 0)
            children.push_back(child);
        else if (child.use.fits(m_problem.devices))
            offerPath(box, stages, child);
    }
}

void FormulaSearch::offerPath(const Box &box, int stages, const Node &last)
{
    SpaceAPlan plan{m_job->microBatch, groups(), m_job->microBatches, {}};
    const Node *node = &last;
    for (int level = stages;; --level) {
        const Candidate &candidate = (*box.candidates)[static_cast<std::size_t>(node->candidate)];
        plan.stages.push_back({candidate.first, candidate.last, candidate.kind});
        if (level == 0)
            break;
        node = &m_levels[static_cast<std::size_t>(level)][static_cast<std::size_t>(node->parent)];
    }
    offer(plan);
}

double FormulaSearch::keepBest(const Box &box, std::vector<Node> &level, std::size_t width)
{
    // Of two partial plans with the same layers left and the same foremost pattern, one that is no worse in every sum
    // and maximum, and leaves as many devices, makes the other superfluous. Maxima below the box's own limits are free.
    m_order.clear();
    for (std::size_t n = 0; n < level.size(); ++n)
        m_order.emplace_back(level[n].bound, n);
    double dropped = infinite;
    if (m_order.size() > 8 * width) {
        const auto middle = m_order.begin() + static_cast<std::ptrdiff_t>(8 * width);
        std::nth_element(m_order.begin(), middle, m_order.end());
        dropped = middle->first;
        m_order.erase(middle, m_order.end());
    }
    std::sort(m_order.begin(), m_order.end());
    const StageTables &table = tables(static_cast<std::size_t>(m_job->microBatch));
    m_buckets.resize(static_cast<std::size_t>(m_layers) * patternCount);
    for (const std::size_t bucket : m_usedBuckets)
        m_buckets[bucket].clear();
    m_usedBuckets.clear();
    m_kept.clear();
    for (const auto &[nodeBound, n] : m_order) {
        const Node &node = level[n];
        const std::size_t key =
            static_cast<std::size_t>(node.layers) * patternCount + static_cast<std::size_t>(node.pattern);
        const double send = table.minSend(node.layers, node.pattern);
        const double maxSend = table.maxSend(node.layers, node.pattern) * 2;
        const double slowest = std::max({box.paceLow, node.slowest, node.pending + send});
        const double sync = std::max(box.syncLow, node.sync);
        auto &bucket = m_buckets[key];
        bool dominated = false;
        for (const int other : bucket) {
            const Node &by = m_kept[static_cast<std::size_t>(other)];
            if ((by.pending <= node.pending || by.pending + maxSend <= slowest) &&
                by.sum + by.pending <= node.sum + node.pending && by.slowest <= slowest && by.sync <= sync &&
                by.update <= node.update && by.use.leavesAsMuchAs(node.use)) {
                dominated = true;
                break;
            }
        }
        if (dominated)
            continue;
        if (bucket.empty())
            m_usedBuckets.push_back(key);
        if (m_kept.size() == width) {
            dropped = std::min(dropped, node.bound);
            break;
        }
        bucket.push_back(static_cast<int>(m_kept.size()));
        m_kept.push_back(node);
    }
    level.swap(m_kept);
    return dropped;
}

double FormulaSearch::enumerate(const Box &box)
{
    double dropped = infinite;
    m_levels.resize(static_cast<std::size_t>(m_layers) + 2);
    m_levels[0].assign(1, Node());
    m_levels[0][0].layers = static_cast<std::int16_t>(m_layers);
    const std::size_t width = formulaLevelWidth * static_cast<std::size_t>(1 + box.halvings);
    for (int stages = 0; stages < m_relaxation.maxStages(); ++stages) {
        auto &level = m_levels[static_cast<std::size_t>(stages)];
        auto &next = m_levels[static_cast<std::size_t>(stages) + 1];
        next.clear();
        for (std::size_t n = 0; n < level.size(); ++n) {
            if (level[n].bound < cutoff())
                expand(box, stages, static_cast<int>(n));
        }
        dropped = std::min(dropped, keepBest(box, next, width));
        if (next.empty())
            break;
    }
    return dropped;
}

} // namespace heteroscope::sailor
