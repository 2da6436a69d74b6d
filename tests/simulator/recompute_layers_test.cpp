// SPDX-License-Identifier: GPL-3.0-or-later
//
// Full recompute of the first blocks of each chunk only (Stage::recomputeLayers): what a stage takes and holds is that
// of so many recomputed blocks and of the others without recompute.
#include "simulator/predict_step.h"
#include "simulator/program/step_builder.h"
#include "simulator/result/explain_step.h"

#include "support/clusters.h"
#include "support/property.h"
#include "support/random_step.h"
#include "support/strict_test.h"

#include <cmath>
#include <set>

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

/// Two stages of TP 2; with two chunks each they are interleaved.
struct RecomputeCase
{
    Topology topology = test::topology(star({node("a", "A100-80GB SXM", 4)}));
    Workload workload = smallGpt(16, 1024, 4);
    Plan plan;

    explicit RecomputeCase(int chunks = 1)
    {
        plan.pipelines = {pipeline({{"a:0", "a:1"}, {"a:2", "a:3"}}, {9, 9}, 4)};
        if (chunks > 1) {
            plan.schedule = ScheduleKind::interleaved;
            plan.pipelines[0].stages[0].chunks = {{0, 5}, {9, 3}};
            plan.pipelines[0].stages[1].chunks = {{5, 4}, {12, 6}};
        }
    }
    Plan with(Recompute recompute, std::optional<int> layers = {}) const
    {
        Plan changed = plan;
        for (auto &stage : changed.pipelines[0].stages) {
            stage.recompute = recompute;
            stage.recomputeLayers = layers;
        }
        return changed;
    }
    StepResult predict(const Plan &one) const
    {
        auto result = predictStep(topology, workload, one);
        if (!result)
            qFatal("%s", toString(result.error()).c_str());
        return std::move(*result);
    }
};

bool isSame(const StepResult &one, const StepResult &other)
{
    bool same = one.stepTime == other.stepTime && one.hfu == other.hfu && one.lanes.size() == other.lanes.size();
    for (std::size_t i = 0; same && i < one.lanes.size(); ++i)
        same = one.lanes[i].time == other.lanes[i].time && one.lanes[i].peakAt == other.lanes[i].peakAt &&
               one.lanes[i].memory.total() == other.lanes[i].memory.total() &&
               one.lanes[i].activations == other.lanes[i].activations;
    return same;
}

/// The layers of a chunk: embedding and head, and blocks of either price.
struct ChunkSum
{
    const LayerCost *embedding = nullptr, *head = nullptr, *full = nullptr, *none = nullptr;
    int recomputed = 0, kept = 0;

    template<class Value>
    auto of(Value value) const
    {
        auto sum = (value(*full) * recomputed) + (value(*none) * kept);
        for (const auto *layer : {embedding, head})
            sum = layer ? sum + value(*layer) : sum;
        return sum.value;
    }
};

/// A duration is rounded up to a tick.
bool isClose(Ticks built, double seconds)
{
    return std::abs(toSeconds(built).value - seconds) <= 1e-12 + 1e-12 * seconds;
}

} // namespace

class RecomputeLayersTest : public StrictTest
{
    Q_OBJECT

private slots:
    void noneAndAllAreTheUsualOnes_data()
    {
        QTest::addColumn<int>("chunks");
        QTest::newRow("one chunk") << 1;
        QTest::newRow("two chunks") << 2;
    }
    void noneAndAllAreTheUsualOnes()
    {
        QFETCH(int, chunks);
        const RecomputeCase one(chunks);
        const auto none = one.predict(one.with(Recompute::none));
        const auto full = one.predict(one.with(Recompute::full));
        QVERIFY(!isSame(none, full));
        QVERIFY(isSame(one.predict(one.with(Recompute::full, 0)), none));
        const int most = chunks == 1 ? 8 : 5; // blocks of the largest chunk
        for (const int layers : {most, most + 1, 20'000})
            QVERIFY(isSame(one.predict(one.with(Recompute::full, layers)), full));
        const auto less = one.predict(one.with(Recompute::full, most - 1));
        QVERIFY(less.stepTime < full.stepTime && less.stepTime > none.stepTime);
    }
    void aStageIsTheSumOfItsRecomputedAndItsKeptBlocks()
    {
        for (const int chunks : {1, 2}) {
            const RecomputeCase one(chunks);
            for (int n = 0; n <= 9; ++n) {
                GroupPricer pricer(one.topology, one.workload);
                const Plan plan = one.with(Recompute::full, n);
                const auto built = buildStep(pricer, plan);
                QVERIFY(built);
                double executed = 0;
                for (std::size_t i = 0; i < built->lanes.size(); ++i) {
                    const auto &lane = built->lanes[i];
                    auto options = lane.options;
                    options.recompute = Recompute::full;
                    const auto full = pricer.groupCost(lane.devices, options);
                    options.recompute = Recompute::none;
                    const auto none = pricer.groupCost(lane.devices, options);
                    QVERIFY(full && none);
                    bool any = false;
                    for (std::size_t c = 0; c < lane.planStage->chunks.size(); ++c) {
                        const auto &range = lane.planStage->chunks[c];
                        const auto &chunk = built->program.lanes[i].chunks[c];
                        const int blocks = blocksOf(range, one.workload.model.planLayers());
                        ChunkSum sum;
                        sum.recomputed = std::min(n, blocks);
                        sum.kept = blocks - sum.recomputed;
                        sum.full = &(*full)->layer(LayerKind::denseBlock);
                        sum.none = &(*none)->layer(LayerKind::denseBlock);
                        if (range.first == 0)
                            sum.embedding = &(*none)->layer(LayerKind::embedding);
                        if (range.first + range.count == one.workload.model.planLayers())
                            sum.head = &(*none)->layer(LayerKind::head);
                        any = any || sum.recomputed > 0;
                        QVERIFY(isClose(chunk[Pass::forward].compute, sum.of([](auto &l) { return l.forward; })));
                        QVERIFY(isClose(chunk[Pass::backward].recompute, sum.of([](auto &l) { return l.recompute; })));
                        QVERIFY(
                            isClose(chunk[Pass::inputGradient].recompute, sum.of([](auto &l) { return l.recompute; })));
                        QVERIFY(isClose(chunk[Pass::backward].compute,
                                        sum.of([](auto &l) { return l.inputGradient + l.weightGradient; })));
                        QVERIFY(isClose(chunk[Pass::forward].tp,
                                        sum.of([](auto &l) { return l.forwardCommunication.tp; })));
                        QVERIFY(isClose(chunk[Pass::backward].tp,
                                        sum.of([](auto &l) { return l.backwardCommunication.tp; })));
                        QVERIFY(std::abs(static_cast<double>(chunk.activationBytes) -
                                         sum.of([](auto &l) { return l.activations; })) < 2);
                        executed += sum.of([](auto &l) { return l.executed; }) * lane.microBatches;
                    }
                    const auto working = (*full)->layer(LayerKind::denseBlock).working;
                    QCOMPARE(built->working[i].value, any ? working.value : 0.0);
                }
                QVERIFY(std::abs(built->executedFlops - executed) <= 1e-12 * executed);
            }
        }
    }
    void moreRecomputedBlocksTakeLongerAndHoldLess()
    {
        const RecomputeCase one;
        auto before = one.predict(one.with(Recompute::full, 1));
        for (int n = 2; n <= 8; ++n) {
            auto now = one.predict(one.with(Recompute::full, n));
            QVERIFY(now.stepTime > before.stepTime);
            for (std::size_t i = 0; i < now.lanes.size(); ++i)
                QVERIFY(now.lanes[i].memory.total() < before.lanes[i].memory.total());
            before = std::move(now);
        }
    }
    void operationsOfKeptBlocksHaveNoRecompute()
    {
        const RecomputeCase one;
        PredictOptions options;
        options.operations = true;
        const auto plan = one.with(Recompute::full, 3);
        const auto opened = predictStep(one.topology, one.workload, plan, options);
        QVERIFY(opened);
        QCOMPARE(opened->stepTime, one.predict(plan).stepTime);
        const auto &lane = opened->lanes.back();
        const auto recomputes = std::count_if(lane.intervals.begin(), lane.intervals.end(), [](const auto &interval) {
            return interval.activity == Activity::recompute && interval.end > interval.start;
        });
        // The head has a segment like the three blocks.
        QCOMPARE(static_cast<int>(recomputes), 4 * (3 + 1));
    }
    void anExplanationSaysHowManyBlocksAreRecomputed()
    {
        const RecomputeCase one;
        const auto plan = one.with(Recompute::full, 3);
        const auto result = one.predict(plan);
        const auto explained = explainLane(one.topology, one.workload, plan, result, 0);
        QVERIFY(explained);
        const auto layersOf = [&explained](Activity activity) {
            std::set<double> layers;
            for (const auto &group : explained->time.find(activity)->parts) {
                for (const auto &term : group.parts) {
                    if (const auto *place = std::get_if<LayerPlace>(&term.where);
                        place && place->kind == LayerKind::denseBlock)
                        layers.insert(place->layers);
                }
            }
            return layers;
        };
        QCOMPARE(layersOf(Activity::recompute), std::set<double>{3});
        QCOMPARE(layersOf(Activity::forward), std::set<double>{8});
        QVERIFY(!explained->time.find(Activity::forward)->find(PlainTerm::keptBlocks));
    }
    void aProfileWithRecomputeExplainsKeptBlocksApart()
    {
        const RecomputeCase one;
        LayerProfile profile;
        profile.device = "A100-80GB SXM";
        profile.hidden = one.workload.model.hidden;
        profile.heads = one.workload.model.heads;
        profile.ffn = one.workload.model.ffn;
        profile.vocab = one.workload.model.vocab;
        profile.sequence = one.workload.job.sequenceLength;
        profile.precision = one.workload.job.precision;
        profile.tp = 2;
        profile.recompute = Recompute::full;
        profile.block = {Seconds(0.002), Seconds(0.006)};
        profile.head = profile.embedding = {Seconds(0.001), Seconds(0.002)};
        profile.source = "by hand";
        auto calibration = builtinCalibration();
        calibration.profiles = std::make_shared<LayerProfiles>(std::vector{profile});
        GroupPricer pricer(one.topology, one.workload, Seconds(0), &calibration);
        const auto plan = one.with(Recompute::full, 3);
        const auto result = predictStep(pricer, plan, {.timeline = false});
        QVERIFY(result);
        const auto explained = explainLane(pricer, plan, *result, 0);
        QVERIFY(explained);
        const auto *backward = explained->time.find(Activity::backward);
        const auto *kept = backward->find(PlainTerm::keptBlocks);
        QVERIFY(kept);
        double sum = 0;
        for (const auto &part : backward->parts)
            sum += part.value;
        QVERIFY(std::abs(sum - backward->value) <= 1e-12);
        QVERIFY(std::abs(backward->value -
                         toSeconds(result->lanes[0].time[static_cast<std::size_t>(Activity::backward)]).value) <=
                1e-12);
    }
};

QTEST_GUILESS_MAIN(RecomputeLayersTest)
#include "recompute_layers_test.moc"
