// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/layer_work.h"
#include "workload/workload_json.h"

#include "support/clusters.h"
#include "support/property.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

namespace {

double flopsOf(const LayerWork &work, OperationName name)
{
    for (const auto &operation : work.operations) {
        if (operation.name == name)
            return operation.forward.value;
    }
    return 0;
}

bool has(const LayerWork &work, OperationName name)
{
    return std::any_of(work.operations.begin(), work.operations.end(),
                       [name](const Operation &operation) { return operation.name == name; });
}

Workload hybrid()
{
    auto workload = test::smallGpt();
    workload.model.linearAttention = LinearAttention{8, 16, 128, 64, 4};
    workload.model.stateSpace = StateSpace{32, 64, 128, 8, 4, 256};
    workload.model.window = 128;
    workload.model.blocks = {{{Mixer::stateSpace, Feed::none}, 2},
                             {{Mixer::none, Feed::dense}, 1},
                             {{Mixer::linear, Feed::dense}, 1},
                             {{Mixer::window, Feed::dense}, 1}};
    workload.model.layers = 12;
    return workload;
}

} // namespace

class BlockTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theListRepeats()
    {
        const auto model = hybrid().model;
        const auto m = [&model](int layer) { return model.block(layer).mixer; };
        for (int layer = 1; layer <= 12; layer += 5) {
            QCOMPARE(m(layer), Mixer::stateSpace);
            QCOMPARE(m(layer + 1), Mixer::stateSpace);
        }
        for (const int layer : {3, 8}) {
            QCOMPARE(m(layer), Mixer::none);
            QCOMPARE(m(layer + 1), Mixer::linear);
            QCOMPARE(m(layer + 2), Mixer::window);
        }
        QVERIFY(!model.hasOneKindOfBlock());
        QVERIFY(model.uses(Mixer::window) && model.uses(Feed::none) && !model.uses(Mixer::attention));
        QVERIFY(test::smallGpt().model.hasOneKindOfBlock());
    }

    void theFirstBlocksOfAMixtureAreDense()
    {
        auto model = test::smallGpt().model;
        model.layers = 6;
        model.moe = MixtureOfExperts{8, 2, 0, 512, 2};
        model.window = 64;
        model.blocks = {{{Mixer::window, Feed::experts}, 1}, {{Mixer::attention, Feed::dense}, 1}};
        QVERIFY(model.block(1) == (ModelBlock{Mixer::window, Feed::dense}));
        QVERIFY(model.block(3) == (ModelBlock{Mixer::window, Feed::experts}));
        QVERIFY(model.block(4) == (ModelBlock{Mixer::attention, Feed::dense}));
        QVERIFY(model.isMoeBlock(5) && !model.isMoeBlock(6) && !model.isMoeBlock(7));
    }

    void theShortestListIsFound()
    {
        HETEROSCOPE_PROPERTY("repeatingRuns gives the same blocks", [] {
            const auto count = *rc::gen::inRange(1, 24);
            std::vector<ModelBlock> blocks;
            for (int i = 0; i < count; ++i)
                blocks.push_back({*rc::gen::element(Mixer::attention, Mixer::window), Feed::dense});
            Model model;
            model.layers = count;
            model.blocks = repeatingRuns(blocks);
            for (int i = 0; i < count; ++i)
                RC_ASSERT(model.block(i + 1) == blocks[static_cast<std::size_t>(i)]);
        });
        const std::vector<ModelBlock> alternate{{Mixer::window, Feed::dense},
                                                {Mixer::attention, Feed::dense},
                                                {Mixer::window, Feed::dense},
                                                {Mixer::attention, Feed::dense}};
        QCOMPARE(repeatingRuns(alternate).size(), std::size_t(2));
        QVERIFY(repeatingRuns({}).empty());
    }

    void aWindowSeesItsPartOfTheScores()
    {
        auto workload = hybrid();
        const double s = workload.job.sequenceLength, width = 1024; // heads times head dimension
        const auto scores = [&](double window) {
            workload.model.window = static_cast<int>(window);
            return flopsOf(layerWork(workload, 5, {}, 1), OperationName::fusedAttention);
        };
        QCOMPARE(scores(s), 2 * s * s * width);
        for (const double window : {1.0, 64.0, 500.0})
            QCOMPARE(scores(window) / (4 * width * (s * window - window * window / 2)), 1.0);
    }

    void aRingGoesNoFurtherThanTheWindow()
    {
        auto workload = hybrid();
        const auto ring = [&workload](int window) {
            workload.model.window = window;
            return layerWork(workload, 5, {1, 8, 1, false}, 1).collectives.front().bytes.value;
        };
        const double keysAndValues = 2.0 * workload.job.sequenceLength / 8 * 1024 * 2; // of one device
        // A ring over 8 devices that moves b bytes passes on 7/8 of them.
        QCOMPARE(ring(workload.job.sequenceLength), keysAndValues * 8);
        QCOMPARE(ring(workload.job.sequenceLength / 8) * 7 / 8, keysAndValues);
        QCOMPARE(ring(workload.job.sequenceLength / 4) * 7 / 8, 2 * keysAndValues);
    }

    void linearAttentionGrowsWithTheTokensOnly()
    {
        auto workload = hybrid();
        const double s = workload.job.sequenceLength;
        const auto work = layerWork(workload, 4, {}, 3);
        // Per token and value head: 64 (3 x 128 + 2 x 64) / 2 in the chunk and 3 x 128 x 64 with the state.
        QCOMPARE(flopsOf(work, OperationName::deltaRule),
                 2 * 3 * s * 16 * (64 * (3 * 128 + 2 * 64) / 2 + 3 * 128 * 64));
        // Queries, keys, values, gate and two numbers a head.
        QCOMPARE(flopsOf(work, OperationName::mixerInput), 2 * 3 * s * 1024 * (2 * 8 * 128 + 2 * 16 * 64 + 2 * 16));
        QCOMPARE(flopsOf(work, OperationName::mixerOutput), 2 * 3 * s * 1024 * 16 * 64);
        workload.job.sequenceLength *= 2;
        QCOMPARE(flopsOf(layerWork(workload, 4, {}, 3), OperationName::deltaRule),
                 2 * flopsOf(work, OperationName::deltaRule));
    }

    void aStateSpaceLayerHasNoMlp()
    {
        const auto workload = hybrid();
        const double s = workload.job.sequenceLength, inner = 32 * 64;
        const auto work = layerWork(workload, 1, {}, 1);
        QVERIFY(!has(work, OperationName::mlpUp) && !has(work, OperationName::mlpNorm) &&
                has(work, OperationName::attentionNorm));
        QCOMPARE(flopsOf(work, OperationName::mixerInput), 2 * s * 1024 * (2 * inner + 2 * 8 * 128 + 32));
        // In chunks of 256 tokens, half of whose pairs are causal.
        QCOMPARE(flopsOf(work, OperationName::stateScan), 2 * s * (128 * (8 * 128 + inner) + 2 * inner * 128));
        const auto mlp = layerWork(workload, 3, {}, 1);
        QVERIFY(has(mlp, OperationName::mlpUp) && !has(mlp, OperationName::attentionNorm) &&
                !has(mlp, OperationName::fusedAttention));
    }

    void shardingConservesTheWorkOfEveryMixer()
    {
        const auto workload = hybrid();
        for (int layer = 1; layer <= 5; ++layer) {
            const auto whole = layerWork(workload, layer, {}, 2);
            const auto part = layerWork(workload, layer, {4, 2, 1, true}, 2);
            double sum = 0, shared = 0;
            for (const auto &operation : whole.operations)
                sum += operation.forward.value;
            for (const auto &operation : part.operations)
                shared += operation.forward.value;
            QVERIFY(std::abs(shared * 8 / sum - 1) < 1e-12);
            QVERIFY(std::abs(part.activations.value * 8 / whole.activations.value - 1) < 1e-12);
            // A block has as many pairs of TP collectives as halves.
            const auto gathers = std::find_if(part.collectives.begin(), part.collectives.end(), [](const auto &each) {
                return each.name == CollectiveName::tpAllGather;
            });
            QVERIFY(gathers != part.collectives.end());
            const auto block = workload.model.block(layer);
            QCOMPARE(gathers->forwardCount, (block.mixer != Mixer::none) + (block.feed != Feed::none));
        }
    }

    void tpHasToDivideTheHeadsOfEveryMixer()
    {
        auto model = hybrid().model;
        QVERIFY((mixerHeads(model) == std::vector<int>{8, 16, 32}));
        model.blocks.clear();
        QVERIFY(mixerHeads(model).empty());
    }

    void whatIsUsualIsNotWritten()
    {
        auto model = hybrid().model;
        model.blocks.push_back({{Mixer::attention, Feed::dense}, 1});
        const auto json = toJson(model);
        QCOMPARE(json["blocks"].dump(), std::string(R"([{"mixer":"stateSpace","feed":"none","count":2},)"
                                                    R"({"mixer":"none"},{"mixer":"linear"},{"mixer":"window"},)"
                                                    R"({"mixer":"attention"}])"));
        Findings findings;
        QVERIFY(readModel(json, "", findings) == model);
        QVERIFY(findings.ok());
    }
};

QTEST_GUILESS_MAIN(BlockTest)
#include "block_test.moc"
