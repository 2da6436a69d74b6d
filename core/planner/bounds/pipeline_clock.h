// SPDX-License-Identifier: GPL-3.0-or-later
//
// The step time of one cut, from its unlike pipelines alone: each as if no channel shared its links but those that
// LayoutModel::shareLinks knows of. Never more than the simulator's time, and the same to the tick where that holds, no
// rate curve changes and gradients do not overlap the backward.
#pragma once

#include "planner/bounds/layout_model.h"
#include "simulator/array/array_pass.h"
#include "simulator/array/one_f_one_b_chain.h"

#include <map>

namespace heteroscope {

class PipelineClock
{
public:
    explicit PipelineClock(PriceBook &book) : m_book(book) {}

    /// Error: a group cannot work or cannot be reached.
    Result<Ticks> time(const Family &family, const LayoutModel &model, const Cut &cut);

private:
    struct Shape
    {
        StepProgram program;
        std::optional<ArrayPass> pass; ///< of interleaved orders; 1F1B has a loop of its own
    };
    Result<Shape *> shape(const Family &family, int stages);
    Status fillLane(LaneProgram &lane, const Family &family, const LayoutModel &model, int group,
                    const std::vector<LayerRange> &chunks);
    void fillChannels(StepProgram &program, const LayoutModel &model, std::size_t pipeline);
    Status fillSynchronizations(StepProgram &program, const Family &family, const LayoutModel &model,
                                const std::vector<std::vector<LayerRange>> &chunks);
    Ticks timeOfChain(const StepProgram &program);

    PriceBook &m_book;
    std::map<std::tuple<int, int, int>, Shape> m_shapes; ///< by stages, micro-batches, chunks
    StageChain m_lengths;
    OneFOneBChain m_chain;
};

} // namespace heteroscope
