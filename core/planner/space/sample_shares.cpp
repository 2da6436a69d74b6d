// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space/sample_shares.h"

#include <algorithm>
#include <utility>

namespace heteroscope {

int ranksOfPart(const Family &family, std::size_t part, int stages, const TensorGroups &groups)
{
    return groups.count(family.parts[part].type, family.parts[part].devices()) / stages;
}

void forEachShares(const Family &family, int stages, const TensorGroups &groups,
                   const std::function<bool(const SampleShares &)> &visit, const StopToken &stop,
                   const std::function<bool(std::size_t, int)> &isOpen)
{
    StopMeter meter(stop);
    SampleShares shares(family.parts.size(), 0);
    const std::size_t last = shares.size() - 1;
    const std::function<bool(std::size_t, int)> share = [&](std::size_t part, int left) {
        const int count = ranksOfPart(family, part, stages, groups);
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

int mostSamplesOf(const Family &family, std::size_t part, int stages, const TensorGroups &groups)
{
    int left = family.microBatchSize;
    for (std::size_t other = 0; other < family.parts.size(); ++other)
        left -= other == part ? 0 : ranksOfPart(family, other, stages, groups);
    return std::clamp(left / std::max(1, ranksOfPart(family, part, stages, groups)), 0, largestShare);
}

Family withShares(Family family, const SampleShares &shares)
{
    for (std::size_t part = 0; part < shares.size(); ++part)
        family.parts[part].samples = shares[part];
    return family;
}

ApartLayout ranksLayout(const Family &family, int stages, const TensorGroups &groups)
{
    ApartLayout layout;
    for (std::size_t part = 0; part < family.parts.size(); ++part)
        layout.push_back({ranksOfPart(family, part, stages, groups), stages, family.microBatches});
    return layout;
}

Family ranksOf(const Family &family, std::size_t part, int stages, int samples, const TensorGroups &groups, int nodes)
{
    const auto layout = ranksLayout(family, stages, groups);
    Family ranks = aloneOf(family, part, layout[part], {.replicas = otherPipelines(layout, part), .nodes = nodes});
    ranks.microBatchSize = samples;
    return ranks;
}

std::vector<int> placedShares(const Family &family, int stages, const TensorGroups &groups)
{
    std::vector<int> placed;
    for (int stage = 0; stage < stages; ++stage) {
        for (std::size_t part = 0; part < family.parts.size(); ++part) {
            const int ranks = ranksOfPart(family, part, stages, groups);
            const int first = groups.first(family.parts[part].type, family.parts[part].devices()) + stage * ranks;
            for (int i = 0; i < ranks; ++i)
                placed.push_back(first + i);
        }
    }
    return placed;
}

Plan sharesPlanOf(const Family &family, const SampleShares &shares, const Cut &cut,
                  const std::vector<RecomputedPart> &recomputed, const TensorGroups &groups, const Topology &topology,
                  const Workload &workload, const SoftwareStack &stack)
{
    const int stages = static_cast<int>(cut.size());
    std::vector<int> samples; // by rank of a stage
    for (std::size_t part = 0; part < shares.size(); ++part)
        samples.insert(samples.end(), static_cast<std::size_t>(ranksOfPart(family, part, stages, groups)),
                       shares[part]);
    // As many pipelines, of which one is made whose stages have the groups of all.
    Family whole = family;
    whole.kind = FamilyKind::mixed;
    whole.dp = static_cast<int>(samples.size());
    Plan plan = planOf(whole, placedShares(family, stages, groups), cut, recomputed, groups, topology, workload, stack);
    Pipeline pipeline = plan.pipelines.front();
    for (std::size_t stage = 0; stage < pipeline.stages.size(); ++stage) {
        auto &ranks = pipeline.stages[stage].groups;
        ranks.clear();
        for (std::size_t rank = 0; rank < samples.size(); ++rank) {
            ranks.push_back(plan.pipelines[rank].stages[stage].groups.front());
            ranks.back().samples = samples[rank];
        }
    }
    plan.pipelines = {std::move(pipeline)};
    return plan;
}

} // namespace heteroscope
