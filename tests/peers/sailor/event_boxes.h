// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inside of searchByEvents (event_search.h): jobs, bounds and enumeration of boxes against the event simulation.
//
// A stage's kind is its micro-batch size and its pattern, in one number.
#pragma once

#include "peers/sailor/box_search.h"
#include "peers/sailor/event_search.h"

namespace heteroscope::sailor {

inline constexpr std::size_t kindCount = patternCount * microBatchSizes.size();

constexpr std::size_t microBatchOf(int kind) { return static_cast<std::size_t>(kind) / patternCount; }
constexpr int patternOf(int kind) { return kind % static_cast<int>(patternCount); }

class EventSearch final : public BoxSearch
{
public:
    EventSearch(const Problem &problem, EventSpace space, const SearchLimits &limits)
        : BoxSearch(problem, limits),
          m_space(space),
          m_seedLimits{limits.seconds / 4, limits.stop},
          m_trips(m_layers, problem.devices)
    {}

private:
    /// A partial plan: stages from the end.
    struct Node
    {
        double bound = 0;
        double trip = 0;   ///< through all its stages and back
        double beyond = 0; ///< the same without the foremost stage
        double base = 0;   ///< at least, from the first input of the foremost stage to its last output
        double sync = 0;
        double update = 0;
        double price = 0;     ///< of the devices used, in m_relaxation
        double tripPrice = 0; ///< in m_trips
        int parent = -1;      ///< in the level before
        int candidate = -1;
        std::int16_t layers = 0; ///< not yet given
        std::int16_t kind = -1;  ///< of the foremost stage
        bool hasSlowest = false; ///< has a stage that may be the box's slowest
        DeviceUse use;
    };

    /// A kind of the stage before a node's foremost one.
    struct NextKind
    {
        bool known = false;
        bool possible = false; ///< there are devices for it
        double between = 0;    ///< sends there and back
        double price = 0, tripPrice = 0;
        double update = 0; ///< longest, with the stages behind
    };

    void begin() override;
    void boundCheaply(Box &box) const override;
    void treat(Box box) override;
    bool isNoBetter(std::size_t job, std::size_t twin) override;
    std::size_t twinOf(std::size_t job) const override;
    std::unique_ptr<BoxSearch> copy() const override { return std::make_unique<EventSearch>(*this); }

    bool mayUse(const Job &job, int kind) const;
    int groupsOf(const Job &job, int kind) const { return job.samples / microBatchSizes[microBatchOf(kind)]; }
    double send(int layer, int kind, int other) const
    {
        return tables(std::max(microBatchOf(kind), microBatchOf(other))).send(layer, patternOf(kind), patternOf(other));
    }
    double minSend(int layer, int kind) const
    {
        return m_minSend[static_cast<std::size_t>(layer) * kindCount + static_cast<std::size_t>(kind)];
    }
    std::size_t stageIndex(const Candidate &candidate) const
    {
        return tables(0).index(patternOf(candidate.kind), candidate.first, candidate.last);
    }
    void prepareStages();
    void findLayerClasses();
    void collect(Box &box);
    double enumerate(const Box &box);
    NextKind nextKind(const Node &node, int stages, int kind) const;
    void expand(const Box &box, int stages, int parent);
    double intervalBound(const Box &box, int stages, const Node &child) const;
    double keepBest(std::vector<Node> &level, std::size_t width);
    void finish(const Box &box, int stages, const Node &last);
    void offer(const EventPlan &plan);

    EventSpace m_space;
    SearchLimits m_seedLimits;
    std::vector<Candidate> m_stages;                 ///< all, whatever the number of samples
    std::vector<double> m_minSend;                   ///< by layer and kind
    std::vector<std::pair<int, int>> m_layerClasses; ///< a layer, and how many are like it
    double m_minUpdate = 0;                          ///< of the job being treated
    double m_weight = 0;                             ///< behindWeight, where it may be used
    PriceRelaxation m_trips;                         ///< of round trips: stage times alone
    int m_tripCount = 1;                             ///< round trips that a step takes at least
    std::vector<std::vector<Node>> m_levels;
    std::vector<std::pair<double, std::size_t>> m_order;
    std::vector<Node> m_kept;
    EventPass m_pass;
    EventChain m_chain;
};

} // namespace heteroscope::sailor
