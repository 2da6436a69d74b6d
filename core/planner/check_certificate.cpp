// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/check_certificate.h"

#include "planner/candidate.h"
#include "planner/node_classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace heteroscope {

namespace {

/// Sums of doubles in another order differ by less than this.
constexpr double rounding = 1e-9;

class Checker
{
public:
    Checker(const Certificate &certificate, const Topology &topology, const Workload &workload,
            std::vector<ResolvedMapping> mappings, Findings &findings)
        : m_certificate(certificate),
          m_topology(topology),
          m_workload(workload),
          m_mappings(std::move(mappings)),
          m_classes(nodeClasses(topology)),
          m_predictor(topology, workload),
          m_findings(findings)
    {}

    void run(const StopToken &stop);

private:
    void error(const std::string &path, std::string found, std::string expected)
    {
        m_findings.addError(Error{Error::Code::invalid, {}, path, std::move(found), std::move(expected), {}});
    }
    void checkFamily(const Family &family, const FamilyClaim &claim, const std::string &path);
    void checkConclusion();
    std::string whyForbidden(const Family &family) const;
    Result<std::vector<const GroupCost *>> costsOf(const Family &family, int stage);
    double leastTime(const Family &family, const std::vector<LayerRange> &cut);
    bool someCutFits(const Family &family);
    bool rangeFits(const Family &family, int stage, const std::vector<const GroupCost *> &costs,
                   LayerRange range) const;
    double valueOf(const StepResult &result) const;

    const Certificate &m_certificate;
    const Topology &m_topology;
    const Workload &m_workload;
    std::vector<ResolvedMapping> m_mappings;
    std::vector<std::size_t> m_classes;
    StepPredictor m_predictor;
    Findings &m_findings;
    const SoftwareStack *m_stack = nullptr;
    double m_best = std::numeric_limits<double>::infinity();  ///< of what was simulated again
    double m_least = std::numeric_limits<double>::infinity(); ///< of all values and bounds
};

double Checker::valueOf(const StepResult &result) const
{
    switch (m_certificate.objective) {
    case SearchObjective::energy:
        return result.energy;
    case SearchObjective::cost:
    case SearchObjective::time:
        break;
    }
    return toSeconds(result.stepTime).value;
}

std::string Checker::whyForbidden(const Family &family) const
{
    std::vector<std::optional<DevicePlace>> places(m_topology.devices().size());
    for (std::size_t g = 0; g < family.groups.size(); ++g) {
        for (const DeviceId device : family.groups[g])
            places[device.index()] = DevicePlace{static_cast<int>(g) / family.dp, static_cast<int>(g) % family.dp};
    }
    return brokenMapping(m_mappings, m_topology, places);
}

Result<std::vector<const GroupCost *>> Checker::costsOf(const Family &family, int stage)
{
    GroupOptions options;
    options.sharding = {family.tp, 1, 1, family.tp > 1};
    options.samples = family.microBatchSize;
    options.recompute = family.recompute;
    std::vector<const GroupCost *> costs;
    std::vector<const std::vector<DeviceId> *> seen;
    for (int d = 0; d < family.dp; ++d) {
        const auto &group = family.groups[static_cast<std::size_t>(stage * family.dp + d)];
        if (std::any_of(seen.begin(), seen.end(),
                        [&](const auto *other) { return areAlike(m_topology, m_classes, group, *other); }))
            continue;
        seen.push_back(&group);
        const auto cost = m_predictor.groupCost(group, options);
        if (!cost)
            return cost.error();
        costs.push_back(*cost);
    }
    return costs;
}

double Checker::leastTime(const Family &family, const std::vector<LayerRange> &cut)
{
    // Every micro-batch passes a stage one after the other, and the first comes after one pass through those before it.
    const int count = m_workload.job.globalBatch / family.dp / family.microBatchSize;
    double before = 0, longest = 0, update = 0;
    for (std::size_t s = 0; s < cut.size(); ++s) {
        const auto costs = costsOf(family, static_cast<int>(s));
        if (!costs)
            return 0;
        double pass = std::numeric_limits<double>::infinity();
        double perParameter = 0;
        for (const GroupCost *cost : *costs) {
            double time = 0;
            for (int layer = cut[s].first; layer < cut[s].first + cut[s].count; ++layer) {
                const auto &price = cost->layer(layerKind(m_workload.model, layer));
                time += price.forwardTotal().value + price.backwardTotal().value;
            }
            pass = std::min(pass, time);
            perParameter = std::max(perParameter, cost->optimizerSecondsPerParameter);
        }
        longest = std::max(longest, before + count * (pass + m_stack->hostMicroBatch.value));
        before += pass;
        const double parameters =
            deviceParameters(m_workload.model, {cut[s]}, {family.tp, 1, family.zeroStage, family.dp});
        update = std::max(update, parameters / (family.zeroStage > 0 ? family.dp : 1) * perParameter);
    }
    return longest + update + m_stack->hostStep.value;
}

bool Checker::rangeFits(const Family &family, int stage, const std::vector<const GroupCost *> &costs,
                        LayerRange range) const
{
    const int count = m_workload.job.globalBatch / family.dp / family.microBatchSize;
    const int inFlight = std::min(count, family.stages() - stage);
    const StateSharding sharding{family.tp, 1, family.zeroStage, family.dp};
    const double states = stateMemory(m_workload, *m_stack, {range}, sharding, family.microBatchSize).total().value;
    return std::all_of(costs.begin(), costs.end(), [&](const GroupCost *cost) {
        double activations = 0, working = 0;
        for (int layer = range.first; layer < range.first + range.count; ++layer) {
            const auto &price = cost->layer(layerKind(m_workload.model, layer));
            activations += price.activations.value;
            working = std::max(working, price.working.value);
        }
        return states + inFlight * activations + working <= cost->smallestMemory.value * (1 - rounding);
    });
}

bool Checker::someCutFits(const Family &family)
{
    // A range that fits still fits with layers taken away, so taking all that fits from the front covers the most.
    const int layers = m_workload.model.planLayers();
    int first = 0;
    for (int s = 0; s < family.stages(); ++s) {
        const auto costs = costsOf(family, s);
        if (!costs)
            return false;
        const int leave = family.stages() - 1 - s;
        int count = 0;
        while (first + count < layers - leave && rangeFits(family, s, *costs, {first, count + 1}))
            ++count;
        if (count == 0)
            return false;
        first += count;
    }
    return first == layers;
}

void Checker::checkFamily(const Family &family, const FamilyClaim &claim, const std::string &path)
{
    if (claim.verdict == FamilyVerdict::mapping) {
        if (whyForbidden(family).empty())
            error(path, "a mapping forbids it", "no mapping does");
        return;
    }
    const Candidate candidate = prepareCandidate(family, m_predictor, m_classes); // for the cut alone
    if (claim.verdict == FamilyVerdict::bounded || claim.verdict == FamilyVerdict::notReached) {
        const double least = candidate.cut.empty() || m_certificate.objective == SearchObjective::energy
                                 ? 0
                                 : leastTime(family, candidate.cut);
        if (claim.value > least * (1 + rounding))
            error(path, fmt::format("at least {}", claim.value), fmt::format("only {} can be shown", least));
        m_least = std::min(m_least, claim.value);
        return;
    }
    if (claim.verdict == FamilyVerdict::outOfMemory && !someCutFits(family))
        return;
    const auto step = candidate.cut.empty()
                          ? Result<StepResult>(Error{})
                          : m_predictor.predict(planOf(family, m_topology, m_workload, candidate.cut), false);
    const auto actual = !step                           ? FamilyVerdict::cannotRun
                        : !step->feasible               ? FamilyVerdict::outOfMemory
                        : !whyForbidden(family).empty() ? FamilyVerdict::mapping
                                                        : FamilyVerdict::simulated;
    if (actual != claim.verdict) {
        error(path, std::string(familyVerdictNames[static_cast<std::size_t>(claim.verdict)]),
              std::string(familyVerdictNames[static_cast<std::size_t>(actual)]));
    } else if (actual == FamilyVerdict::simulated) {
        if (valueOf(*step) != claim.value)
            error(path, fmt::format("{}", claim.value), fmt::format("{}, by simulating it again", valueOf(*step)));
        m_best = std::min(m_best, valueOf(*step));
        m_least = std::min(m_least, valueOf(*step));
    }
}

void Checker::checkConclusion()
{
    const bool any = m_best < std::numeric_limits<double>::infinity();
    if (any != m_certificate.best.has_value() || (any && *m_certificate.best != m_best))
        error("/best", m_certificate.best ? fmt::format("{}", *m_certificate.best) : "none",
              any ? fmt::format("{}", m_best) : "none");
    if (any != m_certificate.plan.has_value())
        error("/plan", any ? "none" : "a plan", any ? "the best plan" : "none");
    if (m_certificate.plan && any) {
        const auto findings = findPlanMistakes(*m_certificate.plan, m_topology, m_workload, "/plan");
        m_findings.append(findings);
        const auto step = findings.ok() ? m_predictor.predict(*m_certificate.plan, false) : Result<StepResult>(Error{});
        if (!step || !step->feasible || valueOf(*step) != m_best)
            error("/plan", step ? fmt::format("a plan of {}", valueOf(*step)) : "a plan that cannot run",
                  fmt::format("one of {} that fits", m_best));
    }
    const double least = any || m_least < std::numeric_limits<double>::infinity() ? m_least : 0;
    if (m_certificate.lowerBound > least * (1 + rounding))
        error("/lowerBound", fmt::format("{}", m_certificate.lowerBound), fmt::format("at most {}", least));
    if (m_certificate.proved && !(any && m_certificate.lowerBound >= m_best))
        error("/proved", "proved", "a lower bound that reaches the best plan");
}

void Checker::run(const StopToken &stop)
{
    const auto stack = findSoftwareStack(m_predictor.calibration(), m_workload.job);
    if (!stack) {
        m_findings.addError(stack.error());
        return;
    }
    m_stack = *stack;
    std::unordered_map<std::string, std::size_t> claims;
    for (std::size_t i = 0; i < m_certificate.families.size(); ++i) {
        if (!claims.emplace(m_certificate.families[i].family, i).second)
            error(fmt::format("/families/{}", i), m_certificate.families[i].family, "every family once");
    }
    const auto space = enumerateFamilies(m_topology, m_workload, *m_stack, m_certificate.searched);
    for (const auto &family : space.families) {
        if (stop.stop_requested()) {
            m_findings.addError(Error{Error::Code::cancelled, {}, "/families", "interrupted", "to go on", {}});
            return;
        }
        const auto label = familyLabel(family, m_topology, m_workload);
        const auto found = claims.find(label);
        if (found == claims.end()) {
            error("/families", "nothing about " + label, "every family of the space");
            continue;
        }
        checkFamily(family, m_certificate.families[found->second], fmt::format("/families/{}", found->second));
        claims.erase(found);
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
