// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans of one layout of an apart family (planner/space/apart.h): which cuts of each type may be fast enough, and a
// lower bound on the step of the cuts of all types together. Also of the ranks of a shares family with several stages
// (ranksLayout in planner/space/sample_shares.h), whose parts have samples of their own and one cut: what their stages
// recompute is chosen for all types together, so where there is a choice passes are timed without it, and only the
// bounds know of it. Each type's passes are timed by the pipeline clock. Then gradients are averaged as the simulator
// does it: layers that the same stages of all types hold in one call for each chunk, in the order of layers, each when
// all of these stages are done with what came before. Equal to the simulated step if no flows share links and no
// experts. Beside the passes each stage has its calls one after another, from its first gradients on at the earliest
// (PipelineClock::LaneEnd). Where a node has several stages, all that they average leaves it.
#pragma once

#include "planner/bounds/apart_bounds.h"
#include "planner/bounds/pipeline_clock.h"

#include <map>

namespace heteroscope {

/// A cut of one type.
struct ApartCut
{
    Cut cut;
    std::vector<PipelineClock::LaneEnd> ends;
    double least = 0; ///< seconds of a step, without averaging
};

struct ApartCuts
{
    std::vector<ApartCut> cuts; ///< shortest first
    bool isWhole = true;        ///< false: there may be more
};

/// Of one layout. All arguments must outlive the object.
class ApartClock
{
public:
    ApartClock(const Family &family, const ApartLayout &layout, const NodeExits &exits, PriceBook &book,
               PipelineClock &clock);

    /// False: no cut of the part is below the limit, in seconds.
    bool mayBeat(std::size_t part, double limit);
    /// After mayBeat() of the part: the cuts of the part that may be below the limit; at most so many, after at most so
    /// many nodes. Counts both down.
    ApartCuts cuts(std::size_t part, double limit, std::size_t &nodes, std::size_t &timed);
    /// After mayBeat() of the part: this cut of it; empty if it does not fit, cannot run or is not below the limit.
    std::optional<ApartCut> cutOf(std::size_t part, const Cut &cut, double limit);
    /// Lower bound on the cuts of the part, below the limit.
    double shownBelow(std::size_t part, double limit) { return m_models[part]->shownBelow(limit); }
    // After mayBeat() of all parts.
    /// Lower bound on the step with this cut of the part and any of the others: what each of its stages holds is
    /// averaged with some stage of each other type.
    double leastBeside(std::size_t part, const ApartCut &cut);
    /// Lower bound on the step in seconds. cuts: by part.
    double time(const std::vector<const ApartCut *> &cuts);

    /// What each stage recomputes if all types have this cut.
    std::vector<RecomputedPart> recomputedTogether(const Cut &cut) const;

    /// Of the plan, whatever the cuts.
    int nodes() const { return m_alone.front().others.nodes; }
    const std::vector<int> &placed(std::size_t part) const { return m_models[part]->placed(); }

private:
    std::optional<ApartCut> timedCut(std::size_t part, const Cut &cut);
    /// In one chunk of a stage with these units, and in all of them; undivided.
    LayerParameters parametersOf(int chunk, int firstUnit, int lastUnit) const;
    LayerParameters parametersOf(int firstUnit, int lastUnit) const;
    /// Of a device with the widest TP, experts as so many dense ones each.
    double averagedOf(const LayerParameters &parameters, double expertWeight) const;
    /// stages: by part. nullptr: it cannot be priced.
    const PriceBook::SharedCall *averaging(const std::vector<int> &stages);
    /// Of what a stage of the part holds, with any stages of the others: what bytes take, at least.
    PriceBook::SharedCall leastCall(std::size_t part, int stage);
    Ticks timeOf(const SendPrice &price, double bytes) const;
    /// What several calls take at least for so many bytes, at seconds for each, if each of them is rounded.
    Ticks bytesOnly(double bytes, double perByte, int calls) const;
    double closed(StepProgram &program, std::vector<Ticks> ends) const;
    void addLanes(StepProgram &program, std::vector<Ticks> &ends, const ApartCut &cut) const;
    /// A lane for what leaves each node with several stages of the part.
    void addNodes(StepProgram &program, std::vector<Ticks> &ends, std::size_t part, const ApartCut &cut) const;
    void findNodes(const NodeExits &exits);

    const Family &m_family;
    const ApartLayout &m_layout;
    PriceBook &m_book;
    PipelineClock &m_clock;
    bool m_averages, m_overlaps; ///< gradients; beside the passes
    int m_widest = 1;            ///< TP of all parts
    NodeExits::Shares m_leaving; ///< of each call
    /// Several stages of a part in one node, each with what counts of its experts (NodeExits::expertShare), and how
    /// long a byte takes to leave the node.
    struct NodeStages
    {
        double perByte = 0;
        std::vector<std::pair<int, double>> stages;
    };
    std::vector<std::vector<NodeStages>> m_nodes; ///< by part
    std::vector<Family> m_alone;
    std::vector<std::optional<LayoutModel>> m_models;
    std::vector<Family> m_plain; ///< by part, where passes are timed without recompute
    std::vector<std::optional<LayoutModel>> m_plainModels;
    std::vector<LayoutTimes> m_times;                                        ///< by part
    std::vector<LayerParameters> m_parameters;                               ///< by layer
    std::map<std::vector<int>, Result<PriceBook::SharedCall>> m_collectives; ///< by a stage of each part
};

} // namespace heteroscope
