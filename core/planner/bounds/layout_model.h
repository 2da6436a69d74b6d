// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lower bounds on the step time of all cuts of one layout: finds the cuts that may take less than a given time.
//
// The bounds of a cut are computed for each of a few pipelines that differ; a plan is not faster than any of its
// pipelines. core/planner/README.md defines the symbols and proves the bounds. In short, for stage s: f and b are
// forward and backward of a micro-batch, c and g the sends of activation and gradient, M the number of micro-batches, S
// of stages, w = S-1-s, fill and drain the times before and after the stage, R the round trip beyond it; fe = f + c and
// be = b + g if sends block, otherwise f and b. With interleaving (v chunks per stage) f, b and R of L3i belong to
// one chunk, W = 2w + (v-1) S, and loop is the time of one chunk's forward and backward in all stages.
//
//   L1  fill + M (fe + be) - g + drain
//   L1p the same with max(f, c) or max(f, g), max(b, c) or max(b, g), where a pass posts the receive of the next
//   L3  fill + max(f + R, (w+1) fe) + (M-1-w) be + (M-2-w) fe
//            + max(f + R + b, fe + (w+1) be - g) + drain                                   1F1B, M-1-w >= 1
//   L4  fill + max(f + R, M fe) + M be - g + drain                                         1F1B, M-1-w < 1
//   L4f fill + M (fe + be) - c + R - g + drain                                             GPipe
//   L3s fill + max(f + R, (w'+1) f) + M b + max(0, M-1-w') f                               split backward
//   L3d the same until the last forward, then until its input gradient, and drain          split backward
//   L3i fill + (v-1) loop + max((2w+1) f, f + R) + (M v - W - 1) (f + b) + max((2w+1) b, R + b) + drain
//       fill + (v-1) loop + max(M f, f + R) + M b + drain                                  if M v - W < 2
//
// Eager 1F1B is L3 and L4 with w' = 2w warm-up forwards. Where the backward is split R has the input gradients only.
// Then L1, L3s, L3d and L5 end with the work of the stage, or without the weight gradients behind its last input
// gradient with the input gradients that drain. w' = w for ZB-H1, 2w for ZB-H2. L5 is that of the spans of stages that
// begin and end with a slow send (layout_spans.cpp): between such sends micro-batches wait for each other.
//
// To each of them are added: the synchronization of the gradients of s instead of drain, or of an earlier stage with
// the drain to it, if that is later; the optimizer and the gather of weights; the host's time per step.
#pragma once

#include "planner/bounds/stage_passes.h"
#include "planner/bounds/stage_recompute.h"
#include "planner/prices/price_book.h"

#include "base/stop_token.h"

#include <memory>

namespace heteroscope {

/// The prices of a stage, in seconds and bytes.
struct StagePlace
{
    std::vector<const UnitPrices *> prices;                  ///< by pipeline
    std::vector<PriceBook::SoonestShares> exchanges;         ///< by pipeline: of its exchanges in these prices
    std::vector<std::shared_ptr<const UnitPrices>> together; ///< prices with partners (shareLinks)
    const UnitMemory *memory = nullptr;
    std::optional<StageRecompute> recompute; ///< empty if the family does not recompute as needed
    double capacity = 0;                     ///< usable memory, without the following
    double ofPipeline = 0;                   ///< the communicator of a pipeline, and what endsHeld() says
    double inFlight = 0;
    // By pipeline: the send to the next stage (with interleaving from the last to the first stage) and to the previous
    // one; and the seconds of a whole message, 0 at the ends of the pipeline.
    std::vector<SendPrice> forwardPrice, backwardPrice;
    std::vector<double> sendForward, sendBackward;
    // After the passes: a constant part, and a part per parameter of a device.
    double syncFixed = 0, syncPerParameter = 0;
    double gatherFixed = 0, gatherPerParameter = 0;
    double optimizerPerParameter = 0; ///< per parameter of a device before ZeRO sharding
};

/// The stage whose bound is the bound of a cut. Times in seconds.
struct BindingStage
{
    int pipeline = 0; ///< index into LayoutModel::pipelines
    int stage = 0;
    double bound = 0;
    double fill = 0;  ///< before the stage can start
    double drain = 0; ///< after its last pass, including the synchronization of earlier stages
    double round = 0; ///< the round trip beyond the stage
};

/// Asks the stop token of the book's pricer. After a stop what its functions return means nothing.
class LayoutModel
{
public:
    /// Error: a group cannot be used, or no route exists between two groups.
    static Result<LayoutModel> build(const Family &family, const Layout &layout, PriceBook &book);
    /// fits() of the layout, without computing prices.
    static bool wouldFit(const Family &family, const Layout &layout, PriceBook &book);

    const std::vector<int> &placed() const { return m_placed; }
    const std::vector<int> &pipelines() const { return m_pipelines; } ///< the replicas that the bounds consider
    int stages() const { return static_cast<int>(m_stages.size()); }
    int groupAt(int stage, int replica) const
    {
        return m_placed[static_cast<std::size_t>(stage * m_family->dp + replica)];
    }
    /// The groups of a stage, by replica.
    std::vector<int> replicasOf(int stage) const
    {
        const auto first = m_placed.begin() + static_cast<std::ptrdiff_t>(stage) * m_family->dp;
        return {first, first + m_family->dp};
    }
    /// The groups that hold a tied table, those of the first and the last stage, in the order of replicas.
    std::vector<int> tableHolders() const;
    int nodes() const { return m_nodes; }
    double sendBytes() const { return m_bytes; }
    const StagePlace &stage(int index) const { return m_stages[static_cast<std::size_t>(index)]; }

    /// What of each stage is recomputed with this cut; nothing if the family does not recompute as needed.
    std::vector<RecomputedPart> recomputed(const Cut &cut) const;
    /// The same of one stage with these units, if stages do not recompute the same.
    RecomputedPart recomputed(int stage, int first, int last) const;
    /// If all stages recompute the same: what that is.
    AlikeRecompute alikeRecomputed(const Cut &cut) const;
    /// Choices of that, from the one that takes least and needs most memory to the other end.
    struct AlikeRange
    {
        AlikeRecompute least, most;
        bool contains(const AlikeRecompute &choice) const
        {
            return choice.nothing == least.nothing && choice.way == least.way && choice.blocks >= least.blocks &&
                   choice.blocks <= most.blocks;
        }
    };
    /// All there are in cuts below the limit: nothing, and where some stage needs one each set of modules and all
    /// numbers of blocks.
    std::vector<AlikeRange> alikeRanges(double limit) const;
    /// nullopt: it is one choice.
    static std::optional<std::pair<AlikeRange, AlikeRange>> halves(const AlikeRange &range);
    /// From now on its bounds are those of cuts with such a choice.
    void onlyAlike(const AlikeRange &range) { m_alike = range; }
    const std::optional<AlikeRange> &alike() const { return m_alike; }
    /// Seconds that it takes in the backward of a micro-batch, or less.
    double recomputeTime(int pipeline, int stage, int first, int last) const;
    /// recomputed() by stage, for planOf. Empty if the family does not recompute as needed. Error: a group cannot be
    /// used.
    static Result<std::vector<RecomputedPart>> recomputedParts(const Family &family, const std::vector<int> &placed,
                                                               const Cut &cut, PriceBook &book);
    /// Bytes of the stage with these units, with what is recomputed, if it holds so many micro-batches.
    double needOf(int stage, int first, int last, double inFlight) const;

    /// True if some cut fits in memory.
    bool fits() const;
    bool stageFits(int stage, int first, int last) const;
    /// The cut whose fullest device needs the min share of its memory, and this share, up to a relative error of 0.1 %.
    /// nullopt: fewer units than stages.
    std::optional<std::pair<double, Cut>> roomiestCut() const;
    /// Increases the prices of sends and exchanges for equal pipelines at equivalent positions of the network: they do
    /// both at the same time and share their common links. Gives better bounds. Examines all flows of the layout.
    void shareLinks(PriceBook &book);
    /// Lower bound in seconds from the busiest link, which carries the sends of all pipelines.
    double linkBound(PriceBook &book) const;
    /// True if the bounds allow a cut that fits in memory and takes less than `limit` seconds. forEachCut may be called
    /// then.
    bool mayBeat(double limit);
    /// The max limit for which mayBeat is false, up to a relative error of `within`, and a cut that may have this
    /// bound. nullopt if no cut fits in memory.
    std::optional<std::pair<double, Cut>> minBound(double within = 1e-4);
    /// A lower bound on all cuts that is below `limit`, found by a few calls of mayBeat.
    double shownBelow(double limit);
    /// To be called after mayBeat(limit). Visits every cut that fits in memory and whose bounds are below the limit,
    /// until visit returns false; visit may lower the limit. Returns false if it was ended, by visit or after `most`
    /// nodes of the search tree. nodes: number of nodes examined.
    bool forEachCut(double &limit, std::size_t most, std::size_t &nodes, const std::function<bool(const Cut &)> &visit);
    /// Lower bound on the simulated time of a cut, for explanations and tests.
    double boundOf(const Cut &cut) const { return bindingStage(cut).bound; }
    /// The stage that determines boundOf.
    BindingStage bindingStage(const Cut &cut) const;
    /// True if a stage computes nothing until its sends have arrived.
    bool sendsBlock() const { return m_blocking; }

private:
    /// True if some cut needs at most `share` of the memory of each device. cut: if not null, receives such a cut.
    bool isCovered(double share, Cut *cut) const;
    /// All flows of a pipeline in one order, and the latencies of its sends.
    struct PipelineFlows
    {
        std::vector<const std::vector<EdgeTraffic> *> traffic;
        std::vector<double> latencies;
    };
    std::vector<PipelineFlows> flowsOf(PriceBook &book) const;
    std::vector<std::vector<EdgeTraffic>> averagedTraffic(PriceBook &book) const;
    bool isSymmetry(const std::vector<int> &swap, const std::vector<PipelineFlows> &flows,
                    const std::vector<std::vector<EdgeTraffic>> &averaged, PriceBook &book) const;
    void shareLinksOf(std::size_t pipeline, int stage, const std::vector<int> &together, PriceBook &book);
    /// Stages with their groups and memory only.
    static Result<LayoutModel> ofMemory(const Family &family, std::vector<int> placed, PriceBook &book);
    /// Times before and after a stage of one pipeline.
    struct Ends
    {
        double fill = 0;  ///< before this stage
        double both = 0;  ///< fill + drain, including the synchronization of earlier stages but for split backwards
        double round = 0; ///< R
        double loop = 0;  ///< with interleaving: one chunk forward and backward in all stages before, without sends
        /// By span of the stage, through its other stages and back, with all sends; null: it has none.
        const double *trips = nullptr;
    };
    /// Bounds on the whole step, in seconds.
    struct Bounds
    {
        double alone = 0; ///< L1 or L1p: grows with the stage's units
        double trip = 0;  ///< max of that and L3, L4, L5 or L3i
    };
    Bounds bounds(int pipeline, int stage, int first, int last, const Ends &ends) const;
    /// Max of L5 over the stage's spans, without fill and drain.
    double workOfSpans(int pipeline, int stage, const StagePasses &passes, const Ends &ends) const;
    /// What passes wait for receives that the ones before post: all of a stage, one after a forward where forwards and
    /// backwards come by turns, and one after a backward.
    struct Waits
    {
        double all = 0, afterForward = 0, afterBackward = 0;
    };
    Waits waitsOf(int pipeline, int stage, int units, double forward, double backward) const;
    double interleavedWork(int pipeline, int stage, int first, int last, const Ends &ends, double waitsOfPair) const;
    double loopOf(int pipeline, int stage, int first, int last) const;
    double averagedParameters(int stage, int first, int last) const;
    double synchronization(int stage, double averaged) const;
    double bothBeyond(int stage, int first, int last, const Ends &ends, double trip, double backward) const;
    double afterFirstGradients(int first, double backward) const;
    double pass(int pipeline, int stage, int first, int last, bool forward) const;
    double chunkForward(int pipeline, int stage, int first, int last) const;
    double tripOf(int pipeline, int stage, int first, int last) const;
    double turnOf(int pipeline, int stage, int first, int last, double again) const;
    /// Of a unit in any range of the stage's that contains it, at least.
    double leastAgain(int pipeline, int stage, int unit) const;
    double backwardOf(int pipeline, int stage, int first, int last) const;
    double sendBackOf(int pipeline, int stage) const;
    double weightOf(int pipeline, int stage, int first, int last) const;
    void buildRounds(int pipeline, StopMeter &meter);
    void findSpans(std::size_t pipeline);
    void boundSpans(int pipeline, double limit, StopMeter &meter);
    int maxUnitsOf(const UnitPrices &prices, double limit) const;
    /// By span of the stage; rounds: R by stage.
    void findTrips(int pipeline, int stage, const double *rounds, std::vector<double> &trips) const;
    /// The same, at least, if the stage ends before the unit. After mayBeat.
    const double *minTripsOf(int pipeline, int stage, int last) const
    {
        const auto &spans = m_spans[static_cast<std::size_t>(pipeline)][static_cast<std::size_t>(stage)];
        return spans.lasts.empty() ? nullptr
                                   : spans.minTrips.data() + static_cast<std::size_t>(last) * spans.lasts.size();
    }
    void buildPrefixes(int pipeline, double limit, StopMeter &meter);
    Status priceTiedTable(PriceBook &book);
    void averageWithOthers(StagePlace &place, int group, PriceBook &book) const;
    void findLeastAfter();
    void priceSends(std::size_t pipeline, double scale);
    void priceLoops(std::size_t pipeline, double scale);
    struct Walk;
    bool walk(Walk &walk, int stage, int last);

    const Family *m_family = nullptr;
    StopToken m_stop;
    const std::vector<RecomputeModules> *m_ladder = nullptr;
    const Model *m_ofModel = nullptr; ///< whose layers are cut
    std::optional<AlikeRange> m_alike;
    int m_units = 0;
    int m_microBatches = 1;
    bool m_blocking = false;
    PassOrder m_order = PassOrder::alternating;
    bool m_splits = false; ///< weight gradients are passes of their own: at most input gradients drain
    bool m_drains = true;  ///< the last backwards, or input gradients, go from stage to stage
    bool m_synchronizes = false;
    bool m_syncOverlaps = false; ///< with the last backward; gathers with the first forward of the next step
    bool m_grows = true; ///< a stage with more units certainly takes longer, with the way to recompute that takes least
    bool m_tripGrows = true;                 ///< and with the way that is chosen
    bool m_steady = true;                    ///< no device is faster at a later time than at the start of the step
    double m_tiedSync = 0, m_tiedGather = 0; ///< of a table that the first and the last stage hold
    double m_minAfter = 0;                   ///< of the optimizer and the gathers of the slowest stage
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
        double wrapForward = 0;  ///< the send from the last stage to the first
        double wrapBackward = 0; ///< from the first to the last
        double head = 0;         ///< max additional time of a unit with the head
    };
    std::vector<Loop> m_loops; ///< by pipeline
    std::vector<int> m_placed;
    std::vector<int> m_pipelines;
    std::vector<StagePlace> m_stages;
    std::vector<ReceiveCounts> m_receives; ///< by stage; empty if no pass posts them
    // [pipeline][stage * (units + 1) + unit]: min fill, fill + drain and loop of the previous stages if they hold the
    // units before `unit`; infinity if no cut below the limit does.
    std::vector<std::vector<double>> m_minFill, m_minBoth, m_minLoop;
    /// [pipeline][stage * (units + 1) + unit]: lower bound on R of the stage if it ends before `unit`.
    std::vector<std::vector<double>> m_minRound;
    /// Those that begin with a stage.
    struct Spans
    {
        std::vector<int> lasts;    ///< the last stage of each
        std::vector<double> sends; ///< between its stages, there and back, and what the host does in all but the first
        std::vector<double> minTrips; ///< [unit * spans + span]: trip beyond the stage if it ends before the unit
    };
    std::vector<std::vector<Spans>> m_spans; ///< [pipeline][stage]
};

} // namespace heteroscope
