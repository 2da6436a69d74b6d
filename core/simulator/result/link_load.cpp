// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/result/link_load.h"

#include <algorithm>
#include <map>

namespace heteroscope {

namespace {

/// A flow of the link that sets out (or, without a rate, ends).
struct LoadChange
{
    Ticks at;
    std::size_t use = 0;
    double rate = 0; // bytes/s on the link
    int flows = 0;   // 1 or -1
};

/// Walks over the instants at which anything changes. Sums are made anew at each from the flows that are there, so
/// nothing is left of what has gone.
class LoadWalk
{
public:
    LoadWalk(const StepResult &result, const LinkLoad &link) : m_rates(link.uses.size()), m_present(link.uses.size())
    {
        for (std::size_t u = 0; u < link.uses.size(); ++u) {
            const auto &flow = result.flows[static_cast<std::size_t>(link.uses[u].flow)];
            for (const auto &piece : flow.pieces) {
                const double rate = piece.rate * link.uses[u].perByte;
                m_changes.push_back({piece.start, u, rate, 1});
                m_changes.push_back({piece.end, u, -rate, -1});
            }
        }
        std::sort(m_changes.begin(), m_changes.end(),
                  [](const LoadChange &a, const LoadChange &b) { return a.at < b.at; });
    }

    /// visit(point, uses that are present): from point.at on.
    template<class Visit>
    void run(Visit visit)
    {
        std::vector<std::size_t> active;
        for (auto next = m_changes.begin(); next != m_changes.end();) {
            LoadPoint point;
            point.at = next->at;
            for (; next != m_changes.end() && next->at == point.at; ++next) {
                if (m_present[next->use] == 0 && next->flows > 0)
                    active.push_back(next->use);
                m_present[next->use] += next->flows;
                m_rates[next->use] += next->rate;
            }
            std::erase_if(active, [this](std::size_t use) {
                if (m_present[use] != 0)
                    return false;
                m_rates[use] = 0;
                return true;
            });
            std::sort(active.begin(), active.end());
            active.erase(std::unique(active.begin(), active.end()), active.end());
            for (const auto use : active)
                point.rate += m_rates[use];
            point.flows = static_cast<int>(active.size());
            visit(point, active);
        }
    }
    double rate(std::size_t use) const { return m_rates[use]; }

private:
    std::vector<LoadChange> m_changes;
    std::vector<double> m_rates; // by use
    std::vector<int> m_present;  // pieces under way, by use
};

/// An order in which links that are loaded alike are equal. The many links of a fabric are.
struct LoadedBefore
{
    bool operator()(const LinkLoad *a, const LinkLoad *b) const
    {
        const auto uses = [](const LinkUse &x, const LinkUse &y) {
            return x.flow != y.flow ? x.flow < y.flow : x.perByte < y.perByte;
        };
        const auto steps = [](const CapacityStep &x, const CapacityStep &y) {
            return x.at != y.at ? x.at < y.at : x.capacity < y.capacity;
        };
        if (a->uses != b->uses)
            return std::lexicographical_compare(a->uses.begin(), a->uses.end(), b->uses.begin(), b->uses.end(), uses);
        return std::lexicographical_compare(a->capacity.begin(), a->capacity.end(), b->capacity.begin(),
                                            b->capacity.end(), steps);
    }
};

/// Two rates that only rounding tells apart.
constexpr double almost = 0.999;

struct Sharing
{
    int flows = 0;
    Ticks at;
    double slower = 1;
};

Sharing sharingOf(const StepResult &result, const LinkLoad &link)
{
    Sharing sharing;
    LoadWalk walk(result, link);
    walk.run([&](const LoadPoint &point, const std::vector<std::size_t> &active) {
        if (point.flows > sharing.flows) {
            sharing.flows = point.flows;
            sharing.at = point.at;
        }
        const double capacity = capacityAt(link, point.at);
        if (point.flows < 2 || point.rate < almost * capacity)
            return;
        for (const auto use : active) {
            const auto &flow = result.flows[static_cast<std::size_t>(link.uses[use].flow)];
            const double alone = std::min(capacity, flow.alone * link.uses[use].perByte);
            if (walk.rate(use) > 0)
                sharing.slower = std::max(sharing.slower, alone / walk.rate(use));
        }
    });
    return sharing;
}

} // namespace

std::vector<LoadPoint> loadOverTime(const StepResult &result, const LinkLoad &link)
{
    std::vector<LoadPoint> points = {{}};
    LoadWalk(result, link).run([&points](const LoadPoint &point, const std::vector<std::size_t> &) {
        auto &last = points.back();
        if (point.at == last.at) {
            last = point;
        } else if (point.rate != last.rate || point.flows != last.flows) {
            points.push_back(point);
        }
    });
    return points;
}

double capacityAt(const LinkLoad &link, Ticks time)
{
    const auto next = std::upper_bound(link.capacity.begin(), link.capacity.end(), time,
                                       [](Ticks t, const CapacityStep &step) { return t < step.at; });
    return next == link.capacity.begin() ? 0 : std::prev(next)->capacity;
}

std::vector<FlowNow> flowsAt(const StepResult &result, const LinkLoad &link, Ticks time)
{
    std::vector<FlowNow> flows;
    for (const auto &use : link.uses) {
        const auto &pieces = result.flows[static_cast<std::size_t>(use.flow)].pieces;
        FlowNow now{use.flow, 0};
        bool present = false;
        for (const auto &piece : pieces) {
            if (piece.start > time)
                break;
            if (time < piece.end) {
                present = true;
                now.rate += piece.rate * use.perByte;
            }
        }
        if (present)
            flows.push_back(now);
    }
    std::stable_sort(flows.begin(), flows.end(), [](const FlowNow &a, const FlowNow &b) { return a.rate > b.rate; });
    return flows;
}

double fullCapacity(const LinkLoad &link)
{
    double most = 0;
    for (const auto &step : link.capacity)
        most = std::max(most, step.capacity);
    return most;
}

double meanLoad(const StepResult &result, const LinkLoad &link)
{
    const double could = fullCapacity(link) * toSeconds(result.stepTime).value;
    return could > 0 ? link.bytes.value / could : 0;
}

std::vector<std::vector<std::size_t>> alikeLinks(const StepResult &result, const Topology &topology)
{
    using Alike = std::map<const LinkLoad *, std::vector<std::size_t>, LoadedBefore>;
    std::map<std::size_t, Alike> inside; // by node
    std::vector<std::vector<std::size_t>> ordered;
    for (std::size_t i = 0; i < result.links.size(); ++i) {
        const auto &link = result.links[i];
        if (link.uses.empty())
            continue;
        const auto &edge = topology.edge(link.edge);
        const auto &node = topology.vertices()[edge.from.index()].node;
        if (node && node == topology.vertices()[edge.to.index()].node)
            inside[*node][&link].push_back(i);
        else
            ordered.push_back({i});
    }
    for (auto &[node, groups] : inside) {
        for (auto &[link, members] : groups)
            ordered.push_back(std::move(members));
    }
    std::sort(ordered.begin(), ordered.end(), [&result](const auto &a, const auto &b) {
        const double loadA = meanLoad(result, result.links[a.front()]);
        const double loadB = meanLoad(result, result.links[b.front()]);
        return loadA != loadB ? loadA > loadB : a.front() < b.front();
    });
    return ordered;
}

void findSharing(StepResult &result)
{
    std::map<const LinkLoad *, Sharing, LoadedBefore> known;
    for (auto &link : result.links) {
        if (link.uses.size() == 1) { // nobody to share with, so when first is enough
            const auto &pieces = result.flows[static_cast<std::size_t>(link.uses.front().flow)].pieces;
            link.flowsAtOnce = pieces.empty() ? 0 : 1;
            link.maxFlowsAt = pieces.empty() ? Ticks(0) : pieces.front().start;
            continue;
        }
        auto found = known.find(&link);
        if (found == known.end())
            found = known.emplace(&link, sharingOf(result, link)).first;
        link.flowsAtOnce = found->second.flows;
        link.maxFlowsAt = found->second.at;
        link.slower = found->second.slower;
    }
}

} // namespace heteroscope
