// SPDX-License-Identifier: GPL-3.0-or-later
//
// Families of two or three types with pipelines of their own, against brute force: every number of pipelines and
// stages, every cut of each type and every split of the micro-batches.
#include "planner/space/apart.h"

#include "cost/job_software.h"
#include "cost/software_lack.h"
#include "planner/apart_support.h"
#include "planner/bounds/family_bound.h"
#include "planner/certificate/check_certificate.h"
#include "planner/explain/why_not_family.h"
#include "planner/search.h"
#include "planner/search/apart_clock.h"
#include "planner/search/family_search.h"
#include "project/project_file.h"
#include "support/strict_test.h"

#include <algorithm>
#include <map>

using namespace heteroscope;

namespace {

/// With one chunk a stage; the others are in apart_chunks_test.cpp.
constexpr std::array schedules = {ScheduleKind::oneFOneB, ScheduleKind::gpipe, ScheduleKind::eager, ScheduleKind::zbH1,
                                  ScheduleKind::zbH2};

ScheduleKind randomSchedule() { return *rc::gen::elementOf(schedules); }

Cluster mixedCluster()
{
    return test::star({test::node("h", "H100-80GB SXM", 4), test::node("a", "A100-80GB SXM", 4)});
}

double secondsOf(const StepResult &step) { return toSeconds(step.stepTime).value; }

} // namespace

class ApartTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theyAreThereWhereTheyAreTicked()
    {
        const auto familiesOf = [](const Cluster &cluster, const SoftwareTicks &ticks,
                                   ScheduleKind schedule = ScheduleKind::oneFOneB) {
            auto workload = test::smallGpt(4, 1024, 8);
            workload.job.runs = ticks;
            const test::PlannerCase asked(cluster, workload);
            std::size_t apart = 0;
            for (const auto &family : asked.space.families) {
                if (family.kind != FamilyKind::apart)
                    continue;
                ++apart;
                if (family.parts.size() != 2 || family.parts[0].type >= family.parts[1].type || family.zeroStage > 2 ||
                    family.cp != 1 || family.ep != 1 || family.microBatches * family.microBatchSize != 8)
                    return std::size_t(0);
                // Families of one stage are those of 1F1B.
                if (family.schedule != (family.fewestStages == 1 ? ScheduleKind::oneFOneB : schedule) ||
                    (schedule != ScheduleKind::oneFOneB && family.fewestStages == 1 && family.maxStages > 1))
                    return std::size_t(0);
            }
            return apart;
        };
        auto ticks = test::unlikePipelinesOnly();
        // TP 1, 2 or 4 of each type, micro-batches of 1, 2 and 4, ZeRO 0 to 2; flash attention leaves one recompute.
        QCOMPARE(familiesOf(mixedCluster(), ticks) % (3 * 3 * 3 * 3), std::size_t(0));
        QVERIFY(familiesOf(mixedCluster(), ticks) > 0);
        for (const auto schedule : schedules) // the others have families of one stage beside their own
            QCOMPARE(familiesOf(mixedCluster(), test::unlikePipelinesOnly(schedule), schedule) >
                         familiesOf(mixedCluster(), ticks),
                     schedule != ScheduleKind::oneFOneB);
        QCOMPARE(familiesOf(test::star({test::node("h", "H100-80GB SXM", 4)}), ticks), std::size_t(0));
        // TP stays in nodes: that of 2 is the first type's alone, whatever groups of two nodes there are.
        const auto narrow = test::star({test::node("h", "H100-80GB SXM", 2), test::node("a", "A100-80GB SXM", 1),
                                        test::node("b", "A100-80GB SXM", 1)});
        const auto alone = test::star({test::node("h", "H100-80GB SXM", 2), test::node("a", "A100-80GB SXM", 1)});
        QCOMPARE(familiesOf(narrow, ticks), familiesOf(alone, ticks));
        ticks.degrees->unlikePipelines = false;
        QCOMPARE(familiesOf(mixedCluster(), ticks), std::size_t(0));
        QCOMPARE(familiesOf(mixedCluster(), {}), std::size_t(0));
    }
    void threeTypesAreThereOnClustersOfUpToFour()
    {
        const std::vector<std::string> types = {"H100-80GB SXM", "A100-80GB SXM", "V100-32GB SXM2/SXM3", "RTX 3090",
                                                "L40S"};
        auto workload = test::smallGpt(4, 1024, 8);
        workload.job.runs = test::unlikePipelinesOnly();
        std::vector<Node> nodes;
        for (std::size_t count = 1; count <= types.size(); ++count) {
            nodes.push_back(test::node("n" + std::to_string(count), types[count - 1], 2));
            const test::PlannerCase asked(test::star(nodes), workload);
            std::map<std::size_t, std::size_t> apart; // by types
            for (const auto &family : asked.space.families) {
                if (family.kind != FamilyKind::apart)
                    continue;
                ++apart[family.parts.size()];
                QVERIFY(std::is_sorted(family.parts.begin(), family.parts.end(),
                                       [](const auto &a, const auto &b) { return a.type <= b.type; }));
                QVERIFY(family.microBatches >= static_cast<int>(family.parts.size()));
            }
            // TP 1 or 2 of each type, ZeRO 0 to 2, 8 to 1 samples of a micro-batch where each type can have some.
            const std::size_t pairs = count * (count - 1) / 2, threes = count * (count - 1) * (count - 2) / 6;
            QCOMPARE(apart[2], pairs * 4 * 3 * 3);
            QCOMPARE(apart[3], count > 4 ? std::size_t(0) : threes * 8 * 3 * 2);
            QCOMPARE(apart[2] + apart[3], static_cast<std::size_t>(std::count_if(
                                              asked.space.families.begin(), asked.space.families.end(),
                                              [](const Family &each) { return each.kind == FamilyKind::apart; })));
        }
    }
    void noPlanIsFasterThanABoundAndTheBestIsFound()
    {
        static std::size_t clusters = 0, families = 0, plans = 0, ofThree = 0, beside = 0, overNodes = 0;
        static std::map<int, std::size_t> sharded, sliced; // by ZeRO stage, by CP
        static std::map<ScheduleKind, std::size_t> longer; // families of two stages or more
        HETEROSCOPE_PROPERTY("search and checker == brute force", [] {
            for (int i = 0; i < 10; ++i) {
                auto workload = test::randomWorkload(4);
                workload.job.globalBatch = *rc::gen::inRange(2, 13);
                workload.job.runs = test::unlikePipelinesOnly(randomSchedule());
                const bool slices = *rc::gen::element(true, false, false);
                workload.job.runs.degrees->cp = slices;
                // With slices now and then of devices that are alone in their nodes.
                const auto cluster =
                    slices && *rc::gen::inRange(0, 4) == 0
                        ? test::star({test::node("h", "H100-80GB SXM", 1), test::node("i", "H100-80GB SXM", 1),
                                      test::node("a", "A100-80GB SXM", 2)})
                        : test::randomUnlikeCluster(slices ? 8 : 6);
                test::PlannerCase asked(cluster, workload);
                std::vector<Family> apart;
                for (const auto &family : asked.space.families) {
                    if (family.kind == FamilyKind::apart && (family.cp > 1) == slices)
                        apart.push_back(family);
                }
                bool any = false;
                for (int k = 0; k < 3 && !apart.empty(); ++k) {
                    const auto &family = apart[*rc::gen::inRange<std::size_t>(0, apart.size())];
                    RC_LOG() << familyLabel(family, asked.topology) << " with " << asked.stack.name << "\n";
                    const auto tried = test::tryAllApart(asked, family);
                    if (!tried || tried->plans == 0)
                        continue;
                    any = true;
                    ++families;
                    plans += tried->plans;
                    ++sharded[family.zeroStage];
                    ++sliced[family.cp];
                    overNodes += test::hasGroupsOverNodes(asked, family) ? 1 : 0;
                    ofThree += family.parts.size() > 2 ? 1 : 0;
                    beside += stackOverlap(asked.stack).dp ? 1 : 0; // they average
                    longer[family.schedule] += family.maxStages > 1 ? 1 : 0;
                    test::compareWithBest(asked, family, *tried);
                }
                clusters += any ? 1 : 0;
            }
        });
        QVERIFY2(clusters >= 200, qPrintable(QString::number(clusters)));
        QVERIFY2(families >= 400, qPrintable(QString::number(families)));
        QVERIFY2(plans >= 10'000, qPrintable(QString::number(plans)));
        for (const int zero : {1, 2})
            QVERIFY2(sharded[zero] >= 60, qPrintable(QString::number(sharded[zero])));
        QVERIFY2(sliced[2] >= 40, qPrintable(QString::number(sliced[2])));
        QVERIFY2(overNodes >= 20, qPrintable(QString::number(overNodes)));
        QVERIFY2(ofThree >= 60, qPrintable(QString::number(ofThree)));
        QVERIFY2(beside >= 100, qPrintable(QString::number(beside)));
        for (const auto schedule : schedules)
            QVERIFY2(longer[schedule] >= 20, qPrintable(QString::number(longer[schedule])));
    }
    void theWholeSpaceIsProvedAndChecked()
    {
        static std::size_t compared = 0, won = 0;
        HETEROSCOPE_PROPERTY("optimum of P with unlike pipelines == brute force", [] {
            auto workload = test::randomWorkload(2);
            workload.job.globalBatch = *rc::gen::inRange(2, 7);
            workload.job.runs = test::unlikePipelinesOnly(randomSchedule());
            workload.job.runs.degrees->cp = *rc::gen::element(true, false);
            const auto cluster = test::randomUnlikeCluster(6);
            const auto answer = test::compareWholeSpace(cluster, workload);
            compared += answer ? 1 : 0;
            won += answer && answer->ends_with("(pipelines by type)") ? 1 : 0;
        });
        QVERIFY2(compared >= 20, qPrintable(QString::number(compared)));
        QVERIFY2(won >= 1, qPrintable(QString::number(won)));
    }
    void plansOfEachTypeOnItsOwnAreFasterBehindSlowLinks()
    {
        // Nothing but gradients passes between the types: as good as two clusters behind a slow link.
        auto cluster = mixedCluster();
        for (auto &link : cluster.links)
            link.latency = Seconds(2e-3);
        auto workload = test::smallGpt(8, 4096, 256);
        workload.job.runs = test::unlikePipelinesOnly();
        const auto topology = test::topology(cluster);
        const auto with = searchPlans(topology, workload, {.top = 100, .baselines = false});
        workload.job.runs.degrees->unlikePipelines = false;
        const auto without = searchPlans(topology, workload, {.top = 3, .baselines = false});
        QVERIFY(with && with->proved && without && without->proved);
        // Ranks of one stage with samples by type have no pipelines, and are as fast.
        const auto found = std::find_if(with->plans.begin(), with->plans.end(), [](const RankedPlan &each) {
            return each.family.ends_with("(pipelines by type)");
        });
        QVERIFY(found != with->plans.end());
        const auto &best = *found;
        QVERIFY(best.result->stepTime < without->plans.front().result->stepTime);
        // Faster devices do more.
        QVERIFY(best.plan.pipelines.size() > 1);
        double samples = 0, ofFirst = 0;
        for (const auto &pipeline : best.plan.pipelines) {
            samples += pipeline.microBatches * best.plan.microBatchSize;
            if (pipeline.stages.front().groups.front().devices.front().starts_with("h:"))
                ofFirst += pipeline.microBatches * best.plan.microBatchSize;
        }
        QCOMPARE(samples, 256.0);
        QVERIFY(ofFirst > samples / 2 && ofFirst < samples);
    }
    void longSequencesAreSplitInEachType()
    {
        auto cluster = mixedCluster();
        for (auto &link : cluster.links)
            link.latency = Seconds(2e-3);
        auto workload = test::smallGpt(8, 4096, 64);
        workload.job.sequenceLength = 131'072;
        workload.job.runs = test::unlikePipelinesOnly();
        workload.job.runs.degrees = SoftwareDegrees{false, true, false, false, true, true, true};
        workload.job.runs.schedules.emplace();
        const auto topology = test::topology(cluster);
        const auto found = searchPlans(topology, workload, {.top = 3, .baselines = false});
        QVERIFY(found && found->proved);
        const auto &best = found->plans.front();
        QVERIFY2(best.family.starts_with("TP1 PP1 DP2 CP4") && best.family.ends_with("(pipelines by type)"),
                 best.family.c_str());
        const auto certificate = makeCertificate(*found, projectFingerprint(cluster, workload, {}));
        QVERIFY(checkCertificate(certificate, cluster, topology, workload, {}).ok());
    }
    void threeTypesAreFasterThanTwoBehindSlowLinks()
    {
        auto cluster = test::star(
            {test::node("h", "H100-80GB SXM", 2), test::node("a", "A100-80GB SXM", 2), test::node("l", "L40S", 2)});
        for (auto &link : cluster.links)
            link.latency = Seconds(2e-3);
        auto workload = test::smallGpt(6, 2048, 128);
        workload.job.runs = test::unlikePipelinesOnly();
        const auto topology = test::topology(cluster);
        const auto result = searchPlans(topology, workload, {.top = 100, .baselines = false});
        QVERIFY(result && result->proved);
        const auto first = [&](std::string_view types) {
            return std::find_if(result->plans.begin(), result->plans.end(), [&](const RankedPlan &each) {
                return each.family.ends_with("(pipelines by type)") && each.family.find(types) != std::string::npos;
            });
        };
        const auto ofThree = first("H100 80G + A100 80G + L40S"), ofTwo = first("H100 80G + A100 80G (");
        QVERIFY(ofThree != result->plans.end());
        QVERIFY(ofTwo == result->plans.end() || ofThree->result->stepTime < ofTwo->result->stepTime);
        // Faster devices do more.
        std::map<char, int> microBatches; // by the first letter of the node
        for (const auto &pipeline : ofThree->plan.pipelines)
            microBatches[pipeline.stages.front().groups.front().devices.front().front()] += pipeline.microBatches;
        QCOMPARE(microBatches.size(), std::size_t(3));
        QVERIFY(microBatches['h'] > microBatches['a'] && microBatches['a'] > microBatches['l']);
        const auto certificate = makeCertificate(*result, projectFingerprint(cluster, workload, {}));
        const auto findings = checkCertificate(certificate, cluster, topology, workload, {});
        QVERIFY2(findings.ok(), findings.ok() ? "" : toString(findings.errors.front()).c_str());
    }
    void aTypeWithTimeToSpareKeepsNothingOpen()
    {
        // It has more cuts than can be looked at; those of the other type decide.
        const auto &examples = builtinExamples();
        const auto example = std::find_if(examples.begin(), examples.end(),
                                          [](const Example &each) { return each.file == "mixed-32.hscope.json"; });
        QVERIFY(example != examples.end());
        auto workload = example->project.workload;
        workload.job.runs = test::unlikePipelinesOnly();
        const auto topology = test::topology(example->project.cluster);
        const auto result = searchPlans(topology, workload, {.top = 1, .baselines = false});
        QVERIFY(result && result->proved);
    }
    void aWayThatIsTooSlowOnTwoNodesIsNotLeftOutOnOne()
    {
        // Both types are done at about the same time in one node. With stages of the first type on two nodes, which
        // seems faster, all wait for more nodes, the second type too.
        auto calibration = builtinCalibration();
        for (auto &stack : calibration.stacks)
            stack.nodeJitter = 0.3;
        auto workload = test::smallGpt(4, 1024, 5);
        workload.job.softwareStack = "Megatron-LM";
        workload.job.runs = test::unlikePipelinesOnly();
        auto cluster = test::star({test::node("n0", "H100-80GB SXM", 2), test::node("n1", "H100-80GB SXM", 1)},
                                  BytesPerSecond(2e10));
        cluster.nodes[0].devices[1].type = "A100-80GB SXM";
        cluster.nodes[0].devices[1].speed.points = {{Seconds(0), 0.73}};
        const auto topology = test::topology(cluster);
        const TensorGroups groups(topology);
        const auto stack = *jobSoftware(calibration, workload.job);
        GroupPricer pricer(topology, workload, Seconds(0), &calibration);
        PriceBook book(pricer, groups, stack);
        const auto space = enumerateFamilies(topology, groups, workload, stack);
        const auto family = std::find_if(space.families.begin(), space.families.end(), [](const Family &each) {
            return each.kind == FamilyKind::apart && each.microBatches == 5 && each.zeroStage == 0;
        });
        QVERIFY(family != space.families.end());
        const ApartLayout inOneNode = {PartPipelines{1, 1, 3}, PartPipelines{1, 1, 2}};
        const ApartLayout onTwoNodes = {PartPipelines{1, 2, 3}, PartPipelines{1, 1, 2}};
        const int units = cutUnits(*family, workload.model);
        const auto plan = apartPlanOf(*family, inOneNode, {PartCut{{units}, {{}}}, PartCut{{units}, {{}}}}, groups,
                                      topology, workload, stack);
        const auto step = predictStep(pricer, plan);
        QVERIFY(step && step->feasible);
        const double limit = secondsOf(*step) * (1 + 1e-9);
        // The other layout comes first, and its second type is what is too slow.
        const auto open = openApartLayouts(*family, book, limit, 1'000);
        QVERIFY(open);
        const auto place = [&](const ApartLayout &layout) {
            return std::find_if(open->layouts.begin(), open->layouts.end(),
                                [&](const OpenApartLayout &each) { return each.layout == layout; });
        };
        QVERIFY(place(onTwoNodes) < place(inOneNode) && place(inOneNode) != open->layouts.end());
        const NodeExits exits(*family, book);
        PipelineClock clock(book);
        ApartClock parts(*family, onTwoNodes, exits, book, clock);
        QVERIFY(parts.mayBeat(0, limit) && !parts.mayBeat(1, limit));
        const ObjectiveBound objective(SearchObjective::time, topology);
        const PlanBudget budget(topology, {}, {}, {});
        const std::vector<ResolvedMapping> mappings;
        FamilySearch search(book, mappings, objective, budget);
        const auto found = search.explore(*family, limit, test::wholeEffort);
        QVERIFY(found.best && found.best->apart == inOneNode);
        QCOMPARE(found.best->result->stepTime, step->stepTime);
    }
    void stagesInOneNodeShareItsUplink()
    {
        // Four stages of each type average at about the same time, each with the stage beside it.
        for (const char *stack : {"Megatron-LM", "NeMo"}) { // after the passes, beside them
            auto cluster = mixedCluster();
            for (auto &link : cluster.links)
                link.bandwidth = BytesPerSecond(1e9);
            auto workload = test::smallGpt(8, 4096, 16);
            workload.job.softwareStack = stack;
            workload.job.runs = test::unlikePipelinesOnly();
            test::PlannerCase asked(cluster, workload);
            for (const int zero : {0, 1, 2}) {
                const auto family =
                    std::find_if(asked.space.families.begin(), asked.space.families.end(), [zero](const Family &each) {
                        return each.kind == FamilyKind::apart && each.parts[0].tp == 1 && each.parts[1].tp == 1 &&
                               each.zeroStage == zero && each.microBatches == 16;
                    });
                QVERIFY(family != asked.space.families.end());
                const ApartLayout layout = {PartPipelines{1, 4, 10}, PartPipelines{1, 4, 6}};
                const Cut even = test::evenCut(cutUnits(*family, workload.model), 4);
                const auto step = predictStep(asked.pricer, test::apartPlan(asked, *family, layout, {even, even}));
                QVERIFY(step && step->feasible);
                const double time = secondsOf(*step);
                // Nothing is known of weights that are gathered beside the first passes of the next step.
                const double least = zero > 0 && stackOverlap(asked.stack).dp ? 0.6 * time : 0.99 * time;
                const NodeExits exits(*family, asked.book);
                PipelineClock clock(asked.book);
                ApartClock parts(*family, layout, exits, asked.book, clock);
                std::vector<ApartCut> cuts;
                for (std::size_t part = 0; part < layout.size(); ++part) {
                    QVERIFY(parts.mayBeat(part, 2 * time));
                    std::size_t nodes = 10'000'000, timed = 1'000'000;
                    const auto all = parts.cuts(part, 2 * time, nodes, timed);
                    const auto found = std::find_if(all.cuts.begin(), all.cuts.end(),
                                                    [&](const ApartCut &each) { return each.cut == even; });
                    QVERIFY(found != all.cuts.end());
                    cuts.push_back(*found);
                }
                for (std::size_t part = 0; part < layout.size(); ++part) {
                    const double beside = parts.leastBeside(part, cuts[part]);
                    QVERIFY2(beside <= time && beside > least, qPrintable(QString::number(beside / time)));
                }
                const double together = parts.time({&cuts[0], &cuts[1]});
                QVERIFY2(together <= time && together > least, qPrintable(QString::number(together / time)));
            }
        }
    }
    void mappingsAreObeyed()
    {
        auto cluster = mixedCluster();
        cluster.deviceGroups = {{"fast", {"h"}, {}}};
        const Mapping mapping{"fast", MappingRule::pin, MappingTarget::stages, {0}, {}};
        const auto topology = test::topology(cluster);
        auto workload = test::smallGpt(6, 1024, 12);
        workload.job.runs = test::unlikePipelinesOnly();
        SearchOptions options;
        options.mappings = resolveMappings({mapping}, cluster, topology);
        const auto result = searchPlans(topology, workload, options);
        QVERIFY(result && result->proved && !result->plans.empty());
        for (const auto &ranked : result->plans) {
            for (const auto &pipeline : ranked.plan.pipelines) {
                for (std::size_t s = 1; s < pipeline.stages.size(); ++s)
                    QVERIFY(!pipeline.stages[s].groups.front().devices.front().starts_with("h:"));
            }
        }
        const auto certificate = makeCertificate(*result, projectFingerprint(cluster, workload, {mapping}));
        const auto findings = checkCertificate(certificate, cluster, topology, workload, {mapping});
        QVERIFY2(findings.ok(), findings.ok() ? "" : toString(findings.errors.front()).c_str());
    }
    void whyAFamilyIsNotTheAnswerIsSaid()
    {
        auto workload = test::smallGpt(4, 1024, 8);
        workload.job.runs = test::unlikePipelinesOnly();
        const auto topology = test::topology(mixedCluster());
        SearchOptions options;
        options.threads = 1;
        const auto result = searchPlans(topology, workload, options);
        QVERIFY(result && result->proved);
        const auto claim = std::find_if(result->claims.begin(), result->claims.end(), [](const FamilyClaim &each) {
            return each.family.ends_with("(pipelines by type)") && each.verdict == FamilyVerdict::bounded;
        });
        QVERIFY(claim != result->claims.end());
        const auto why = whyNotFamily(topology, workload, options, *result, claim->family);
        QVERIFY(why && isEmpty(why->reason));
        QVERIFY(why->everyLayout && why->minTime >= result->bestValue);
        // Unticked, that is the reason.
        workload.job.runs.degrees->unlikePipelines = false;
        const auto without = searchPlans(topology, workload, options);
        QVERIFY(without);
        const auto lacks = whyNotFamily(topology, workload, options, *without, claim->family);
        QVERIFY(lacks);
        const auto *missing = std::get_if<MissingFeature>(&lacks->reason);
        QVERIFY(missing && missing->lack == SoftwareLack::unlikePipelines);
    }
    void aClaimThatIsTooHighIsRefused()
    {
        auto workload = test::smallGpt(4, 1024, 8);
        workload.job.runs = test::unlikePipelinesOnly();
        const auto cluster = mixedCluster();
        const auto topology = test::topology(cluster);
        const auto result = searchPlans(topology, workload, {.threads = 1});
        QVERIFY(result && result->proved);
        const auto certificate = makeCertificate(*result, projectFingerprint(cluster, workload, {}));
        QVERIFY(checkCertificate(certificate, cluster, topology, workload, {}).ok());
        auto forged = certificate;
        const auto apart = std::find_if(forged.families.begin(), forged.families.end(), [](const FamilyClaim &claim) {
            return claim.family.ends_with("(pipelines by type)");
        });
        QVERIFY(apart != forged.families.end());
        *apart = {apart->family, FamilyVerdict::outOfMemory, 0};
        forged.prunedBy = prunedByOf(forged.families);
        QVERIFY(!checkCertificate(forged, cluster, topology, workload, {}).ok());
    }
};

QTEST_GUILESS_MAIN(ApartTest)
#include "apart_test.moc"
