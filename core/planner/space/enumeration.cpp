// SPDX-License-Identifier: GPL-3.0-or-later
// Which families there are: every order of device types, TP, DP, micro-batch, recompute, ZeRO stage and schedule.
#include "planner/space/space.h"
#include "planner/space/unlike_families.h"

#include "cost/software_lack.h"
#include "strategy/expert_layout.h"
#include "strategy/schedule.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <numeric>

namespace heteroscope {

namespace {

// Samples.
constexpr int largestMicroBatch = 16;
constexpr std::size_t maxDevicesByStage = 128;
constexpr std::size_t maxDevicesOfSlicesByStage = 64; ///< TP by stage with CP
constexpr std::size_t maxDevicesOfSharesByStage = 32; ///< and with EP, ZeRO 2 and 3 and HSDP
constexpr std::size_t maxDevicesOfOrdersByStage = 32; ///< and in schedules other than (interleaved) 1F1B
/// A TP for each type with EP, ZeRO 2 and 3 and HSDP, of three types also with CP.
constexpr std::size_t maxDevicesOfUnlikeDegrees = 128;
constexpr std::size_t maxTypesOfUnlikeDegrees = 3;
/// Stages that mix types with CP, EP and HSDP, pipelines that differ with CP, and shared samples in several stages.
constexpr std::size_t maxDevicesOfMixedDegrees = 128;
constexpr std::size_t maxDevicesOfMixedExperts = 32; ///< of which some are shared by two types

/// Every ordered choice of one or more of the types.
std::vector<std::vector<std::size_t>> typeOrders(std::size_t types)
{
    std::vector<std::vector<std::size_t>> orders;
    std::vector<std::size_t> all(types);
    std::iota(all.begin(), all.end(), 0);
    if (types > maxTypesPermuted)
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
               const SoftwareStack &stack, SearchSpace searched, const StopToken &stop)
        : m_topology(topology),
          m_groups(groups),
          m_model(workload.model),
          m_job(workload.job),
          m_workload(workload),
          m_meter(stop)
    {
        m_practical = searched == SearchSpace::P;
        m_everything = m_practical || searched == SearchSpace::C;
        if (m_practical) {
            std::copy_if(practicalSchedules.begin(), practicalSchedules.end(), std::back_inserter(m_schedules),
                         [&](ScheduleKind kind) { return runs(stack, kind); });
        } else {
            m_schedules = {ScheduleKind::oneFOneB};
            if (m_everything)
                m_schedules.push_back(ScheduleKind::interleaved);
        }
        for (const ScheduleKind kind : m_schedules)
            m_chunks[kind] = chunksOfSchedule(kind, m_model);
        m_allowed.tpByStage = m_allowed.recomputeByStage = true;
        if (m_practical) {
            m_allowed = stack.degrees;
            m_zeroWithStages = stack.zeroWithStages;
        }
        m_zeroStages = {0};
        for (int zero = 1; zero <= (m_practical ? 3 : 1); ++zero) {
            if (m_everything && shards(stack, zero))
                m_zeroStages.push_back(zero);
        }
        m_recomputes = {Recompute::none};
        if (m_everything && !m_practical) { // there stages recompute as needed
            if (!m_job.flashAttention)
                m_recomputes.push_back(Recompute::selective);
            m_recomputes.push_back(Recompute::full);
        }
    }

    FamilySpace run()
    {
        for (int tp = 1; tp <= (m_allowed.tp ? m_groups.largestDegree() : 1); tp *= 2) {
            if (const auto mistake = findDegreeMistake(m_workload, tp))
                m_space.refused.push_back(*mistake);
            else
                m_degrees.push_back(tp);
        }
        for (const auto &order : typeOrders(m_topology.deviceTypes().size())) {
            std::vector<FamilyPart> parts;
            addDegrees(order, parts);
            if (m_practical) {
                addWideGroups(order);
                addUnlikeSlices(order);
            }
        }
        if (!m_schedules.empty() && m_allowed.tpByStage && m_topology.deviceTypes().size() <= maxTypesPermuted &&
            hasUpTo(maxDevicesByStage))
            addByStage();
        if (m_practical && m_allowed.unlikePipelines)
            addUnlikeFamilies({m_topology, m_groups, m_workload, m_degrees, m_schedules, m_zeroStages, m_allowed.cp,
                               m_allowed.ep, hasUpTo(maxDevicesOfMixedDegrees), m_zeroWithStages},
                              m_space.families, m_meter);
        m_space.isWhole = m_groups.isWhole() && !m_meter.isStopped();
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
            const bool isUnlike = !parts.empty() && parts.front().tp != tp;
            if ((isUnlike && !m_allowed.tpByStage) || m_groups.count(order[parts.size()], tp) == 0 ||
                m_meter.stopAfter())
                continue;
            parts.push_back({order[parts.size()], tp, 0});
            addDegrees(order, parts);
            parts.pop_back();
        }
    }

    /// Groups with context parallelism, and those over several nodes; alike for all types.
    void addWideGroups(const std::vector<std::size_t> &order)
    {
        for (int tp = 1; tp <= (m_allowed.tp ? 2 * m_groups.largestDegree() : 1); tp *= 2) {
            if (findDegreeMistake(m_workload, tp))
                continue;
            for (int cp = 1; tp * cp <= std::min(largestGroup, m_groups.largestSize()) && !m_meter.stopAfter();
                 cp *= 2) {
                const bool known = cp == 1 && tp <= m_groups.largestDegree();
                const auto slice = m_job.sequenceLength / cp;
                if (known || (cp > 1 && !m_allowed.cp) || m_job.sequenceLength % cp != 0 || slice % tp != 0)
                    continue;
                std::vector<FamilyPart> parts;
                for (const std::size_t type : order) {
                    if (m_groups.count(type, tp * cp) > 0)
                        parts.push_back({type, tp, 0, cp});
                }
                if (parts.size() == order.size())
                    addPlacements(parts);
            }
        }
    }

    bool hasUpTo(std::size_t devices) const { return m_topology.devices().size() <= devices; }

    /// Context parallelism where types differ in TP.
    void addUnlikeSlices(const std::vector<std::size_t> &order)
    {
        const std::size_t most = hasUpTo(maxDevicesOfUnlikeDegrees) ? maxTypesOfUnlikeDegrees : 2;
        if (order.size() < 2 || order.size() > most || !m_allowed.cp || !m_allowed.tpByStage)
            return;
        for (int cp = 2; cp <= std::min(largestGroup, m_groups.largestSize()); cp *= 2) {
            std::vector<FamilyPart> parts;
            if (m_job.sequenceLength % cp == 0)
                addSlices(order, cp, parts);
        }
    }

    void addSlices(const std::vector<std::size_t> &order, int cp, std::vector<FamilyPart> &parts)
    {
        if (parts.size() == order.size()) {
            const int tp = parts.front().tp;
            if (std::any_of(parts.begin(), parts.end(), [tp](const FamilyPart &part) { return part.tp != tp; }))
                addPlacements(parts);
            return;
        }
        const std::size_t type = order[parts.size()];
        for (const int tp : m_degrees) {
            if (m_job.sequenceLength / cp % tp != 0 || tp * cp > std::min(largestGroup, m_groups.largestSize()) ||
                m_groups.count(type, tp * cp) == 0 || m_meter.stopAfter())
                continue;
            parts.push_back({type, tp, 0, cp});
            addSlices(order, cp, parts);
            parts.pop_back();
        }
    }

    void addPlacements(const std::vector<FamilyPart> &parts)
    {
        int fewest = m_groups.count(parts.front().type, parts.front().devices());
        int all = 0;
        bool oneDegree = true;
        for (const auto &part : parts) {
            const int count = m_groups.count(part.type, part.devices());
            fewest = std::min(fewest, count);
            all += count;
            oneDegree = oneDegree && part.tp == parts.front().tp;
        }
        const int last = m_groups.count(parts.back().type, parts.back().devices());
        for (int dp = 1; dp <= all && !m_meter.stopAfter(); ++dp) {
            if (m_job.globalBatch % dp != 0)
                continue;
            Family family;
            family.dp = dp;
            family.cp = parts.front().cp;
            family.parts = parts;
            m_hasExperts = m_shardsAll =
                oneDegree || (parts.size() <= maxTypesOfUnlikeDegrees && hasUpTo(maxDevicesOfUnlikeDegrees));
            if (dp <= fewest) {
                family.fewestStages = static_cast<int>(parts.size());
                family.maxStages = 0;
                for (auto &part : family.parts) {
                    part.maxStages = std::min(m_groups.count(part.type, part.devices()) / dp, maxStagesOf(m_model));
                    family.maxStages += part.maxStages;
                }
                family.maxStages = std::min(family.maxStages, maxStagesOf(m_model));
                addRest(family);
            }
            // With all types but the last in whole stages nothing is mixed.
            bool divides = true;
            for (std::size_t i = 0; i + 1 < parts.size(); ++i)
                divides = divides && m_groups.count(parts[i].type, parts[i].devices()) % dp == 0;
            if (!oneDegree || divides || (family.cp > 1 && !hasUpTo(maxDevicesOfMixedDegrees)))
                continue;
            family.kind = FamilyKind::mixed;
            m_hasExperts = hasUpTo(maxDevicesOfMixedDegrees);
            family.parts = parts;
            family.fewestStages = (all - last) / dp + 1;
            family.maxStages = std::min(all / dp, maxStagesOf(m_model));
            addRest(family);
        }
    }

    void addByStage()
    {
        const bool slices = m_practical && m_allowed.cp && hasUpTo(maxDevicesOfSlicesByStage);
        const int most = slices ? std::min(largestGroup, m_groups.largestSize()) : 1;
        for (int cp = 1; cp <= most; cp *= 2) {
            if (m_job.sequenceLength % cp == 0)
                addByStage(cp, cp == 1 ? m_groups.largestDegree() : most);
        }
    }

    /// With groups of so many devices at most.
    void addByStage(int cp, int largest)
    {
        Family family;
        family.kind = FamilyKind::byStage;
        family.cp = cp;
        family.fewestStages = 2;
        for (family.dp = 1; family.dp <= static_cast<int>(m_topology.devices().size()); ++family.dp) {
            if (m_job.globalBatch % family.dp != 0)
                continue;
            family.parts.clear();
            int all = 0;
            for (std::size_t type = 0; type < m_topology.deviceTypes().size(); ++type) {
                int stages = 0; // of the type's least TP, so the most
                for (const int tp : m_degrees) {
                    if (tp * cp > largest || m_job.sequenceLength / cp % tp != 0)
                        continue;
                    const int most = std::min(m_groups.count(type, tp * cp) / family.dp, maxStagesOf(m_model));
                    stages = std::max(stages, most);
                    if (most > 0)
                        family.parts.push_back({type, tp, most, cp});
                }
                all += stages;
            }
            family.maxStages = std::min(all, maxStagesOf(m_model));
            m_hasExperts = m_shardsAll =
                m_practical && hasUpTo(maxDevicesOfSharesByStage) && RunChoices(family, m_groups).coversAll();
            if (hasTwoDegrees(family))
                addRest(family);
        }
    }

    /// Can two stages of one type differ in TP?
    bool hasTwoDegrees(const Family &family) const
    {
        const RunChoices choices(family, m_groups);
        for (std::size_t part = 1; part < family.parts.size(); ++part) {
            if (family.parts[part].type == family.parts[part - 1].type && choices.maxStages(part, {{part - 1, 1}}) > 0)
                return true;
        }
        return false;
    }

    void addRest(Family &family)
    {
        if (m_schedules.empty())
            family.maxStages = std::min(1, family.maxStages);
        if (family.fewestStages > family.maxStages)
            return;
        const int mostExperts = m_practical && m_hasExperts && m_allowed.ep && m_model.moe ? m_model.moe->experts : 1;
        for (int ep = 1; ep <= mostExperts; ep *= 2) {
            if (ep > 1 && !canShareExperts(family, ep))
                continue;
            family.ep = ep;
            family.mixesExperts = ep > 1 && mixesExperts(family);
            if (family.mixesExperts && (!hasUpTo(maxDevicesOfMixedExperts) || family.parts.size() > maxTypesPermuted))
                continue;
            const int samples = m_job.globalBatch / family.dp;
            for (int size = 1; size <= (m_practical ? largestPracticalMicroBatch : largestMicroBatch); ++size) {
                if (samples % size != 0 || (!m_practical && std::popcount(static_cast<unsigned>(size)) != 1))
                    continue;
                family.microBatchSize = size;
                family.microBatches = samples / size;
                addSchedules(family);
            }
        }
        family.ep = 1;
        family.mixesExperts = false;
    }

    bool canShareExperts(const Family &family, int ep) const
    {
        return m_model.moe->experts % ep == 0 &&
               std::all_of(family.parts.begin(), family.parts.end(), [&](const FamilyPart &part) {
                   return expertLayout(ep, part.tp, family.cp, family.dp).isWhole;
               });
    }

    /// Where stages mix types, some of one type are left over to share with the first of the next type.
    bool mixesExperts(const Family &family) const
    {
        const int sharing = std::gcd(family.ep, family.dp);
        return family.kind == FamilyKind::mixed &&
               std::any_of(family.parts.begin(), family.parts.end() - 1, [&](const FamilyPart &part) {
                   return m_groups.count(part.type, part.devices()) % sharing != 0;
               });
    }

    void addSchedules(Family &family)
    {
        for (const auto recompute : m_recomputes) {
            family.recompute = recompute;
            family.recomputesAsNeeded = m_practical && recompute == Recompute::none;
            for (const int zero : m_zeroStages) {
                if (zero > 0 && (family.replicas() == 1 || (zero > 1 && !m_shardsAll)))
                    continue;
                if (m_meter.stopAfter(8))
                    return;
                family.zeroStage = zero;
                addKinds(family);
                if (m_practical && m_shardsAll)
                    addShardGroups(family);
            }
        }
    }

    /// HSDP: states are sharded over equal parts of a node, or over 1, 2, 3 ... nodes, if these are some of all
    /// replicas.
    void addShardGroups(Family &family)
    {
        if (!m_allowed.hsdp || family.zeroStage == 0 || family.ep > 1 ||
            (family.kind == FamilyKind::mixed && !hasUpTo(maxDevicesOfMixedDegrees)))
            return;
        const auto isPartOfNodes = [this](int size, const FamilyPart &part) {
            const int inNode = m_groups.largestDegree() / part.tp;
            return inNode > 0 && (inNode % size == 0 || size % inNode == 0);
        };
        for (int size = 2; size < family.replicas(); ++size) {
            if (family.replicas() % size != 0 ||
                !std::all_of(family.parts.begin(), family.parts.end(),
                             [&](const FamilyPart &part) { return isPartOfNodes(size, part); }))
                continue;
            family.shardGroup = size;
            addKinds(family);
        }
        family.shardGroup = 0;
    }

    void addKinds(const Family &family)
    {
        if (family.zeroStage > m_zeroWithStages)
            return pushOneStage(family);
        addOneStage(family);
        for (const ScheduleKind kind : m_schedules)
            addSchedule(family, kind);
    }

    /// Of one stage all schedules are the same; 1F1B stands for them, with its longer pipelines if it is there.
    void addOneStage(const Family &family)
    {
        const bool longer = !m_schedules.empty() && m_schedules.front() == ScheduleKind::oneFOneB;
        if (!longer)
            pushOneStage(family);
    }

    void pushOneStage(Family family)
    {
        family.maxStages = std::min(1, family.maxStages);
        if (family.kind != FamilyKind::byStage && family.fewestStages == 1)
            push(std::move(family));
    }

    void push(Family family)
    {
        family.recomputesAlike = family.recomputesAsNeeded && family.maxStages > 1 && !m_allowed.recomputesByStage();
        m_space.families.push_back(std::move(family));
    }

    void addSchedule(const Family &family, ScheduleKind kind)
    {
        if (kind == ScheduleKind::oneFOneB) {
            Family own = family;
            own.schedule = kind;
            push(std::move(own));
            return;
        }
        if (family.kind == FamilyKind::byStage && kind != ScheduleKind::interleaved &&
            !hasUpTo(maxDevicesOfOrdersByStage))
            return;
        for (const int chunks : m_chunks.at(kind)) {
            Family own = family;
            own.schedule = kind;
            own.chunks = chunks;
            own.fewestStages = std::max(2, own.fewestStages);
            if (chunks > 1)
                own.maxStages = std::min(own.maxStages, m_model.layers / chunks);
            addIfAllowed(std::move(own));
        }
    }

    /// If it has a number of stages that the schedule allows.
    void addIfAllowed(Family family)
    {
        for (int stages = family.fewestStages; stages <= family.maxStages && !m_meter.stopAfter(); ++stages) {
            if (allowsStages(family, stages)) {
                push(std::move(family));
                return;
            }
        }
    }

    const Topology &m_topology;
    const TensorGroups &m_groups;
    const Model &m_model;
    const TrainingJob &m_job;
    const Workload &m_workload;
    StopMeter m_meter; // a unit: a number of stages, a DP degree; a family is some
    bool m_everything = true;
    bool m_practical = false;              ///< space P
    bool m_hasExperts = true;              ///< the family is combined with EP
    bool m_shardsAll = true;               ///< and with ZeRO 2 and 3 and HSDP
    SoftwareDegrees m_allowed;             ///< of the software, in space P
    std::vector<ScheduleKind> m_schedules; ///< empty: one stage
    std::map<ScheduleKind, std::vector<int>> m_chunks;
    std::vector<int> m_zeroStages;
    int m_zeroWithStages = maxZeroStage; ///< SoftwareStack::zeroWithStages, in space P
    std::vector<Recompute> m_recomputes;
    std::vector<int> m_degrees;
    FamilySpace m_space;
};

} // namespace

std::optional<DegreeMistake> findDegreeMistake(const Workload &workload, int tp)
{
    using Size = DegreeMistake::Size;
    const auto &model = workload.model;
    if (model.heads % tp != 0)
        return DegreeMistake{tp, Size::heads, model.heads};
    for (const int heads : mixerHeads(model)) {
        if (heads % tp != 0)
            return DegreeMistake{tp, Size::mixerHeads, heads};
    }
    if (model.uses(Feed::dense) && model.ffn % tp != 0)
        return DegreeMistake{tp, Size::mlpWidth, model.ffn};
    if (model.moe && model.moe->expertFfn % tp != 0)
        return DegreeMistake{tp, Size::expertWidth, model.moe->expertFfn};
    if (workload.job.sequenceLength % tp != 0)
        return DegreeMistake{tp, Size::sequenceLength, workload.job.sequenceLength};
    return std::nullopt;
}

FamilySpace enumerateFamilies(const Topology &topology, const TensorGroups &groups, const Workload &workload,
                              const SoftwareStack &stack, SearchSpace searched, const StopToken &stop)
{
    return Enumerator(topology, groups, workload, stack, searched, stop).run();
}

} // namespace heteroscope
