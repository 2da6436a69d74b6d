// SPDX-License-Identifier: GPL-3.0-or-later
//
// Encoder and decoder, vision tower, modules for further tokens, packed documents and adapters against closed forms.
#include "workload/layer_work.h"
#include "workload/workload_json.h"

#include "support/clusters.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

namespace {

double flops(const LayerWork &work)
{
    double sum = 0;
    for (const auto &operation : work.operations)
        sum += operation.forward.value;
    return sum;
}

double flopsOfAll(const LayerWork &work, OperationName name)
{
    double sum = 0;
    for (const auto &operation : work.operations)
        sum += operation.name == name ? operation.forward.value : 0;
    return sum;
}

/// 2 encoder blocks with sequences of 256 tokens, 4 decoder blocks with 1,024.
Workload encoderDecoder()
{
    auto workload = test::smallGpt();
    workload.model.encoder = Encoder{2, 256};
    return workload;
}

/// A tower of 2 blocks of width 512 in front of 4 blocks of width 1,024; 4 patches give a token.
Workload withVision()
{
    auto workload = test::smallGpt();
    workload.model.vision = VisionTower{2, 512, 8, 2048, false, 256, 588, 4};
    workload.job.images = 3;
    return workload;
}

const Model &preset(std::string_view name)
{
    const Model *model = findModel(name);
    if (!model)
        qFatal("no such model");
    return *model;
}

std::string firstError(const Json &json, bool isModel)
{
    Findings findings;
    if (isModel)
        readModel(json, "", findings);
    else
        readWorkload({{"model", toJson(test::smallGpt().model)}, {"job", json}}, "", findings);
    return findings.ok() ? "" : findings.errors.front().path;
}

} // namespace

class ModelPartsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aModuleForAFurtherTokenIsABlockWithAHead()
    {
        auto workload = test::smallGpt();
        const double s = workload.job.sequenceLength, h = 1024, samples = 3;
        const auto plain = layerWork(workload, 7, {}, samples), block = layerWork(workload, 6, {}, samples);
        for (const int modules : {1, 2}) {
            workload.model.predictionModules = modules;
            const auto head = layerWork(workload, 7, {}, samples);
            const double joined = 2 * samples * s * h * 2 * h;
            QCOMPARE(flops(head), flops(plain) + modules * (flops(plain) + flops(block) + joined));
            QCOMPARE(head.predictionBlocks, modules);
            // Inputs of two norms and of the product of twice the width.
            QCOMPARE(head.activations.value,
                     plain.activations.value +
                         modules * (plain.activations.value + block.activations.value + 4 * samples * s * h * 2));
        }
        // Shared tables: two norms more, the product and the block (arXiv 2412.19437, section 2.2).
        const double module = layerParameters(workload.model, 6).total() + 2 * h * h + 3 * h;
        QCOMPARE(layerParameters(workload.model, 7).total(), h + 32000 * h + 2 * module);
        QVERIFY(workload.model.sharesEmbedding() && !workload.model.tiedEmbeddings);
    }
    void theModuleOfDeepSeekV3IsAsPublished()
    {
        // 11.5 B of its own, as the model's README of its weights says.
        auto model = preset("DeepSeek-V3 671B");
        const int head = model.layers + 1;
        const double before = layerParameters(model, head).total();
        const double published = totalParameters(model);
        model.predictionModules = 1;
        QVERIFY(std::abs((layerParameters(model, head).total() - before) / 11.5e9 - 1) < 0.02);
        QCOMPARE(totalParameters(model), published);
        QVERIFY(preset("DeepSeek-V3 671B with MTP").predictionModules == 1);
    }
    void expertsOfTheModuleAreSharded()
    {
        auto workload = test::smallGpt();
        workload.model.moe = MixtureOfExperts{8, 2, 0, 512, 0};
        workload.model.predictionModules = 1;
        const auto head = layerWork(workload, 7, {2, 1, 4, true}, 1);
        const auto parameters = layerParameters(workload.model, 7);
        QVERIFY(head.hasExperts && parameters.experts > 0);
        QCOMPARE(head.parameters, parameters.dense / 2 + parameters.experts / 8);
        QVERIFY(std::any_of(head.collectives.begin(), head.collectives.end(),
                            [](const auto &each) { return each.name == CollectiveName::expertAllToAll; }));
    }
    void decodersLookAtTheEncodersTokens()
    {
        auto workload = encoderDecoder();
        const double s = 1024, encoded = 256, width = 1024, samples = 2;
        QVERIFY(workload.model.block(2).mixer == Mixer::encoder && workload.model.block(3).mixer == Mixer::cross);
        // All pairs in the encoder and towards it, half of them in the decoder (arXiv 1910.10683, section 2.1).
        const auto encoder = layerWork(workload, 1, {}, samples), decoder = layerWork(workload, 3, {}, samples);
        QCOMPARE(flopsOfAll(encoder, OperationName::fusedAttention), 4 * samples * encoded * encoded * width);
        QCOMPARE(flopsOfAll(decoder, OperationName::fusedAttention), 2 * samples * s * s * width);
        QCOMPARE(flopsOfAll(decoder, OperationName::crossAttention), 4 * samples * s * encoded * width);
        QCOMPARE(flopsOfAll(decoder, OperationName::crossKeyValue), 2 * samples * encoded * 2 * width * 1024);
        QCOMPARE(flopsOfAll(encoder, OperationName::mlpUp), 2 * samples * encoded * 4096 * 1024);
        // Both sequences travel through all stages.
        QCOMPARE(layerWork(workload, 0, {}, samples).output.value, samples * (s + encoded) * 1024 * 2);
    }
    void aDecoderBlockHasTwoAttentions()
    {
        const auto model = encoderDecoder().model;
        const double h = 1024;
        QCOMPARE(layerParameters(model, 1).total(), 4 * h * h + 8 * h * h + 2 * h);
        QCOMPARE(layerParameters(model, 3).total(), 8 * h * h + 8 * h * h + 3 * h);
    }
    void publishedSizesAreMet()
    {
        for (const char *name : {"T5 11B", "T5 3B", "LLaVA-1.5 7B"}) {
            const auto &model = preset(name);
            QVERIFY2(std::abs(totalParameters(model) / model.parameters - 1) < 0.02, name);
        }
    }
    void theTowerWorksOnPatches()
    {
        auto workload = withVision();
        const double patches = 256, images = 3, samples = 2, width = 512;
        const auto block = layerWork(workload, 2, {}, samples);
        QCOMPARE(flopsOfAll(block, OperationName::fusedAttention), 4 * samples * images * patches * patches * width);
        QCOMPARE(flopsOfAll(block, OperationName::mlpUp), 2 * samples * images * patches * 2048 * width);
        const auto first = layerWork(workload, 0, {}, samples);
        const double tokens = samples * images * patches / 4;
        QCOMPARE(flopsOfAll(first, OperationName::patchEmbedding), 2 * samples * images * patches * 588 * width);
        QCOMPARE(flopsOfAll(first, OperationName::projector), 2 * tokens * (4 * width * 1024 + 1024 * 1024));
        QCOMPARE(flopsOfAll(layerWork(workload, 3, {}, samples), OperationName::mlpUp),
                 2 * samples * 1024 * 4096 * 1024);
        QVERIFY((mixerHeads(workload.model) == std::vector<int>{8, 2048}));
    }
    void shardingConservesTheWork()
    {
        for (const auto &workload : {encoderDecoder(), withVision()}) {
            for (int layer = 1; layer <= 6; ++layer) {
                const auto whole = layerWork(workload, layer, {}, 2);
                const auto part = layerWork(workload, layer, {4, 2, 1, true}, 2);
                QVERIFY(std::abs(flops(part) * 8 / flops(whole) - 1) < 1e-12);
                QVERIFY(std::abs(part.activations.value * 8 / whole.activations.value - 1) < 1e-12);
            }
        }
    }
    void filesCountTheLayersApart()
    {
        auto vision = withVision().model, encoder = encoderDecoder().model;
        vision.predictionModules = 2;
        for (const auto &model : {vision, encoder}) {
            const auto json = toJson(model);
            QCOMPARE(json["layers"].get<int>(), 4);
            Findings findings;
            QVERIFY(readModel(json, "", findings) == model);
            QVERIFY(findings.ok());
        }
    }
    void mistakesAreNamedWhereTheyStand()
    {
        auto json = toJson(encoderDecoder().model);
        json["predictionModules"] = 1;
        QCOMPARE(firstError(json, true), std::string("/encoder"));
        json = toJson(withVision().model);
        json["vision"]["heads"] = 7;
        QCOMPARE(firstError(json, true), std::string("/vision/heads"));
        json["vision"] = {{"layers", 9999}, {"hidden", 8},  {"heads", 1},
                          {"ffn", 8},       {"patches", 1}, {"patchValues", 1}};
        QCOMPARE(firstError(json, true), std::string("/layers"));
        const auto job = [](const char *key, const Json &value) {
            return firstError({{"sequenceLength", 1024}, {"globalBatch", 8}, {key, value}}, false);
        };
        QCOMPARE(job("adapterRank", 8), std::string("/job/adapterRank"));
        QCOMPARE(job("baseWeights", "nf4"), std::string("/job/baseWeights"));
        QCOMPARE(job("narrowWeights", true), std::string("/job/narrowWeights"));
        QCOMPARE(job("expertDispatch", "trees"), std::string("/job/expertDispatch"));
        QCOMPARE(job("recipe", "mxfp8"), std::string("/job/recipe"));
        QCOMPARE(job("momentPrecision", "fp4"), std::string("/job/momentPrecision"));
        QCOMPARE(job("masterPrecision", "fp8"), std::string("/job/masterPrecision"));
        QCOMPARE(job("documents", {512, 0}), std::string("/job/documents/1"));
        QCOMPARE(job("documents", {512, 1024}), std::string());
    }
    void theJobIsReadAsItIsWritten()
    {
        auto workload = test::smallGpt();
        workload.job.precision = Precision::fp4;
        workload.job.recipe = NarrowRecipe::nvfp4;
        workload.job.frozenBase = workload.job.cudaGraphs = true;
        workload.job.adapterRank = 16;
        workload.job.adapterTargets = AdapterTargets::attention;
        workload.job.baseWeights = BaseWeights::nf4;
        workload.job.momentPrecision = Precision::fp8;
        workload.job.masterPrecision = Precision::bf16;
        workload.job.documents = {100, 2000};
        workload.job.images = 2;
        workload.job.softwareRelease = "26.06";
        workload.job.expertDispatch = ExpertDispatch::nodes;
        workload.job.expertOverlap = ExpertOverlap::none;
        Findings findings;
        QVERIFY(readWorkload(toJson(workload), "", findings) == workload);
        QVERIFY(findings.ok());
    }
    void groupsOfExpertsAreReadAsTheyAreWritten()
    {
        auto workload = test::smallGpt();
        workload.model.moe = MixtureOfExperts{8, 2, 0, 512, 0, 4, 2};
        workload.job.precision = Precision::fp8;
        workload.job.narrowWeights = true;
        Findings findings;
        QVERIFY(readWorkload(toJson(workload), "", findings) == workload);
        QVERIFY(findings.ok());
        auto json = toJson(workload.model);
        json["moe"]["groups"] = 3;
        QCOMPARE(firstError(json, true), std::string("/moe/groups"));
        json["moe"]["groups"] = 4;
        json["moe"]["groupLimit"] = 5;
        QCOMPARE(firstError(json, true), std::string("/moe/groupLimit"));
    }
    void attentionStaysInsideDocuments()
    {
        auto workload = test::smallGpt();
        const auto attention = [&workload] {
            return flopsOfAll(layerWork(workload, 1, {}, 1), OperationName::fusedAttention);
        };
        const double whole = attention();
        workload.job.documents = {1024};
        QCOMPARE(attention(), whole);
        workload.job.documents = {512, 512};
        QCOMPARE(attention(), whole / 2);
        // The sum of squares over that of one sequence; a document of 2,560 tokens is two sequences and half of one.
        workload.job.documents = {2560, 256, 256};
        QCOMPARE(attention() / whole, (2 * 1024.0 * 1024 + 512 * 512 + 2 * 256 * 256) / (3 * 1024.0 * 1024));
        QCOMPARE(packedAttention(workload.job, 1024).keys, (2 * 1024.0 * 1024 + 512 * 512 + 2 * 256 * 256) / 3072);
        // A window narrower than a document.
        workload.job.documents = {512};
        QCOMPARE(packedAttention(workload.job, 128).share, 128 * (512 - 64.0) / (512.0 * 1024));
        // What is not needed counts in no MFU.
        workload.job.documents = {512};
        const double packed = modelFlopsPerStep(workload).value;
        workload.job.documents.clear();
        QCOMPARE(modelFlopsPerStep(workload).value - packed, 3 * 8 * 6 * whole / 2);
    }
    void adaptersAreTwoProductsBesideEachOne()
    {
        auto workload = test::smallGpt();
        workload.job.frozenBase = true;
        const double tokens = 2 * 1024, h = 1024, rank = 16;
        const auto frozen = layerWork(workload, 1, {}, 2);
        workload.job.adapterRank = 16;
        const auto tuned = layerWork(workload, 1, {}, 2);
        // Widths in and out of query-key-value, attention output, MLP up and down (arXiv 2106.09685, section 4).
        const double widths = (h + 3 * h) + (h + h) + (h + 4 * h) + (4 * h + h);
        QCOMPARE(tuned.adapters, rank * widths);
        QCOMPARE(flops(tuned) - flops(frozen), 2 * tokens * rank * widths);
        QCOMPARE((tuned.activations - frozen.activations).value, 4 * tokens * rank * 2);
        double trained = 0;
        for (const auto &operation : tuned.operations)
            trained += operation.weightGradient.value;
        QCOMPARE(trained, 2 * tokens * rank * widths);
        workload.job.adapterTargets = AdapterTargets::attention;
        QCOMPARE(adapterParameters(workload, 1, {}).dense, rank * 6 * h);
        // By columns the first is whole on each device, by rows the second.
        Sharding four;
        four.tp = 4;
        QCOMPARE(adapterParameters(workload, 1, four).dense, rank * (h + 3 * h / 4 + h / 4 + h));
        QCOMPARE(adapterParameters(workload, 0, {}).total() + adapterParameters(workload, 7, {}).total(), 0.0);
    }
    void everyRoutedExpertHasItsAdapters()
    {
        auto workload = test::smallGpt();
        workload.model.moe = MixtureOfExperts{8, 2, 1, 512, 0};
        workload.job.frozenBase = true;
        workload.job.adapterRank = 16;
        const double tokens = 1024, h = 1024, inner = 512, rank = 16;
        const auto shared = layerWork(workload, 1, {}, 1);
        QCOMPARE(shared.expertAdapters, 0.0);
        workload.job.adapterTargets = AdapterTargets::experts;
        const auto all = layerWork(workload, 1, {}, 1);
        // Up and down of each of the eight; a token passes those of its two.
        const double widths = (h + inner) + (inner + h);
        QCOMPARE(all.adapters, shared.adapters);
        QCOMPARE(all.expertAdapters, 8 * rank * widths);
        QVERIFY(std::abs((flops(all) - flops(shared)) / (2 * 2 * tokens * rank * widths) - 1) < 1e-12);
        QCOMPARE((all.activations - shared.activations).value, 2 * 2 * tokens * rank * 2);
        // Two devices for the tensors of an expert, four for the experts: by columns the first is whole, by rows the
        // second.
        Sharding sharding;
        sharding.tp = 2;
        sharding.ep = 4;
        sharding.expertTp = 2;
        const auto own = adapterParameters(workload, 1, sharding);
        QCOMPARE(own.experts, 8.0 / 4 * rank * ((h + inner / 2) + (inner / 2 + h)));
        QCOMPARE(own.dense, layerWork(workload, 1, sharding, 1).adapters);
    }
    void limitedRoutingLeavesFewNodes()
    {
        MixtureOfExperts moe{256, 8, 1, 2048, 3};
        QCOMPARE(nodesOfToken(moe, 1), 1.0);
        // Eight draws of eight nodes (arXiv 2412.19437, section 3.2.2 sends to 3.2 of at most 4).
        QVERIFY(std::abs(nodesOfToken(moe, 8) - 8 * (1 - std::pow(7.0 / 8, 8))) < 1e-12);
        moe.groups = 8;
        moe.groupLimit = 4;
        QVERIFY(std::abs(nodesOfToken(moe, 8) - 4 * (1 - std::pow(3.0 / 4, 8))) < 1e-12);
        QVERIFY(std::abs(nodesOfToken(moe, 2) - 2 * (1 - std::pow(1.0 / 2, 8))) < 1e-12);
    }
    void modelFlopsOfAdaptersHaveNoWeightGradientOfTheBase()
    {
        auto workload = test::smallGpt();
        const double all = modelFlopsPerStep(workload).value;
        workload.job.frozenBase = true;
        QCOMPARE(modelFlopsPerStep(workload).value, all * 2 / 3);
        workload.job.adapterRank = 8;
        double adapters = 0;
        for (int layer = 1; layer <= 6; ++layer)
            adapters += 2 * 1024 * adapterParameters(workload, layer, {}).total();
        QVERIFY(std::abs(modelFlopsPerStep(workload).value / (all * 2 / 3 + 3 * 8 * adapters) - 1) < 1e-12);
    }
    void weightsInFewBitsAreWrittenOut()
    {
        auto workload = test::smallGpt();
        workload.job.frozenBase = true;
        workload.job.baseWeights = BaseWeights::nf4;
        const auto work = layerWork(workload, 1, {}, 1);
        const auto found = std::find_if(work.operations.begin(), work.operations.end(), [](const auto &operation) {
            return operation.name == OperationName::dequantize;
        });
        QVERIFY(found != work.operations.end());
        // 4 bits and 0.127 of scales read, 16 bits written.
        QCOMPARE(found->forwardBytes.value, 12.0 * 1024 * 1024 * (4.127 / 8 + 2));
    }
};

QTEST_GUILESS_MAIN(ModelPartsTest)
#include "model_parts_test.moc"
