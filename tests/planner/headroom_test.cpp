// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/check_certificate.h"
#include "planner/explain/why_not.h"
#include "planner/search.h"
#include "planner/space/space.h"

#include "simulator/predict_step.h"
#include "support/clusters.h"
#include "support/strict_test.h"

#include <algorithm>

using namespace heteroscope;

namespace {

/// Devices that the best plans fill: with less of them others are best.
Cluster full() { return test::star({test::node("v", "V100-16GB SXM2", 4)}); }

Workload with(std::optional<double> headroom)
{
    auto workload = test::smallGpt(24, 2048, 16);
    workload.job.memoryHeadroom = headroom;
    return workload;
}

SearchResult searched(const Workload &workload)
{
    auto result = searchPlans(test::topology(full()), workload, {});
    if (!result || result->plans.empty())
        qFatal("no plan");
    return std::move(*result);
}

/// Share of a device's memory that the plan fills.
double filledBy(const StepResult &step)
{
    double most = 0;
    for (const Lane &lane : step.lanes)
        most = std::max(most, lane.memory.total().value / (16.0 * (1 << 30)));
    return most;
}

double filledBy(const SearchResult &result)
{
    double most = 0;
    for (const auto &ranked : result.plans)
        most = std::max(most, filledBy(*ranked.result));
    return most;
}

Findings checked(const SearchResult &result, const Workload &searchedWith, const Workload &checkedWith)
{
    auto certificate = makeCertificate(result, projectFingerprint(full(), searchedWith, {}));
    certificate.project = projectFingerprint(full(), checkedWith, {});
    return checkCertificate(certificate, full(), test::topology(full()), checkedWith, {});
}

} // namespace

class HeadroomTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theSearchLeavesItFree()
    {
        const auto all = searched(with(0.0));
        const double filled = filledBy(all);
        QVERIFY(filled <= 1);
        const double headroom = 1 - 0.9 * filled; // the fullest plan of the ranking has no more room
        const auto less = searched(with(headroom));
        QVERIFY(less.proved);
        QVERIFY(filledBy(less) <= 1 - headroom);
        QVERIFY(less.plans.front().result->stepTime >= all.plans.front().result->stepTime);
        QCOMPARE(less.plans.front().result->memoryHeadroom, headroom);
        for (const Lane &lane : less.plans.front().result->lanes)
            QVERIFY(lane.memoryMargin() >= Bytes(0));
    }
    void withoutOneItIsTheErrorOfTheStack()
    {
        const auto usual = searched(with(std::nullopt));
        const auto *stack = builtinCalibration().findStack("Megatron-LM");
        QVERIFY(stack->memory.uncertainty > 0);
        QCOMPARE(usual.plans.front().result->memoryHeadroom, stack->memory.uncertainty);
        const auto said = searched(with(stack->memory.uncertainty));
        QCOMPARE(said.plans.front().result->stepTime, usual.plans.front().result->stepTime);
    }
    void theCheckerAsksForTheSame()
    {
        const auto all = searched(with(0.0));
        QVERIFY(checked(all, with(0.0), with(0.0)).ok());
        const double headroom = 1 - 0.95 * filledBy(*all.plans.front().result); // its plan has no more room
        const auto less = searched(with(headroom));
        QVERIFY2(checked(less, with(headroom), with(headroom)).ok(), "its own certificate");
        const auto findings = checked(all, with(0.0), with(headroom));
        QVERIFY(std::any_of(findings.errors.begin(), findings.errors.end(),
                            [](const Error &error) { return error.expected == "a plan that fits"; }));
    }
    void aPlanThatFillsMoreDoesNotFit()
    {
        const auto topology = test::topology(full());
        const auto best = searched(with(0.0)).plans.front();
        const auto step = predictStep(topology, with(0.5), best.plan);
        QVERIFY(step);
        QVERIFY(filledBy(*best.result) > 0.5);
        QVERIFY(!step->feasible && !step->overflows.empty());
        QCOMPARE(step->stepTime, best.result->stepTime);
        const Lane &lane = step->lanes.front();
        QCOMPARE(lane.memoryCapacity, Bytes(8.0 * (1 << 30)));
    }
};

QTEST_GUILESS_MAIN(HeadroomTest)
#include "headroom_test.moc"
