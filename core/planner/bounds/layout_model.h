// SPDX-License-Identifier: GPL-3.0-or-later
//
// One layout of a family with every cut of the layers: which cuts may take less than a given time.
//
// Bounds of a cut, for each of a few pipelines that differ (a plan is no faster than any of its pipelines). For stage
// s: f, b a micro-batch's forward (with the host's time) and backward; c, g a send on to the next stage and a gradient
// back to the one before, latency included; M micro-batches, S stages, w = S-1-s; fill and drain the one way down
// before s and up again; R the round trip beyond s. Where sends block, fe = f + c and be = b + g, else fe = f, be = b.
//   L1  fill + M (fe + be) - g + drain                                                     every schedule
//   L3  fill + max(f + R, (w+1) fe) + (M-1-w) be + (M-2-w) fe
//            + max(f + R + b, fe + (w+1) be - g) + drain                                   1F1B, M-1-w >= 1
// With interleaving f, b and R are those of one of v chunks, and W = 2w + (v-1) S forwards come before the pairs of
// forward and backward. loop: the way of a micro-batch round all stages, back to the stage for its next chunk, and that
// of its gradient. For forwards of S micro-batches and one chunk take no less than the way of the first one round:
//   L3i fill + (v-1) loop + max((2w+1) f, f + R) + (M v - W - 1) (f + b) + max((2w+1) b, R + b) + drain
//   and, where M v - W < 2, so M = S and all forwards come first,
//       fill + (v-1) loop + max(M f, f + R) + M b + drain
// (planning.md's L1 and L3 with blocking sends.) To all come the gradient synchronization of stage s, without drain,
// or that of a stage before, with the drain to there, of the first one also that of a table which the last holds too;
// and always the optimizer and the gather of weights of s or of the stage with the most parameters, and the host's time
// of a step. With interleaving f and b in fill and drain count one chunk. Where gradients go out beside the backward,
// all of them still come after the start of the last backward of the chunk that is done first, and the first forward
// ends no earlier than its weights are gathered.
#pragma once

#include "planner/prices/price_book.h"

namespace heteroscope {

/// What a stage's devices add to a step.
struct StagePlace
{
    std::vector<const UnitPrices *> prices; ///< by pipeline
    const UnitMemory *memory = nullptr;
    double capacity = 0;
    double inFlight = 0;
    // By pipeline: the send to the next stage (of the last one to the first, with interleaving) and to the one before;
    // and the seconds of one whole message, 0 at the ends.
    std::vector<SendPrice> forwardPrice, backwardPrice;
    std::vector<double> sendForward, sendBackward;
    // After the passes, without the bytes; then for each parameter of a device.
    double syncFixed = 0, syncPerParameter = 0;
    double gatherFixed = 0, gatherPerParameter = 0;
    double optimizerPerParameter = 0; ///< of its parameters, before ZeRO
};

/// Where the bound of a cut comes from.
struct BindingStage
{
    int pipeline = 0; ///< into LayoutModel::pipelines
    int stage = 0;
    double bound = 0; ///< all in seconds
    double fill = 0;  ///< before the stage has its first micro-batch
    double drain = 0; ///< after its last one, and what the stages before average then
    double round = 0; ///< the round trip beyond the stage
};

class LayoutModel
{
public:
    /// Error: a group cannot work, or cannot be reached.
    static Result<LayoutModel> build(const Family &family, const Layout &layout, PriceBook &book);
    /// fits() of the layout, without the prices that nothing else is asked of.
    static bool wouldFit(const Family &family, const Layout &layout, PriceBook &book);

    const std::vector<int> &placed() const { return m_placed; }
    const std::vector<int> &pipelines() const { return m_pipelines; } ///< the replicas that were looked at
    int stages() const { return static_cast<int>(m_stages.size()); }
    int nodes() const { return m_nodes; }
    double sendBytes() const { return m_bytes; }
    const StagePlace &stage(int index) const { return m_stages[static_cast<std::size_t>(index)]; }

    /// Does any cut fit in memory?
    bool fits() const;
    bool stageFits(int stage, int first, int last) const;
    /// Counts that pipelines which are alike to the tick, with like places in the network, send at the same instants
    /// and share the links they have in common: dearer sends, so better bounds. Costs a look at all sends of the
    /// layout.
    void shareLinks(PriceBook &book);
    /// The busiest link carries the sends of all pipelines: no cut is faster than that.
    double linkBound(PriceBook &book) const;
    /// By bounds stage by stage: may some cut that fits take less than `limit`? Then forEachCut can be asked.
    bool mayBeat(double limit);
    /// Largest limit, but for a share `within` of it, for which mayBeat is false, and a cut that may have this bound.
    /// None when nothing fits.
    std::optional<std::pair<double, Cut>> leastBound(double within = 1e-4);
    /// A time below `limit` that no cut beats, by a few tries of mayBeat.
    double shownBelow(double limit);
    /// After mayBeat(limit): every cut that fits and whose bounds are below the limit, until visit gives false. The
    /// limit may be lowered by visit. False when it was ended, by visit or after `most` nodes of the search tree.
    /// nodes: how many of them there were.
    bool forEachCut(double &limit, std::size_t most, std::size_t &nodes, const std::function<bool(const Cut &)> &visit);
    /// No simulation of the cut is faster. For explanations and tests.
    double boundOf(const Cut &cut) const { return bindingStage(cut).bound; }
    /// The stage that this comes from.
    BindingStage bindingStage(const Cut &cut) const;
    /// A stage computes nothing until what it sends has arrived.
    bool sendsBlock() const { return m_blocking; }

private:
    /// Stages with their groups and memory only.
    static Result<LayoutModel> ofMemory(const Family &family, const Layout &layout, PriceBook &book);
    /// Sums over stages s.. of one pipeline: f, b and sends.
    struct Ends
    {
        double fill = 0;  ///< before this stage
        double both = 0;  ///< fill and drain, and what the stages before average after it
        double round = 0; ///< R
        double loop = 0;  ///< with interleaving: one chunk forward and backward in all stages before, without sends
    };
    /// Of a whole step, in seconds.
    struct Bounds
    {
        double alone = 0; ///< L1: grows with the stage's units
        double trip = 0;  ///< the larger one of L1 and L3
    };
    Bounds bounds(int pipeline, int stage, int first, int last, const Ends &ends) const;
    double interleavedWork(int pipeline, int stage, int first, int last, const Ends &ends) const;
    double loopOf(int pipeline, int stage, int first, int last) const;
    double averagedParameters(int stage, int first, int last) const;
    double synchronization(int stage, double averaged) const;
    double bothBeyond(int stage, int first, int last, const Ends &ends, double trip, double backward) const;
    double afterFirstGradients(int first, double backward) const;
    double pass(int pipeline, int stage, int first, int last, bool forward) const;
    void buildRounds(int pipeline);
    void buildPrefixes(int pipeline, double limit);
    int groupAt(int stage, int replica) const
    {
        return m_placed[static_cast<std::size_t>(stage * m_family->dp + replica)];
    }
    Status priceTiedTable(PriceBook &book);
    void findLeastAfter();
    void priceSends(std::size_t pipeline, double scale);
    void priceLoops(std::size_t pipeline, double scale);
    struct Walk;
    bool walk(Walk &walk, int stage, int last);

    const Family *m_family = nullptr;
    int m_units = 0;
    int m_microBatches = 1;
    bool m_blocking = false;
    bool m_oneFOneB = true;
    bool m_synchronizes = false;
    bool m_syncOverlaps = false; ///< with the last backward; gathers with the first forward of the next step
    bool m_steady = true;        ///< no device is ever faster than at the start
    double m_tiedSync = 0, m_tiedGather = 0; ///< of a table that the first and the last stage hold
    double m_leastAfter = 0;                 ///< of the optimizer and the gathers of the slowest stage
    double m_host = 0;
    double m_hostStep = 0;
    int m_nodes = 1;
    double m_bytes = 0; ///< of a send
    /// With interleaving, of one stage in one pipeline: seconds of a block, and of what the loop has elsewhere.
    struct LoopPart
    {
        double forward = 0, backward = 0;
        double sendsBefore = 0, sendsBeyond = 0;
    };
    struct Loop
    {
        std::vector<LoopPart> stages;
        double wraps = 0; ///< the sends between the last stage and the first
        double head = 0;  ///< of a unit with the head beyond one without, at most
    };
    std::vector<Loop> m_loops; ///< by pipeline
    std::vector<int> m_placed;
    std::vector<int> m_pipelines;
    std::vector<StagePlace> m_stages;
    // [pipeline][stage * (units + 1) + unit]: least fill, fill + drain and loop of the stages before, that hold the
    // units before; infinite where no cut below the limit does.
    std::vector<std::vector<double>> m_leastFill, m_leastBoth, m_leastLoop;
    /// [pipeline][stage * (units + 1) + unit]: at least R of the stage when it ends before the unit.
    std::vector<std::vector<double>> m_leastRound;
};

} // namespace heteroscope
