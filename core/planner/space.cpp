// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace heteroscope {

namespace {

constexpr int largestMicroBatch = 16;
constexpr std::size_t mostTypesPermuted = 5;
constexpr std::array<int, 2> interleavedChunks = {2, 4};

/// Every ordered choice of one or more of the types.
std::vector<std::vector<std::size_t>> typeOrders(std::size_t types)
{
    std::vector<std::vector<std::size_t>> orders;
    std::vector<std::size_t> all(types);
    std::iota(all.begin(), all.end(), 0);
    if (types > mostTypesPermuted)
        return {all};
    for (unsigned subset = 1; subset < (1U << types); ++subset) {
        std::vector<std::size_t> members;
        for (std::size_t type = 0; type < types; ++type) {
            if (subset & (1U << type))
                members.push_back(type);
        }
        do {
            orders.push_back(members);
        } while (std::next_permutation(members.begin(), members.end()));
    }
    return orders;
}

class Enumerator
{
public:
    Enumerator(const Topology &topology, const TensorGroups &groups, const Workload &workload,
               const SoftwareStack &stack, SearchSpace searched)
        : m_topology(topology), m_groups(groups), m_model(workload.model), m_job(workload.job), m_workload(workload)
    {
        m_everything = searched == SearchSpace::C;
        m_zero1 =
            m_everything && std::find(stack.zeroStages.begin(), stack.zeroStages.end(), 1) != stack.zeroStages.end();
        m_recomputes = {Recompute::none};
        if (m_everything && !m_job.flashAttention)
            m_recomputes.push_back(Recompute::selective);
        if (m_everything)
            m_recomputes.push_back(Recompute::full);
    }

    FamilySpace run()
    {
        for (int tp = 1; tp <= m_groups.largestDegree(); tp *= 2) {
            if (auto reason = whyNoDegree(m_workload, tp); !reason.empty())
                m_space.refused.emplace_back(fmt::format("TP{}", tp), std::move(reason));
            else
                m_degrees.push_back(tp);
        }
        for (const auto &order : typeOrders(m_topology.deviceTypes().size())) {
            std::vector<FamilyPart> parts;
            addDegrees(order, parts);
        }
        return std::move(m_space);
    }

private:
    void addDegrees(const std::vector<std::size_t> &order, std::vector<FamilyPart> &parts)
    {
        if (parts.size() == order.size()) {
            addPlacements(parts);
            return;
        }
        for (const int tp : m_degrees) {
            if (m_groups.count(order[parts.size()], tp) == 0)
                continue;
            parts.push_back({order[parts.size()], tp, 0});
            addDegrees(order, parts);
            parts.pop_back();
        }
    }

    void addPlacements(const std::vector<FamilyPart> &parts)
    {
        int fewest = m_groups.count(parts.front().type, parts.front().tp);
        int all = 0;
        bool oneDegree = true;
        for (const auto &part : parts) {
            const int count = m_groups.count(part.type, part.tp);
            fewest = std::min(fewest, count);
            all += count;
            oneDegree = oneDegree && part.tp == parts.front().tp;
        }
        const int last = m_groups.count(parts.back().type, parts.back().tp);
        for (int dp = 1; dp <= all; ++dp) {
            if (m_job.globalBatch % dp != 0)
                continue;
            Family family;
            family.dp = dp;
            family.parts = parts;
            if (dp <= fewest) {
                family.fewestStages = static_cast<int>(parts.size());
                family.mostStages = 0;
                for (auto &part : family.parts) {
                    part.mostStages = std::min(m_groups.count(part.type, part.tp) / dp, m_model.planLayers());
                    family.mostStages += part.mostStages;
                }
                family.mostStages = std::min(family.mostStages, m_model.planLayers());
                addRest(family);
            }
            // With all types but the last in whole stages nothing is mixed.
            bool divides = true;
            for (std::size_t i = 0; i + 1 < parts.size(); ++i)
                divides = divides && m_groups.count(parts[i].type, parts[i].tp) % dp == 0;
            if (!oneDegree || divides)
                continue;
            family.pure = false;
            family.parts = parts;
            family.fewestStages = (all - last) / dp + 1;
            family.mostStages = std::min(all / dp, m_model.planLayers());
            addRest(family);
        }
    }

    void addRest(Family &family)
    {
        if (family.fewestStages > family.mostStages)
            return;
        for (int size = 1; size <= largestMicroBatch && m_job.globalBatch / family.dp % size == 0; size *= 2) {
            family.microBatchSize = size;
            family.microBatches = m_job.globalBatch / family.dp / size;
            for (const auto recompute : m_recomputes) {
                family.recompute = recompute;
                for (int zero = 0; zero <= (family.dp > 1 && m_zero1 ? 1 : 0); ++zero) {
                    family.zeroStage = zero;
                    family.schedule = ScheduleKind::oneFOneB;
                    family.chunks = 1;
                    m_space.families.push_back(family);
                    if (!m_everything)
                        continue;
                    for (const int chunks : interleavedChunks)
                        addInterleaved(family, chunks);
                }
            }
        }
    }

    void addInterleaved(Family family, int chunks)
    {
        const bool oneKind = !m_model.moe || m_model.moe->denseLayers == 0;
        if (!oneKind || m_model.layers % chunks != 0)
            return;
        family.schedule = ScheduleKind::interleaved;
        family.chunks = chunks;
        family.fewestStages = std::max(2, family.fewestStages);
        family.mostStages = std::min(family.mostStages, m_model.layers / chunks);
        for (int stages = family.fewestStages; stages <= family.mostStages; ++stages) {
            if (family.microBatches % stages == 0) {
                m_space.families.push_back(std::move(family));
                return;
            }
        }
    }

    const Topology &m_topology;
    const TensorGroups &m_groups;
    const Model &m_model;
    const TrainingJob &m_job;
    const Workload &m_workload;
    bool m_everything = true;
    bool m_zero1 = false;
    std::vector<Recompute> m_recomputes;
    std::vector<int> m_degrees;
    FamilySpace m_space;
};

} // namespace

std::string whyNoDegree(const Workload &workload, int tp)
{
    const auto &model = workload.model;
    if (model.heads % tp != 0)
        return fmt::format("TP {} does not divide {} heads", tp, model.heads);
    if ((!model.moe || model.moe->denseLayers > 0) && model.ffn % tp != 0)
        return fmt::format("TP {} does not divide the MLP's width {}", tp, model.ffn);
    if (model.moe && model.moe->expertFfn % tp != 0)
        return fmt::format("TP {} does not divide an expert's width {}", tp, model.moe->expertFfn);
    if (workload.job.sequenceLength % tp != 0)
        return fmt::format("TP {} does not divide the sequence length {}", tp, workload.job.sequenceLength);
    return {};
}

bool Family::sequenceParallel() const
{
    return std::any_of(parts.begin(), parts.end(), [](const FamilyPart &part) { return part.tp > 1; });
}

int cutUnits(const Family &family, const Model &model)
{
    return family.chunks == 1 ? model.planLayers() : model.layers / family.chunks;
}

std::vector<int> layersOfUnit(const Family &family, const Model &model, int unit)
{
    if (family.chunks == 1)
        return {unit};
    std::vector<int> layers;
    const int units = cutUnits(family, model);
    if (unit == 0)
        layers.push_back(0);
    for (int chunk = 0; chunk < family.chunks; ++chunk)
        layers.push_back(1 + chunk * units + unit);
    if (unit == units - 1)
        layers.push_back(model.layers + 1);
    return layers;
}

std::vector<LayerRange> chunksOf(const Family &family, const Model &model, int first, int last)
{
    if (family.chunks == 1)
        return {{first, last - first}};
    std::vector<LayerRange> chunks;
    const int units = cutUnits(family, model);
    for (int chunk = 0; chunk < family.chunks; ++chunk)
        chunks.push_back({1 + chunk * units + first, last - first});
    if (first == 0) {
        chunks.front().first = 0;
        ++chunks.front().count;
    }
    if (last == units)
        ++chunks.back().count;
    return chunks;
}

FamilySpace enumerateFamilies(const Topology &topology, const TensorGroups &groups, const Workload &workload,
                              const SoftwareStack &stack, SearchSpace searched)
{
    return Enumerator(topology, groups, workload, stack, searched).run();
}

bool allowsStages(const Family &family, int stages)
{
    if (stages < family.fewestStages || stages > family.mostStages)
        return false;
    return family.chunks == 1 || family.microBatches % stages == 0;
}

int stageCount(const Layout &layout) { return std::accumulate(layout.begin(), layout.end(), 0); }

void forEachLayout(const Family &family, const std::function<bool(const Layout &)> &visit)
{
    if (!family.pure) {
        for (int stages = family.mostStages; stages >= family.fewestStages; --stages) {
            if (allowsStages(family, stages) && !visit({stages}))
                return;
        }
        return;
    }
    Layout layout;
    for (const auto &part : family.parts)
        layout.push_back(part.mostStages);
    for (;;) {
        if (allowsStages(family, stageCount(layout)) && !visit(layout))
            return;
        std::size_t part = layout.size();
        while (part > 0 && layout[part - 1] == 1)
            --part;
        if (part == 0)
            return;
        --layout[part - 1];
        for (; part < layout.size(); ++part)
            layout[part] = family.parts[part].mostStages;
    }
}

std::vector<int> placedGroups(const Family &family, const Layout &layout, const TensorGroups &groups)
{
    std::vector<int> placed;
    for (std::size_t i = 0; i < family.parts.size(); ++i) {
        const auto &part = family.parts[i];
        const int first = groups.first(part.type, part.tp);
        int count = groups.count(part.type, part.tp);
        if (family.pure)
            count = layout[i] * family.dp;
        else if (i + 1 == family.parts.size())
            count = layout.front() * family.dp - static_cast<int>(placed.size());
        for (int group = first; group < first + count; ++group)
            placed.push_back(group);
    }
    return placed;
}

OverlapOptions stackOverlap(const SoftwareStack &stack)
{
    return {stack.tpExposed < 1, stack.overlapsGradients, stack.sendMode == SendMode::asynchronous};
}

std::string spaceDescription(SearchSpace searched)
{
    const std::string common = "TP in one node and of one type, one for each type, PP, DP, micro-batch 1 to 16, every "
                               "order of device types, every number of stages of each, every cut of the layers";
    if (searched == SearchSpace::C)
        return common + "; 1F1B, interleaved 1F1B with 2 or 4 equal chunks, recompute, ZeRO 0/1";
    return fmt::format("{}; 1F1B, no recompute, no ZeRO: the part of space {} with alike pipelines and one TP a type",
                       common, searchSpaceNames[static_cast<std::size_t>(searched)]);
}

Plan planOf(const Family &family, const std::vector<int> &placed, const Cut &cut, const TensorGroups &groups,
            const Topology &topology, const Workload &workload, const SoftwareStack &stack)
{
    Plan plan;
    plan.schedule = family.schedule;
    plan.microBatchSize = family.microBatchSize;
    plan.zeroStage = family.zeroStage;
    plan.sequenceParallel = family.sequenceParallel();
    plan.overlap = stackOverlap(stack);
    std::vector<bool> used(topology.devices().size());
    for (int d = 0; d < family.dp; ++d) {
        Pipeline pipeline;
        pipeline.microBatches = family.microBatches;
        int first = 0;
        for (std::size_t s = 0; s < cut.size(); ++s) {
            const auto &choice = groups[placed[s * static_cast<std::size_t>(family.dp) + static_cast<std::size_t>(d)]];
            TensorGroup group;
            group.tp = choice.tp;
            group.samples = family.microBatchSize;
            for (const DeviceId id : choice.devices) {
                group.devices.push_back(topology.device(id).name);
                used[id.index()] = true;
            }
            Stage stage;
            stage.recompute = family.recompute;
            stage.chunks = chunksOf(family, workload.model, first, cut[s]);
            stage.groups.push_back(std::move(group));
            pipeline.stages.push_back(std::move(stage));
            first = cut[s];
        }
        plan.pipelines.push_back(std::move(pipeline));
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i])
            plan.unusedDevices.push_back(topology.devices()[i].name);
    }
    return plan;
}

std::string familyLabel(const Family &family, const Topology &topology, int stages)
{
    // Written by hand: a large space has a hundred thousand of them.
    std::string label = "TP" + std::to_string(family.parts.front().tp);
    const bool oneDegree = std::all_of(family.parts.begin(), family.parts.end(),
                                       [&](const FamilyPart &part) { return part.tp == family.parts.front().tp; });
    for (std::size_t i = 1; i < family.parts.size() && !oneDegree; ++i)
        label += "/" + std::to_string(family.parts[i].tp);
    if (stages > 0)
        label += " PP" + std::to_string(stages);
    label += " DP" + std::to_string(family.dp);
    label += family.chunks > 1 ? " · interleaved x" + std::to_string(family.chunks) : " · 1F1B";
    label += " m" + std::to_string(family.microBatches);
    if (family.zeroStage > 0)
        label += " · ZeRO-" + std::to_string(family.zeroStage);
    if (family.recompute != Recompute::none)
        label.append(" · recompute ").append(recomputeNames[static_cast<std::size_t>(family.recompute)]);
    label += " · ";
    for (std::size_t i = 0; i < family.parts.size(); ++i)
        label += (i > 0 ? " > " : "") + shortName(topology.deviceTypes()[family.parts[i].type]);
    return family.pure ? label : label + " (mixed stages)";
}

} // namespace heteroscope
