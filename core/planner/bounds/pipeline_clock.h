// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computes a lower bound on the step time of one cut, by simulating each different pipeline alone in ticks. Channels
// share links only as far as LayoutModel::shareLinks knows. The result is never above the simulator's, and equal to it,
// to the tick, if channels share no other links, no rate curve changes and gradients are not reduced during the
// backward pass.
#pragma once

#include "planner/bounds/layout_model.h"
#include "simulator/array/array_pass.h"
#include "simulator/array/one_f_one_b_chain.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace heteroscope {

/// What stages of one layout take, by the units that they hold: most cuts that follow each other have most stages in
/// common. Another model needs another one, and so does the same after LayoutModel::shareLinks.
class LayoutTimes
{
private:
    friend class PipelineClock;
    using Units = std::pair<int, int>; ///< first, last
    struct Held
    {
        Units units;
        RecomputedPart recomputed; ///< if all stages recompute the same; else the units say it
        friend bool operator<(const Held &one, const Held &other)
        {
            const auto key = [](const Held &held) {
                return std::tuple(held.units, held.recomputed.units, held.recomputed.modules.bits);
            };
            return key(one) < key(other);
        }
    };
    struct Stage
    {
        std::vector<ChunkWork> chunks;
        Ticks optimizer;
    };
    std::vector<std::map<Held, Stage>> m_stages;                                   ///< [pipeline * stages + stage]
    std::vector<std::map<Units, std::vector<Synchronization>>> m_synchronizations; ///< by stage
    std::optional<std::vector<Synchronization>> m_tied;                            ///< of a tied table
    std::size_t m_known = 0;
};

class PipelineClock
{
public:
    explicit PipelineClock(PriceBook &book) : m_book(book) {}

    /// Error: a group cannot be used, or no route exists.
    Result<Ticks> time(const Family &family, const LayoutModel &model, const Cut &cut, LayoutTimes &known);
    Result<Ticks> time(const Family &family, const LayoutModel &model, const Cut &cut)
    {
        LayoutTimes known;
        return time(family, model, cut, known);
    }

    /// What a stage of a pipeline comes to.
    struct LaneEnd
    {
        int stage = 0;
        /// Before this it has no gradients to average: with one chunk the start of its last pass, with several at least
        /// what it computes before the last backward of the chunk that is done first.
        Ticks gradients;
        Ticks passes;    ///< the end of its last pass
        Ticks optimizer; ///< how long that takes
    };
    /// The same pipelines and stages before gradients are averaged: by pipeline of the model, and stage.
    Result<std::vector<LaneEnd>> ends(const Family &family, const LayoutModel &model, const Cut &cut,
                                      LayoutTimes &known);

private:
    struct Shape
    {
        StepProgram program;
        std::optional<ArrayPass> pass; ///< for interleaved orders; 1F1B uses OneFOneBChain
    };
    Result<Shape *> shape(const Family &family, int stages);
    /// recomputed: of the stage.
    Result<LayoutTimes::Stage> stageTimes(const Family &family, const LayoutModel &model, int group,
                                          const std::vector<LayerRange> &chunks, const RecomputedPart &recomputed,
                                          const PriceBook::SoonestShares &shares);
    void fillChannels(StepProgram &program, const Family &family, const LayoutModel &model, std::size_t pipeline);
    /// groups: in the order of replicas. parameters: of all devices of a replica. scattered: bytes of gradients of the
    /// layers one by one, as ZeRO-3 sums them.
    Status addAveraging(std::vector<Synchronization> &synchronizations, const Family &family,
                        std::vector<GradientHolder> holders, const std::vector<int> &groups, double parameters,
                        double scattered);
    Result<std::vector<Synchronization>> averagingOf(const Family &family, const LayoutModel &model, int stage,
                                                     const std::vector<LayerRange> &chunks);
    Result<std::vector<Synchronization>> averagingOfTiedTable(const Family &family, const LayoutModel &model);
    Status fillSynchronizations(StepProgram &program, const Family &family, const LayoutModel &model, const Cut &cut,
                                LayoutTimes &known);
    std::vector<Ticks> endsOfChain(const StepProgram &program);
    Ticks timeOfChain(const StepProgram &program);
    Status fillPipeline(StepProgram &program, const Family &family, const LayoutModel &model, std::size_t pipeline,
                        const Cut &cut, LayoutTimes &known);
    void forget(const LayoutModel &model, LayoutTimes &known) const;

    PriceBook &m_book;
    std::map<std::tuple<ScheduleKind, int, int, int>, Shape> m_shapes; ///< by stages, micro-batches, chunks
    StageChain m_lengths;
    OneFOneBChain m_chain;
};

} // namespace heteroscope
