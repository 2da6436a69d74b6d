// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which families a search looks at, in which order and how hard.
#include "planner/search/search_run.h"

#include "planner/search/rough_time.h"

#include <atomic>
#include <cmath>
#include <span>

namespace heteroscope {

namespace {

/// Families are followed in rounds of this many, whatever the number of threads: what is done then does not depend on
/// it.
constexpr std::size_t roundSize = 32;
/// Seeds that are simulated for a first best plan.
constexpr std::size_t seedsSimulated = 4;
/// Rounds of promising families, each as long as the one before it found a better plan. The first ones are looked at
/// before the others of their round: they have the best limit at once, and with a worse one the others take longer.
constexpr std::size_t promisingRounds = 4;
constexpr std::size_t mostPromising = 4;
/// By how much better, as a share.
constexpr double promisingGain = 0.01;
/// Families whose estimate is longer than the best by this share are still followed before the others.
constexpr double promisingMargin = 0.03;
/// Families too hard for one effort are tried again with more; those too hard for that keep their bound. First all of
/// them are looked at with few plans simulated, which takes longest: then each has a bound of its own cuts.
constexpr std::array<SearchEffort, 2> efforts = {{{2'000, 20'000, 300, 4}, {20'000, 400'000, 4'000, 60}}};
/// Of the families that promise most.
constexpr SearchEffort promisingEffort = {2'000, 60'000, 1'200, 12};
/// With TP by stage: to find good plans, then to prove that there is no better one.
constexpr std::array<SearchEffort, 2> effortsByStage = {
    {{4'000, 100'000, 2'000, 30, 50'000}, {200'000, 4'000'000, 40'000, 600, 4'000'000}}};
constexpr std::size_t roundSizeByStage = 16;
/// After a first round, which gives the ranking some of them: nothing says before which families with unlike pipelines
/// are near, some take a second, and what the first of these finds spares the others most. Not after an edit, when a
/// good plan is known.
constexpr std::size_t roundSizeUnlike = 2;
/// At the end, of families with unlike pipelines, for types with time to spare have many cuts. Of others on clusters of
/// up to so many devices, whose steps are simulated in milliseconds: long pipelines have many cuts that are about as
/// good.
constexpr SearchEffort lastEffort = {20'000, 4'000'000, 40'000, 600};
constexpr std::size_t maxDevicesOfLastEffort = 64;
/// Shares of the best plan that families still open at the end are looked at below, and the most of them that are.
constexpr std::array<double, 7> narrowedShares = {0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97};
constexpr std::size_t maxNarrowed = 64;
/// Rounds are longer by this factor after a search of the same devices: its plans give a limit that few rounds lower,
/// and threads wait less for each other. Others grow up to it as long as they find no better plan.
constexpr std::size_t longerRounds = 8;
/// Of all families together, some 10 to 20 s of one core. When they are spent and a plan is known, the families that
/// are still open keep their bound.
constexpr std::size_t layoutsOfSearch = 1'000'000;

} // namespace

bool SearchRun::offer(std::size_t index, const FamilyPlan &plan)
{
    const double value = m_objective.valueOf(*plan.result);
    const auto found = m_plans.find(index);
    if (found == m_plans.end() || value < m_objective.valueOf(*found->second.result))
        m_plans[index] = plan;
    if (std::pair(value, index) >= std::pair(bestOfSpace(), m_best.value_or(0)))
        return false;
    const bool improved = value < bestOfSpace();
    m_best = index;
    m_bestValue = value;
    return improved;
}

bool SearchRun::simulateAll(const std::vector<std::pair<std::size_t, FamilyPlan>> &plans, bool tells)
{
    std::vector<FamilyPlan> results(plans.size());
    std::atomic<bool> stopped = false;
    parallelFor(m_threads, plans.size(), [&](std::size_t i, unsigned worker) {
        // A stop is looked for before each plan: a round may take long.
        if (shouldStop()) {
            stopped = true;
            return;
        }
        auto result = m_workers[worker]->search.simulate(family(plans[i].first), plans[i].second, false);
        if (!result && result.error().code == Error::Code::cancelled)
            stopped = true;
        results[i] = plans[i].second;
        if (result && result->feasible && m_budget.allows(*result))
            results[i].result = std::make_shared<StepResult>(std::move(*result));
    });
    bool improved = false;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        if (results[i].result) {
            ++m_result.simulatedPlans;
            improved = offer(plans[i].first, results[i]) || improved;
        }
    }
    if (improved && tells)
        tell();
    return !stopped;
}

void SearchRun::tell()
{
    const double value = std::min(bestOfSpace(), m_baseline ? m_baselineValue : infinity);
    if (!m_improved || value >= m_told)
        return;
    m_told = value;
    if (baselineWins())
        return m_improved(rankedBaseline());
    m_improved(rankedPlan(*m_best));
}

RankedPlan SearchRun::rankedPlan(std::size_t index) const
{
    const auto &plan = m_plans.at(index);
    RankedPlan ranked;
    ranked.plan = m_workers.front()->search.planOf(family(index), plan);
    ranked.family = planFamilyLabel(family(index), plan.placed, m_groups, m_topology, ranked.plan);
    ranked.result = plan.result;
    return ranked;
}

/// The plans of the search before, as they are now.
void SearchRun::followSeed()
{
    if (!m_options.before || shouldStop())
        return;
    const auto &seed = *m_options.before;
    std::vector<std::pair<std::size_t, FamilyPlan>> plans;
    for (const auto &plan : seed.plans) {
        const auto placed = placeSeed(seed, plan, m_space, m_topology, m_groups, m_workload.model);
        if (!placed || m_workers.front()->search.forbidden(family(placed->family), placed->layout))
            continue;
        plans.emplace_back(
            placed->family,
            FamilyPlan{placedGroups(family(placed->family), placed->layout, m_groups), placed->cut, {}, 0});
        m_close.push_back(placed->family);
    }
    simulateAll(plans, false);
    if (m_plans.empty())
        return;
    if (m_options.followed) {
        std::vector<std::pair<double, std::size_t>> order;
        for (const auto &[index, plan] : m_plans)
            order.emplace_back(m_objective.valueOf(*plan.result), index);
        std::sort(order.begin(), order.end());
        std::vector<RankedPlan> ranked;
        for (const auto &each : order)
            ranked.push_back(rankedPlan(each.second));
        m_options.followed(ranked);
    }
    tell();
}

/// A first idea of the best plan of each family that can run, in the order of their bounds as long as these are below
/// the limit; nullopt: below the least of these ideas.
void SearchRun::estimate(std::optional<double> limit)
{
    constexpr std::size_t together = 1024;
    // Of estimates that are longer than the least by this factor without what averages the rest says nothing new.
    constexpr double near = 1.25;
    while (m_estimated < m_order.size() && m_states[m_order[m_estimated]].base < limit.value_or(m_leastEstimate) &&
           !shouldStop()) {
        const std::size_t begin = m_estimated;
        m_estimated = std::min(m_order.size(), begin + together);
        // Each family with the book that has its prices. Whichever thread does that, no other one uses the book.
        parallelFor(m_threads, m_workers.size(), [&](std::size_t owner, unsigned) {
            auto &book = m_workers[owner]->book;
            for (std::size_t i = begin; i < m_estimated && !shouldStop(); ++i) {
                auto &state = m_states[m_order[i]];
                if (state.worker != owner)
                    continue;
                const auto &each = family(m_order[i]);
                const double work = m_objective.workOf(each, book);
                RoughTime time(each, book, RoughTime::WithoutAveraging());
                state.rough = m_objective.valueAt(time.least(), work);
                if (state.rough < m_leastEstimate * near) {
                    time.addAveraging(book);
                    state.rough = m_objective.valueAt(time.least(), work);
                }
            }
        });
        for (std::size_t i = begin; i < m_estimated; ++i)
            m_leastEstimate = std::min(m_leastEstimate, m_states[m_order[i]].rough);
    }
}

/// Families that can run by that idea; those without one last, by their bound.
std::vector<std::size_t> SearchRun::promising() const
{
    auto order = m_order;
    std::stable_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(m_estimated),
                     [this](std::size_t a, std::size_t b) { return m_states[a].rough < m_states[b].rough; });
    return order;
}

void SearchRun::findFirst()
{
    if (isFollowed()) // a better plan than those of the seed is near
        return;
    estimate({});
    auto order = promising();
    const double ceiling = this->ceiling();
    if (ceiling < infinity) { // it is what a first plan is for; a better one may be among the most promising families
        std::erase_if(order, [&](std::size_t index) {
            return m_states[index].base >= ceiling || !(m_states[index].rough < ceiling);
        });
        order.resize(std::min(order.size(), roundSize));
    }
    m_promising.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(
                                                          std::min(order.size(), promisingRounds * roundSize)));
    for (std::size_t next = 0; next < order.size() && (!m_best || next == 0);) {
        if (shouldStop())
            return;
        const std::size_t count = std::min(order.size() - next, roundSize);
        std::vector<std::optional<FamilyPlan>> seeds(count);
        parallelFor(m_threads, count, [&](std::size_t i, unsigned worker) {
            if (!shouldStop())
                seeds[i] = m_workers[worker]->search.seed(family(order[next + i]));
        });
        std::vector<std::pair<std::size_t, FamilyPlan>> plans;
        for (std::size_t i = 0; i < count; ++i) {
            if (seeds[i])
                plans.emplace_back(order[next + i], std::move(*seeds[i]));
        }
        std::stable_sort(plans.begin(), plans.end(),
                         [](const auto &a, const auto &b) { return a.second.time < b.second.time; });
        if (plans.size() > seedsSimulated) {
            m_spareSeeds.assign(plans.begin() + seedsSimulated, plans.end());
            plans.resize(seedsSimulated);
        }
        simulateAll(plans);
        next += count;
    }
}

/// The families that promise most, before all others: bounds say little of where good plans are, and a good plan
/// spares the simulation of many that only seem to be better. With more effort as long as that gives better plans.
void SearchRun::followPromising()
{
    std::size_t next = 0;
    const auto exploreNext = [&](std::size_t families) {
        std::vector<std::size_t> round;
        for (; next < m_promising.size() && round.size() < families; ++next) {
            const auto &state = m_states[m_promising[next]];
            if (state.base < best() && state.rough < infinity)
                round.push_back(m_promising[next]);
        }
        return exploreRound(round, promisingEffort);
    };
    bool improves = true;
    while (improves && next < m_promising.size() && !shouldStop()) {
        const double before = best();
        const std::size_t first = next == 0 ? mostPromising : 0;
        if (!exploreNext(first) || !exploreNext(roundSize - first))
            break;
        improves = best() < before * (1 - promisingGain);
    }
    if (isFollowed())
        return;
    estimate(best());
    auto near = promising();
    near.resize(m_estimated);
    std::erase_if(near, [this](std::size_t index) { return m_states[index].explored || !isNear(index); });
    near.resize(std::min(near.size(), promisingRounds * roundSize));
    explore(near, efforts.front(), roundSize);
}

/// Its estimate is near the best.
bool SearchRun::isNear(std::size_t index) const
{
    return m_states[index].rough < bestOfSpace() * (1 + promisingMargin);
}

void SearchRun::explore()
{
    // Those of stages of one TP for each type first, whose plans give a limit soonest.
    enum class Turn { first, unlike, byStage };
    const auto turnOf = [this](std::size_t index) {
        const auto &each = family(index);
        return each.kind == FamilyKind::byStage ? Turn::byStage : each.isUnlike() ? Turn::unlike : Turn::first;
    };
    // Not those that were followed with as much effort before: what closes them now, more effort does as soon.
    const auto openFamilies = [&](Turn turn, const SearchEffort &effort) {
        std::vector<std::size_t> open;
        for (const std::size_t index : m_order) {
            const auto &state = m_states[index];
            if (!state.outcome().closed && state.cuts < effort.cuts && turnOf(index) == turn)
                open.push_back(index);
        }
        // Those whose estimate is near the best first, for a better limit spares simulations; then by what is known.
        const auto orderOf = [this](std::size_t index) {
            const bool isFirst = !m_states[index].explored && isNear(index);
            return std::tuple(!isFirst, isFirst ? m_states[index].rough : 0, boundOf(index));
        };
        std::stable_sort(open.begin(), open.end(), [&](auto a, auto b) { return orderOf(a) < orderOf(b); });
        return open;
    };
    // What the families that were close before an edit give lowers the limit for all others.
    const auto closeFamilies = [&](Turn turn, const SearchEffort &effort) {
        auto open = openFamilies(turn, effort);
        std::erase_if(open, [this](std::size_t index) {
            return std::find(m_close.begin(), m_close.end(), index) == m_close.end();
        });
        return open;
    };
    const std::size_t longer = isFollowed() ? longerRounds : 1;
    const auto exploreUnlike = [&](const SearchEffort &effort) {
        const auto open = openFamilies(Turn::unlike, effort);
        const std::size_t first = longer * roundSize;
        const auto rest = open.begin() + static_cast<std::ptrdiff_t>(std::min(open.size(), first));
        return explore({open.begin(), rest}, effort, first) &&
               explore({rest, open.end()}, effort, isFollowed() ? first : roundSizeUnlike);
    };
    bool through = explore(closeFamilies(Turn::first, promisingEffort), promisingEffort, roundSize);
    for (const auto &effort : efforts) {
        through = through && explore(openFamilies(Turn::first, effort), effort, longer * roundSize);
        through = through && exploreUnlike(effort);
    }
    // TP by stage last: there are most layouts to look at, and fewer with a better limit. After an edit there is no
    // need to find good plans first, and in one round threads wait for no family alone.
    if (!isFollowed())
        through = through && explore(closeFamilies(Turn::byStage, effortsByStage.front()), effortsByStage.front(),
                                     roundSizeByStage);
    for (const auto &effort : std::span(effortsByStage).subspan(isFollowed() ? 1 : 0))
        through = through && explore(openFamilies(Turn::byStage, effort), effort, longer * roundSizeByStage);
    // By now a better plan may close what was too much.
    if (m_topology.devices().size() <= maxDevicesOfLastEffort)
        through = through && explore(openFamilies(Turn::first, lastEffort), lastEffort, longer * roundSizeByStage);
    through = through && exploreUnlike(lastEffort);
    through = through && narrowGap();
    m_result.stopped = m_result.stopped || !through;
}

/// What cannot be proved has a small gap at least: nothing is left below a share of the best plan, by and by of a
/// larger one. False: stopped.
bool SearchRun::narrowGap()
{
    const bool isSmall = m_topology.devices().size() <= maxDevicesOfLastEffort;
    for (std::size_t step = 0; step < narrowedShares.size(); ++step) {
        const double share = narrowedShares[step];
        const auto isBelow = [this, share](std::size_t index) {
            return !m_states[index].outcome().closed && boundOf(index) < best() * share;
        };
        std::vector<std::size_t> below, belowByStage;
        for (const std::size_t index : m_order) {
            if (isBelow(index))
                (family(index).kind == FamilyKind::byStage ? belowByStage : below).push_back(index);
        }
        if (below.size() + belowByStage.size() > maxNarrowed)
            break;
        if (!below.empty() || !belowByStage.empty())
            report(step, narrowedShares.size(), ProgressTask::narrowingGap);
        if (!below.empty() && (shouldStop() || !exploreRound(below, isSmall ? lastEffort : efforts.back(), share)))
            return false;
        if (!belowByStage.empty() && (shouldStop() || !exploreRound(belowByStage, effortsByStage.back(), share)))
            return false;
        // The gap is that of the family with the least bound.
        if (std::any_of(below.begin(), below.end(), isBelow) ||
            std::any_of(belowByStage.begin(), belowByStage.end(), isBelow))
            break;
    }
    return true;
}

/// The families that may still be better, in rounds. False: stopped.
bool SearchRun::explore(const std::vector<std::size_t> &open, const SearchEffort &effort, std::size_t families)
{
    std::size_t next = 0;
    const std::size_t most = isFollowed() ? families : longerRounds * families;
    // The sum is the same on every machine, because rounds are.
    while (next < open.size() && !(std::isfinite(best()) && m_layouts >= layoutsOfSearch)) {
        std::vector<std::size_t> round;
        for (; next < open.size() && round.size() < families; ++next) {
            if (boundOf(open[next]) < best())
                round.push_back(open[next]);
        }
        if (round.empty())
            break;
        const double before = best();
        const std::size_t layouts = m_layouts;
        if (shouldStop() || !exploreRound(round, effort))
            return false;
        // A round twice as long may look at twice as many.
        const bool mayGrow = m_layouts + 2 * (m_layouts - layouts) <= layoutsOfSearch;
        if (mayGrow && before < infinity && !(best() < before))
            families = std::min(2 * families, most);
        report(next, m_order.size(), ProgressTask::exploringFamilies);
    }
    return true;
}

/// The ranking wants some company for the best plan: what the most promising families begin with, which is known, then
/// the families next by bound.
void SearchRun::keepCompany()
{
    keepCompany(std::min(m_options.top, rankedForAnswer));
    for (const auto &[index, plan] : m_plans)
        m_forAnswer.insert(index);
    keepCompany(m_options.top);
}

void SearchRun::keepCompany(std::size_t most)
{
    std::erase_if(m_spareSeeds, [&](const auto &each) {
        return m_plans.contains(each.first) || m_objective.valueAt(each.second.time, 0) >= ceiling();
    });
    while (m_plans.size() < most && !m_spareSeeds.empty() && !shouldStop()) {
        const auto end =
            m_spareSeeds.begin() + static_cast<std::ptrdiff_t>(std::min(m_spareSeeds.size(), most - m_plans.size()));
        std::vector<std::pair<std::size_t, FamilyPlan>> plans(m_spareSeeds.begin(), end);
        m_spareSeeds.erase(m_spareSeeds.begin(), end);
        simulateAll(plans);
    }
    std::size_t next = 0;
    while (m_plans.size() < most && next < m_order.size() && !shouldStop()) {
        std::vector<std::size_t> families;
        const std::size_t wanted = 3 * (most - m_plans.size());
        for (; next < m_order.size() && families.size() < wanted; ++next) {
            const auto &state = m_states[m_order[next]];
            if (std::max(state.base, state.outcome().value) >= ceiling()) // none of its plans would be allowed
                continue;
            if (!m_plans.contains(m_order[next]) &&
                (!state.explored || state.outcome().verdict == FamilyVerdict::bounded))
                families.push_back(m_order[next]);
        }
        std::vector<std::optional<FamilyPlan>> seeds(families.size());
        parallelFor(m_threads, families.size(), [&](std::size_t i, unsigned worker) {
            if (!shouldStop())
                seeds[i] = m_workers[worker]->search.seed(family(families[i]));
        });
        std::vector<std::pair<std::size_t, FamilyPlan>> plans;
        for (std::size_t i = 0; i < families.size(); ++i) {
            if (seeds[i])
                plans.emplace_back(families[i], std::move(*seeds[i]));
        }
        std::stable_sort(plans.begin(), plans.end(),
                         [](const auto &a, const auto &b) { return a.second.time < b.second.time; });
        if (plans.size() > most - m_plans.size())
            plans.resize(most - m_plans.size());
        simulateAll(plans);
    }
}

} // namespace heteroscope
