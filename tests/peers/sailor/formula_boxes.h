// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inside of searchByFormula (formula_search.h): jobs, bounds and enumeration of boxes by Sailor's formula.
#pragma once

#include "peers/sailor/box_search.h"
#include "peers/sailor/formula_search.h"

namespace heteroscope::sailor {

class FormulaSearch final : public BoxSearch
{
public:
    FormulaSearch(const Problem &problem, const SearchLimits &limits) : BoxSearch(problem, limits)
    {
        for (std::size_t b = 0; b < microBatchSizes.size(); ++b)
            prepareStages(b);
    }

private:
    /// A partial plan: stages from the end.
    struct Node
    {
        double bound = 0;
        double pending = 0; ///< time of the foremost stage without the gradient it sends
        double sum = 0;     ///< of the other stages
        double slowest = 0; ///< of the other stages
        double sync = 0;
        double update = 0;
        double price = 0; ///< of the devices used
        int parent = -1;  ///< in the level before
        int candidate = -1;
        std::int16_t layers = 0;   ///< not yet given
        std::int16_t pattern = -1; ///< of the foremost stage
        DeviceUse use;
    };

    void begin() override;
    void boundCheaply(Box &box) const override;
    void treat(Box box) override;
    bool isNoBetter(std::size_t job, std::size_t twin) override;
    std::size_t twinOf(std::size_t job) const override;
    std::unique_ptr<BoxSearch> copy() const override { return std::make_unique<FormulaSearch>(*this); }

    static int groupsOf(const Job &job)
    {
        return job.samples / microBatchSizes[static_cast<std::size_t>(job.microBatch)];
    }
    int groups() const { return groupsOf(*m_job); }
    void seed();
    void offer(const SpaceAPlan &plan);
    void offerChain();
    void prepareStages(std::size_t microBatch);
    void collect(Box &box);
    double enumerate(const Box &box);
    void expand(const Box &box, int stages, int parent);
    double keepBest(const Box &box, std::vector<Node> &level, std::size_t width);
    void offerPath(const Box &box, int stages, const Node &last);

    std::array<std::vector<Candidate>, microBatchSizes.size()> m_stages; ///< all, whatever the number of groups
    std::vector<std::vector<Node>> m_levels;                             ///< by number of stages
    std::vector<std::vector<int>> m_buckets; ///< of the level being cleaned: by layers and pattern
    std::vector<std::size_t> m_usedBuckets;
    std::vector<std::pair<double, std::size_t>> m_order;
    std::vector<Node> m_kept;
};

} // namespace heteroscope::sailor
