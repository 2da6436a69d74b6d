// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/layer_fit.h"

#include "calibration/fit_rows.h"
#include "cost/group_cost.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace heteroscope {

namespace {

/// Forward and backward with what the stack adds to them, as the profile counts them.
LayerTime timeOf(const LayerCost &cost)
{
    return {cost.forward + cost.forwardCommunication.tp,
            cost.recompute + cost.inputGradient + cost.weightGradient + cost.backwardCommunication.tp};
}

LayerTime scaled(const LayerTime &time, double factor) { return {time.forward * factor, time.backward * factor}; }

/// The layer's times by the curves: what the fit starts from.
Result<LayerProfile> curveProfile(const FitRow &row, const CalibrationValues &values)
{
    const auto &workload = row.run.workload;
    const auto &stage = row.run.plan.pipelines.front().stages.front();
    const auto &group = stage.groups.front();
    const auto stack = findSoftwareStack(values, workload.job);
    if (!stack)
        return stack.error();
    Network network(row.topology, values);
    std::vector<DeviceId> devices;
    for (const auto &name : group.devices)
        devices.push_back(*row.topology.findDevice(name));
    GroupOptions options;
    options.sharding = {group.tp, 1, 1, row.run.plan.sequenceParallel};
    options.samples = group.samples;
    options.recompute = stage.recompute;
    options.overlapTp = row.run.plan.overlap.tp;
    const auto cost = priceGroup(network, workload, values, **stack, devices, options);
    if (!cost)
        return cost.error();
    LayerProfile profile;
    profile.device = row.topology.typeOf(devices.front()).name;
    profile.softwareStack = workload.job.softwareStack;
    profile.hidden = workload.model.hidden;
    profile.heads = workload.model.heads;
    profile.ffn = workload.model.ffn;
    profile.vocab = workload.model.vocab;
    profile.sequence = workload.job.sequenceLength;
    profile.tp = group.tp;
    profile.microBatch = group.samples;
    profile.precision = workload.job.precision;
    profile.recompute = stage.recompute;
    profile.communication = group.tp > 1;
    profile.block = timeOf(cost->layer(layerKind(workload.model, 1)));
    profile.head = timeOf(cost->layer(LayerKind::head));
    profile.embedding = timeOf(cost->layer(LayerKind::embedding));
    return profile;
}

CalibrationValues withProfile(const CalibrationValues &values, const LayerProfile &start, double block, double head)
{
    auto profile = start;
    profile.block = scaled(start.block, std::exp(block));
    profile.head = scaled(start.head, std::exp(head));
    auto result = values;
    result.profiles = std::make_shared<LayerProfiles>(std::vector{profile});
    return result;
}

/// Two-dimensional Gauss-Newton on the logarithms of block and head factor, rows far off counting less.
LayerProfile fitGroup(const std::vector<const FitRow *> &rows, const CalibrationValues &values,
                      const LayerProfile &start)
{
    constexpr double difference = 0.02;
    constexpr double outlier = 0.02;
    constexpr double pull = 1e-3; // keeps a head that the rows cannot tell from the blocks where the curves put it
    double block = 0;
    double head = 0;
    for (int iteration = 0; iteration < 8; ++iteration) {
        const auto here = withProfile(values, start, block, head);
        const auto moreBlock = withProfile(values, start, block + difference, head);
        const auto moreHead = withProfile(values, start, block, head + difference);
        double bb = pull, bh = 0, hh = pull, b = -pull * block, h = -pull * head;
        for (const auto *row : rows) {
            const auto now = predictSeconds(*row, here);
            const auto withBlock = predictSeconds(*row, moreBlock);
            const auto withHead = predictSeconds(*row, moreHead);
            if (!now || !withBlock || !withHead)
                continue;
            const double residual = std::log(*now / row->measured);
            const double byBlock = std::log(*withBlock / *now) / difference;
            const double byHead = std::log(*withHead / *now) / difference;
            const double weight = 1 / (1 + residual * residual / (outlier * outlier));
            bb += weight * byBlock * byBlock;
            bh += weight * byBlock * byHead;
            hh += weight * byHead * byHead;
            b -= weight * byBlock * residual;
            h -= weight * byHead * residual;
        }
        const double determinant = bb * hh - bh * bh;
        if (!(determinant > 0))
            break;
        const double blockStep = std::clamp((b * hh - h * bh) / determinant, -0.5, 0.5);
        const double headStep = std::clamp((h * bb - b * bh) / determinant, -0.5, 0.5);
        block += blockStep;
        head = std::clamp(head + headStep, -2.0, 2.0);
        if (std::abs(blockStep) + std::abs(headStep) < 1e-5)
            break;
    }
    auto profile = start;
    profile.block = scaled(start.block, std::exp(block));
    profile.head = scaled(start.head, std::exp(head));
    profile.source = std::to_string(rows.size()) + " measured steps of this shape, by hscope calibrate --layers";
    return profile;
}

} // namespace

Result<std::vector<LayerProfile>> fitLayerProfiles(const std::vector<RunRow> &rows, const CalibrationValues &values,
                                                   int threads)
{
    const auto prepared = fitRows(rows, values);
    using Shape = std::tuple<std::string, std::string, int, int, int, int, int, int, int, int, int>;
    std::map<Shape, std::vector<const FitRow *>> groups;
    for (const auto &row : prepared) {
        const auto &model = row.run.workload.model;
        const auto &plan = row.run.plan;
        if (model.moe || plan.contextParallel > 1 || row.topology.deviceTypes().size() > 1)
            continue;
        const auto &stage = plan.pipelines.front().stages.front();
        groups[{row.topology.deviceTypes().front().name, row.run.workload.job.softwareStack, model.hidden, model.heads,
                model.ffn, model.vocab, row.run.workload.job.sequenceLength, stage.groups.front().tp,
                plan.microBatchSize, static_cast<int>(row.run.workload.job.precision),
                static_cast<int>(stage.recompute)}]
            .push_back(&row);
    }
    std::erase_if(groups, [](const auto &group) { return group.second.size() < 3; });
    if (groups.empty())
        return Error{Error::Code::invalid,
                     {},
                     {},
                     "no three rows of one layer shape",
                     "rows that differ in layers, stages or replicas only",
                     "measure one layer shape in three or more such plans"};
    std::vector<const std::vector<const FitRow *> *> list;
    list.reserve(groups.size());
    for (const auto &[shape, members] : groups)
        list.push_back(&members);
    std::vector<std::optional<LayerProfile>> fitted(list.size());
    inParallel(threads, list.size(), [&](std::size_t i) {
        if (const auto start = curveProfile(*list[i]->front(), values))
            fitted[i] = fitGroup(*list[i], values, *start);
    });
    std::vector<LayerProfile> profiles;
    for (auto &profile : fitted) {
        if (profile)
            profiles.push_back(std::move(*profile));
    }
    return profiles;
}

} // namespace heteroscope
