// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space/space.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace heteroscope {

namespace {

constexpr int largestMicroBatch = 16;
constexpr std::size_t mostTypesPermuted = 5;
constexpr std::size_t mostDevicesByStage = 128;
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
        if (m_topology.deviceTypes().size() <= mostTypesPermuted && m_topology.devices().size() <= mostDevicesByStage)
            addByStage();
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
            family.kind = FamilyKind::mixed;
            family.parts = parts;
            family.fewestStages = (all - last) / dp + 1;
            family.mostStages = std::min(all / dp, m_model.planLayers());
            addRest(family);
        }
    }

    void addByStage()
    {
        Family family;
        family.kind = FamilyKind::byStage;
        family.fewestStages = 2;
        for (family.dp = 1; family.dp <= static_cast<int>(m_topology.devices().size()); ++family.dp) {
            if (m_job.globalBatch % family.dp != 0)
                continue;
            family.parts.clear();
            int all = 0;
            for (std::size_t type = 0; type < m_topology.deviceTypes().size(); ++type) {
                int stages = 0; // of the type's least TP, so the most
                for (const int tp : m_degrees) {
                    const int most = std::min(m_groups.count(type, tp) / family.dp, m_model.planLayers());
                    stages = std::max(stages, most);
                    if (most > 0)
                        family.parts.push_back({type, tp, most});
                }
                all += stages;
            }
            family.mostStages = std::min(all, m_model.planLayers());
            if (hasTwoDegrees(family))
                addRest(family);
        }
    }

    /// Can two stages of one type differ in TP?
    bool hasTwoDegrees(const Family &family) const
    {
        const RunChoices choices(family, m_groups);
        for (std::size_t part = 1; part < family.parts.size(); ++part) {
            if (family.parts[part].type == family.parts[part - 1].type && choices.mostStages(part, {{part - 1, 1}}) > 0)
                return true;
        }
        return false;
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
    chunks.reserve(static_cast<std::size_t>(family.chunks));
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

int stageCount(const Layout &layout)
{
    return std::accumulate(layout.begin(), layout.end(), 0,
                           [](int sum, const StageRun &run) { return sum + run.stages; });
}

RunChoices::RunChoices(const Family &family, const TensorGroups &groups) : m_family(family)
{
    m_groups.reserve(family.parts.size());
    for (const auto &part : family.parts)
        m_groups.push_back(groups.count(part.type, part.tp));
    for (std::size_t part = 0; part < family.parts.size(); ++part) {
        bool alike = true;
        for (std::size_t other = 0; other < family.parts.size(); ++other)
            alike = alike && (family.parts[other].type != family.parts[part].type ||
                              m_groups[other] * family.parts[other].tp == m_groups[part] * family.parts[part].tp);
        m_coversAll.push_back(alike);
    }
}

int RunChoices::mostStages(std::size_t part, const Layout &layout) const
{
    const auto &asked = m_family.parts[part];
    int most = asked.mostStages;
    if (m_coversAll[part]) { // what is left is a number of devices
        int left = m_groups[part] * asked.tp;
        for (const auto &run : layout) {
            const auto &other = m_family.parts[run.part];
            if (run.part == part)
                return 0;
            left -= other.type == asked.type ? run.stages * m_family.dp * other.tp : 0;
        }
        return std::clamp(left / (m_family.dp * asked.tp), 0, most);
    }
    // The groups of a type and node lie in those of every larger degree, so each degree has its own count of what the
    // runs of it and of larger ones take.
    const auto limit = [&](std::size_t degree) {
        const int tp = m_family.parts[degree].tp;
        int left = m_groups[degree];
        for (const auto &run : layout) {
            const auto &other = m_family.parts[run.part];
            if (other.type == asked.type && other.tp >= tp)
                left -= run.stages * m_family.dp * (other.tp / tp);
        }
        most = std::min(most, left / (m_family.dp * (asked.tp / tp)));
    };
    limit(part);
    for (const auto &run : layout) {
        const auto &other = m_family.parts[run.part];
        if (run.part == part)
            return 0;
        if (other.type == asked.type && other.tp < asked.tp)
            limit(run.part);
    }
    return std::max(0, most);
}

bool RunChoices::isByStage(const Layout &layout) const
{
    return std::any_of(layout.begin(), layout.end(), [&](const StageRun &run) {
        return std::any_of(layout.begin(), layout.end(), [&](const StageRun &other) {
            return run.part < other.part && m_family.parts[run.part].type == m_family.parts[other.part].type;
        });
    });
}

namespace {

void forEachPureLayout(const Family &family, const std::function<bool(const Layout &)> &visit)
{
    Layout layout;
    for (std::size_t part = 0; part < family.parts.size(); ++part)
        layout.push_back({part, family.parts[part].mostStages});
    for (;;) {
        if (allowsStages(family, stageCount(layout)) && !visit(layout))
            return;
        std::size_t part = layout.size();
        while (part > 0 && layout[part - 1].stages == 1)
            --part;
        if (part == 0)
            return;
        --layout[part - 1].stages;
        for (; part < layout.size(); ++part)
            layout[part].stages = family.parts[part].mostStages;
    }
}

/// Every layout that begins with this one.
bool forEachFurtherLayout(const Family &family, const RunChoices &choices, Layout &layout,
                          const std::function<bool(const Layout &)> &visit)
{
    const int before = stageCount(layout);
    for (std::size_t part = 0; part < family.parts.size(); ++part) {
        const int most = std::min(choices.mostStages(part, layout), family.mostStages - before);
        layout.push_back({part, 0});
        for (int stages = 1; stages <= most; ++stages) {
            layout.back().stages = stages;
            if (allowsStages(family, before + stages) && choices.isByStage(layout) && !visit(layout))
                return false;
            if (!forEachFurtherLayout(family, choices, layout, visit))
                return false;
        }
        layout.pop_back();
    }
    return true;
}

/// The largest TP first, of each type the first groups that are free.
std::vector<int> placedByStage(const Family &family, const Layout &layout, const TensorGroups &groups)
{
    std::vector<std::size_t> order(layout.size());
    std::iota(order.begin(), order.end(), 0);
    const auto partOf = [&](std::size_t run) -> const FamilyPart & { return family.parts[layout[run].part]; };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return partOf(a).tp > partOf(b).tp; });
    std::vector<std::vector<int>> byRun(layout.size());
    std::vector<bool> taken;
    for (const std::size_t run : order) {
        auto left = static_cast<std::size_t>(layout[run].stages * family.dp);
        for (int group = groups.first(partOf(run).type, partOf(run).tp); byRun[run].size() < left; ++group) {
            const auto &devices = groups[group].devices;
            taken.resize(std::max(taken.size(), devices.back().index() + 1));
            if (taken[devices.front().index()])
                continue;
            for (const DeviceId device : devices)
                taken[device.index()] = true;
            byRun[run].push_back(group);
        }
    }
    std::vector<int> placed;
    for (const auto &run : byRun)
        placed.insert(placed.end(), run.begin(), run.end());
    return placed;
}

} // namespace

void forEachLayout(const Family &family, const TensorGroups &groups, const std::function<bool(const Layout &)> &visit)
{
    switch (family.kind) {
    case FamilyKind::pure:
        forEachPureLayout(family, visit);
        break;
    case FamilyKind::mixed:
        for (int stages = family.mostStages; stages >= family.fewestStages; --stages) {
            if (allowsStages(family, stages) && !visit({{0, stages}}))
                return;
        }
        break;
    case FamilyKind::byStage:
        Layout layout;
        forEachFurtherLayout(family, RunChoices(family, groups), layout, visit);
        break;
    }
}

std::vector<int> placedGroups(const Family &family, const Layout &layout, const TensorGroups &groups)
{
    if (family.kind == FamilyKind::byStage)
        return placedByStage(family, layout, groups);
    std::vector<int> placed;
    for (std::size_t i = 0; i < family.parts.size(); ++i) {
        const auto &part = family.parts[i];
        const int first = groups.first(part.type, part.tp);
        int count = groups.count(part.type, part.tp);
        if (family.kind == FamilyKind::pure)
            count = layout[i].stages * family.dp;
        else if (i + 1 == family.parts.size())
            count = layout.front().stages * family.dp - static_cast<int>(placed.size());
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
    const std::string common =
        "TP in one node and of one type, one for each type or by stage, PP, DP, micro-batch 1 to "
        "16, every order of device types and TP, every number of stages of each, every cut of "
        "the layers";
    if (searched == SearchSpace::C)
        return common + "; 1F1B, interleaved 1F1B with 2 or 4 equal chunks, recompute, ZeRO 0/1";
    return fmt::format("{}; 1F1B, no recompute, no ZeRO: the part of space {} with alike pipelines", common,
                       searchSpaceNames[static_cast<std::size_t>(searched)]);
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
    const bool byStage = family.kind == FamilyKind::byStage;
    std::string label = byStage ? "TP by stage" : "TP" + std::to_string(family.parts.front().tp);
    const bool oneDegree = std::all_of(family.parts.begin(), family.parts.end(),
                                       [&](const FamilyPart &part) { return part.tp == family.parts.front().tp; });
    for (std::size_t i = 1; i < family.parts.size() && !oneDegree && !byStage; ++i)
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
    if (byStage)
        return label;
    label += " · ";
    for (std::size_t i = 0; i < family.parts.size(); ++i)
        label += (i > 0 ? " > " : "") + shortName(topology.deviceTypes()[family.parts[i].type]);
    return family.kind == FamilyKind::pure ? label : label + " (mixed stages)";
}

std::string planFamilyLabel(const Family &family, const std::vector<int> &placed, const TensorGroups &groups,
                            const Topology &topology)
{
    const int stages = static_cast<int>(placed.size()) / family.dp;
    if (family.kind != FamilyKind::byStage)
        return familyLabel(family, topology, stages);
    Family alone = family;
    alone.kind = FamilyKind::pure;
    alone.parts.clear();
    for (int stage = 0; stage < stages; ++stage) {
        const auto &group = groups[placed[static_cast<std::size_t>(stage * family.dp)]];
        if (alone.parts.empty() || alone.parts.back().type != group.type || alone.parts.back().tp != group.tp)
            alone.parts.push_back({group.type, group.tp, 1});
    }
    return familyLabel(alone, topology, stages);
}

} // namespace heteroscope
