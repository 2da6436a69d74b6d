// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/check_certificate.h"

#include "cost/job_software.h"
#include "planner/certificate/family_checker.h"
#include "planner/explain/why_not.h"
#include "planner/objective.h"
#include "planner/parallel.h"
#include "simulator/predict_step.h"
#include "simulator/simulator_version.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

/// Families that a thread checks before it takes others.
constexpr std::size_t familiesATurn = 16;

class Checker
{
public:
    Checker(const Certificate &certificate, const Topology &topology, const Workload &workload,
            const std::vector<ResolvedMapping> &mappings, Findings &findings)
        : m_certificate(certificate),
          m_topology(topology),
          m_workload(workload),
          m_mappings(mappings),
          m_groups(topology, {}, groupExtent(certificate.searched)),
          m_findings(findings)
    {}

    void run(const StopToken &stop, unsigned threads);

private:
    void error(const std::string &path, std::string found, std::string expected, std::string hint = {})
    {
        if (hint.empty())
            hint = "make the certificate again with hscope plan --json";
        m_findings.addError(
            Error{Error::Code::invalid, {}, path, std::move(found), std::move(expected), std::move(hint)});
    }
    bool checkList(const FamilySpace &space);
    void checkFamilies(const FamilySpace &space, const SoftwareStack &stack, const StopToken &stop, unsigned threads);
    void checkPlan(FamilyChecker &checker);
    void checkConclusion();

    const Certificate &m_certificate;
    const Topology &m_topology;
    const Workload &m_workload;
    const std::vector<ResolvedMapping> &m_mappings;
    TensorGroups m_groups;
    Findings &m_findings;
};

/// Every family of the space once, in the order of the space. False: there is another family somewhere.
bool Checker::checkList(const FamilySpace &space)
{
    const auto &claims = m_certificate.families;
    if (const auto names = namesOf(schedulesOf(space.families)); m_certificate.schedules != names) {
        error("/schedules", fmt::format("{}", fmt::join(m_certificate.schedules, ", ")),
              fmt::format("{}", fmt::join(names, ", ")));
        return false;
    }
    for (std::size_t i = 0; i < std::max(claims.size(), space.families.size()); ++i) {
        const auto path = fmt::format("/families/{}", i);
        if (i >= space.families.size()) {
            error(path, claims[i].family, fmt::format("the {} families of the space alone", space.families.size()));
            return false;
        }
        auto label = familyLabel(space.families[i], m_topology);
        if (i < claims.size() && claims[i].family == label)
            continue;
        error(path, i < claims.size() ? claims[i].family : "the end of the list", label,
              "a certificate has every family of the space once, in the order of the space");
        return false;
    }
    return true;
}

void Checker::checkFamilies(const FamilySpace &space, const SoftwareStack &stack, const StopToken &stop,
                            unsigned threads)
{
    const std::size_t slices = (space.families.size() + familiesATurn - 1) / familiesATurn;
    const auto workers = static_cast<unsigned>(std::min<std::size_t>(threads, std::max<std::size_t>(1, slices)));
    std::vector<std::unique_ptr<FamilyChecker>> checkers(workers);
    std::vector<std::optional<Contradiction>> found(space.families.size());
    parallelFor(workers, slices, [&](std::size_t part, unsigned worker) {
        auto &checker = checkers[worker];
        if (!checker)
            checker = std::make_unique<FamilyChecker>(m_topology, m_workload, stack, m_groups, m_mappings,
                                                      m_certificate.objective);
        const std::size_t end = std::min(space.families.size(), (part + 1) * familiesATurn);
        for (std::size_t i = part * familiesATurn; i < end && !stop.stop_requested(); ++i)
            found[i] = checker->check(space.families[i], m_certificate.families[i], stop);
    });
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i])
            error(fmt::format("/families/{}", i), found[i]->found, found[i]->expected);
    }
}

void Checker::checkPlan(FamilyChecker &checker)
{
    const auto &best = m_certificate.best;
    if (best.has_value() != m_certificate.plan.has_value())
        error("/plan", m_certificate.plan ? "a plan" : "null", best ? "the best plan" : "null, as best is");
    if (!best || !m_certificate.plan)
        return;
    const auto &plan = *m_certificate.plan;
    const auto mistakes = findPlanMistakes(plan, m_topology, m_workload, "/plan");
    m_findings.append(mistakes);
    if (!mistakes.ok())
        return;
    const auto step = predictStep(checker.pricer(), plan, {.timeline = false});
    if (!step || !step->feasible)
        error("/plan", step ? "a plan that does not fit in memory" : "a plan that cannot run", "a plan that fits");
    else if (checker.valueOf(*step) != *best)
        error("/best", fmt::format("{}", *best), fmt::format("{}, by simulating the plan", checker.valueOf(*step)));
    if (findBreach(m_mappings, m_topology, placesOf(plan, m_topology)))
        error("/plan", "a plan against a mapping of the project", "a plan that keeps to all mappings");
}

/// What follows from the claims about the families.
void Checker::checkConclusion()
{
    const auto &best = m_certificate.best;
    double lowest = best.value_or(infinity);
    for (std::size_t i = 0; i < m_certificate.families.size(); ++i) {
        const auto &claim = m_certificate.families[i];
        if (const auto contradiction = checkForm(claim, best))
            error(fmt::format("/families/{}", i), contradiction->found, contradiction->expected);
        if (claimsBound(claim.verdict))
            lowest = std::min(lowest, claim.value);
    }
    const double lower = std::isfinite(lowest) ? lowest : 0;
    if (m_certificate.lowerBound != lower)
        error("/lowerBound", fmt::format("{}", m_certificate.lowerBound),
              fmt::format("{}, the min of the best plan and of all bounds", lower));
    const bool proved = best && lower >= *best;
    if (m_certificate.proved != proved)
        error("/proved", m_certificate.proved ? "true" : "false",
              proved ? "true: no bound is below the best plan"
                     : "false: a bound is below the best plan, or there is no plan");
}

void Checker::run(const StopToken &stop, unsigned threads)
{
    GroupPricer pricer(m_topology, m_workload);
    const auto stack = jobSoftware(pricer.calibration(), m_workload.job);
    if (!stack) {
        m_findings.addError(stack.error());
        return;
    }
    const auto space = enumerateFamilies(m_topology, m_groups, m_workload, *stack, m_certificate.searched);
    if (!checkList(space))
        return;
    checkConclusion();
    FamilyChecker checker(m_topology, m_workload, *stack, m_groups, m_mappings, m_certificate.objective);
    checkPlan(checker);
    // What is refused already needs no proof.
    if (m_findings.ok())
        checkFamilies(space, *stack, stop, threads);
    if (stop.stop_requested())
        m_findings.addError(Error{Error::Code::cancelled,
                                  {},
                                  "/families",
                                  "an interrupted check",
                                  "a check that was run to its end",
                                  "run it again"});
}

/// The members that belong to the certificate as a whole.
void checkMembers(const Certificate &certificate, const std::string &project, const Topology &topology,
                  Findings &findings)
{
    const auto compare = [&](const char *path, const std::string &found, const std::string &expected,
                             const char *hint) {
        if (found != expected)
            findings.addError(Error{Error::Code::invalid, {}, path, found, expected, hint});
    };
    constexpr const char *again = "make the certificate again with hscope plan --json";
    compare("/project", certificate.project, project, "the certificate belongs to another project, or it was edited");
    compare("/simulator", certificate.simulator, std::string(simulatorVersion()),
            "another version of the program made it; make it again with hscope plan --json");
    compare("/startTime", fmt::format("{}", certificate.startTime.value), "0", again);
    // All of these follow from other members.
    compare("/space", certificate.space, spaceDescription(certificate.searched), again);
    const auto words = [](const std::map<std::string, std::size_t> &counts) {
        std::string text;
        for (const auto &[verdict, count] : counts)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, verdict);
        return text.empty() ? std::string("none") : text;
    };
    compare("/prunedBy", words(certificate.prunedBy), words(prunedByOf(certificate.families)), again);
    if (certificate.objective == SearchObjective::cost && !checkPrices(topology))
        compare("/objective", "cost", "time or energy, for no device type of the project has a price",
                "the certificate was edited, or the prices of the project were");
}

} // namespace

Findings checkCertificate(const Certificate &certificate, const Cluster &cluster, const Topology &topology,
                          const Workload &workload, const std::vector<Mapping> &mappings, const StopToken &stop,
                          unsigned threads)
{
    Findings findings;
    checkMembers(certificate, projectFingerprint(cluster, workload, mappings), topology, findings);
    const auto resolved = resolveMappings(mappings, cluster, topology);
    if (findings.ok())
        Checker(certificate, topology, workload, resolved, findings).run(stop, threads ? threads : defaultThreads());
    return findings;
}

} // namespace heteroscope
