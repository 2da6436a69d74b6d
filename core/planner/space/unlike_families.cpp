// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space/unlike_families.h"

#include "planner/space/apart.h"
#include "planner/space/sample_shares.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Of more types there are too many families to be proved in seconds if each three of them have pipelines.
constexpr std::size_t mostTypesForThree = 4;

/// Of a large cluster whose pipelines have several chunks a stage, or share experts: with more there are too many such
/// families.
constexpr std::size_t mostTypesOfMany = 2;

class UnlikeFamilies
{
public:
    UnlikeFamilies(const UnlikeChoices &choices, std::vector<Family> &families, StopMeter &meter)
        : m_choices(choices), m_families(families), m_meter(meter)
    {}

    /// Two types or three, each with pipelines of its own.
    void addApart()
    {
        Family family;
        family.kind = FamilyKind::apart;
        family.recomputesAsNeeded = true;
        const auto &moe = m_choices.workload.model.moe;
        const int slices = m_choices.slices && m_choices.isSmall ? largestGroup : 1;
        const int sharing = m_choices.experts && moe && mayBeMany() ? moe->experts : 1;
        for (family.cp = 1; family.cp <= slices; family.cp *= 2) {
            if (m_choices.workload.job.sequenceLength % family.cp != 0)
                continue;
            for (family.ep = 1; family.ep <= sharing; family.ep *= 2) {
                if (family.ep == 1 || moe->experts % family.ep == 0)
                    addApartTypes(family, 0);
            }
        }
    }

    /// The devices of some types, at least two, as ranks of each stage.
    void addShares()
    {
        const std::size_t types = m_choices.topology.deviceTypes().size();
        if (types > maxTypesPermuted)
            return;
        for (std::size_t chosen = 1; chosen < std::size_t(1) << types; ++chosen) {
            for (const int tp : m_choices.degrees) {
                Family family;
                family.kind = FamilyKind::shares;
                family.recomputesAsNeeded = true;
                bool all = true;
                for (std::size_t type = 0; type < types; ++type) {
                    if ((chosen >> type) % 2 == 0)
                        continue;
                    all = all && groupsInNodes(type, tp) > 0;
                    family.parts.push_back({type, tp});
                }
                if (all && family.parts.size() > 1)
                    addShareSchedules(family);
            }
        }
    }

private:
    /// Groups of so many devices of a type, if each of them lies in one node: of a type with few devices in a node
    /// those of a degree that another type has in a node may not.
    int groupsInNodes(std::size_t type, int devices) const
    {
        const int count = m_choices.groups.count(type, devices);
        if (count == 0)
            return 0;
        const auto &first = m_choices.groups[m_choices.groups.first(type, devices)];
        return first.node == first.lastNode ? count : 0;
    }

    /// Groups of a part, if each of its TP groups lies in one node. With CP they may be whole nodes (tensor_groups.h).
    int groupsOf(const FamilyPart &part) const
    {
        const bool fits = part.devices() <= largestGroup && groupsInNodes(part.type, part.tp) > 0;
        return fits ? m_choices.groups.count(part.type, part.devices()) : 0;
    }

    /// Further types, from this one on.
    void addApartTypes(Family &family, std::size_t first)
    {
        const std::size_t types = m_choices.topology.deviceTypes().size();
        const std::size_t most = types > mostTypesForThree ? 2 : maxApartParts;
        for (std::size_t type = first; type < types && !m_meter.stopAfter(); ++type) {
            for (const int tp : m_choices.degrees) {
                if (m_choices.workload.job.sequenceLength / family.cp % tp != 0)
                    continue;
                const FamilyPart part{type, tp, 1, family.cp};
                if (groupsOf(part) < family.ep)
                    continue;
                family.parts.push_back(part);
                if (family.parts.size() > 1)
                    addApartSchedules(family);
                if (family.parts.size() < most)
                    addApartTypes(family, type + 1);
                family.parts.pop_back();
            }
        }
    }

    int batch() const { return m_choices.workload.job.globalBatch; }

    /// Calls add with the schedules that the software runs. Of one stage each all are the same; 1F1B stands for them,
    /// with its longer pipelines if it is there. most: stages.
    template<class Add>
    void forEachSchedule(Family family, int most, const Add &add)
    {
        const auto &schedules = m_choices.schedules;
        const auto &model = m_choices.workload.model;
        for (const ScheduleKind kind : practicalSchedules) {
            const bool runs = std::find(schedules.begin(), schedules.end(), kind) != schedules.end();
            const bool isFirst = kind == ScheduleKind::oneFOneB;
            if (!runs && !isFirst)
                continue;
            family.schedule = kind;
            family.fewestStages = isFirst ? 1 : 2;
            for (const int chunks : chunksOfSchedule(kind, model)) {
                family.chunks = chunks;
                add(family, !runs ? 1 : chunks > 1 ? std::min(most, model.layers / chunks) : most);
            }
        }
    }

    void addShareSchedules(const Family &whole)
    {
        int most = m_choices.isSmall ? maxStagesOf(m_choices.workload.model) : 1;
        for (const auto &part : whole.parts)
            most = std::min(most, groupsInNodes(part.type, part.devices()));
        forEachSchedule(whole, most, [&](Family &family, int stages) {
            for (int micro = 1; micro <= batch() && !m_meter.stopAfter(); ++micro) {
                if (batch() % micro != 0)
                    continue;
                family.microBatches = micro;
                family.microBatchSize = batch() / micro;
                for (const int zero : m_choices.zeroStages) {
                    family.zeroStage = zero;
                    family.maxStages = zero >= 3 || zero > m_choices.zeroWithStages ? 1 : stages;
                    if (mayHaveShares(family))
                        m_families.push_back(family);
                }
            }
        });
    }

    /// As many each is no family of this kind, and more than largestShare nobody has.
    bool mayHaveShares(const Family &family) const
    {
        for (int stages = family.fewestStages; stages <= family.maxStages; ++stages) {
            int ranks = 0;
            for (std::size_t part = 0; part < family.parts.size(); ++part)
                ranks += ranksOfPart(family, part, stages, m_choices.groups);
            if (allowsStages(family, stages) && family.microBatchSize > ranks &&
                family.microBatchSize / ranks < largestShare)
                return true;
        }
        return false;
    }

    bool mayBeMany() const { return m_choices.isSmall || m_choices.topology.deviceTypes().size() <= mostTypesOfMany; }

    void addApartSchedules(const Family &whole)
    {
        forEachSchedule(whole, maxStagesOf(m_choices.workload.model), [&](Family &family, int most) {
            if (family.chunks > 1 && !mayBeMany())
                return;
            family.maxStages = 0;
            int fewest = most;
            for (auto &part : family.parts) {
                part.maxStages = std::min(groupsOf(part) / family.ep, most);
                family.maxStages = std::max(family.maxStages, part.maxStages);
                fewest = std::min(fewest, part.maxStages);
            }
            const int least = family.chunks > 1 ? family.fewestStages : 1; // stages of each type
            if (fewest >= least && family.fewestStages <= family.maxStages)
                addApartSteps(family);
        });
    }

    void addApartSteps(Family &family)
    {
        for (int size = 1; size <= largestPracticalMicroBatch && !m_meter.stopAfter(); ++size) {
            family.microBatchSize = size;
            family.microBatches = batch() / size;
            if (batch() % size != 0 || family.microBatches < static_cast<int>(family.parts.size()) * family.ep)
                continue;
            for (const int zero : m_choices.zeroStages) {
                family.zeroStage = zero;
                if (zero <= 2)
                    addApart(family);
            }
        }
    }

    void addApart(Family family)
    {
        if (family.zeroStage > m_choices.zeroWithStages) {
            family.maxStages = 1;
            for (auto &part : family.parts)
                part.maxStages = 1;
        }
        if (family.fewestStages <= family.maxStages)
            m_families.push_back(std::move(family));
    }

    const UnlikeChoices &m_choices;
    std::vector<Family> &m_families;
    StopMeter &m_meter;
};

} // namespace

void addUnlikeFamilies(const UnlikeChoices &choices, std::vector<Family> &families, StopMeter &meter)
{
    UnlikeFamilies all(choices, families, meter);
    all.addApart();
    all.addShares();
}

} // namespace heteroscope
