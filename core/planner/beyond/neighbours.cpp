// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/beyond/neighbours.h"

#include "strategy/plan_edits.h"

#include <algorithm>
#include <numeric>

namespace heteroscope {

namespace {

/// What makes groups, stages and pipelines alike: everything but which devices of a type they have.
struct GroupClass
{
    std::vector<std::size_t> types;
    int tp, cp, samples;
    bool operator==(const GroupClass &) const = default;
};

class Neighbours
{
public:
    Neighbours(const Plan &plan, const Topology &topology, std::size_t most, const StopToken &stop)
        : m_plan(plan), m_topology(topology), m_most(most), m_stop(stop)
    {}

    std::vector<Plan> all()
    {
        moveMicroBatches();
        moveSamples();
        moveBorders();
        return std::move(m_plans);
    }

private:
    using StageClass = std::vector<GroupClass>;

    /// Enough are found, or it was stopped: a plan of a large cluster takes long to copy.
    bool isOver() const { return m_plans.size() >= m_most || m_stop.stop_requested(); }

    void add(Plan plan)
    {
        if (m_plans.size() < m_most)
            m_plans.push_back(std::move(plan));
    }

    StageClass classOf(const Stage &stage) const
    {
        StageClass result;
        for (const auto &group : stage.groups) {
            GroupClass each{{}, group.tp, group.cp, group.samples};
            for (const auto &name : group.devices) {
                if (const auto id = m_topology.findDevice(name))
                    each.types.push_back(m_topology.device(*id).type);
            }
            result.push_back(std::move(each));
        }
        return result;
    }

    bool areAlike(const Pipeline &one, const Pipeline &other) const
    {
        if (one.microBatches != other.microBatches || one.stages.size() != other.stages.size())
            return false;
        for (std::size_t s = 0; s < one.stages.size(); ++s) {
            if (one.stages[s].chunks != other.stages[s].chunks || classOf(one.stages[s]) != classOf(other.stages[s]))
                return false;
        }
        return true;
    }

    void moveMicroBatches()
    {
        std::vector<std::vector<std::size_t>> classes;
        for (std::size_t p = 0; p < m_plan.pipelines.size(); ++p) {
            std::size_t c = 0;
            while (c < classes.size() && !areAlike(m_plan.pipelines[classes[c].front()], m_plan.pipelines[p]))
                ++c;
            if (c == classes.size())
                classes.emplace_back();
            classes[c].push_back(p);
        }
        for (const auto &giving : classes) {
            for (const auto &taking : classes) {
                if (&giving != &taking && !isOver()) {
                    const auto common = std::gcd(giving.size(), taking.size());
                    for (const std::size_t times : {1U, 4U})
                        moveBetween(giving, taking, static_cast<int>(times * taking.size() / common),
                                    static_cast<int>(times * giving.size() / common));
                }
            }
        }
    }

    void moveBetween(const std::vector<std::size_t> &giving, const std::vector<std::size_t> &taking, int less, int more)
    {
        Plan plan = m_plan;
        for (const std::size_t p : giving)
            plan.pipelines[p].microBatches -= less;
        for (const std::size_t p : taking)
            plan.pipelines[p].microBatches += more;
        if (plan.pipelines[giving.front()].microBatches > 0)
            add(std::move(plan));
    }

    void moveSamples()
    {
        std::vector<StageClass> done;
        for (const auto &pipeline : m_plan.pipelines) {
            for (const auto &stage : pipeline.stages) {
                if (isOver())
                    return;
                const auto alike = classOf(stage);
                if (stage.groups.size() < 2 || std::find(done.begin(), done.end(), alike) != done.end())
                    continue;
                done.push_back(alike);
                for (std::size_t from = 0; from < alike.size(); ++from) {
                    for (std::size_t to = 0; to < alike.size(); ++to) {
                        if (from != to && alike[from] != alike[to] && alike[from].samples > 1 && !isOver())
                            add(withSampleMoved(alike, from, to));
                    }
                }
            }
        }
    }

    Plan withSampleMoved(const StageClass &alike, std::size_t from, std::size_t to) const
    {
        Plan plan = m_plan;
        for (auto &pipeline : plan.pipelines) {
            for (auto &stage : pipeline.stages) {
                if (classOf(stage) == alike) {
                    --stage.groups[from].samples;
                    ++stage.groups[to].samples;
                }
            }
        }
        return plan;
    }

    void moveBorders()
    {
        for (std::size_t p = 0; p < m_plan.pipelines.size(); ++p) {
            const auto &stages = m_plan.pipelines[p].stages;
            for (std::size_t s = 0; s + 1 < stages.size(); ++s) {
                if (isOver())
                    return;
                if (followsAnother(p, s))
                    continue;
                for (const int layers : {1, -1}) {
                    if (auto moved = moveBorder(m_plan, p, s, layers))
                        add(std::move(*moved));
                }
            }
        }
    }

    /// moveBorder moves the border of all pipelines whose two stages hold the same layers.
    bool followsAnother(std::size_t pipeline, std::size_t stage) const
    {
        const auto &own = m_plan.pipelines[pipeline].stages;
        for (std::size_t p = 0; p < pipeline; ++p) {
            const auto &stages = m_plan.pipelines[p].stages;
            if (stage + 1 < stages.size() && stages[stage].chunks == own[stage].chunks &&
                stages[stage + 1].chunks == own[stage + 1].chunks)
                return true;
        }
        return false;
    }

    const Plan &m_plan;
    const Topology &m_topology;
    std::size_t m_most;
    const StopToken &m_stop;
    std::vector<Plan> m_plans;
};

} // namespace

std::vector<Plan> neighboursOf(const Plan &plan, const Topology &topology, std::size_t most, const StopToken &stop)
{
    return Neighbours(plan, topology, most, stop).all();
}

} // namespace heteroscope
