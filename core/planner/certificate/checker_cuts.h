// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cuts of one layout that may be faster than a limit, for the checker of a certificate. Shares no code with the
// search's bounds.
//
// The bound of a cut is, for each pipeline and stage, fill + own work (L1, L1p, L3, L3d and L5, core/planner/README.md)
// + the later of drain and averaging + optimizer and gathering. A table from the first stage on has the min fill and
// the min of fill and drain over all ways to cut the units before a stage such that no stage's own bound reaches the
// limit. Cuts are then enumerated from the last stage to the first, because then the round trip beyond a stage is
// known.
#pragma once

#include "planner/certificate/checker_prices.h"
#include "planner/certificate/checker_rules.h"

#include <functional>
#include <optional>

namespace heteroscope {

class CheckerCuts
{
public:
    /// Choices of what all stages recompute, from the one that takes least and needs most memory to the other end.
    struct Alike
    {
        StageFitting::Alike least, most;
        bool contains(const StageFitting::Alike &choice) const;
    };
    /// The layout must outlive the object. limit: in seconds of a step. alike: of the cuts with such a choice.
    CheckerCuts(CheckerPrices &prices, const Family &family, const PricedLayout &layout, double limit,
                const std::optional<Alike> &alike = {});

    /// Choices that cuts below the limit may have: nothing, and where some stage needs one all others.
    std::vector<Alike> choices() const;
    /// False: the tables show already that no cut is below the limit.
    bool mayBeat() const { return m_mayBeat; }
    /// Visits every cut that may fit and whose bound is below the limit, until visit returns false. Takes the nodes
    /// that it looks at off `nodes`. False: visit returned false, or no nodes were left.
    bool forEach(std::size_t &nodes, const std::function<bool(const Cut &)> &visit);

private:
    /// Of the stages before a stage, in seconds.
    struct Before
    {
        double fill = infinity;
        double both = infinity; ///< fill, and the later of drain and their averaging; of input gradients drain alone
    };
    /// Stages between slow sends, from one on, in which micro-batches wait for each other.
    struct Span
    {
        std::size_t last = 0;
        check::SpanPasses passes;
        std::vector<double> within; ///< by unit: min way through the others and back if the first one ends before it
    };
    /// Of one pipeline, by stage.
    struct Pipeline
    {
        const std::vector<StageTimes> *stages = nullptr;
        std::vector<std::vector<Before>> before; ///< [stage][unit]: the stages before hold the units before it
        /// [stage][unit]: min round trip beyond the stage if it ends before the unit
        std::vector<std::vector<double>> beyond;
        std::vector<double> trips;            ///< [stage]: both sends between it and the next one
        std::vector<std::vector<Span>> spans; ///< [stage]: that begin with it
        std::vector<double> cut;              ///< during forEach, [stage]: round trip beyond the stages that are cut
    };
    /// Lower bounds on the step from one stage.
    struct Bounds
    {
        double alone = 0; ///< grows with the units of the stage
        double step = 0;
    };
    /// isCut: the stages beyond are.
    Bounds boundsOf(const Pipeline &pipeline, std::size_t stage, int first, int last, const Before &before,
                    double beyond, bool isCut) const;
    double chunkForward(const StageTimes &times, int first, int last) const;
    double turnOf(const StageTimes &times, int first, int last, double again) const;
    double weightOf(const StageTimes &times, int first, int last) const;
    /// The end of the longest range of units from this one on that may fit in the stage.
    int endOf(std::size_t stage, int first) const;
    double againOf(const StageTimes &times, std::size_t stage, int first, int last) const;
    double averagingOf(std::size_t stage, int first, int last) const;
    /// For receives: all of a stage, one that comes after a forward, and one after a backward.
    struct Waits
    {
        double all = 0, afterDown = 0, afterUp = 0;
    };
    Waits waitsOf(const Pipeline &pipeline, std::size_t stage, int units, double forward, double backward) const;
    void fillBeyond(Pipeline &pipeline) const;
    void findSpans(Pipeline &pipeline) const;
    int maxUnits(const StageTimes &times) const;
    void fillBefore(Pipeline &pipeline) const;
    bool walk(std::size_t stage, int last);
    double parametersOf(int first, int last) const;

    CheckerPrices &m_prices;
    const Family &m_family;
    const PricedLayout &m_layout;
    double m_limit;
    int m_units;
    double m_host, m_hostStep;
    bool m_waits;  ///< for its sends
    bool m_posts;  ///< a pass posts the receive of the next
    bool m_splits; ///< weight gradients are passes of their own
    bool m_drains; ///< backwards, or input gradients, go from stage to stage at the end
    const std::vector<check::PassCounts> &m_counts; ///< by stage
    std::vector<const StageFitting *> m_fitting;    ///< by stage
    std::optional<Alike> m_alike;
    std::vector<std::vector<int>> m_ends; ///< of such cuts, by stage: endOf
    std::vector<Pipeline> m_pipelines;
    bool m_mayBeat = false;
    // During forEach.
    Cut m_cut;
    std::size_t *m_nodes = nullptr;
    const std::function<bool(const Cut &)> *m_visit = nullptr;
};

} // namespace heteroscope
