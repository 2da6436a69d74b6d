// SPDX-License-Identifier: GPL-3.0-or-later
//
// L1, L3, L4, L4f and L3s of one stage in seconds, without fill and drain. core/planner/README.md has notation and
// proofs. The checker of certificates has its own copy on purpose (certificate/checker_rules.h).
#pragma once

#include <algorithm>

namespace heteroscope {

/// What is known of the order of a stage's passes. w: number of stages after it.
enum class PassOrder {
    any,             ///< nothing
    alternating,     ///< w forwards, then a forward and a backward by turns: 1F1B
    alternatingLate, ///< the same with 2 w forwards: eager 1F1B
    forwardsFirst,   ///< all forwards, then the backward of the last micro-batch: GPipe
    split,           ///< w forwards, then others among input gradients and weight gradients: ZB-H1
    splitLate        ///< the same with 2 w forwards: ZB-H2
};

/// The work of a stage on one micro-batch in all its chunks; forward includes the host's time. Sends are 0 unless they
/// block the stage.
struct StagePasses
{
    int microBatches = 1;
    double forward = 0;
    double backward = 0;
    double sendForward = 0;  ///< to the next stage
    double sendBackward = 0; ///< to the previous stage

    double fullForward() const { return forward + sendForward; }
    double fullBackward() const { return backward + sendBackward; }

    /// L1, for every schedule: all micro-batches one after the other, without the last send of a gradient.
    double alone() const { return microBatches * (fullForward() + fullBackward()) - sendBackward; }

    /// The bound of the order, 0 if there is none. behind: number of stages after this one; round: the round trip of a
    /// micro-batch through them, with split backwards by its input gradients.
    double withRoundTrip(PassOrder order, int behind, double round) const
    {
        switch (order) {
        case PassOrder::any:
            break;
        case PassOrder::alternating:
            return alternating(behind, round);
        case PassOrder::alternatingLate:
            return alternating(2 * behind, round);
        case PassOrder::forwardsFirst:
            return microBatches * (fullForward() + fullBackward()) - sendForward + round - sendBackward;
        case PassOrder::split:
            return split(behind, round);
        case PassOrder::splitLate:
            return split(2 * behind, round);
        }
        return 0;
    }

private:
    /// L3 or L4. warmUp: forwards before the pairs.
    double alternating(int warmUp, double round) const
    {
        const int micro = microBatches;
        if (micro - 1 - warmUp < 1)
            return std::max(forward + round, micro * fullForward()) + micro * fullBackward() - sendBackward;
        const double down = std::max(forward + round, (warmUp + 1) * fullForward());
        const double up =
            std::max(forward + round + backward, fullForward() + (warmUp + 1) * fullBackward() - sendBackward);
        return down + (micro - 1 - warmUp) * fullBackward() + (micro - 2 - warmUp) * fullForward() + up;
    }

    /// L3s.
    double split(int warmUp, double round) const
    {
        const int first = std::min(microBatches, warmUp + 1);
        return std::max(forward + round, first * forward) + microBatches * backward + (microBatches - first) * forward;
    }
};

} // namespace heteroscope
