// SPDX-License-Identifier: GPL-3.0-or-later
//
// Families of types with pipelines of their own: every plan of one, and what the bounds say of it.
#pragma once

#include "planner/optimum_support.h"
#include "planner/search/apart_clock.h"
#include "planner/search/apart_layouts.h"

#include <algorithm>

namespace heteroscope::test {

/// Nodes of eight devices of two types or three, so many of each.
inline Cluster clusterOfNodes(std::size_t ofEach, bool three)
{
    std::vector<Node> all;
    for (std::size_t i = 0; i < ofEach; ++i) {
        all.push_back(node("h" + std::to_string(i), "H100-80GB SXM", 8));
        all.push_back(node("a" + std::to_string(i), "A100-80GB SXM", 8));
        if (three)
            all.push_back(node("l" + std::to_string(i), "L40S", 8));
    }
    return star(all);
}

/// Some group of a pipeline is over several nodes.
inline bool hasGroupsOverNodes(const PlannerCase &asked, const Family &family)
{
    return std::any_of(family.parts.begin(), family.parts.end(), [&](const FamilyPart &part) {
        const auto &group = asked.groups[asked.groups.first(part.type, part.devices())];
        return group.node != group.lastNode;
    });
}

/// Simulates every plan of a family, none of which may be faster than a bound says. nullopt: more than so many.
inline std::optional<BestOfFamily> tryAllApart(PlannerCase &asked, const Family &family, std::size_t most = 2'500)
{
    std::vector<std::pair<ApartLayout, std::vector<Cut>>> plans;
    forEachApartPlan(asked, family, [&](const ApartLayout &layout, const std::vector<Cut> &cuts) {
        plans.emplace_back(layout, cuts);
        return plans.size() <= most;
    });
    if (plans.size() > most)
        return std::nullopt;
    const auto throughput = throughputBound(family, asked.book);
    const NodeExits exits(family, asked.book);
    PipelineClock clock(asked.book);
    BestOfFamily tried{plans.size()};
    for (const auto &[layout, cuts] : plans) {
        const auto plan = apartPlan(asked, family, layout, cuts);
        const auto step = predictStep(asked.pricer, plan, {.timeline = false});
        if (!step)
            continue;
        const double time = toSeconds(step->stepTime).value;
        RC_ASSERT(bool(throughput));
        RC_ASSERT(*throughput <= time);
        if (!step->feasible)
            continue;
        tried.seconds = std::min(tried.seconds, time);
        tried.joules = std::min(tried.joules, step->energy);
        if (*rc::gen::inRange(0, 8) != 0)
            continue;
        RC_ASSERT(findPlanMistakes(plan, asked.topology, asked.workload, "").ok());
        // It is among the plans that may be as fast.
        const double limit = time * (1 + 1e-6);
        ApartClock parts(family, layout, exits, asked.book, clock);
        std::vector<ApartCut> found(layout.size());
        std::vector<const ApartCut *> together;
        for (std::size_t part = 0; part < layout.size(); ++part)
            RC_ASSERT(parts.mayBeat(part, limit));
        for (std::size_t part = 0; part < layout.size(); ++part) {
            std::size_t nodes = 10'000'000, timed = 1'000'000;
            const auto all = parts.cuts(part, limit, nodes, timed);
            RC_ASSERT(all.isWhole);
            for (const auto &each : all.cuts) {
                if (each.cut == cuts[part])
                    found[part] = each;
            }
            RC_ASSERT(found[part].cut == cuts[part]);
            RC_ASSERT(parts.leastBeside(part, found[part]) <= time);
            together.push_back(&found[part]);
        }
        RC_ASSERT(parts.time(together) <= time);
        const auto open = openApartLayouts(family, asked.book, limit, 1'000'000);
        RC_ASSERT(bool(open));
        RC_ASSERT(std::any_of(open->layouts.begin(), open->layouts.end(),
                              [&, layout = layout](const OpenApartLayout &each) { return each.layout == layout; }));
    }
    return tried;
}

} // namespace heteroscope::test
