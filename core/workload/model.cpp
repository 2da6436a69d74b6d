// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/model.h"

#include "workload/workload.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

double attentionParameters(const Model &model)
{
    const double h = model.hidden;
    const double heads = model.heads;
    if (model.mla) {
        const auto &mla = *model.mla;
        const double queryWidth = heads * (mla.nopeDim + mla.ropeDim);
        const double query =
            mla.queryRank > 0 ? h * mla.queryRank + mla.queryRank + mla.queryRank * queryWidth : h * queryWidth;
        const double compress = h * (mla.kvRank + mla.ropeDim) + mla.kvRank;
        const double expand = mla.kvRank * heads * (mla.nopeDim + mla.valueDim);
        return query + compress + expand + heads * mla.valueDim * h;
    }
    const double queryWidth = heads * model.headDim;
    const double kvWidth = 2.0 * model.kvHeads * model.headDim;
    const double biases = model.biases ? queryWidth + kvWidth + h : 0.0;
    return h * (queryWidth + kvWidth) + queryWidth * h + biases;
}

/// Projections, short convolutions, decay and gate of the heads, gated norm.
double linearParameters(const Model &model)
{
    const auto &linear = *model.linearAttention;
    const double h = model.hidden;
    const double keys = static_cast<double>(linear.keyHeads) * linear.keyDim;
    const double values = static_cast<double>(linear.valueHeads) * linear.valueDim;
    const double projections = h * (2 * keys + 2 * values + 2.0 * linear.valueHeads) + values * h;
    return projections + linear.convolution * (2 * keys + values) + 2.0 * linear.valueHeads + linear.valueDim;
}

/// Projections, short convolution with bias, decay, skip and time step of the heads, gated norm.
double stateSpaceParameters(const Model &model)
{
    const auto &ssm = *model.stateSpace;
    const double h = model.hidden;
    const double inner = static_cast<double>(ssm.heads) * ssm.headDim;
    const double states = 2.0 * ssm.groups * ssm.state;
    return h * (2 * inner + states + ssm.heads) + inner * h + (ssm.convolution + 1.0) * (inner + states) +
           3.0 * ssm.heads + inner;
}

/// Of the mixer of a block, without its norm.
double mixerParameters(const Model &model, Mixer mixer)
{
    switch (mixer) {
    case Mixer::attention:
    case Mixer::window:
    case Mixer::encoder:
    case Mixer::vision:
        return attentionParameters(model);
    case Mixer::cross:
        return 2 * attentionParameters(model);
    case Mixer::linear:
        return linearParameters(model);
    case Mixer::stateSpace:
        return stateSpaceParameters(model);
    case Mixer::none:
        break;
    }
    return 0;
}

double mlpParameters(const Model &model, double width)
{
    const double h = model.hidden;
    const double biases = model.biases ? width * (model.gatedMlp ? 2 : 1) + h : 0.0;
    return (model.gatedMlp ? 3 : 2) * h * width + biases;
}

double normParameters(const Model &model) { return (model.biases ? 2.0 : 1.0) * model.hidden; }

LayerParameters blockParameters(const Model &model, ModelBlock block)
{
    if (block.mixer == Mixer::vision)
        return blockParameters(towerModel(model), {Mixer::encoder, Feed::dense});
    const int mixers = block.mixer == Mixer::none ? 0 : block.mixer == Mixer::cross ? 2 : 1;
    const int halves = mixers + (block.feed != Feed::none ? 1 : 0);
    LayerParameters result;
    result.dense = mixerParameters(model, block.mixer) + halves * normParameters(model);
    if (block.feed == Feed::experts) {
        const auto &moe = *model.moe;
        const double expert = mlpParameters(model, moe.expertFfn);
        result.dense += moe.sharedExperts * expert + static_cast<double>(model.hidden) * moe.experts;
        result.experts = moe.experts * expert;
    } else if (block.feed == Feed::dense) {
        result.dense += mlpParameters(model, model.ffn);
    }
    return result;
}

/// What a vision tower has besides its blocks: embedding of patches and their positions, projector.
double imageParameters(const Model &model)
{
    const auto &vision = *model.vision;
    const double joined = static_cast<double>(vision.hidden) * vision.tokenPatches;
    const double h = model.hidden;
    return vision.hidden * (static_cast<double>(vision.patchValues) + vision.patches) + joined * h + h * h;
}

/// Of a layer without the modules for further tokens, which belong to the head.
LayerParameters parametersBesideModules(const Model &model, int layer)
{
    const double table = static_cast<double>(model.vocab) * model.hidden;
    if (layer >= 1 && layer <= model.layers)
        return blockParameters(model, model.block(layer));
    LayerParameters result;
    if (layer <= 0)
        result.dense = table + (model.learnedPositions ? static_cast<double>(model.maxSequence) * model.hidden : 0.0) +
                       (model.vision ? imageParameters(model) : 0.0);
    else
        result.dense = normParameters(model) + (model.tiedEmbeddings ? 0.0 : table);
    return result;
}

template<class Holds>
bool anyBlock(const Model &model, Holds holds)
{
    // Beyond the listed runs blocks repeat; the first dense ones of a mixture may be more than one list is long.
    int last = model.moe ? model.moe->denseLayers + 1 : 1;
    for (const auto &run : model.blocks)
        last += run.count;
    last += model.towerLayers() + model.encoderLayers();
    for (int layer = 1; layer <= std::min(model.layers, last); ++layer) {
        if (holds(model.block(layer)))
            return true;
    }
    return false;
}

} // namespace

ModelBlock Model::block(int layer) const
{
    if (layer <= towerLayers())
        return {Mixer::vision, Feed::dense};
    layer -= towerLayers();
    if (layer <= encoderLayers())
        return {Mixer::encoder, Feed::dense};
    layer -= encoderLayers();
    if (encoder)
        return {Mixer::cross, Feed::dense};
    ModelBlock found{Mixer::attention, moe ? Feed::experts : Feed::dense};
    if (!blocks.empty()) {
        int period = 0;
        for (const auto &run : blocks)
            period += run.count;
        int place = (layer - 1) % std::max(1, period);
        for (const auto &run : blocks) {
            if (place < run.count) {
                found = run.block;
                break;
            }
            place -= run.count;
        }
    }
    if (found.feed == Feed::experts && (!moe || layer <= moe->denseLayers))
        found.feed = Feed::dense;
    return found;
}

bool Model::uses(Mixer mixer) const
{
    return anyBlock(*this, [mixer](const ModelBlock &block) { return block.mixer == mixer; });
}

bool Model::uses(Feed feed) const
{
    return anyBlock(*this, [feed](const ModelBlock &block) { return block.feed == feed; });
}

bool Model::hasOneKindOfBlock() const
{
    return !anyBlock(*this, [first = block(1)](const ModelBlock &block) { return block != first; });
}

std::vector<int> mixerHeads(const Model &model)
{
    std::vector<int> counts;
    if (model.linearAttention && model.uses(Mixer::linear))
        counts = {model.linearAttention->keyHeads, model.linearAttention->valueHeads};
    if (model.stateSpace && model.uses(Mixer::stateSpace))
        counts.push_back(model.stateSpace->heads);
    if (const auto &vision = model.vision)
        counts.insert(counts.end(), {vision->heads, vision->ffn});
    return counts;
}

Model towerModel(const Model &model)
{
    const auto &vision = *model.vision;
    Model tower;
    tower.layers = vision.layers;
    tower.hidden = vision.hidden;
    tower.heads = tower.kvHeads = vision.heads;
    tower.headDim = vision.hidden / std::max(1, vision.heads);
    tower.ffn = vision.ffn;
    tower.gatedMlp = vision.gatedMlp;
    tower.biases = true;
    return tower;
}

LayerParameters layerParameters(const Model &model, int layer)
{
    auto result = parametersBesideModules(model, layer);
    if (layer > model.layers && model.predictionModules > 0) {
        const auto block = blockParameters(model, model.block(model.layers));
        const double joined = 2.0 * model.hidden * model.hidden + 3 * normParameters(model);
        result.dense += model.predictionModules * (joined + block.dense);
        result.experts = model.predictionModules * block.experts;
    }
    return result;
}

double nodesOfToken(const MixtureOfExperts &moe, int nodes)
{
    double reached = std::max(1, nodes);
    if (moe.groups > 0 && moe.groupLimit > 0 && moe.groups >= nodes)
        reached = std::min(reached, static_cast<double>(moe.groupLimit)); // a group is in one node
    return reached * (1 - std::pow(1 - 1 / reached, moe.topK));
}

double totalParameters(const Model &model)
{
    double sum = 0;
    for (int layer = 0; layer < model.planLayers(); ++layer)
        sum += parametersBesideModules(model, layer).total();
    return sum;
}

double activeParameters(const Model &model)
{
    double sum = 0;
    for (int layer = 0; layer < model.planLayers(); ++layer) {
        const auto parameters = parametersBesideModules(model, layer);
        sum += parameters.dense;
        if (model.moe && model.moe->experts > 0)
            sum += parameters.experts * model.moe->topK / model.moe->experts;
    }
    return sum;
}

} // namespace heteroscope
