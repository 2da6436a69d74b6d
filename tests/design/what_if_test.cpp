// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of a what-if: found, set and found again; what becomes alike stays apart, copies belong to what they copy.
#include "design/what_if.h"

#include "project/project_file.h"
#include "support/clusters.h"
#include "support/property.h"
#include "support/strict_test.h"

#include <algorithm>
#include <cmath>

using namespace heteroscope;

namespace {

Project withTwoUplinks()
{
    Project project;
    project.cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 2),
                                  test::node("v", "V100-32GB SXM2/SXM3", 2)});
    for (Link &link : project.cluster.links)
        if (link.from == "v" || link.to == "v")
            link.bandwidth = BytesPerSecond(link.bandwidth.value / 4);
    project.workload = test::smallGpt();
    return project;
}

std::vector<WhatIfNumber> numbersOf(const Project &project)
{
    return whatIfNumbers(project, *Topology::build(project.cluster));
}

const WhatIfNumber &numberOf(const std::vector<WhatIfNumber> &numbers, SensitivityKind kind, std::size_t which)
{
    for (const WhatIfNumber &number : numbers)
        if (!number.workload && number.which == SubjectNumber::own && number.subject.kind == kind && which-- == 0)
            return number;
    qFatal("no such number");
}

} // namespace

class WhatIfTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everyNumberIsFoundAsItWasSet()
    {
        const Project project = withTwoUplinks();
        const std::vector<WhatIfNumber> numbers = numbersOf(project);
        QVERIFY(numbers.size() > 8);
        for (const WhatIfNumber &number : numbers) {
            QCOMPARE(whatIfValue(project, number).value_or(0), number.start);
            for (const double value : whatIfChoices(number)) {
                const auto changed = withWhatIfValue(project, number, value);
                QVERIFY2(changed, changed ? "" : toString(changed.error()).c_str());
                const auto found = whatIfValue(*changed, number);
                QVERIFY(found && std::abs(*found / value - 1) < 1e-12);
                // No other number of the job or of links and devices has moved.
                for (const WhatIfNumber &other : numbers) {
                    const bool ofDevices = number.part() == WhatIfPart::devices && other.part() == WhatIfPart::devices;
                    const bool shares = ofDevices && number.subject.name == other.subject.name &&
                                        number.subject.kind == SensitivityKind::deviceSpeed &&
                                        other.subject.kind == SensitivityKind::deviceSpeed;
                    const bool counts = other.part() == WhatIfPart::nodes && number.part() == WhatIfPart::nodes;
                    if (&other != &number && !shares && !counts)
                        QCOMPARE(whatIfValue(*changed, other).value_or(0), other.start);
                }
            }
        }
    }

    void choicesAreAscendingAndHoldTheStart()
    {
        HETEROSCOPE_PROPERTY("choices rise, and the start is one of them", [] {
            WhatIfNumber number;
            const int kind = *rc::gen::inRange(0, static_cast<int>(workloadNumberCount) + 5);
            if (kind < static_cast<int>(workloadNumberCount))
                number.workload = static_cast<WorkloadNumber>(kind);
            else
                number.subject.kind = static_cast<SensitivityKind>(kind - static_cast<int>(workloadNumberCount));
            number.start = number.isWhole() ? *rc::gen::inRange(1, 100'000) : *rc::gen::inRange(1, 1'000'000) * 1e5;
            const std::vector<double> choices = whatIfChoices(number);
            RC_ASSERT(std::find(choices.begin(), choices.end(), number.start) != choices.end());
            RC_ASSERT(std::adjacent_find(choices.begin(), choices.end(), std::greater_equal<>()) == choices.end());
            RC_ASSERT(choices.front() > 0);
            for (const double choice : choices)
                RC_ASSERT(!number.isWhole() || choice == std::round(choice));
        });
        QVERIFY(whatIfChoices({}).empty());
    }

    void whatBecomesAlikeStaysApart()
    {
        const Project project = withTwoUplinks();
        const auto numbers = numbersOf(project);
        const WhatIfNumber &fast = numberOf(numbers, SensitivityKind::link, 0);
        const WhatIfNumber &slow = numberOf(numbers, SensitivityKind::link, 1);
        QCOMPARE(fast.subject.members.size(), std::size_t(2));
        const Project same = *withWhatIfValue(project, slow, fast.start);
        const Project apart = *withWhatIfValue(same, fast, 2 * fast.start);
        QCOMPARE(*whatIfValue(apart, fast), 2 * fast.start);
        QCOMPARE(*whatIfValue(apart, slow), fast.start);
    }

    void copiesBelongToWhatTheyCopy()
    {
        const Project project = withTwoUplinks();
        const auto numbers = numbersOf(project);
        const WhatIfNumber &count = numberOf(numbers, SensitivityKind::nodeCount, 0);
        const WhatIfNumber &uplinks = numberOf(numbers, SensitivityKind::link, 0);
        QCOMPARE(count.start, 2.0);
        const Project more = *withWhatIfValue(project, count, 5);
        QCOMPARE(*whatIfValue(more, count), 5.0);
        const Project faster = *withWhatIfValue(more, uplinks, 3 * uplinks.start);
        int changed = 0;
        for (const Link &link : faster.cluster.links)
            changed += link.bandwidth.value == 3 * uplinks.start;
        QCOMPARE(changed, 5);
        QCOMPARE(*whatIfValue(*withWhatIfValue(faster, count, 1), count), 1.0);
    }

    void latenciesOfZeroRiseAndFallBack()
    {
        Project project = withTwoUplinks();
        for (Link &link : project.cluster.links)
            link.latency = Seconds(0);
        bool isFound = false;
        for (const WhatIfNumber &number : numbersOf(project)) {
            if (number.which != SubjectNumber::latency || number.part() != WhatIfPart::links)
                continue;
            isFound = true;
            const std::vector<double> choices = whatIfChoices(number);
            QCOMPARE(choices.front(), 0.0);
            QCOMPARE(choices.back(), 1e-3);
            const Project slow = *withWhatIfValue(project, number, 2e-5);
            QCOMPARE(*whatIfValue(slow, number), 2e-5);
            QVERIFY(*withWhatIfValue(slow, number, 0) == project);
            QVERIFY(!withWhatIfValue(project, number, -1));
        }
        QVERIFY(isFound);
    }

    void modelsGiveTheNumbersThatTheyHave()
    {
        const auto hasNumber = [](const Project &project, WorkloadNumber which) {
            const auto numbers = numbersOf(project);
            return std::any_of(numbers.begin(), numbers.end(),
                               [which](const WhatIfNumber &number) { return number.workload == which; });
        };
        Project project = withTwoUplinks();
        for (const WorkloadNumber which : {WorkloadNumber::layers, WorkloadNumber::hidden, WorkloadNumber::ffn})
            QVERIFY(hasNumber(project, which));
        for (const WorkloadNumber which : {WorkloadNumber::experts, WorkloadNumber::topK, WorkloadNumber::expertFfn}) {
            project.workload.model.moe.reset();
            QVERIFY(!hasNumber(project, which));
            project.workload.model.moe = MixtureOfExperts{8, 2, 0, 1024, 3};
            QVERIFY(hasNumber(project, which));
        }
        WhatIfNumber number;
        number.workload = WorkloadNumber::topK;
        QCOMPARE(withWhatIfValue(project, number, 4)->workload.model.moe->topK, 4);
        QVERIFY(!withWhatIfValue(project, number, 9)); // of eight
        number.workload = WorkloadNumber::experts;
        QCOMPARE(withWhatIfValue(project, number, 16)->workload.model.moe->experts, 16);
        number.workload = WorkloadNumber::heads;
        Model &model = project.workload.model;
        model.kvHeads = model.heads;
        QCOMPARE(withWhatIfValue(project, number, 2 * model.heads)->workload.model.kvHeads, 2 * model.heads);
        model.kvHeads = model.heads / 2;
        QCOMPARE(withWhatIfValue(project, number, 2 * model.heads)->workload.model.kvHeads, model.heads / 2);
        QVERIFY(!withWhatIfValue(project, number, model.heads / 2 + 1)); // not shared evenly
        WhatIfNumber layers;
        layers.workload = WorkloadNumber::layers;
        layers.start = project.workload.model.layers;
        const Project shallow = *withWhatIfValue(project, layers, 2);
        QCOMPARE(shallow.workload.model.layers, 2);
        QCOMPARE(shallow.workload.model.moe->denseLayers, 2); // no more than there are
        project.workload.model.encoder.emplace();
        QVERIFY(!hasNumber(project, WorkloadNumber::layers));
        QVERIFY(!withWhatIfValue(project, layers, 2));
    }

    void whatHasGoneIsRefused()
    {
        Project project = withTwoUplinks();
        const auto numbers = numbersOf(project);
        project.cluster = {};
        for (const WhatIfNumber &number : numbers) {
            if (number.workload)
                continue;
            QVERIFY(!whatIfValue(project, number));
            const auto changed = withWhatIfValue(project, number, number.start);
            QVERIFY(!changed);
            QVERIFY(!changed.error().found.empty() && !changed.error().hint.empty());
        }
        for (const double value : {0.0, -3.0, std::nan(""), 1e30})
            QVERIFY(!withWhatIfValue(withTwoUplinks(), numbers.front(), value));
    }
};

QTEST_GUILESS_MAIN(WhatIfTest)
#include "what_if_test.moc"
