// SPDX-License-Identifier: GPL-3.0-or-later
//
// What space P would have if the software had it: named, and in no family that is searched.
#include "planner/space/missing_features.h"

#include "planner/search.h"
#include "planner/space_support.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

SoftwareStack stackOf(const char *name) { return *builtinCalibration().findStack(name); }

} // namespace

class MissingFeaturesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void whatIsMissingIsNamed()
    {
        Workload dense = test::smallGpt(4, 1024, 8);
        const auto lacks = [&dense](const char *name) {
            std::vector<SoftwareLack> list;
            for (const auto &feature : missingFeatures(dense, stackOf(name))) {
                if (feature.software != name)
                    return std::vector<SoftwareLack>();
                list.push_back(feature.lack);
            }
            return list;
        };
        std::vector<SoftwareLack> expected(practicalSchedules.size(), SoftwareLack::schedule);
        expected.insert(expected.end(),
                        {SoftwareLack::tensorParallel, SoftwareLack::contextParallel, SoftwareLack::recomputeModules});
        QCOMPARE(lacks("PyTorch FSDP"), expected);
        const auto megatron = missingFeatures(dense, stackOf("Megatron-LM"));
        QCOMPARE(megatron.size(), practicalSchedules.size() - 2 + 2 + 2);
        QCOMPARE(megatron.front().schedule, ScheduleKind::gpipe); // it has 1F1B and interleaved 1F1B
        QCOMPARE(megatron[megatron.size() - 4].zeroStage, 2);
        QCOMPARE(megatron[megatron.size() - 3].zeroStage, 3);
        QCOMPARE(megatron[megatron.size() - 2].lack, SoftwareLack::tpByStage);
        QCOMPARE(megatron.back().lack, SoftwareLack::recomputeByStage);
        QVERIFY(missingFeatures(dense, withEveryFeature(stackOf("Megatron-LM"))).empty());
        // Experts are missed by models that have them.
        dense.model.moe.emplace();
        expected.insert(expected.end() - 1, SoftwareLack::expertParallel);
        QCOMPARE(lacks("PyTorch FSDP"), expected);
    }

    void familiesOfTheSpaceLackNothingAndTheOthersSomething()
    {
        test::PlannerCase asked(test::star({test::node("a", "A100-80GB SXM", 4)}), test::smallGpt(6, 1024, 8));
        for (const char *name : {"PyTorch FSDP", "Megatron-LM", "nanotron", "torchtitan"}) {
            const SoftwareStack stack = stackOf(name);
            const auto familiesOf = [&](const SoftwareStack &software) {
                std::set<std::string> labels;
                for (const auto &family :
                     enumerateFamilies(asked.topology, asked.groups, asked.workload, software).families) {
                    labels.insert(familyLabel(family, asked.topology));
                    // Plans of what is searched are run by the software, and the other way round.
                    if (software.schedules == stack.schedules && software.zeroStages == stack.zeroStages &&
                        software.degrees == stack.degrees && missingFeature(family, stack))
                        labels.clear();
                }
                return labels;
            };
            const auto own = familiesOf(stack);
            QVERIFY2(!own.empty(), name);
            const auto whole = enumerateFamilies(asked.topology, asked.groups, asked.workload, withEveryFeature(stack));
            for (const auto &family : whole.families) {
                if (!own.contains(familyLabel(family, asked.topology)))
                    QVERIFY2(missingFeature(family, stack).has_value(), familyLabel(family, asked.topology).c_str());
            }
            QVERIFY(missingFeatures(asked.workload, withEveryFeature(stack)).empty());
        }
    }

    void noAnswerNeedsWhatIsMissing()
    {
        test::PlannerCase asked(test::star({test::node("a", "A100-80GB SXM", 8)}), test::smallGpt(24, 4096, 16));
        asked.workload.job.softwareStack = "PyTorch FSDP";
        SearchOptions options;
        options.threads = 1;
        const auto found = searchPlans(asked.topology, asked.workload, options);
        QVERIFY(found && !found->plans.empty());
        for (const auto &ranked : found->plans)
            QVERIFY2(!softwareLack(ranked.plan, stackOf("PyTorch FSDP")), ranked.family.c_str());
        std::size_t refused = 0;
        for (const auto &baseline : found->baselines)
            refused += std::holds_alternative<MissingFeature>(baseline.reason) ? 1 : 0;
        QVERIFY(refused > 0);
    }
};

QTEST_GUILESS_MAIN(MissingFeaturesTest)
#include "missing_features_test.moc"
