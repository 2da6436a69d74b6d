// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/plan.h"
#include "strategy/plan_json.h"

#include "support/clusters.h"
#include "support/sample_cluster.h"
#include "support/strict_test.h"

#include <functional>

using namespace heteroscope;

struct PlanCase
{
    Plan plan = samples::plan();
    Workload workload = samples::workload();
    Cluster cluster = samples::pairCluster();
};
using Spoil = std::function<void(PlanCase &)>;
Q_DECLARE_METATYPE(Spoil)

class PlanTest : public StrictTest
{
    Q_OBJECT

    static Findings check(const PlanCase &one)
    {
        return findPlanMistakes(one.plan, *Topology::build(one.cluster), one.workload, "/plan");
    }

private slots:
    void labelsTheUsualPlan()
    {
        auto plan = samples::plan();
        QCOMPARE(planLabel(plan), std::string("TP4 PP2 DP1 · 1F1B m16"));
        plan.zeroStage = 1;
        plan.pipelines.push_back(plan.pipelines.front());
        QCOMPARE(planLabel(plan), std::string("TP4 PP2 DP2 · 1F1B m16 · ZeRO-1"));
    }

    void labelsWhatDiffers()
    {
        auto plan = samples::plan();
        plan.schedule = ScheduleKind::interleaved;
        plan.pipelines.push_back(plan.pipelines.front());
        plan.pipelines[1].microBatches = 8;
        auto &stage = plan.pipelines[0].stages[0];
        stage.groups[0].tp = 2;
        stage.groups[0].cp = 2;
        stage.groups[0].ep = 2;
        stage.recompute = Recompute::selective;
        stage.chunks = {{0, 2}, {4, 2}};
        QCOMPARE(planLabel(plan), std::string("TP2-4 PP2 DP2 CP1-2 EP1-2 VP2 · interleaved 1F1B m8-16 · R sel"));
        plan.pipelines[1].stages[0] = stage; // the attention core
        stage.recomputeModules.add(RecomputeModule::norms);
        QVERIFY(QString::fromStdString(planLabel(plan)).endsWith(" · recompute core_attn+layernorm"));
        plan.pipelines[1].stages[0] = stage;
        plan.pipelines[1].stages[0].recomputeModules.add(RecomputeModule::expertActivation);
        QVERIFY(QString::fromStdString(planLabel(plan)).endsWith(" · recompute layernorm+moe_act"));
        plan.pipelines[1].stages[1].recompute = Recompute::full;
        QVERIFY(QString::fromStdString(planLabel(plan)).endsWith(" · recompute 0-4"));
    }

    void labelsHowManyBlocksAreRecomputed()
    {
        const auto label = [](std::optional<int> first, std::optional<int> second) {
            auto plan = samples::plan(); // chunks of four blocks
            auto &stages = plan.pipelines[0].stages;
            stages[0].recompute = stages[1].recompute = Recompute::full;
            stages[0].recomputeLayers = first;
            stages[1].recomputeLayers = second;
            const std::string all = planLabel(plan);
            return all.substr(std::string("TP4 PP2 DP1 · 1F1B m16").size());
        };
        QCOMPARE(label({}, {}), std::string(" · recompute"));
        QCOMPARE(label(3, 3), std::string(" · recompute 3"));
        QCOMPARE(label(0, 3), std::string(" · recompute 0-3"));
        QCOMPARE(label(3, {}), std::string(" · recompute 3-4"));
        QCOMPARE(label(4, {}), std::string(" · recompute")); // all
        QCOMPARE(label(100, 4), std::string(" · recompute"));
        QCOMPARE(label(0, 0), std::string());
    }

    void countsBlocksWithoutEmbeddingAndHead()
    {
        QCOMPARE(blocksOf({0, 10}, 10), 8);
        QCOMPARE(blocksOf({0, 1}, 10), 0);
        QCOMPARE(blocksOf({9, 1}, 10), 0);
        QCOMPARE(blocksOf({1, 4}, 10), 4);
        QCOMPARE(blocksOf({5, 5}, 10), 4);
    }

    void recomputesTheFirstBlocksOfEachChunk()
    {
        Stage stage;
        stage.recompute = Recompute::full;
        stage.chunks = {{0, 3}, {6, 4}};
        stage.recomputeLayers = 1;
        const auto recomputed = [&stage](int layer) {
            return recomputeOf(stage, stage.chunks[layer < 3 ? 0 : 1], layer) == Recompute::full;
        };
        QVERIFY(recomputed(1) && !recomputed(2));
        QVERIFY(recomputed(6) && !recomputed(7) && !recomputed(8));
        QVERIFY(!recomputesAlike(stage, 10));
        stage.recomputeLayers = 2;
        QVERIFY(recomputed(2) && recomputed(7) && !recomputed(8));
        stage.recomputeLayers = 3;
        QVERIFY(recomputesAlike(stage, 10));
        stage.recomputeLayers.reset();
        QVERIFY(recomputed(8));
        stage.recompute = Recompute::selective;
        QCOMPARE(recomputeOf(stage, stage.chunks[0], 1), Recompute::selective);
    }

    void oneSettingMaySayWhatAllStagesRecompute()
    {
        Plan plan;
        plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}}, {4, 7}, 8)}; // three blocks and six
        auto &stages = plan.pipelines.front().stages;
        const auto alike = [&](Recompute recompute, std::optional<int> first, std::optional<int> second) {
            stages[0].recompute = stages[1].recompute = recompute;
            stages[0].recomputeLayers = first;
            stages[1].recomputeLayers = second;
            return stagesRecomputeAlike(plan);
        };
        QVERIFY(alike(Recompute::none, {}, {}) && alike(Recompute::selective, {}, {}) &&
                alike(Recompute::full, {}, {}));
        QVERIFY(alike(Recompute::full, 2, 2) && !alike(Recompute::full, 2, 1));
        // Four of each chunk are all of the first stage's.
        QVERIFY(alike(Recompute::full, {}, 4) && alike(Recompute::full, 5, 5) && !alike(Recompute::full, {}, 2));
        QVERIFY(alike(Recompute::full, 0, 0));
        stages[1].recompute = Recompute::none; // as the first stage, which recomputes none of its blocks
        QVERIFY(stagesRecomputeAlike(plan));
        stages[0].recompute = Recompute::selective;
        QVERIFY(!stagesRecomputeAlike(plan));
        stages[1].recompute = Recompute::selective;
        stages[1].recomputeModules = RecomputeModules::of(RecomputeModule::norms);
        QVERIFY(!stagesRecomputeAlike(plan));
    }

    void labelsNothing() { QCOMPARE(planLabel({}), std::string("TP0 PP0 DP0 · 1F1B m0")); }

    void countsDevicesAndDegrees()
    {
        const auto plan = samples::plan();
        QCOMPARE(deviceCount(plan), 8);
        QCOMPARE(pipelineDegree(plan), 2);
        QCOMPARE(largestTensorDegree(plan), 4);
        QCOMPARE(virtualStages(plan), 1);
    }

    void writesTheKeysOfTheContract()
    {
        auto plan = samples::plan();
        const auto json = toJson(plan);
        QStringList keys;
        for (const auto &[key, value] : json.items())
            keys << QString::fromStdString(key);
        QCOMPARE(keys, (QStringList{"formatVersion", "schedule", "scheduleOptions", "microBatchSize", "zeroStage",
                                    "sequenceParallel", "contextParallel", "expertParallel", "overlap", "unusedDevices",
                                    "pipelines"}));
        const auto &stage = json["pipelines"][0]["stages"][0];
        QVERIFY(!stage.contains("microBatchSize"));
        QCOMPARE(toText(stage["chunks"]), std::string("[\n  [0, 5]\n]\n"));
        QCOMPARE(stage["groups"][0]["devices"].size(), std::size_t(4));
    }

    void roundTrips()
    {
        auto plan = samples::plan();
        plan.schedule = ScheduleKind::interleaved;
        plan.zeroStage = 3;
        plan.sequenceParallel = true;
        plan.overlap = {true, false, true};
        plan.unusedDevices = {"b:7"};
        plan.pipelines[0].stages[1].recompute = Recompute::full;
        plan.pipelines[0].stages[0].recomputeLayers = 0;
        plan.pipelines[0].stages[1].recomputeLayers = 3;
        plan.pipelines[0].stages[1].microBatchSize = 2;
        plan.sharing = {4, false, 2, Precision::fp8};
        plan.offload = {true, true};
        plan.gradientBucket = ddpGradientBucket;
        plan.pipelines[0].stages[1].recomputeModules.add(RecomputeModule::norms);
        plan.pipelines[0].stages[1].recomputeModules.add(RecomputeModule::expertActivation);
        plan.extensions = {{"x-a", "1"},
                           {"overlap/x-b", "2"},
                           {"scheduleOptions/x-c", "3"},
                           {"sharing/x-g", "7"},
                           {"offload/x-h", "8"}};
        plan.pipelines[0].extensions = {{"x-d", "4"}};
        plan.pipelines[0].stages[0].extensions = {{"x-e", "5"}};
        plan.pipelines[0].stages[0].groups[0].extensions = {{"x-f", "6"}};
        Findings findings;
        QVERIFY(readPlan(toJson(plan), "", findings) == plan);
        QVERIFY(findings.ok());
    }

    void theLabelSaysWhoSharesStates()
    {
        auto plan = samples::plan();
        plan.zeroStage = 3;
        plan.sharing.group = 8;
        QVERIFY(planLabel(plan).ends_with(" · ZeRO-3 over 8"));
        plan.offload.optimizer = true;
        QVERIFY(planLabel(plan).ends_with(" · ZeRO-3 over 8 · offload"));
    }

    void namesTheModulesItKnows()
    {
        auto json = toJson(samples::plan());
        json["pipelines"][0]["stages"][0]["recomputeModules"] = {"mlp", "heart"};
        Findings findings;
        readPlan(json, "", findings);
        QCOMPARE(findings.errors.size(), std::size_t(1));
        QCOMPARE(findings.errors[0].path, std::string("/pipelines/0/stages/0/recomputeModules"));
        QCOMPARE(findings.errors[0].found, std::string("\"heart\""));
    }

    void refusesANewerVersionWithOneError()
    {
        auto json = toJson(samples::plan());
        json["formatVersion"] = 2;
        json["pipelines"] = "something new";
        Findings findings;
        readPlan(json, "/plan", findings);
        QCOMPARE(findings.errors.size(), std::size_t(1));
        QCOMPARE(findings.errors[0].code, Error::Code::version);
        QCOMPARE(findings.errors[0].path, std::string("/plan/formatVersion"));
    }

    void refusesChunksThatAreNoPairs_data()
    {
        QTest::addColumn<QByteArray>("chunks");
        for (const char *text : {"[0, 5]", "[[0]]", "[[0, 5, 1]]", "[[0, \"5\"]]", "[[-1, 5]]", "[[0, 0]]",
                                 "[[0.5, 5]]", "[[0, 1e99]]", "[[0, 4294967297]]", "{}", "[{}]"})
            QTest::newRow(text) << QByteArray(text);
    }
    void refusesChunksThatAreNoPairs()
    {
        QFETCH(QByteArray, chunks);
        auto json = toJson(samples::plan());
        json["pipelines"][0]["stages"][0]["chunks"] = *parseJson(chunks.toStdString());
        Findings findings;
        readPlan(json, "", findings);
        QVERIFY(!findings.ok());
        QCOMPARE(findings.errors[0].path, std::string("/pipelines/0/stages/0/chunks"));
    }

    void refusesANumberOfBlocksThatIsNone()
    {
        for (const char *number : {"-1", "1.5", "\"3\"", "20001"}) {
            auto json = toJson(samples::plan());
            json["pipelines"][0]["stages"][0]["recomputeLayers"] = *parseJson(number);
            Findings findings;
            readPlan(json, "", findings);
            QCOMPARE(findings.errors.size(), std::size_t(1));
            QCOMPARE(findings.errors[0].path, std::string("/pipelines/0/stages/0/recomputeLayers"));
        }
        PlanCase one;
        one.plan.pipelines[0].stages[0].recompute = Recompute::selective;
        one.plan.pipelines[0].stages[0].recomputeLayers = 3;
        const auto findings = check(one);
        QCOMPARE(findings.errors.size(), std::size_t(1));
        QCOMPARE(findings.errors[0].found, std::string("3 with recompute \"selective\""));
    }

    void findsNoMistakeInASoundPlan()
    {
        const auto findings = check({});
        QVERIFY2(findings.ok(), findings.ok() ? "" : toString(findings.errors.front()).c_str());
    }

    void allowsUnlikeGroupsPipelinesAndChunks()
    {
        PlanCase one;
        one.plan.microBatchSize = 3;
        one.workload.job.globalBatch = 3 * (2 + 4);
        Stage mixed;
        mixed.chunks = {{0, 5}};
        mixed.groups = {samples::group("a", 0, 2, 2), samples::group("a", 2, 1, 1)};
        Stage narrow;
        narrow.chunks = {{5, 5}};
        narrow.groups = {samples::group("a", 3, 1, 3)};
        Stage whole;
        whole.chunks = {{0, 10}};
        whole.groups = {samples::group("b", 0, 8, 3)};
        one.plan.pipelines = {{2, {mixed, narrow}, {}}, {4, {whole}, {}}};
        auto findings = check(one);
        QVERIFY2(findings.ok(), findings.ok() ? "" : toString(findings.errors.front()).c_str());

        PlanCase interleaved;
        interleaved.plan.schedule = ScheduleKind::interleaved;
        interleaved.plan.pipelines[0].stages[0].chunks = {{0, 3}, {5, 2}};
        interleaved.plan.pipelines[0].stages[1].chunks = {{3, 2}, {7, 3}};
        findings = check(interleaved);
        QVERIFY2(findings.ok(), findings.ok() ? "" : toString(findings.errors.front()).c_str());
    }

    void findsEachMistakeAtItsPlace_data()
    {
        QTest::addColumn<Spoil>("spoil");
        QTest::addColumn<QString>("path");
        const auto row = [](const char *name, const char *path, Spoil spoil) {
            QTest::newRow(name) << spoil << QString(path);
        };
        const char *group = "/pipelines/0/stages/0/groups/0";
        const auto place = [group](const char *end) { return std::string(group) + end; };
        const auto first = [](PlanCase &c) -> TensorGroup & { return c.plan.pipelines[0].stages[0].groups[0]; };
        row("no pipeline", "/pipelines", [](PlanCase &c) { c.plan.pipelines.clear(); });
        row("no stage", "/pipelines/0/stages", [](PlanCase &c) { c.plan.pipelines[0].stages.clear(); });
        row("recompute of a number of blocks", "/pipelines/0/stages/0/recomputeLayers",
            [](PlanCase &c) { c.plan.pipelines[0].stages[0].recomputeLayers = 2; });
        row("recompute of -1 blocks", "/pipelines/0/stages/1/recomputeLayers", [](PlanCase &c) {
            c.plan.pipelines[0].stages[1].recompute = Recompute::full;
            c.plan.pipelines[0].stages[1].recomputeLayers = -1;
        });
        row("no group", "/pipelines/0/stages/1/groups",
            [](PlanCase &c) { c.plan.pipelines[0].stages[1].groups.clear(); });
        row("unknown device", place("/devices/2").c_str(), [first](PlanCase &c) { first(c).devices[2] = "a:8"; });
        row("device twice", "/pipelines/0/stages/1/groups/0/devices/0",
            [](PlanCase &c) { c.plan.pipelines[0].stages[1].groups[0].devices[0] = "a:1"; });
        row("used and unused", "/unusedDevices/0", [](PlanCase &c) { c.plan.unusedDevices = {"a:1"}; });
        row("unknown unused", "/unusedDevices/0", [](PlanCase &c) { c.plan.unusedDevices = {"q:1"}; });
        row("fewer devices than tp", place("/devices").c_str(), [first](PlanCase &c) { first(c).devices.pop_back(); });
        row("tp 0", place("/tp").c_str(), [first](PlanCase &c) { first(c).tp = 0; });
        row("tp does not divide heads", place("/tp").c_str(), [first](PlanCase &c) {
            c.workload.model.heads = 18;
            first(c).tp = 4;
        });
        row("tp does not divide ffn", place("/tp").c_str(), [](PlanCase &c) { c.workload.model.ffn = 4098; });
        row("cp", place("/cp").c_str(), [first](PlanCase &c) {
            first(c).tp = 2;
            first(c).cp = 2;
        });
        row("cp and sequence", place("/cp").c_str(), [first](PlanCase &c) {
            c.plan.contextParallel = 2;
            first(c).tp = 2;
            first(c).cp = 2;
            c.workload.job.sequenceLength = 2047;
        });
        row("ep without experts", "/expertParallel", [](PlanCase &c) { c.plan.expertParallel = 2; });
        row("ep does not divide", place("/ep").c_str(), [first](PlanCase &c) { first(c).ep = 2; });
        row("ep and experts", "/expertParallel", [](PlanCase &c) {
            c.workload.model.moe = MixtureOfExperts{6, 2, 0, 1024, 0};
            c.plan.expertParallel = 4;
        });
        row("layers left over", "/pipelines/0/stages",
            [](PlanCase &c) { c.plan.pipelines[0].stages[1].chunks[0].count = 4; });
        row("layer twice", "/pipelines/0/stages/1/chunks/0", [](PlanCase &c) {
            c.plan.pipelines[0].stages[1].chunks[0] = {4, 6};
        });
        row("too many layers", "/pipelines/0/stages",
            [](PlanCase &c) { c.plan.pipelines[0].stages[1].chunks[0].count = 2'000'000'000; });
        row("layers begin late", "/pipelines/0/stages/0/chunks/0", [](PlanCase &c) {
            c.plan.pipelines[0].stages[0].chunks[0] = {1, 4};
        });
        row("chunks without interleaving", "/pipelines/0/stages/0/chunks", [](PlanCase &c) {
            c.plan.pipelines[0].stages[0].chunks = {{0, 2}, {2, 3}};
        });
        row("unlike numbers of chunks", "/pipelines/0/stages/1/chunks", [](PlanCase &c) {
            c.plan.schedule = ScheduleKind::interleaved;
            c.plan.pipelines[0].stages[0].chunks = {{0, 2}, {2, 3}};
        });
        row("stage by stage order", "/pipelines/0/stages/1/chunks/0", [](PlanCase &c) {
            c.plan.schedule = ScheduleKind::interleaved;
            c.plan.pipelines[0].stages[0].chunks = {{0, 2}, {2, 3}};
            c.plan.pipelines[0].stages[1].chunks = {{5, 2}, {7, 3}};
        });
        row("interleaved remainder", "/pipelines/0/microBatches", [](PlanCase &c) {
            c.plan.schedule = ScheduleKind::interleaved;
            c.plan.pipelines[0].microBatches = 15;
        });
        row("batch", "/pipelines", [](PlanCase &c) { c.workload.job.globalBatch = 17; });
        row("samples", "/pipelines/0/stages/0/groups", [first](PlanCase &c) { first(c).samples = 2; });
        row("no samples", place("/samples").c_str(), [first](PlanCase &c) { first(c).samples = 0; });
        row("own micro-batch size", "/pipelines/0/stages/0/microBatchSize",
            [](PlanCase &c) { c.plan.pipelines[0].stages[0].microBatchSize = 2; });
        row("ZeRO-4", "/zeroStage", [](PlanCase &c) { c.plan.zeroStage = 4; });
        row("precision", place("/devices/0").c_str(),
            [](PlanCase &c) { c.cluster.nodes[0] = samples::box("a", "V100-32GB SXM2/SXM3"); });
        row("endless work", "/pipelines", [](PlanCase &c) {
            c.workload.job.globalBatch = c.plan.pipelines[0].microBatches = 1'000'000;
            c.plan.pipelines[0].stages.resize(60, c.plan.pipelines[0].stages[0]);
        });
    }
    void findsEachMistakeAtItsPlace()
    {
        QFETCH(Spoil, spoil);
        QFETCH(QString, path);
        PlanCase one;
        spoil(one);
        const auto findings = check(one);
        QVERIFY(!findings.ok());
        QStringList all;
        for (const auto &error : findings.errors)
            all << QString::fromStdString(error.path);
        QVERIFY2(all.contains("/plan" + path), qPrintable(all.join(' ')));
    }

    void hintsAtAPrecisionTheDeviceHas()
    {
        PlanCase one;
        one.cluster.nodes[0] = samples::box("a", "V100-32GB SXM2/SXM3");
        const auto findings = check(one);
        QCOMPARE(findings.errors.size(), std::size_t(1));
        QVERIFY(QString::fromStdString(findings.errors[0].hint).contains("fp16"));
        one.workload.job.precision = Precision::fp16;
        QVERIFY(check(one).ok());
    }
};

QTEST_GUILESS_MAIN(PlanTest)
#include "plan_test.moc"
