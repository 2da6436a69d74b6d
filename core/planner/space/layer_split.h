// SPDX-License-Identifier: GPL-3.0-or-later
//
// The exact cut of a model's layers over unlike stages.
#pragma once

#include "strategy/plan.h"

#include <optional>
#include <vector>

namespace heteroscope {

/// What the layers [0, n) cost on one stage. All sums run over layers before l, so size() == n + 1.
struct StageLoad
{
    std::vector<double> time; ///< seconds of one micro-batch, forward and backward, with exposed communication
    std::vector<double>
        memory;             ///< bytes that grow with the layers: states, and activations of all micro-batches in flight
    double fixedMemory = 0; ///< reserve, buffers, working memory
    double headMemory = 0;  ///< extra where the last layer is: logits
    double tiedMemory = 0;  ///< counted twice where first and last layer meet on one stage: a tied table
    double capacity = 0;

    /// Memory that is there once, as large as the most demanding of the stage's layers needs (working memory): distinct
    /// values, largest first, each with the number of its layers before l.
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

/// The contiguous cut, at least one layer a stage, with the least time of the slowest stage and, among those, the least
/// sum of stage times. None when memory allows no cut. Equal cuts are decided for the earlier boundary. Stage i and j
/// may point to the same StageLoad. Cost: O(stages layers (60 + layers)).
std::optional<std::vector<LayerRange>> splitLayers(const std::vector<const StageLoad *> &stages, int layers,
                                                   bool respectMemory = true);

} // namespace heteroscope
