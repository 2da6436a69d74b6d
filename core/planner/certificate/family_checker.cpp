// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/family_checker.h"

#include "planner/bounds/open_layouts.h"
#include "planner/certificate/checker_links.h"
#include "simulator/predict_step.h"
#include "simulator/result/step_power.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heteroscope {

namespace {

constexpr double rounding = checkerRounding;
/// Plans of one family that are simulated again before the checker gives up on it.
constexpr std::size_t maxSimulated = 20'000;
/// Partial cuts of one family that are looked at before the checker gives up on it.
constexpr std::size_t maxPartialCuts = 50'000'000;
/// Beginnings of layouts with TP by stage that are looked at before the checker gives up on a family.
constexpr std::size_t maxBegun = 10'000'000;

std::string nameOf(FamilyVerdict verdict) { return std::string(familyVerdictNames[static_cast<std::size_t>(verdict)]); }

} // namespace

FamilyChecker::FamilyChecker(const Topology &topology, const Workload &workload, const SoftwareStack &stack,
                             const TensorGroups &groups, const std::vector<ResolvedMapping> &mappings,
                             SearchObjective objective)
    : m_topology(topology),
      m_workload(workload),
      m_stack(stack),
      m_groups(groups),
      m_mappings(mappings),
      m_objective(objective),
      m_pricer(topology, workload),
      m_prices(m_pricer, groups, topology, workload, stack),
      m_clock(m_prices)
{
    for (const auto &device : topology.devices())
        m_waiting += waitingPowerShare * topology.deviceTypes()[device.type].power;
    for (const auto &host : topology.nodes())
        m_waiting += host.power;
    for (const auto &vertex : topology.vertices()) // of which the switches have power
        m_waiting += vertex.power;
    m_waiting *= topology.powerUsageEffectiveness();
}

double FamilyChecker::valueOf(const StepResult &result) const
{
    return m_objective == SearchObjective::energy ? result.energy : toSeconds(result.stepTime).value;
}

bool FamilyChecker::isForbidden(const Family &family, const std::vector<int> &placed) const
{
    if (m_mappings.empty())
        return false;
    std::vector<std::optional<DevicePlace>> places(m_topology.devices().size());
    for (std::size_t g = 0; g < placed.size(); ++g) {
        for (const DeviceId device : m_groups[placed[g]].devices)
            places[device.index()] = DevicePlace{static_cast<int>(g) / family.dp, static_cast<int>(g) % family.dp};
    }
    return findBreach(m_mappings, m_topology, places).has_value();
}

/// Plans of the family that take this long or longer have the value or more.
double FamilyChecker::timeFor(const Family &family, double value)
{
    if (m_objective != SearchObjective::energy)
        return value;
    if (family.kind == FamilyKind::shares) // of whose work nothing is known
        return m_waiting > 0 ? value / m_waiting : infinity;
    // Beside what waiting draws: each layer where it needs the least energy.
    double joules = 0;
    for (int layer = 0; layer < m_workload.model.planLayers(); ++layer) {
        double min = infinity;
        for (const auto &part : family.parts) {
            for (const int group : m_groups.examples(part.type, part.devices())) {
                const auto cost = m_prices.costOf(family, group, 1);
                if (!cost)
                    continue;
                const auto &price = (*cost)->layer(layerKind(m_workload.model, layer));
                const Seconds busy = price.forward + price.recompute + price.inputGradient + price.weightGradient;
                min = std::min(min, busy.value / m_prices.speedUp(group) * part.devices() *
                                        m_topology.deviceTypes()[part.type].power);
            }
        }
        joules += min;
    }
    const double work =
        (1 - waitingPowerShare) * m_topology.powerUsageEffectiveness() * joules * family.microBatches * family.dp;
    if (!std::isfinite(work))
        return 0;
    return m_waiting > 0 ? std::max(0.0, (value - work) / m_waiting) : infinity;
}

/// For each part, the max units of one of its stages: all micro-batches go through it within the limit, one by one.
void FamilyChecker::findRoom(const Family &family, double limit)
{
    const double host = m_stack.hostMicroBatch.value * m_stack.scale, hostStep = m_stack.hostStep.value * m_stack.scale;
    const double pass = ((limit - hostStep) / family.microBatches - host) * (1 + rounding);
    m_room.clear();
    for (const auto &part : family.parts) {
        const auto &shortest = m_prices.shortestPasses(family, part);
        const auto above = std::upper_bound(shortest.begin(), shortest.end(), pass);
        m_room.push_back(std::max(0, static_cast<int>(above - shortest.begin()) - 1));
    }
}

/// By findRoom: false if the stages of no layout can hold all units.
bool FamilyChecker::hasRoom(const Family &family) const
{
    const int units = cutUnits(family, m_workload.model);
    if (family.kind == FamilyKind::mixed)
        return static_cast<double>(family.maxStages) * *std::max_element(m_room.begin(), m_room.end()) >= units;
    // Of each type, all its devices in stages of its best TP; a pure family has each type once.
    struct Supply
    {
        int devices = 0;
        double unitsPerDevice = 0;
    };
    std::map<std::size_t, Supply> supplies;
    double held = 0;
    for (std::size_t i = 0; i < family.parts.size(); ++i) {
        const auto &part = family.parts[i];
        held += part.maxStages * m_room[i];
        auto &supply = supplies[part.type];
        supply.devices = std::max(supply.devices, m_groups.count(part.type, part.devices()) * part.devices());
        supply.unitsPerDevice = std::max(supply.unitsPerDevice, static_cast<double>(m_room[i]) / part.devices());
    }
    if (family.kind == FamilyKind::pure)
        return held >= units;
    held = 0;
    for (const auto &[type, supply] : supplies)
        held += supply.devices * supply.unitsPerDevice / family.dp;
    return held * (1 + rounding) >= units;
}

bool FamilyChecker::checkBySimulating(const Family &family, const PricedLayout &layout, const Cut &cut)
{
    return checkBySimulating(planOf(family, layout.placed, cut, m_prices.recomputedParts(family, layout.placed, cut),
                                    m_groups, m_topology, m_workload, m_stack));
}

/// False: enough is seen.
bool FamilyChecker::checkBySimulating(const Plan &plan)
{
    if (++m_simulated > maxSimulated) {
        m_found = {fmt::format("at least {}", m_value),
                   fmt::format("a bound that shows within {} simulated plans", maxSimulated)};
        return false;
    }
    const auto step = predictStep(m_pricer, plan, {.timeline = false});
    if (step && step->feasible && valueOf(*step) < m_value * (1 - rounding))
        m_found = {fmt::format("at least {}", m_value), fmt::format("{} by {}", valueOf(*step), planLabel(plan))};
    return !m_found;
}

/// False: enough is seen.
bool FamilyChecker::checkLayout(const Family &family, const Layout &layout)
{
    if (family.kind == FamilyKind::pure) {
        int room = 0;
        for (std::size_t part = 0; part < layout.size(); ++part)
            room += layout[part].stages * m_room[part];
        if (room < cutUnits(family, m_workload.model))
            return true;
    }
    auto placed = placedGroups(family, layout, m_groups);
    if (isForbidden(family, placed))
        return true;
    auto layoutPrices = m_prices.price(family, std::move(placed));
    if (!layoutPrices)
        return true; // it cannot run
    if (!family.recomputesAlike || layoutPrices->stages == 1)
        return checkCuts(family, *layoutPrices, {});
    const CheckerCuts any(m_prices, family, *layoutPrices, m_limit);
    if (!any.mayBeat())
        return true;
    const auto choices = any.choices();
    return std::all_of(choices.begin(), choices.end(),
                       [&](const CheckerCuts::Alike &choice) { return checkAlike(family, *layoutPrices, choice); });
}

/// False: enough is seen.
bool FamilyChecker::checkAlike(const Family &family, PricedLayout &priced, const CheckerCuts::Alike &alike)
{
    if (!CheckerCuts(m_prices, family, priced, m_limit, alike).mayBeat())
        return true;
    if (alike.least.blocks == alike.most.blocks)
        return checkCuts(family, priced, alike);
    CheckerCuts::Alike fewer = alike, more = alike;
    fewer.most.blocks = std::midpoint(alike.least.blocks, alike.most.blocks);
    more.least.blocks = fewer.most.blocks + 1;
    return checkAlike(family, priced, fewer) && checkAlike(family, priced, more);
}

/// False: enough is seen. alike: only cuts with this choice of what all stages recompute.
bool FamilyChecker::checkCuts(const Family &family, PricedLayout &priced,
                              const std::optional<CheckerCuts::Alike> &alike)
{
    // First without the look at shared links, which costs more than most layouts do.
    for (bool closer = true; closer && !m_found;) {
        closer = false;
        CheckerCuts cuts(m_prices, family, priced, m_limit, alike);
        const bool through = cuts.forEach(m_nodes, [&](const Cut &cut) {
            if (alike && !alike->contains(m_prices.repeatedAlike(family, priced.placed, cut)))
                return true;
            if (m_clock.stepTime(family, priced, cut) >= m_limit)
                return true;
            closer = !priced.sharesLinks;
            return priced.sharesLinks && checkBySimulating(family, priced, cut);
        });
        if (!through && !closer && !m_found)
            m_found = {fmt::format("at least {}", m_value),
                       fmt::format("a bound that shows within {} partial cuts", maxPartialCuts)};
        if (closer) {
            shareLinks(m_prices, family, priced);
            priced.sharesLinks = true;
            if (busiestLink(m_prices, family, priced) * (1 - rounding) >= m_limit)
                return true;
        }
    }
    return !m_found;
}

std::optional<Contradiction> FamilyChecker::checkNothingBelow(const Family &family, double value, const StopToken &stop)
{
    if (value <= 0)
        return {};
    m_simulated = 0;
    m_nodes = maxPartialCuts;
    m_found.reset();
    m_value = value;
    m_limit = timeFor(family, value) * (1 - rounding);
    if (family.kind == FamilyKind::apart) {
        checkApart(family, stop);
        return m_found;
    }
    if (family.kind == FamilyKind::shares) {
        checkShares(family, stop);
        return m_found;
    }
    findRoom(family, m_limit);
    if (!hasRoom(family))
        return {};
    const LayoutVisit visit = [&](const Layout &layout) {
        return checkLayout(family, layout) && !stop.stop_requested();
    };
    if (family.kind != FamilyKind::byStage) {
        forEachLayout(family, m_groups, visit);
        return m_found;
    }
    if (!m_book)
        m_book.emplace(m_pricer, m_groups, m_stack);
    if (forEachOpenLayout(family, *m_book, m_limit, maxBegun, visit) == OpenLayouts::cutShort && !m_found)
        m_found = {fmt::format("at least {}", value),
                   fmt::format("a bound that shows within {} partial layouts", maxBegun)};
    return m_found;
}

/// False: the stages of the family cannot hold all units in their memory, whatever the layout.
bool FamilyChecker::mayFit(const Family &family)
{
    const int units = cutUnits(family, m_workload.model);
    double held = 0;
    for (const auto &part : family.parts) {
        const auto &ends = m_prices.fittingAlone(family, part).ends();
        int max = 0;
        for (int first = 0; first < units; ++first)
            max = std::max(max, ends[static_cast<std::size_t>(first)] - first);
        const double stages = family.kind == FamilyKind::mixed ? family.maxStages : part.maxStages;
        held += stages * max;
    }
    return held >= units;
}

std::optional<Contradiction> FamilyChecker::checkNonePossible(const Family &family, FamilyVerdict claimed,
                                                              const StopToken &stop)
{
    const bool someMayFit = mayFit(family);
    bool allowed = false, runs = false, fits = false;
    forEachLayout(family, m_groups, [&](const Layout &layout) {
        const auto placed = placedGroups(family, layout, m_groups);
        if (isForbidden(family, placed))
            return true;
        allowed = true;
        const bool mayFitHere = someMayFit && m_prices.someCutFits(family, placed);
        if (runs && !mayFitHere)
            return true;
        if (!m_prices.price(family, placed))
            return true;
        runs = true;
        fits = fits || mayFitHere;
        return !fits && (someMayFit || !runs) && !stop.stop_requested();
    });
    const auto actual = !allowed ? FamilyVerdict::mapping
                        : !runs  ? FamilyVerdict::cannotRun
                        : !fits  ? FamilyVerdict::outOfMemory
                                 : FamilyVerdict::simulated;
    if (actual == claimed || stop.stop_requested())
        return {};
    return Contradiction{nameOf(claimed), actual == FamilyVerdict::simulated ? "some plan of it fits" : nameOf(actual)};
}

/// A family can only have been simulated if some plan of it may run and fit.
std::optional<Contradiction> FamilyChecker::checkHasPlan(const Family &family, const StopToken &stop)
{
    bool has = false;
    forEachLayout(family, m_groups, [&](const Layout &layout) {
        const auto placed = placedGroups(family, layout, m_groups);
        has = !isForbidden(family, placed) && m_prices.someCutFits(family, placed) && m_prices.price(family, placed);
        return !has && !stop.stop_requested();
    });
    if (has || stop.stop_requested())
        return {};
    return Contradiction{nameOf(FamilyVerdict::simulated), "a family with a plan that fits"};
}

std::optional<Contradiction> FamilyChecker::check(const Family &family, const FamilyClaim &claim, const StopToken &stop)
{
    m_prices.startFamily(family);
    if (family.isUnlike())
        return checkUnlikeClaim(family, claim, stop);
    if (!claimsBound(claim.verdict))
        return checkNonePossible(family, claim.verdict, stop);
    if (claim.verdict == FamilyVerdict::simulated) {
        if (auto contradiction = checkHasPlan(family, stop))
            return contradiction;
    }
    return checkNothingBelow(family, claim.value, stop);
}

std::optional<Contradiction> checkForm(const FamilyClaim &claim, std::optional<double> best)
{
    const auto wrong = [&](std::string expected) {
        return Contradiction{fmt::format("{} with {}", nameOf(claim.verdict), claim.value), std::move(expected)};
    };
    switch (claim.verdict) {
    case FamilyVerdict::outOfMemory:
    case FamilyVerdict::cannotRun:
    case FamilyVerdict::mapping:
        if (claim.value != 0)
            return wrong("the value 0 for a family without a plan");
        break;
    case FamilyVerdict::notReached:
        if (!(claim.value >= 0) || !(claim.value < best.value_or(infinity)))
            return wrong(best ? "a bound from 0 to below the best plan's value" : "a number from 0");
        break;
    case FamilyVerdict::bounded:
        if (claim.value != best.value_or(infinity))
            return wrong(best ? fmt::format("the best plan's {}", *best) : "null, for there is no best plan");
        break;
    case FamilyVerdict::simulated:
        if (!best || !(claim.value >= 0) || claim.value > *best)
            return wrong(best ? fmt::format("a bound from 0 to the best plan's {}", *best)
                              : "another verdict, for there is no best plan");
        break;
    }
    return {};
}

/// Whether some stages of every type hold the model, by a lower bound on its memory.
bool FamilyChecker::mayFitApart(const Family &family)
{
    const auto groupsOf = [&](const FamilyPart &part) { return m_groups.count(part.type, part.devices()); };
    int all = 0;
    for (const auto &part : family.parts)
        all += groupsOf(part);
    for (std::size_t part = 0; part < family.parts.size(); ++part) {
        const int groups = groupsOf(family.parts[part]), others = all - groups;
        bool fits = false;
        for (int stages = family.chunks > 1 ? family.fewestStages : 1; stages <= family.parts[part].maxStages && !fits;
             ++stages) {
            const PartPipelines way{groups / stages, stages, microBatchStep(family, stages)};
            const auto placed = placedApart(family, part, way, m_groups);
            const Family alone = aloneOf(family, part, way, {.replicas = others});
            fits = m_prices.someCutFits(alone, placed) && m_prices.price(alone, placed);
        }
        if (!fits)
            return false;
    }
    return true;
}

std::optional<Contradiction> FamilyChecker::checkUnlikeClaim(const Family &family, const FamilyClaim &claim,
                                                             const StopToken &stop)
{
    const auto nameOf = [](FamilyVerdict verdict) {
        return std::string(familyVerdictNames[static_cast<std::size_t>(verdict)]);
    };
    if (!claimsBound(claim.verdict)) {
        bool runs = true;
        for (std::size_t part = 0; part < family.parts.size(); ++part)
            runs = runs && !m_prices.shortestPasses(aloneOf(family, part, {}, {}), family.parts[part]).empty();
        if (claim.verdict == FamilyVerdict::cannotRun && !runs)
            return {};
        return Contradiction{nameOf(claim.verdict), nameOf(runs ? FamilyVerdict::bounded : FamilyVerdict::cannotRun)};
    }
    const bool isSimulated = claim.verdict == FamilyVerdict::simulated;
    if (isSimulated && !(family.kind == FamilyKind::shares ? mayFitShares(family, stop) : mayFitApart(family)))
        return Contradiction{nameOf(claim.verdict), "a family with a plan that fits"};
    return checkNothingBelow(family, claim.value, stop);
}

} // namespace heteroscope
