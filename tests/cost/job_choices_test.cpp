// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a job or a plan chooses and the price follows: context parallelism, precisions of states, recipes, graphs,
// adapters; against closed forms.
#include "cluster/catalog.h"
#include "cost/group_cost.h"
#include "cost/group_price.h"
#include "cost/group_pricer.h"
#include "cost/memory.h"

#include "support/clusters.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

namespace {

/// The shipped constants with a host that takes no time.
CalibrationValues fastHost()
{
    auto values = builtinCalibration();
    for (auto &stack : values.stacks)
        stack.hostLayer = stack.hostExperts = Seconds(0);
    return values;
}

Topology oneNode(double fabric)
{
    return test::topology(test::star({test::node("a", "H100-80GB SXM", 4, BytesPerSecond(fabric))}));
}

Workload longSequence()
{
    auto workload = test::smallGpt();
    workload.job.precision = Precision::bf16;
    workload.job.sequenceLength = 32768;
    return workload;
}

GroupPrice priceOf(const Workload &workload, double fabric, std::optional<ContextExchange> exchange, int cp = 4)
{
    const auto topology = oneNode(fabric);
    const auto calibration = fastHost();
    Network network(topology, calibration);
    GroupOptions options;
    options.sharding.cp = cp;
    options.sharding.context = exchange;
    std::vector<DeviceId> devices;
    for (int i = 0; i < cp; ++i)
        devices.emplace_back(static_cast<std::size_t>(i));
    auto price = openGroup(network, workload, calibration, *calibration.findStack("Megatron-LM"), devices, options);
    if (!price)
        qFatal("%s", toString(price.error()).c_str());
    // The stack belongs to the calibration, which ends here.
    price->context = {};
    return std::move(*price);
}

/// Seconds of a layer's attention, forwards or backwards.
double attentionOf(const LayerPrice &layer, bool backward)
{
    double seconds = 0;
    for (std::size_t i = 0; i < layer.terms.operations.size(); ++i) {
        if (layer.terms.work.operations[i].name == OperationName::fusedAttention)
            seconds += (backward ? layer.terms.operations[i].inputGradient : layer.terms.operations[i].forward)
                           .seconds()
                           .value;
    }
    return seconds;
}

/// Of a collective without anything beside it.
double wholeOf(const CollectivePrice &price)
{
    return (price.base + price.transfer->time(price.bytes)).value * price.count;
}

} // namespace

class JobChoicesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aRingHidesBehindTheAttentionOfTheSliceBefore()
    {
        // Four slices: three transfers, each beside a quarter of the attention.
        QCOMPARE(exposedRing(Seconds(4), Seconds(3), 4).value, 0.0);
        QCOMPARE(exposedRing(Seconds(4), Seconds(5), 4).value, 2.0);
        QCOMPARE(exposedRing(Seconds(4), Seconds(5), 1).value, 5.0);
        for (const double fabric : {4e9, 1e10, 1e12}) {
            const auto price = priceOf(longSequence(), fabric, std::nullopt);
            const auto &layer = price.layer(LayerKind::denseBlock);
            for (const bool backward : {false, true}) {
                const auto &ring = backward ? layer.backward.front() : layer.forward.front();
                const double whole = wholeOf(ring);
                const double left = std::max(0.0, whole - 0.75 * attentionOf(layer, backward));
                QVERIFY(std::abs(ring.seconds().value - left) <= 1e-12 * whole);
                QCOMPARE(left > 0, fabric < 5e11);
            }
        }
    }
    void gathersAndAllToAllsAreExposed()
    {
        const auto work = longSequence();
        const double tokens = 32768.0 / 4, width = 1024, element = 2;
        // Keys and values of all four slices (arXiv 2407.21783, section 3.3.2), and once more with their gradients.
        const auto gather = priceOf(work, 1e11, ContextExchange::allGather);
        const auto &gathered = gather.layer(LayerKind::denseBlock);
        QCOMPARE(gathered.forward.front().bytes.value, 4 * 2 * tokens * width * element);
        QCOMPARE(gathered.cost.forwardCommunication.cp.value, wholeOf(gathered.forward.front()));
        QCOMPARE(gathered.backward.front().count, 2);
        // Queries, keys, values and results, of which (cp - 1) / cp leave a device (arXiv 2309.14509, section 3.2).
        const auto ulysses = priceOf(work, 1e11, ContextExchange::ulysses);
        const auto &exchanged = ulysses.layer(LayerKind::denseBlock);
        QCOMPARE(exchanged.forward.front().bytes.value * exchanged.forward.front().count, 4 * tokens * width * element);
        QCOMPARE(exchanged.cost.forwardCommunication.cp.value, wholeOf(exchanged.forward.front()));
        QVERIFY(exchanged.forward.front().transfer->form == TransferForm::allToAll);
        // The heads' exchange grows with the tokens of a device alone, the others with all tokens.
        QVERIFY(exchanged.cost.forwardCommunication.cp < gathered.cost.forwardCommunication.cp);
    }
    void statesHaveTheBytesOfTheirPrecisions()
    {
        auto job = test::smallGpt().job;
        QCOMPARE(stateBytes(job).optimizer, 12.0);
        QCOMPARE(optimizerTraffic(job), 1.0);
        job.momentPrecision = Precision::bf16; // as DeepSeek-V3 trained (arXiv 2412.19437, section 3.3.2)
        QCOMPARE(stateBytes(job).optimizer, 8.0);
        QCOMPARE(optimizerTraffic(job), (4 + 2 * 8.0 + 2) / (4 + 2 * 12 + 2));
        job.momentPrecision = Precision::fp8;
        QCOMPARE(stateBytes(job).optimizer, 6.0);
        job.masterPrecision = Precision::bf16;
        QCOMPARE(stateBytes(job).optimizer, 4.0);
        QCOMPARE(optimizerTraffic(job), (4 + 2 * 4.0 + 2) / (4 + 2 * 12 + 2));
    }
    void theOptimizerMovesItsStates()
    {
        auto workload = test::smallGpt();
        const auto topology = oneNode(1e11);
        const auto seconds = [&] {
            GroupPricer pricer(topology, workload);
            return (*pricer.groupCost({DeviceId(0U)}, {}))->optimizerSecondsPerParameter;
        };
        const double usual = seconds();
        workload.job.momentPrecision = Precision::bf16;
        QCOMPARE(seconds() / usual, optimizerTraffic(workload.job));
    }
    void aRecipeQuantisesWhatItSays()
    {
        auto workload = test::smallGpt();
        workload.job.precision = Precision::fp8;
        const auto calibration = fastHost();
        const auto &stack = *calibration.findStack("Megatron-LM");
        const auto *device = builtinCatalog().findDevice("B200 SXM");
        QVERIFY(device);
        const auto casts = [&] {
            const auto context = computeContext(*device, workload, calibration, stack);
            const auto work = layerWork(workload, 1, {}, 1);
            const auto up = std::find_if(work.operations.begin(), work.operations.end(),
                                         [](const auto &operation) { return operation.name == OperationName::mlpUp; });
            return operationTerms(*up, *context).forward.cast.value;
        };
        const double usual = casts();
        QCOMPARE(usual, 1024 * 1024 * stack.quantizeBytes);
        workload.job.recipe = NarrowRecipe::perTensor;
        QCOMPARE(casts(), usual);
        workload.job.recipe = NarrowRecipe::mxfp8; // 2 read, two orders of 1 and a scale of 1/32 written
        QCOMPARE(casts() / usual, (2 + 2 * (1 + 1.0 / 32)) / 4);
        QCOMPARE(quantizeTraffic(NarrowRecipe::nvfp4), 4 + 2 * (0.5 + 1.0 / 16));
    }
    void onlyUnitsThatScaleBlocksHaveTheirRecipes()
    {
        const auto has = [](const char *name, NarrowRecipe recipe) {
            const auto *device = builtinCatalog().findDevice(name);
            return device && scales(*device, recipe);
        };
        for (const char *name : {"H100-80GB SXM", "H800 SXM", "L40S", "MI300X", "B200 SXM", "GB300", "MI355X"}) {
            QVERIFY(has(name, NarrowRecipe::perTensor) && has(name, NarrowRecipe::blockwise));
            const auto known = std::string_view(name);
            const bool blackwell = known == "B200 SXM" || known == "GB300";
            QCOMPARE(has(name, NarrowRecipe::nvfp4), blackwell);
            QCOMPARE(has(name, NarrowRecipe::mxfp8), blackwell || known == "MI355X");
        }
        auto workload = test::smallGpt();
        workload.job.precision = Precision::fp8;
        workload.job.recipe = NarrowRecipe::mxfp8;
        const auto topology = oneNode(1e11);
        GroupPricer pricer(topology, workload);
        const auto refused = pricer.groupCost({DeviceId(0U)}, {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().path, std::string("/workload/job/recipe"));
        QCOMPARE(refused.error().found, std::string("mxfp8"));
        workload.job.recipe = NarrowRecipe::blockwise;
        GroupPricer again(topology, workload);
        QVERIFY(again.groupCost({DeviceId(0U)}, {}));
    }
    void aRecipeHasARateOfItsOwn()
    {
        auto workload = test::smallGpt();
        workload.job.precision = Precision::fp8;
        auto calibration = fastHost();
        const auto &stack = *calibration.findStack("Megatron-LM");
        const auto *device = builtinCatalog().findDevice("H100-80GB SXM");
        QVERIFY(device);
        const auto rateOf = [&](OperationName name) {
            const auto context = computeContext(*device, workload, calibration, stack);
            const auto work = layerWork(workload, name == OperationName::logits ? 7 : 1, {}, 1);
            const auto found = std::find_if(work.operations.begin(), work.operations.end(),
                                            [name](const auto &operation) { return operation.name == name; });
            return operationTerms(*found, *context).forward.efficiency.value();
        };
        const double usual = rateOf(OperationName::mlpUp), head = rateOf(OperationName::logits);
        workload.job.recipe = NarrowRecipe::perTensor;
        QCOMPARE(rateOf(OperationName::mlpUp), usual);
        workload.job.recipe = NarrowRecipe::blockwise;
        // 16.785 ms of products, in 22.882 ms with quantising, which takes 3.500 or 2.193 ms with one scale a tensor.
        QVERIFY(std::abs(rateOf(OperationName::mlpUp) / usual - 16.785 / (22.882 - (3.5 + 2.193) / 2)) < 0.005);
        QCOMPARE(rateOf(OperationName::logits), head); // stays in 16 bits
    }
    void narrowWeightsHaveOneByteInBlocks()
    {
        auto workload = test::smallGpt();
        workload.job.precision = Precision::fp8;
        auto stack = *builtinCalibration().findStack("Megatron-LM");
        stack.memory.narrowCopies = 0;
        const double blocks = 6 * layerParameters(workload.model, 1).total();
        const double ends = layerParameters(workload.model, 0).total() + layerParameters(workload.model, 7).total();
        const auto weights = [&](const std::vector<LayerRange> &layers, const StateSharding &sharding) {
            return stateMemory(workload, stack, layers, sharding, 1).weights.value;
        };
        const std::vector<LayerRange> all{{0, 8}};
        QCOMPARE(weights(all, {}), 2 * (blocks + ends));
        stack.memory.narrowCopies = 2; // both orders beside the 16-bit ones
        QCOMPARE(weights(all, {}), (2 + 2) * blocks + 2 * ends);
        workload.job.narrowWeights = true;
        QCOMPARE(stateBytes(workload.job).weight, 1.0);
        QCOMPARE(weights(all, {}), 2 * blocks + 2 * ends);
        StateSharding sharded;
        sharded.zeroStage = 3;
        sharded.replicas = 4;
        QCOMPARE(weights(all, sharded), (blocks + 2 * ends) / 4);
        stack.memory.narrowCopies = 0;
        QCOMPARE(weights(all, {}), blocks + 2 * ends);
        // Layers add up to chunks, which the planner's sums rest on.
        workload.model.moe = MixtureOfExperts{8, 2, 1, 512, 2};
        for (const int zeroStage : {0, 1, 3}) {
            StateSharding sharding{2, 4, zeroStage, 8, 2};
            double sum = 0;
            for (int layer = 0; layer < 8; ++layer)
                sum += weights({{layer, 1}}, sharding);
            QVERIFY(std::abs(weights(all, sharding) / sum - 1) < 1e-12);
        }
        // The optimizer writes fewer bytes.
        QCOMPARE(optimizerTraffic(workload.job), (4 + 2 * 12.0 + 1) / (4 + 2 * 12 + 2));
    }
    void aTokenGoesToEachNodeOnce()
    {
        const auto topology =
            test::topology(test::star({test::node("a", "H100-80GB SXM", 4), test::node("b", "H100-80GB SXM", 4)}));
        const auto calibration = fastHost();
        std::vector<DeviceId> all;
        for (std::size_t i = 0; i < 8; ++i)
            all.emplace_back(i);
        const auto perByte = [&](std::optional<double> perNode, const char *from, const char *to) {
            Network network(topology, calibration);
            const auto cost = network.allToAll({all}, perNode);
            if (!cost)
                qFatal("%s", toString(cost.error()).c_str());
            double most = 0;
            for (const auto &edge : (*cost)->traffic) {
                const auto &each = topology.edge(edge.edge);
                const auto &name = topology.vertices()[each.from.index()].name;
                const auto &next = topology.vertices()[each.to.index()].name;
                if (name.rfind(from, 0) == 0 && next.rfind(to, 0) == 0)
                    most = std::max(most, edge.perByte);
            }
            return most;
        };
        // Half of what four devices send leaves their node.
        const double pairs = perByte(std::nullopt, "a", "leaf");
        QVERIFY(pairs > 0);
        QVERIFY(std::abs(perByte(0.25, "a", "leaf") / pairs - 0.25) < 1e-12);
        QVERIFY(std::abs(perByte(1.0, "a", "leaf") / pairs - 1) < 1e-12);
        // On one node nothing differs.
        Network network(topology, calibration);
        const std::vector<DeviceId> node(all.begin(), all.begin() + 4);
        QCOMPARE((*network.allToAll({node}, 0.5))->secondsPerByte, (*network.allToAll({node}))->secondsPerByte);
    }
    void whatComputesBesideTheDispatchHidesIt()
    {
        auto workload = test::smallGpt();
        workload.model.moe = MixtureOfExperts{8, 2, 1, 4096, 0};
        workload.job.precision = Precision::bf16;
        auto calibration = fastHost();
        for (const double fabric : {2e9, 2e10, 1e12}) {
            const auto topology = oneNode(fabric);
            const auto priced = [&](ExpertOverlap overlap, double contention) {
                workload.job.expertOverlap = overlap;
                for (auto &stack : calibration.stacks)
                    stack.exchangeContention = contention;
                Network network(topology, calibration);
                GroupOptions options;
                options.sharding.ep = 4;
                std::vector<DeviceId> devices;
                for (std::size_t i = 0; i < 4; ++i)
                    devices.emplace_back(i);
                options.expertGroups = {devices};
                auto price = openGroup(network, workload, calibration, *calibration.findStack("Megatron-LM"),
                                       {devices.front()}, options);
                if (!price)
                    qFatal("%s", toString(price.error()).c_str());
                return price->layer(LayerKind::moeBlock).cost;
            };
            const auto alone = priced(ExpertOverlap::none, 0);
            const Seconds up = alone.forwardCommunication.ep, down = alone.backwardCommunication.ep;
            const auto passes = priced(ExpertOverlap::passes, 0);
            const Seconds both = alone.forward + alone.inputGradient + alone.weightGradient;
            const double left = std::max(0.0, (up + down - both).value);
            const double sum = (passes.forwardCommunication.ep + passes.backwardCommunication.ep).value;
            QVERIFY(std::abs(sum - left) <= 1e-9 * (up + down).value);
            // The processors that it takes are missed by what is beside it.
            const auto taken = priced(ExpertOverlap::passes, 0.25);
            const double more = 0.25 * std::min((up + down).value, both.value);
            QVERIFY(std::abs((taken.forwardCommunication.ep + taken.backwardCommunication.ep).value - left - more) <=
                    1e-9 * (up + down).value);
            // Shared experts are less than the whole block.
            const auto shared = priced(ExpertOverlap::sharedExperts, 0);
            QVERIFY(shared.forwardCommunication.ep <= up && shared.forwardCommunication.ep.value >= 0);
            QVERIFY(fabric > 1e10 || shared.forwardCommunication.ep > passes.forwardCommunication.ep);
            QCOMPARE(shared.forward, alone.forward);
        }
    }
    void narrowDispatchSendsOneWayInEightBits()
    {
        auto workload = test::smallGpt();
        workload.model.moe = MixtureOfExperts{8, 2, 1, 4096, 0};
        const auto topology = oneNode(1e11);
        auto calibration = fastHost();
        const auto bytes = [&](Precision precision, bool narrow) {
            workload.job.precision = precision;
            for (auto &stack : calibration.stacks)
                stack.narrowDispatch = narrow;
            Network network(topology, calibration);
            GroupOptions options;
            options.sharding.ep = 4;
            options.expertGroups = {{DeviceId(0), DeviceId(1), DeviceId(2), DeviceId(3)}};
            auto price = openGroup(network, workload, calibration, *calibration.findStack("Megatron-LM"), {DeviceId(0)},
                                   options);
            if (!price)
                qFatal("%s", toString(price.error()).c_str());
            const auto &cost = price->layer(LayerKind::moeBlock).cost;
            // Time goes with the bytes.
            const double perByte = (*network.allToAll(options.expertGroups))->secondsPerByte;
            const double expected = cost.forwardCommunication.epBytes.value * perByte;
            const bool agrees = std::abs(cost.forwardCommunication.epMoving.value / expected - 1) < 1e-9 &&
                                cost.backwardCommunication.epBytes == cost.forwardCommunication.epBytes;
            return agrees ? cost.forwardCommunication.epBytes.value : -1;
        };
        // There and back, each of 1,024 tokens twice.
        const double wide = 2 * 1024 * 2 * 1024.0 * 2;
        QCOMPARE(bytes(Precision::bf16, true), wide);
        QCOMPARE(bytes(Precision::fp8, false), wide);
        QCOMPARE(bytes(Precision::fp8, true), 1024 * 2 * 1024.0 * (1 + 4.0 / 128 + 2));
        // Who does so by themselves: only DeepSeek's own, as published.
        for (const auto &stack : builtinCalibration().stacks)
            QCOMPARE(stack.narrowDispatch, stack.name == "HAI-LLM");
    }
    void aReleaseChoosesItsEntry()
    {
        const StackReleases from{"stack", "26.06", {}}, until{"stack", {}, "2020"};
        QVERIFY(from.has("26.06") && from.has("26.6") && from.has("v26.10-rc1") && from.has("27"));
        QVERIFY(!from.has("26.05") && !from.has("2.9") && !from.has("new") && !from.has(""));
        QVERIFY(until.has("2020") && until.has("2020.3") && until.has("1.1.5") && !until.has("2021"));
        const auto &values = builtinCalibration();
        TrainingJob job;
        job.softwareStack = "Megatron-Bridge";
        const auto name = [&](const char *release) {
            job.softwareRelease = release;
            return (*findSoftwareStack(values, job))->name;
        };
        QCOMPARE(name(""), std::string("Megatron-Bridge"));
        QCOMPARE(name("26.04"), std::string("Megatron-Bridge"));
        QCOMPARE(name("26.08"), std::string("Megatron-Bridge 26.06"));
        job.softwareStack = "unheard of";
        QVERIFY(!(*findSoftwareStack(values, job))->name.empty());
    }
    void aGraphIsLaunchedAtOnce()
    {
        auto workload = test::smallGpt(6, 256);
        const auto topology = oneNode(1e11);
        const auto price = [&] {
            GroupPricer pricer(topology, workload);
            return (*pricer.groupCost({DeviceId(0U)}, {}))->layer(LayerKind::denseBlock);
        };
        const auto kernels = price();
        workload.job.cudaGraphs = true;
        const auto graph = price();
        // So small a block waits for the host, with a graph for the device.
        QVERIFY(graph.forward < kernels.forward * 0.5);
        int launched = 0;
        const auto work = layerWork(workload, 1, {}, 1);
        for (const auto &operation : work.operations)
            launched += operation.kernels;
        QCOMPARE(graphLaunch(work).value, 2.5e-6 + 1e-9 * launched);
        QCOMPARE(graphLaunch(layerWork(workload, 0, {}, 1)).value, 0.0);
    }
    void frozenWeightsInFewBitsFitWhereOthersDoNot()
    {
        auto workload = test::smallGpt();
        const auto &stack = *builtinCalibration().findStack("PyTorch FSDP");
        const LayerRange all{0, workload.model.planLayers()};
        workload.job.frozenBase = true;
        const double blocks = 6 * layerParameters(workload.model, 1).total();
        const double ends = layerParameters(workload.model, 0).total() + layerParameters(workload.model, 7).total();
        const auto memory = [&](const StateSharding &sharding) {
            return stateMemory(workload, stack, {all}, sharding, 1);
        };
        QCOMPARE(memory({}).weights.value, 2 * (blocks + ends));
        workload.job.adapterRank = 16;
        const double adapters = 6 * adapterParameters(workload, 1, {}).total();
        const auto lora = memory({});
        QCOMPARE(lora.weights.value, 2 * (blocks + ends + adapters));
        QCOMPARE(lora.gradients.value, 4 * adapters);
        QCOMPARE(lora.optimizerState.value, 12 * adapters);
        workload.job.baseWeights = BaseWeights::nf4; // 4.127 bits in blocks (arXiv 2305.14314, section 3)
        QCOMPARE(memory({}).weights.value, 4.127 / 8 * blocks + 2 * (ends + adapters));
        StateSharding sharding;
        sharding.zeroStage = 1;
        sharding.replicas = 4;
        QCOMPARE(memory(sharding).optimizerState.value, 12 * adapters / 4);
        QCOMPARE(memory(sharding).gradients.value, 4 * adapters);
    }
    void furtherTokensHaveLogitsAndATable()
    {
        auto workload = test::smallGpt();
        const auto &stack = *builtinCalibration().findStack("Megatron-LM");
        const auto head = [&] { return stateMemory(workload, stack, {{7, 1}}, {}, 2); };
        const auto plain = head();
        workload.model.predictionModules = 1;
        const auto more = head();
        QCOMPARE(more.logits.value, 2 * plain.logits.value);
        const double table = 32000.0 * 1024, module = layerParameters(workload.model, 7).total() - 1024 - table;
        QCOMPARE((more.weights - plain.weights).value, 2 * (table + module));
        // Together with the embedding there is one table.
        const auto both = stateMemory(workload, stack, {{0, 8}}, {}, 2);
        double parameters = 0;
        for (int layer = 0; layer < workload.model.planLayers(); ++layer)
            parameters += layerParameters(workload.model, layer).total();
        QCOMPARE(both.weights.value, 2 * parameters);
    }
};

QTEST_GUILESS_MAIN(JobChoicesTest)
#include "job_choices_test.moc"
