// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload/model.h"

#include "workload/workload.h"

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

double mlpParameters(const Model &model, double width)
{
    const double h = model.hidden;
    const double biases = model.biases ? width * (model.gatedMlp ? 2 : 1) + h : 0.0;
    return (model.gatedMlp ? 3 : 2) * h * width + biases;
}

double normParameters(const Model &model) { return (model.biases ? 2.0 : 1.0) * model.hidden; }

} // namespace

LayerParameters layerParameters(const Model &model, int layer)
{
    const double table = static_cast<double>(model.vocab) * model.hidden;
    LayerParameters result;
    if (layer <= 0) {
        result.dense = table + (model.learnedPositions ? static_cast<double>(model.maxSequence) * model.hidden : 0.0);
    } else if (layer > model.layers) {
        result.dense = normParameters(model) + (model.tiedEmbeddings ? 0.0 : table);
    } else if (model.isMoeBlock(layer)) {
        const auto &moe = *model.moe;
        const double expert = mlpParameters(model, moe.expertFfn);
        result.dense = attentionParameters(model) + 2 * normParameters(model) + moe.sharedExperts * expert +
                       static_cast<double>(model.hidden) * moe.experts;
        result.experts = moe.experts * expert;
    } else {
        result.dense = attentionParameters(model) + 2 * normParameters(model) + mlpParameters(model, model.ffn);
    }
    return result;
}

double totalParameters(const Model &model)
{
    double sum = 0;
    for (int layer = 0; layer < model.planLayers(); ++layer)
        sum += layerParameters(model, layer).total();
    return sum;
}

double activeParameters(const Model &model)
{
    double sum = 0;
    for (int layer = 0; layer < model.planLayers(); ++layer) {
        const auto parameters = layerParameters(model, layer);
        sum += parameters.dense;
        if (model.moe && model.moe->experts > 0)
            sum += parameters.experts * model.moe->topK / model.moe->experts;
    }
    return sum;
}

} // namespace heteroscope
