// SPDX-License-Identifier: GPL-3.0-or-later
//
// The exact optimum of dividing a model's layers over stages of different speed and memory.
#pragma once

#include "strategy/plan.h"

#include <optional>
#include <vector>

namespace heteroscope {

/// Time and memory of the layers [0, n) on one stage. Element l is the sum over the layers before l, so size() == n +
/// 1.
struct StageLoad
{
    std::vector<double> time;   ///< seconds of one micro-batch, forward and backward, with exposed communication
    std::vector<double> memory; ///< bytes by layer: states, and activations of all micro-batches in flight
    double fixedMemory = 0;     ///< bytes: reserve, buffers, working memory
    double headMemory = 0;      ///< bytes: logits, on the stage with the last layer
    double tiedMemory = 0;      ///< bytes: tied embedding, which a stage with the first and the last layer holds once
    double capacity = 0;        ///< bytes

    /// Working memory: a stage needs the max over its layers once. Distinct values, largest first; layersBefore[l] is
    /// the number of layers with this value before l.
    struct Once
    {
        double bytes = 0;
        std::vector<int> layersBefore;
    };
    std::vector<Once> once;
    void setOnce(const std::vector<double> &byLayer);

    double timeOf(int first, int last) const
    {
        return time[static_cast<std::size_t>(last)] - time[static_cast<std::size_t>(first)];
    }
    double memoryOf(int first, int last) const;
    bool fits(int first, int last) const { return memoryOf(first, last) <= capacity; }
};

/// The contiguous cut, with at least one layer per stage, that has the min time of the slowest stage and, among those,
/// the min sum of stage times; of equal cuts the one with the earlier boundary. nullopt if no cut fits in memory.
/// Stages may point to the same StageLoad. Cost: O(stages layers (60 + layers)).
std::optional<std::vector<LayerRange>> splitLayers(const std::vector<const StageLoad *> &stages, int layers,
                                                   bool respectMemory = true);

} // namespace heteroscope
