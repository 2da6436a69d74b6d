// SPDX-License-Identifier: GPL-3.0-or-later
//
// L1 and L3: what the passes of one stage take at least, in seconds, without the fill before them and the drain after
// them. Proofs and notation: layout_model.h. The checker of certificates has its own copy (certificate/checker_rules.h).
#pragma once

#include <algorithm>

namespace heteroscope {

/// A stage's work on one micro-batch in all its chunks, the host's time in forward. A send counts 0 unless the stage
/// computes nothing until it has arrived.
struct StagePasses
{
    int microBatches = 1;
    double forward = 0;
    double backward = 0;
    double sendForward = 0;  ///< on to the next stage
    double sendBackward = 0; ///< back to the one before

    double fullForward() const { return forward + sendForward; }
    double fullBackward() const { return backward + sendBackward; }

    /// L1, every schedule: all micro-batches pass one after the other; nothing is sent back after the last one.
    double alone() const { return microBatches * (fullForward() + fullBackward()) - sendBackward; }

    /// L3, 1F1B: with `behind` stages behind this one, its first backward waits for the way of a micro-batch through
    /// them and back, which takes `round`; so does the last one.
    double withRoundTrip(int behind, double round) const
    {
        const int micro = microBatches;
        if (micro - 1 - behind < 1)
            return std::max(forward + round, micro * fullForward()) + micro * fullBackward() - sendBackward;
        const double down = std::max(forward + round, (behind + 1) * fullForward());
        const double up =
            std::max(forward + round + backward, fullForward() + (behind + 1) * fullBackward() - sendBackward);
        return down + (micro - 1 - behind) * fullBackward() + (micro - 2 - behind) * fullForward() + up;
    }
};

} // namespace heteroscope
