// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/bounds/apart_bounds.h"

#include "planner/bounds/family_schedule.h"
#include "planner/rounding.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace heteroscope {

namespace {

/// How exactly the least time of a family is found; what is given is below it.
constexpr double throughputExactness = 1e-5;

} // namespace

Result<ApartPart> ApartPart::build(const Family &family, std::size_t part, PriceBook &book)
{
    const auto &stack = book.stack();
    const auto &each = family.parts[part];
    const Family alone = aloneOf(family, part, fewestPipelines(family), {});
    const auto prices = book.fastest(alone, each);
    if (!prices)
        return prices.error();
    ApartPart made;
    made.m_groups = book.groups().count(each.type, each.devices());
    made.m_maxStages = each.maxStages;
    made.m_pipelineStep = family.ep;
    made.m_host = stack.hostMicroBatch.value * stack.scale;
    made.m_hostStep = stack.hostStep.value * stack.scale;
    const int units = cutUnits(family, book.workload().model);
    made.m_chunks = family.chunks;
    const int ends = family.chunks == 1 ? 1 : 0; // embedding and head, where a unit is a layer
    made.m_blocks = units - 2 * ends;
    made.m_block = infinity;
    made.m_forwardShare = 0;
    double leastShare = 1; // of a unit, what a micro-batch computes in it on its first way through the stages
    for (int unit = 0; unit < units; ++unit) {
        const double forward = (*prices)->forwardOf(unit, unit + 1) + made.m_host;
        const double all = forward + (*prices)->backwardOf(unit, unit + 1);
        made.m_whole += all - made.m_host;
        made.m_forwardShare = std::max(made.m_forwardShare, all > 0 ? forward / all : 1);
        // Embedding and head of a V are in one unit, but not in one chunk.
        const bool hasHead = family.isVee() && unit == 0 && units > 1;
        const double chunk = hasHead ? std::min(forward, (*prices)->forwardOf(1, 2) + made.m_host) : forward;
        leastShare = std::min(leastShare, all > 0 ? chunk / all : 0);
        if (unit >= ends && unit + ends < units)
            made.m_block = std::min(made.m_block, all - made.m_host);
    }
    made.m_forwardShare = std::min(1.0, made.m_forwardShare * (1 + boundRounding));
    if (family.schedule == ScheduleKind::gpipe)
        made.m_forwardShare = 0;
    made.m_early = family.schedule == ScheduleKind::eager ? 2 : 1;
    made.m_splits = splitsBackward(family);
    if (made.m_splits)
        made.m_filling = leastShare * (1 - boundRounding);
    made.m_filling /= family.chunks;
    if (made.m_blocks <= 0)
        made.m_block = 0;
    return made;
}

double ApartPart::least(int stages, int microBatches) const
{
    const double most = microBatches, all = m_whole + stages * m_host;
    const int largest = (m_blocks + stages - 1) / stages;
    const double stage = std::max(all / stages, largest * m_block + m_host);
    const auto left = [&](int behind) {
        return most - 1 - std::min<double>(m_early * behind, most - 1) * m_forwardShare;
    };
    double least = most * stage;
    if (m_filling > 0)
        least = std::max(least, m_filling * all / (1 - std::pow(1 - m_filling / most, stages)));
    if (m_chunks > 1)
        return (std::max(least, m_splits ? 0 : all) + m_hostStep) * (1 - boundRounding);
    if (!m_splits)
        least = std::max(least, all + left(stages - 1) * stage);
    if (!m_splits && left(stages - 1) > 0) {
        double sum = 0;
        for (int behind = 0; behind < stages; ++behind)
            sum += 1 / left(behind);
        least = std::max(least, all * (1 + 1 / sum));
    }
    return (least + m_hostStep) * (1 - boundRounding);
}

int ApartPart::mostWithin(int stages, double limit, int most) const
{
    int low = 0, high = most;
    while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        if (least(stages, middle) < limit)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

double ApartPart::mostOfAll(double limit, int most) const
{
    double best = 0;
    for (int stages = 1; stages <= m_maxStages; ++stages)
        best = std::max(best, static_cast<double>(mostPipelines(stages)) * mostWithin(stages, limit, most));
    return best;
}

double ApartPart::capacity(double limit) const
{
    const double room = limit / (1 - boundRounding) - m_hostStep;
    double best = 0;
    for (int stages = 1; stages <= m_maxStages; ++stages) {
        const double all = m_whole + stages * m_host;
        const int largest = (m_blocks + stages - 1) / stages;
        const double stage = std::max(all / stages, largest * m_block + m_host);
        if (!(stage > 0))
            return infinity;
        // M stage <= room, and all + (M-1 - w p) stage <= room where there are more than w micro-batches.
        const double early = m_early * (stages - 1);
        const double filled = m_splits || m_chunks > 1 ? infinity : (room - all) / stage + 1 + early * m_forwardShare;
        const double each = std::floor(std::min(room / stage, std::max(early + 1, filled)) * (1 + boundRounding));
        best = std::max(best, mostPipelines(stages) * std::max(0.0, each));
    }
    return best;
}

std::vector<double> leavingNodes(PriceBook &book)
{
    const auto &topology = book.pricer().topology();
    std::vector<double> leaving(topology.nodes().size());
    for (std::size_t e = 0; e < topology.edges().size(); ++e) {
        const auto &edge = topology.edges()[e];
        const auto from = topology.vertices()[edge.from.index()].node, to = topology.vertices()[edge.to.index()].node;
        if (from && from != to)
            leaving[*from] += book.maxCapacity(EdgeId(e));
    }
    return leaving;
}

NodeExits::NodeExits(const Family &family, PriceBook &book)
    : m_leaving(leavingNodes(book)),
      m_perByte(family.parts.size()),
      m_ep(family.ep),
      m_gathers(family.zeroStage > 0),
      m_inNode(family.parts.size(), 1)
{
    const auto &topology = book.pricer().topology();
    const std::size_t parts = family.parts.size();
    for (const auto &vertex : topology.vertices())
        m_reduces = m_reduces || vertex.reduces;
    std::vector<double> widest(parts);
    for (std::size_t node = 0; node < topology.nodes().size(); ++node) {
        std::vector<int> count(parts);
        for (const DeviceId device : topology.nodes()[node].devices) {
            for (std::size_t part = 0; part < parts; ++part)
                count[part] += topology.device(device).type == family.parts[part].type ? 1 : 0;
        }
        if (std::count(count.begin(), count.end(), 0) + 1 < static_cast<std::ptrdiff_t>(parts))
            return; // rings need not leave it
        for (std::size_t part = 0; part < parts; ++part) {
            m_inNode[part] = std::max(m_inNode[part], count[part]);
            if (count[part] > 0)
                widest[part] = std::max(widest[part], m_leaving[node]);
        }
    }
    for (std::size_t part = 0; part < parts; ++part) {
        m_perByte[part] = widest[part] > 0 ? 1 / widest[part] : 0;
        const double inNode = sharingInNode(family, part, book.groups(), topology);
        m_sharingInNode = std::min(m_sharingInNode, inNode / m_ep);
    }
    m_isKnown = true;
}

double NodeExits::expertShare(double inNode) const
{
    // Where some share over nodes a ring of experts may visit two only, of which 2 (N-1)/N is 1.
    return m_sharingInNode < 1 && !m_gathers && !m_reduces ? inNode / 2 : inNode;
}

NodeExits::Shares NodeExits::sharesOf(int replicas, int nodes) const
{
    const double gathered = 1 - 1.0 / std::max(2, replicas / m_ep);
    if (m_gathers)
        return {gathered, gathered};
    return {m_reduces ? 1 : 2 * (1 - 1.0 / std::max(2, nodes)), 0};
}

void NodeExits::price(Family::Others &others, int replicas, int nodes) const
{
    const double longest = *std::max_element(m_perByte.begin(), m_perByte.end());
    const auto shares = sharesOf(replicas, nodes);
    others.reducePerByte = longest * shares.reduced;
    others.gatherPerByte = longest * shares.gathered;
    others.expertShare = expertShare(m_sharingInNode);
}

double NodeExits::perByteOfAll(const std::vector<int> &placed, PriceBook &book) const
{
    double longest = 0;
    for (const int group : placed) {
        const double leaving = m_leaving[book.groups()[group].node];
        longest = std::max(longest, leaving > 0 ? 1 / leaving : 0);
    }
    return longest;
}

int NodeExits::nodesOf(std::size_t part, int groups, int devices) const
{
    const int inNode = m_inNode[part];
    return std::max(1, (groups * devices + inNode - 1) / inNode);
}

Result<double> apartThroughputBound(const Family &family, PriceBook &book)
{
    std::vector<ApartPart> parts;
    for (std::size_t part = 0; part < family.parts.size(); ++part) {
        auto made = ApartPart::build(family, part, book);
        if (!made)
            return made.error();
        parts.push_back(std::move(*made));
    }
    const auto isEnough = [&](double limit) {
        double sum = 0;
        for (const auto &part : parts)
            sum += part.capacity(limit);
        return sum >= family.microBatches;
    };
    double low = 0, high = std::max(parts[0].least(1, 1), 1e-9);
    while (!isEnough(high)) {
        low = high;
        high *= 2;
    }
    while (high - low > throughputExactness * high) {
        const double middle = low + (high - low) / 2;
        (isEnough(middle) ? high : low) = middle;
    }
    return low;
}

} // namespace heteroscope
