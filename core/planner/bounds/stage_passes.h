// SPDX-License-Identifier: GPL-3.0-or-later
//
// L1, L3 and L4 of one stage in seconds, without fill and drain. core/planner/README.md has notation and proofs. The
// checker of certificates has its own copy on purpose (certificate/checker_rules.h).
#pragma once

#include <algorithm>

namespace heteroscope {

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

    /// L3 or L4, for 1F1B. behind: number of stages after this one; round: the round trip of a micro-batch through
    /// them.
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
