// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/bounds/stage_bounds.h"

#include "planner/bounds/family_schedule.h"
#include "planner/rounding.h"

namespace heteroscope {

StageBounds::StageBounds(const Family &family, PriceBook &book, double limit)
    : m_family(family),
      m_job(book.workload().job),
      m_units(cutUnits(family, book.workload().model)),
      m_order(passOrderOf(family)),
      m_splits(splitsBackward(family))
{
    const auto &stack = book.stack();
    m_host = stack.hostMicroBatch.value * stack.scale;
    m_limit = limit / (1 - boundRounding) - stack.hostStep.value * stack.scale;
    m_blocking = sendsBlock(family, stack);
    m_posts = postsReceives(family, stack);
    const auto &types = book.pricer().topology().deviceTypes();
    m_devices.resize(types.size());
    for (const auto &device : book.pricer().topology().devices())
        ++m_devices[device.type];
    for (const auto &each : family.parts) {
        const int group = book.groups().first(each.type, each.devices());
        const auto prices = book.fastest(family, each);
        const auto memory = book.memory(family, group);
        PartCosts part;
        part.works = prices && memory;
        if (part.works)
            priceWork(part, each, **prices, **memory, book);
        part.capacity = usableMemory(types[each.type], book.workload().job, stack).value + wholeBytes;
        const auto cost = book.cost(group, workOf(family), 1);
        const double bytes = cost ? (*cost)->layer(LayerKind::embedding).output.value * family.cp : 0;
        for (const auto &other : family.parts) {
            const auto send = book.minSend(each, other, family.dp);
            part.sends.push_back((send.latency + send.secondsPerByte * bytes) * stack.scale);
        }
        if (areNeighbours(each, book.groups())) {
            const auto both = book.minSendsToBoth(each, family.dp);
            part.sendsWithin = (both.latency + both.secondsPerByte * bytes) * stack.scale;
        }
        m_parts.push_back(std::move(part));
    }
    for (std::size_t from = 0; from < m_parts.size(); ++from) {
        auto &part = m_parts[from];
        for (std::size_t to = 0; to < m_parts.size(); ++to) {
            if (!m_parts[to].works)
                continue;
            part.minSend = std::min(part.minSend, part.sends[to]);
            part.minTrip = std::min(part.minTrip, part.sends[to] + m_parts[to].sends[from]);
        }
    }
    // As many as can be asked for, so that none moves.
    m_begins.assign(m_parts.size(),
                    std::vector<std::vector<int>>(static_cast<std::size_t>(std::max(2, family.maxStages))));
}

const std::vector<int> &StageBounds::begins(std::size_t part, int behind) const
{
    const PartCosts &costs = m_parts[part];
    auto &begins = m_begins[part][static_cast<std::size_t>(behind)];
    if (begins.empty()) {
        // It holds least where no stage is in front of it.
        const double inFlight = microBatchesHeld(m_family, m_job, behind + 1, 0);
        begins.assign(1, 0);
        for (int end = 1, begin = 0; end <= m_units; ++end) {
            while (begin < end && !costs.memory->mayFit(begin, end, inFlight, costs.capacity))
                ++begin;
            begins.push_back(begin);
        }
    }
    return begins;
}

bool StageBounds::areNeighbours(const FamilyPart &part, const TensorGroups &groups) const
{
    return m_family.kind == FamilyKind::pure ||
           std::all_of(m_family.parts.begin(), m_family.parts.end(), [&](const FamilyPart &other) {
               return other.type != part.type ||
                      groups.count(other.type, other.devices()) * other.devices() == m_devices[other.type];
           });
}

void StageBounds::priceWork(PartCosts &part, const FamilyPart &each, const UnitPrices &prices, const UnitMemory &memory,
                            PriceBook &book) const
{
    const auto &stack = book.stack();
    const bool beside = stackOverlap(stack).dp;
    double optimizer = infinity;
    for (const int group : book.groups().examples(each.type, each.devices())) {
        if (const auto cost = book.cost(group, workOf(m_family), 1))
            optimizer = std::min(optimizer, (*cost)->optimizerSecondsPerParameter);
    }
    const double after = optimizer < infinity ? optimizer / m_family.stateShards() : 0.0;
    double averaging = 0, gather = 0;
    if (m_family.replicas() > 1 && (m_family.zeroStage < 3 || m_family.shardGroup > 0) &&
        !book.workload().job.frozenBase && areNeighbours(each, book.groups())) {
        const auto least = book.minAveraging(m_family, each);
        if (!beside) {
            gather = least.gatherPerParameter;
            part.gatherFixed = least.gatherFixed * m_family.chunks;
        }
        // Beside the backward of several chunks all of it may go out.
        if (!beside || m_family.chunks == 1) {
            averaging = least.perParameter;
            part.averagingFixed = least.fixed * m_family.chunks;
        }
    }
    for (auto *sums : {&part.forward, &part.backward, &part.turning, &part.after, &part.averaging})
        sums->reserve(static_cast<std::size_t>(m_units) + 1);
    for (int unit = 0; unit <= m_units; ++unit) {
        const double parameters = memory.parameters[static_cast<std::size_t>(unit)];
        const double backward = prices.backwardOf(0, unit);
        part.forward.push_back(prices.forwardOf(0, unit));
        part.backward.push_back(backward);
        part.turning.push_back(m_splits ? backward - prices.weightOf(0, unit) : backward);
        const double averaged = memory.averaged[static_cast<std::size_t>(unit)];
        part.after.push_back(after * parameters + gather * averaged);
        part.averaging.push_back(averaging * averaged - (beside ? backward : 0.0));
    }
    if (m_family.chunks > 1 && m_units > 2) { // a unit without embedding and head
        part.blockForward = prices.forwardOf(1, 2) / m_family.chunks;
        part.blockBackward = prices.backwardOf(1, 2) / m_family.chunks;
    }
    if (m_family.isVee())
        part.headForward = std::max(0.0, prices.forwardOf(0, 1) - prices.forwardOf(1, 2));
    part.memory = &memory;
    part.tiedAfter = (after + gather) * memory.tied;
    part.tiedAveraging = averaging * memory.tied;
}

} // namespace heteroscope
