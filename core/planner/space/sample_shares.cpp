// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space/sample_shares.h"

#include "planner/space/apart.h"

#include <algorithm>
#include <iterator>

namespace heteroscope {

int groupsOfPart(const Family &family, std::size_t part, const TensorGroups &groups)
{
    return groups.count(family.parts[part].type, family.parts[part].devices());
}

void forEachShares(const Family &family, const TensorGroups &groups,
                   const std::function<bool(const SampleShares &)> &visit, const StopToken &stop,
                   const std::function<bool(std::size_t, int)> &isOpen)
{
    StopMeter meter(stop);
    SampleShares shares(family.parts.size(), 0);
    const std::size_t last = shares.size() - 1;
    const std::function<bool(std::size_t, int)> share = [&](std::size_t part, int left) {
        const int count = groupsOfPart(family, part, groups);
        if (part == last) {
            shares[last] = left / count;
            const bool alike = std::all_of(shares.begin(), shares.end(), [&](int each) { return each == shares[0]; });
            const bool isPlan = left % count == 0 && left >= count && shares[last] <= largestShare && !alike;
            return !isPlan || (isOpen && !isOpen(last, shares[last])) || visit(shares);
        }
        for (int each = 1; each <= largestShare && each * count < left; ++each) {
            if (isOpen && !isOpen(part, each))
                continue;
            shares[part] = each;
            if (meter.stopAfter() || !share(part + 1, left - each * count))
                return false;
        }
        return true;
    };
    share(0, family.microBatchSize);
}

Family ranksOf(const Family &family, std::size_t part, int samples, const TensorGroups &groups, int nodes)
{
    int others = 0;
    for (std::size_t other = 0; other < family.parts.size(); ++other)
        others += other == part ? 0 : groupsOfPart(family, other, groups);
    const PartPipelines own{groupsOfPart(family, part, groups), 1, family.microBatches};
    Family ranks = aloneOf(family, part, own, {.replicas = others, .nodes = nodes});
    ranks.microBatchSize = samples;
    return ranks;
}

std::vector<int> placedShares(const Family &family, const TensorGroups &groups)
{
    std::vector<int> placed;
    for (std::size_t part = 0; part < family.parts.size(); ++part) {
        const int first = groups.first(family.parts[part].type, family.parts[part].devices());
        for (int i = 0; i < groupsOfPart(family, part, groups); ++i)
            placed.push_back(first + i);
    }
    return placed;
}

Plan sharesPlanOf(const Family &family, const SampleShares &shares, const RecomputedPart &recomputed,
                  const TensorGroups &groups, const Topology &topology, const Workload &workload,
                  const SoftwareStack &stack)
{
    // All in one pipeline, whose stage has the groups of all.
    Family whole = family;
    whole.kind = FamilyKind::mixed;
    whole.dp = 0;
    for (std::size_t part = 0; part < family.parts.size(); ++part)
        whole.dp += groupsOfPart(family, part, groups);
    Plan plan = planOf(whole, placedShares(family, groups), {cutUnits(family, workload.model)}, {recomputed}, groups,
                       topology, workload, stack);
    Pipeline pipeline = plan.pipelines.front();
    auto &ranks = pipeline.stages.front().groups;
    ranks.clear();
    std::size_t next = 0;
    for (std::size_t part = 0; part < family.parts.size(); ++part) {
        for (int i = 0; i < groupsOfPart(family, part, groups); ++i, ++next) {
            ranks.push_back(plan.pipelines[next].stages.front().groups.front());
            ranks.back().samples = shares[part];
        }
    }
    plan.pipelines = {std::move(pipeline)};
    return plan;
}

} // namespace heteroscope
