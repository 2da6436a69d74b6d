// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/check_certificate.h"

#include "planner/bounds/open_layouts.h"
#include "planner/certificate/checker_prices.h"
#include "planner/space/space.h"
#include "simulator/predict_step.h"
#include "simulator/result/step_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace heteroscope {

namespace {

constexpr double rounding = checkerRounding;
/// Plans of one family that are simulated again before the checker gives up on it.
constexpr std::size_t maxSimulated = 20'000;
/// Beginnings of layouts with TP by stage that are looked at before the checker gives up on a family.
constexpr std::size_t maxBegun = 10'000'000;

class Checker
{
public:
    Checker(const Certificate &certificate, const Topology &topology, const Workload &workload,
            std::vector<ResolvedMapping> mappings, Findings &findings)
        : m_certificate(certificate),
          m_topology(topology),
          m_workload(workload),
          m_mappings(std::move(mappings)),
          m_groups(topology),
          m_pricer(topology, workload),
          m_findings(findings)
    {
        for (const auto &device : topology.devices())
            m_waiting += waitingPower * topology.deviceTypes()[device.type].power;
    }

    void run(const StopToken &stop);

private:
    void error(const std::string &path, std::string found, std::string expected)
    {
        m_findings.addError(Error{Error::Code::invalid, {}, path, std::move(found), std::move(expected), {}});
    }
    void checkFamily(const Family &family, const FamilyClaim &claim, const std::string &path, const StopToken &stop);
    void checkNothingBelow(const Family &family, double value, const std::string &path, const StopToken &stop);
    void checkLayout(const Family &family, const Layout &layout, double value, double limit);
    void findLatest(const Family &family);
    void checkCuts(const Family &family, const std::vector<int> &placed, int stage, double before, Cut &cut);
    void checkNonePossible(const Family &family, const FamilyClaim &claim, const std::string &path);
    void checkConclusion();
    bool isForbidden(const Family &family, const std::vector<int> &placed) const;
    double passOf(int stage, int first, int last) const;
    double valueOf(const StepResult &result) const;
    double timeFor(const Family &family, double value);

    const Certificate &m_certificate;
    const Topology &m_topology;
    const Workload &m_workload;
    std::vector<ResolvedMapping> m_mappings;
    TensorGroups m_groups;
    GroupPricer m_pricer;
    Findings &m_findings;
    const SoftwareStack *m_stack = nullptr;
    std::optional<PriceBook> m_book; ///< for the layouts with TP by stage alone
    double m_waiting = 0;
    std::optional<CheckerPrices> m_prices;
    double m_least = infinity; ///< of all values

    // Of the family and layout under check.
    std::vector<StageTimes> m_times;
    /// [stage][unit]: when the stages before have taken this long or longer, no cut of the rest ends below the limit.
    std::vector<std::vector<double>> m_latest;
    double m_value = 0, m_limit = 0;
    std::size_t m_simulated = 0;
    std::string m_counterexample;
    bool m_gaveUp = false;
};

double Checker::valueOf(const StepResult &result) const
{
    return m_certificate.objective == SearchObjective::energy ? result.energy : toSeconds(result.stepTime).value;
}

bool Checker::isForbidden(const Family &family, const std::vector<int> &placed) const
{
    std::vector<std::optional<DevicePlace>> places(m_topology.devices().size());
    for (std::size_t g = 0; g < placed.size(); ++g) {
        for (const DeviceId device : m_groups[placed[g]].devices)
            places[device.index()] = DevicePlace{static_cast<int>(g) / family.dp, static_cast<int>(g) % family.dp};
    }
    return findBreach(m_mappings, m_topology, places).has_value();
}

double Checker::passOf(int stage, int first, int last) const
{
    const auto &times = m_times[static_cast<std::size_t>(stage)];
    double sum = 0;
    for (int unit = first; unit < last; ++unit)
        sum += times.forward[static_cast<std::size_t>(unit)] + times.backward[static_cast<std::size_t>(unit)];
    return sum;
}

/// Plans of the family that take this long or longer have the value or more.
double Checker::timeFor(const Family &family, double value)
{
    if (m_certificate.objective != SearchObjective::energy)
        return value;
    // Beside what waiting draws: each layer where it needs the least energy.
    double joules = 0;
    for (int layer = 0; layer < m_workload.model.planLayers(); ++layer) {
        double least = infinity;
        for (const auto &part : family.parts) {
            for (const int group : m_groups.examples(part.type, part.tp)) {
                const auto cost = m_prices->costOf(family, group, 1);
                if (!cost)
                    continue;
                const auto &price = (*cost)->layer(layerKind(m_workload.model, layer));
                double faster = 1;
                for (const DeviceId id : m_groups[group].devices)
                    faster = std::max(faster, largestFactor(m_topology.device(id).speed) /
                                                  m_topology.device(id).speed.factorAt(Seconds(0)));
                const Seconds busy = price.forward + price.recompute + price.inputGradient + price.weightGradient;
                least = std::min(least, busy.value / faster * part.tp * m_topology.deviceTypes()[part.type].power);
            }
        }
        joules += least;
    }
    const double work = (1 - waitingPower) * joules * family.microBatches * family.dp;
    return std::isfinite(work) ? std::max(0.0, (value - work) / m_waiting) : 0;
}

/// By the first of minTime's bounds, for all cuts at once.
void Checker::findLatest(const Family &family)
{
    const auto units = static_cast<std::size_t>(cutUnits(family, m_workload.model));
    const double host = m_stack->hostMicroBatch.value * m_stack->scale;
    const double most = m_limit / (1 - rounding) - m_stack->hostStep.value * m_stack->scale;
    m_latest.assign(m_times.size() + 1, std::vector<double>(units + 1, -infinity));
    m_latest.back().back() = infinity;
    for (std::size_t s = m_times.size(); s-- > 0;) {
        const auto &times = m_times[s];
        for (std::size_t first = 0; first < units; ++first) {
            double pass = 0;
            for (std::size_t last = first + 1; last <= units; ++last) {
                pass += times.forward[last - 1] + times.backward[last - 1];
                const double own = most - family.microBatches * (host + pass) - m_prices->sendsOf(family, m_times[s]);
                if (own <= m_latest[s][first])
                    break;
                const double rest = m_latest[s + 1][last] - host - pass / family.chunks - tripAfter(m_times, s);
                m_latest[s][first] = std::max(m_latest[s][first], std::min(own, rest));
            }
        }
    }
}

void Checker::checkCuts(const Family &family, const std::vector<int> &placed, int stage, double before, Cut &cut)
{
    if (!m_counterexample.empty() || m_gaveUp)
        return;
    const int stages = static_cast<int>(m_times.size());
    const int units = cutUnits(family, m_workload.model);
    if (stage == stages) {
        if (m_prices->minTime(family, m_times, cut) >= m_limit)
            return;
        if (++m_simulated > maxSimulated) {
            m_gaveUp = true;
            return;
        }
        const auto plan = planOf(family, placed, cut, m_groups, m_topology, m_workload, *m_stack);
        const auto step = predictStep(m_pricer, plan, {.timeline = false});
        if (step && step->feasible && valueOf(*step) < m_value * (1 - rounding))
            m_counterexample = fmt::format("{} by {}", valueOf(*step), planLabel(plan));
        return;
    }
    const int first = stage == 0 ? 0 : cut[static_cast<std::size_t>(stage) - 1];
    const int after = stages - 1 - stage;
    const double host = m_stack->hostMicroBatch.value * m_stack->scale;
    for (int last = after == 0 ? units : first + 1; last <= units - after; ++last) {
        const double pass = passOf(stage, first, last);
        const auto s = static_cast<std::size_t>(stage);
        if ((before + family.microBatches * (host + pass) + m_prices->sendsOf(family, m_times[s])) * (1 - rounding) >=
            m_limit)
            break;
        const double next = before + host + pass / family.chunks + tripAfter(m_times, s);
        if (next * (1 - rounding) >= m_latest[s + 1][static_cast<std::size_t>(last)])
            continue;
        if (!m_prices->stageFits(family, placed, stage, first, last))
            break;
        cut[s] = last;
        checkCuts(family, placed, stage + 1, next, cut);
    }
}

void Checker::checkLayout(const Family &family, const Layout &layout, double value, double limit)
{
    const auto placed = placedGroups(family, layout, m_groups);
    if (isForbidden(family, placed))
        return;
    auto times = m_prices->timesOf(family, placed);
    if (!times)
        return; // it cannot run
    m_times = std::move(*times);
    m_value = value;
    m_limit = limit;
    findLatest(family);
    if (m_latest.front().front() <= 0)
        return;
    Cut cut(m_times.size());
    checkCuts(family, placed, 0, 0, cut);
}

void Checker::checkNothingBelow(const Family &family, double value, const std::string &path, const StopToken &stop)
{
    m_least = std::min(m_least, value);
    if (value <= 0)
        return;
    m_simulated = 0;
    m_counterexample.clear();
    m_gaveUp = false;
    const double limit = timeFor(family, value) * (1 - rounding);
    const LayoutVisit check = [&](const Layout &layout) {
        checkLayout(family, layout, value, limit);
        return m_counterexample.empty() && !m_gaveUp && !stop.stop_requested();
    };
    if (family.kind != FamilyKind::byStage)
        forEachLayout(family, m_groups, check);
    else if (forEachOpenLayout(family, *m_book, limit, maxBegun, check) == OpenLayouts::cutShort)
        m_gaveUp = true;
    if (!m_counterexample.empty())
        error(path, fmt::format("at least {}", value), m_counterexample);
    else if (m_gaveUp)
        error(path, fmt::format("at least {}", value),
              fmt::format("a bound that shows within {} simulated plans", maxSimulated));
}

void Checker::checkNonePossible(const Family &family, const FamilyClaim &claim, const std::string &path)
{
    bool forbidden = true, runs = false, fits = false;
    forEachLayout(family, m_groups, [&](const Layout &layout) {
        const auto placed = placedGroups(family, layout, m_groups);
        if (isForbidden(family, placed))
            return true;
        forbidden = false;
        if (!m_prices->timesOf(family, placed))
            return true;
        runs = true;
        fits = m_prices->someCutFits(family, placed);
        return !fits;
    });
    const auto actual = forbidden ? FamilyVerdict::mapping
                        : !runs   ? FamilyVerdict::cannotRun
                        : !fits   ? FamilyVerdict::outOfMemory
                                  : FamilyVerdict::simulated;
    if (actual != claim.verdict)
        error(path, std::string(familyVerdictNames[static_cast<std::size_t>(claim.verdict)]),
              actual == FamilyVerdict::simulated ? "some plan of it fits"
                                                 : familyVerdictNames[static_cast<std::size_t>(actual)].data());
}

void Checker::checkFamily(const Family &family, const FamilyClaim &claim, const std::string &path,
                          const StopToken &stop)
{
    switch (claim.verdict) {
    case FamilyVerdict::outOfMemory:
    case FamilyVerdict::cannotRun:
    case FamilyVerdict::mapping:
        checkNonePossible(family, claim, path);
        break;
    case FamilyVerdict::simulated:
    case FamilyVerdict::bounded:
    case FamilyVerdict::notReached:
        checkNothingBelow(family, claim.value, path, stop);
        break;
    }
}

void Checker::checkConclusion()
{
    const auto &best = m_certificate.best;
    if (best.has_value() != m_certificate.plan.has_value())
        error("/plan", m_certificate.plan ? "a plan" : "none", best ? "the best plan" : "none");
    if (best && m_certificate.plan) {
        const auto findings = findPlanMistakes(*m_certificate.plan, m_topology, m_workload, "/plan");
        m_findings.append(findings);
        const auto step = findings.ok() ? predictStep(m_pricer, *m_certificate.plan, {.timeline = false})
                                        : Result<StepResult>(Error{});
        if (step && step->feasible && valueOf(*step) != *best)
            error("/best", fmt::format("{}", *best), fmt::format("{}, by simulating the plan", valueOf(*step)));
        else if (!step || !step->feasible)
            error("/plan", step ? fmt::format("a plan of {}", valueOf(*step)) : "a plan that cannot run",
                  fmt::format("one of {} that fits", *best));
    }
    if (!best && m_least < infinity && m_certificate.proved)
        error("/best", "none", "a plan");
    const double least = std::min(m_least, best.value_or(infinity));
    if (m_certificate.lowerBound > (std::isfinite(least) ? least : 0) * (1 + rounding))
        error("/lowerBound", fmt::format("{}", m_certificate.lowerBound), fmt::format("at most {}", least));
    if (m_certificate.proved && !(best && m_certificate.lowerBound >= *best))
        error("/proved", "proved", "a lower bound that reaches the best plan");
}

void Checker::run(const StopToken &stop)
{
    const auto stack = findSoftwareStack(m_pricer.calibration(), m_workload.job);
    if (!stack) {
        m_findings.addError(stack.error());
        return;
    }
    m_stack = *stack;
    m_prices.emplace(m_pricer, m_groups, m_topology, m_workload, **stack);
    m_book.emplace(m_pricer, m_groups, **stack);
    std::unordered_map<std::string, std::size_t> claims;
    for (std::size_t i = 0; i < m_certificate.families.size(); ++i) {
        if (!claims.emplace(m_certificate.families[i].family, i).second)
            error(fmt::format("/families/{}", i), m_certificate.families[i].family, "every family once");
    }
    const auto space = enumerateFamilies(m_topology, m_groups, m_workload, *m_stack, m_certificate.searched);
    for (const auto &family : space.families) {
        const auto label = familyLabel(family, m_topology);
        const auto found = claims.find(label);
        if (found == claims.end()) {
            error("/families", "nothing about " + label, "every family of the space");
            continue;
        }
        checkFamily(family, m_certificate.families[found->second], fmt::format("/families/{}", found->second), stop);
        claims.erase(found);
        if (stop.stop_requested()) {
            m_findings.addError(Error{Error::Code::cancelled, {}, "/families", "interrupted", "to go on", {}});
            return;
        }
    }
    for (const auto &[label, index] : claims)
        error(fmt::format("/families/{}", index), label, "a family of the space");
    checkConclusion();
}

} // namespace

Findings checkCertificate(const Certificate &certificate, const Cluster &cluster, const Topology &topology,
                          const Workload &workload, const std::vector<Mapping> &mappings, const StopToken &stop)
{
    Findings findings;
    const auto refuse = [&](const char *path, const std::string &found, std::string expected) {
        findings.addError(Error{Error::Code::invalid, {}, path, found, std::move(expected), {}});
    };
    if (const auto project = projectFingerprint(cluster, workload, mappings); certificate.project != project)
        refuse("/project", certificate.project, project + ", this project's");
    if (const auto ours = makeCertificate({}, {}).simulator; certificate.simulator != ours)
        refuse("/simulator", certificate.simulator, ours);
    if (certificate.startTime != Seconds(0))
        refuse("/startTime", fmt::format("{}", certificate.startTime.value), "0");
    if (findings.ok())
        Checker(certificate, topology, workload, resolveMappings(mappings, cluster, topology), findings).run(stop);
    return findings;
}

} // namespace heteroscope
