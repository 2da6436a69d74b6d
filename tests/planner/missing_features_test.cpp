// SPDX-License-Identifier: GPL-3.0-or-later
//
// What space P would have if the software had it: named, and in no family that is searched.
#include "planner/space/missing_features.h"

#include "planner/certificate/certificate.h"
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

    void schedulesThatTheModelCannotBeCutForAreNamed()
    {
        using Obstacle = UncutSchedule::Obstacle;
        const auto everything = withEveryFeature(stackOf("Megatron-LM"));
        const auto uncut = [&](const Workload &workload, SearchSpace space = SearchSpace::P) {
            return uncutSchedules(workload.model, everything, space);
        };
        const auto all = [](Obstacle obstacle) {
            return std::vector<UncutSchedule>{{ScheduleKind::interleaved, obstacle},
                                              {ScheduleKind::zbV, obstacle},
                                              {ScheduleKind::dualPipeV, obstacle}};
        };
        Workload workload = test::smallGpt(4, 1024, 8);
        workload.model.tiedEmbeddings = false;
        QVERIFY(uncut(workload).empty());
        workload.model.tiedEmbeddings = true;
        const std::vector<UncutSchedule> tied = {{ScheduleKind::zbV, Obstacle::sharedTable},
                                                 {ScheduleKind::dualPipeV, Obstacle::sharedTable}};
        QCOMPARE(uncut(workload), tied);
        QVERIFY(uncut(workload, SearchSpace::C).empty());
        // What the software does not run is not in the space anyway.
        QVERIFY(uncutSchedules(workload.model, stackOf("Megatron-LM"), SearchSpace::P).empty());
        workload.model.layers = 5;
        const std::vector<UncutSchedule> odd = {{ScheduleKind::interleaved, Obstacle::unequalChunks}};
        QCOMPARE(uncut(workload, SearchSpace::C), odd);
        QVERIFY(uncut(workload, SearchSpace::A).empty());
        workload.model.layers = maxBlockGroups + 2;
        QCOMPARE(uncut(workload), all(Obstacle::manyBlocks));

        // The list of what was searched is that of the families.
        test::PlannerCase asked(test::star({test::node("a", "A100-80GB SXM", 2)}), test::smallGpt(6, 1024, 8));
        asked.workload.model.tiedEmbeddings = true;
        asked.workload.job.runs.schedules = {"1f1b", "gpipe", "zb-v"};
        SearchOptions options;
        options.threads = 1;
        const auto found = searchPlans(asked.topology, asked.workload, options);
        QVERIFY(found);
        const std::vector<ScheduleKind> searched = {ScheduleKind::oneFOneB, ScheduleKind::gpipe};
        QCOMPARE(found->schedules, searched);
        const std::vector<UncutSchedule> vee = {{ScheduleKind::zbV, Obstacle::sharedTable}};
        QCOMPARE(found->uncut, vee);
        const std::vector<std::string> names = {"1f1b", "gpipe"};
        QCOMPARE(makeCertificate(*found, {}).schedules, names);
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
