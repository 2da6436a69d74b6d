// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/layer_work.h"

#include "workload/layer_builder.h"

#include <algorithm>
#include <utility>

namespace heteroscope {

namespace {

bool hasAdapter(OperationName name, AdapterTargets targets)
{
    switch (name) {
    case OperationName::queryDown:
    case OperationName::queryUp:
    case OperationName::query:
    case OperationName::keyValueDown:
    case OperationName::keyValueUp:
    case OperationName::queryKeyValue:
    case OperationName::attentionOutput:
    case OperationName::mixerInput:
    case OperationName::mixerOutput:
    case OperationName::crossQuery:
    case OperationName::crossKeyValue:
    case OperationName::crossOutput:
        return true;
    case OperationName::mlpUp:
    case OperationName::mlpDown:
        return targets != AdapterTargets::attention;
    case OperationName::expertsUp:
    case OperationName::expertsDown:
        return targets == AdapterTargets::experts;
    default:
        return false;
    }
}

} // namespace

LayerBuilder::LayerBuilder(const Workload &workload, const Sharding &sharding, double samples)
    : m_model(workload.model),
      m_job(workload.job),
      m_sharding(sharding),
      m_samples(samples),
      m_element(elementSize(workload.job.precision).value),
      m_tp(sharding.tp),
      m_tokens(samples * workload.job.sequenceLength / sharding.cp),
      m_sequenceTokens(sharding.sequenceParallel ? m_tokens / sharding.tp : m_tokens)
{
    m_work.output = Bytes(m_tokens * m_model.hidden * m_element);
}

Operation &LayerBuilder::gemm(OperationName name, double m, double n, double k, double count, bool grouped)
{
    if (m_work.isBlock && m_job.frozenBase) {
        if (name != OperationName::router)
            m_quantizedWeights += k * n * count;
        if (m_job.adapterRank > 0 && hasAdapter(name, m_job.adapterTargets))
            adapt(m, n, k, count, grouped);
    }
    const double flops = 2 * m * n * k * count;
    const double bytes = (m * k + k * n + m * n) * m_element * count;
    Operation &operation = add(name, grouped ? Operation::Kind::groupedGemm : Operation::Kind::gemm, bytes, bytes);
    operation.m = m;
    operation.n = n;
    operation.k = k;
    operation.count = count;
    operation.forward = operation.inputGradient = Flop(flops);
    // The weight gradient is added to an accumulator in the gradients' precision, which is read and written.
    const double accumulated = 2 * elementSize(m_job.gradientPrecision).value;
    operation.weightBytes = Bytes(((m * k + m * n) * m_element + k * n * accumulated) * count);
    // Adapters train on frozen weights: those have no gradient.
    const bool trains = !m_job.frozenBase || name == OperationName::adapterDown || name == OperationName::adapterUp;
    operation.weightGradient = Flop(trains ? flops : 0);
    return operation;
}

void LayerBuilder::adapt(double m, double n, double k, double count, bool grouped)
{
    const double rank = m_job.adapterRank;
    m_work.isBlock = false; // adapters have none themselves, and are not held in few bits
    gemm(OperationName::adapterDown, m, rank, k, count, grouped);
    gemm(OperationName::adapterUp, m, n, rank, count, grouped);
    m_work.isBlock = true;
    (grouped ? m_work.expertAdapters : m_work.adapters) += rank * (k + n) * count;
    m_stored += m * rank * count * m_element;
}

Operation &LayerBuilder::add(OperationName name, Operation::Kind kind, double forward, double backward, int kernels)
{
    Operation &operation = m_work.operations.emplace_back();
    operation.name = name;
    operation.kind = kind;
    operation.forwardBytes = Bytes(forward);
    operation.backwardBytes = Bytes(backward);
    operation.kernels = kernels;
    return operation;
}

/// The norm's input, the input of the products behind it and a dropout's mask on the residual stream.
void LayerBuilder::keepHalf()
{
    m_stored += 2 * residual() + (m_model.biases ? m_sequenceTokens * m_model.hidden : 0.0);
    m_work.narrowInputs += Bytes(residual());
    module(RecomputeModule::norms).activations += Bytes(residual());
    module(RecomputeModule::norms).narrowInputs += Bytes(residual());
}

/// Weights that are held in few bits are written out in the job's precision for each product and read there.
void LayerBuilder::dequantized()
{
    if (m_job.baseWeights == BaseWeights::full)
        return;
    const double bytes = m_quantizedWeights * (baseWeightBytes(m_job.baseWeights, m_element) + m_element);
    elementwise(OperationName::dequantize, bytes, bytes);
}

LayerWork LayerBuilder::embedding()
{
    // An encoder's sequences are embedded with the decoder's and travel through the pipeline with them.
    const double tokens = m_model.encoder ? m_tokens + m_samples * encoderTokens() / m_sharding.cp : m_tokens;
    const double bytes = tokens * m_model.hidden * m_element;
    m_work.output = Bytes(bytes);
    // Lookup reads a row and writes it; backward scatters the gradient into fp32.
    elementwise(OperationName::embedding, 2 * bytes, 2 * bytes, 2);
    if (m_model.vision)
        images();
    if (m_tp > 1) {
        collective(CollectiveName::embedding,
                   m_sharding.sequenceParallel ? LayerCollective::Kind::reduceScatter
                                               : LayerCollective::Kind::allReduce,
                   LayerCollective::Group::tp, bytes, 1, 0);
    }
    m_work.activations = m_work.activationsSelective = m_work.activationsFull = Bytes(m_stored);
    return m_work;
}

/// What stands before and behind the blocks of a vision tower: patches into its width, and the projector, two products
/// with an activation function between them, split over TP as an MLP.
void LayerBuilder::images()
{
    const auto &vision = *m_model.vision;
    const double patches = m_samples * m_job.images * vision.patches / m_sharding.cp;
    const double tokens = patches / vision.tokenPatches;
    const double joined = static_cast<double>(vision.hidden) * vision.tokenPatches;
    const double h = m_model.hidden;
    gemm(OperationName::patchEmbedding, patches, vision.hidden, vision.patchValues);
    gemm(OperationName::projector, tokens, h / m_tp, joined);
    gemm(OperationName::projector, tokens, h, h / m_tp);
    // Inputs of the three products, and of the activation function.
    m_stored += (patches * vision.patchValues + tokens * (joined + 2 * h / m_tp)) * m_element;
}

/// The collectives around `pairs` pairs of products of which the first is split by columns, the second by rows. One
/// more gathers and scatters routed tokens; then bytes are the mean of the calls.
void LayerBuilder::tensorParallelCollectives(int pairs)
{
    if (m_tp <= 1)
        return;
    const double bytes = m_tokens * m_model.hidden * m_element;
    if (m_sharding.sequenceParallel) {
        const int calls = pairs + (m_routedBytes > 0 ? 1 : 0);
        const double mean = (bytes * pairs + m_routedBytes) / calls;
        collective(CollectiveName::tpAllGather, LayerCollective::Kind::allGather, LayerCollective::Group::tp, mean,
                   calls, calls);
        collective(CollectiveName::tpReduceScatter, LayerCollective::Kind::reduceScatter, LayerCollective::Group::tp,
                   mean, calls, calls);
    } else {
        collective(CollectiveName::tpAllReduce, LayerCollective::Kind::allReduce, LayerCollective::Group::tp, bytes,
                   pairs, pairs);
    }
}

/// A block without its ends: mixer, MLP or experts, and their collectives.
void LayerBuilder::body(ModelBlock block)
{
    if (block.mixer != Mixer::none) {
        elementwise(OperationName::attentionNorm, 5.5 * residual(), 8 * residual(), 2);
        keepHalf();
    }
    mixer(block.mixer);
    if (block.feed != Feed::none)
        feed(block.feed);
    // With sequence parallelism routed tokens have collectives of their own; shared experts are a dense MLP.
    const bool routedOnly =
        block.feed == Feed::experts && m_sharding.sequenceParallel && m_model.moe->sharedExperts == 0;
    const int mixers = block.mixer == Mixer::none ? 0 : block.mixer == Mixer::cross ? 2 : 1;
    tensorParallelCollectives(mixers + (block.feed != Feed::none && !routedOnly ? 1 : 0));
    m_work.collectives.insert(m_work.collectives.end(), m_exchanged.begin(), m_exchanged.end());
    m_exchanged.clear();
}

LayerWork LayerBuilder::block(ModelBlock block)
{
    m_work.isBlock = true;
    body(block);
    dequantized();
    m_work.activations = Bytes(m_stored + m_coreActivations);
    m_work.activationsSelective = Bytes(m_stored + m_coreOutput);
    m_work.selectiveGatedTensor = m_work.gatedTensor;
    m_work.selectiveNarrowInputs = m_work.narrowInputs;
    module(RecomputeModule::coreAttention).activations = Bytes(m_coreActivations - m_coreOutput);
    m_work.activationsFull = Bytes(m_sharding.sequenceParallel ? residual() : m_tokens * m_model.hidden * m_element);
    return m_work;
}

/// Final norm, logits and loss.
void LayerBuilder::output()
{
    const double h = m_model.hidden;
    const double vocabulary = m_model.vocab / m_tp;
    const double stream = m_sequenceTokens * h * m_element;
    elementwise(OperationName::finalNorm, 2 * stream, 3 * stream);
    auto &logits = gemm(OperationName::logits, m_tokens, vocabulary, h);
    logits.keepsPrecision = true;
    logits.odd = m_sharding.tp == 1 && m_model.vocab % 8 != 0;
    // Cross entropy in fp32: read the logits, write them as fp32, reduce, and write the gradient.
    elementwise(OperationName::loss, m_tokens * vocabulary * (m_element + 8), m_tokens * vocabulary * (4 + m_element),
                4);
    if (m_tp > 1) {
        const double bytes = m_tokens * h * m_element;
        if (m_sharding.sequenceParallel) {
            collective(CollectiveName::tpAllGather, LayerCollective::Kind::allGather, LayerCollective::Group::tp, bytes,
                       1, 1);
            collective(CollectiveName::tpReduceScatter, LayerCollective::Kind::reduceScatter,
                       LayerCollective::Group::tp, bytes, 0, 1);
        } else {
            collective(CollectiveName::tpAllReduce, LayerCollective::Kind::allReduce, LayerCollective::Group::tp, bytes,
                       0, 1);
        }
    }
    m_stored += 2 * stream;
}

/// One further token (Model::predictionModules). The joining product is split by columns, its result gathered.
void LayerBuilder::predictionModule(ModelBlock block)
{
    const double h = m_model.hidden;
    const double bytes = m_tokens * h * m_element;
    elementwise(OperationName::embedding, 2 * bytes, 2 * bytes, 2);
    elementwise(OperationName::predictionNorms, 4 * residual(), 6 * residual(), 2);
    gemm(OperationName::predictionProjection, m_tokens, h / m_tp, 2 * h);
    m_stored += 4 * residual(); // inputs of both norms and of the product
    m_work.narrowInputs += Bytes(2 * residual());
    if (m_tp > 1)
        collective(CollectiveName::tpAllGather, LayerCollective::Kind::allGather, LayerCollective::Group::tp, bytes, 1,
                   1);
    m_routedBytes = 0;
    body(block);
    ++m_work.predictionBlocks;
    output();
}

LayerWork LayerBuilder::head()
{
    output();
    for (int module = 0; module < m_model.predictionModules; ++module)
        predictionModule(m_model.block(m_model.layers));
    const Bytes kept(m_stored + m_coreActivations);
    m_work.activations = m_work.activationsSelective = m_work.activationsFull = kept;
    m_work.output = Bytes(0);
    return m_work;
}

namespace {

LayerWork blockWork(const Workload &workload, ModelBlock block, const Sharding &sharding, double samples)
{
    if (block.mixer == Mixer::vision) {
        // Images are whole on a device: context parallelism shares them out.
        Workload tower{towerModel(workload.model), workload.job, {}};
        tower.job.sequenceLength = workload.model.vision->patches;
        tower.job.documents.clear();
        Sharding own = sharding;
        own.cp = own.ep = 1;
        return LayerBuilder(tower, own, samples * workload.job.images / sharding.cp)
            .block({Mixer::encoder, Feed::dense});
    }
    if (block.mixer == Mixer::encoder && workload.model.encoder->tokens > 0) {
        Workload encoder = workload;
        encoder.job.sequenceLength = workload.model.encoder->tokens;
        return LayerBuilder(encoder, sharding, samples).block(block);
    }
    return LayerBuilder(workload, sharding, samples).block(block);
}

} // namespace

LayerWork layerWork(const Workload &workload, int layer, const Sharding &sharding, double samples)
{
    const auto &model = workload.model;
    const bool isBlock = layer >= 1 && layer <= model.layers;
    LayerWork work = layer <= 0 ? LayerBuilder(workload, sharding, samples).embedding()
                     : !isBlock ? LayerBuilder(workload, sharding, samples).head()
                                : blockWork(workload, model.block(layer), sharding, samples);
    const auto parameters = layerParameters(model, layer);
    work.isBlock = isBlock;
    work.hasExperts = isBlock ? model.isMoeBlock(layer) : work.predictionBlocks > 0 && model.isMoeBlock(model.layers);
    work.parameters = parameters.dense / sharding.tp +
                      parameters.experts / (static_cast<double>(sharding.ep) * sharding.expertTensors());
    work.gradientBytes = elementSize(workload.job.gradientPrecision).value;
    return work;
}

LayerParameters adapterParameters(const Workload &workload, int layer, const Sharding &sharding)
{
    if (workload.job.adapterRank <= 0 || !workload.job.frozenBase || layer < 1 || layer > workload.model.layers)
        return {};
    const auto work = layerWork(workload, layer, sharding, 1);
    return {work.adapters, work.expertAdapters};
}

} // namespace heteroscope
