// SPDX-License-Identifier: GPL-3.0-or-later
//
// L1, L1p, L3, L4, L4f, L3s, L3d and L5 of one stage in seconds, without fill and drain. core/planner/README.md has
// notation and proofs. The checker of certificates has its own copy on purpose (certificate/checker_rules.h).
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

/// Stages that a micro-batch passes on its way there and back, from one stage on, which is one of them.
struct StageSpan
{
    int stages = 1;
    double trip = 0; ///< seconds, with the sends between them; with split backwards by its input gradients
};

/// How many passes of a stage wait for a receive, by what they are and what comes before them: forwards and backwards
/// of one chunk, of split backwards the input gradients.
struct ReceiveCounts
{
    int forwardAfterForward = 0, backwardAfterForward = 0;
    int forwardAfterBackward = 0, backwardAfterBackward = 0;
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
    double weight = 0;       ///< of the backward, the weight gradients, where they are passes of their own

    double fullForward() const { return forward + sendForward; }
    double fullBackward() const { return backward + sendBackward; }

    /// L1, for every schedule: all micro-batches one after the other, without the last send of a gradient.
    double alone() const { return microBatches * (fullForward() + fullBackward()) - sendBackward; }

    /// What L1p has beyond L1, where each pass posts the receive of the next. forward, backward: the longest passes of
    /// one chunk, the latter with its weight gradient; activation, gradient: from the start of the pass before on.
    static double waits(const ReceiveCounts &counts, double forward, double backward, double activation,
                        double gradient)
    {
        return counts.forwardAfterForward * std::max(0.0, activation - forward) +
               counts.backwardAfterForward * std::max(0.0, gradient - forward) +
               counts.forwardAfterBackward * std::max(0.0, activation - backward) +
               counts.backwardAfterBackward * std::max(0.0, gradient - backward);
    }

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

    /// L5 of a stage with `behind` stages after it, `before` before it and this round trip of a micro-batch through
    /// those after it; 0 where it says nothing, or the order has none.
    double withSpan(PassOrder order, int before, int behind, double round, const StageSpan &span) const
    {
        if (!isSplit(order) && order != PassOrder::alternating && order != PassOrder::alternatingLate)
            return 0;
        const int micro = microBatches, times = isLate(order) ? 2 : 1;
        const int warmUp = times * behind;
        const int warmUpOfLast = times * (behind - span.stages + 1);
        const int period = warmUp - warmUpOfLast + 1; // micro-batches that the span has at a time
        const int trips = micro > warmUpOfLast ? (micro - 1 - warmUpOfLast) / period : 0;
        if (trips == 0)
            return 0;
        const int begun = warmUpOfLast + trips * period; // micro-batches before the one whose round trip comes last
        const double down = warmUpOfLast * fullForward() + trips * (span.trip + sendBackward) + forward + round;
        const double up =
            (micro - begun) * fullBackward() - sendBackward + std::max(0, micro - begun - warmUp - 1) * fullForward();
        if (!isSplit(order))
            return down + up;
        // Weight gradients that wait for others: those of the first trips come later.
        const int putOff = times * before;
        const int withWeight = std::max(0, trips - (putOff + period - 1) / period);
        const int steady = std::min(begun, std::max(0, micro - 1 - warmUp));
        const int done = std::max(0, steady - putOff) + begun - steady;
        return down + up + (withWeight + begun - done) * weight;
    }

    /// L3d, where the backward is split: until the last input gradient of the stage has ended; 0 where it says nothing.
    /// afterForward, afterBackward: what the next pass waits at least for its receive (waits).
    double untilLastInput(PassOrder order, int before, int behind, double round, double afterForward,
                          double afterBackward) const
    {
        const int times = isLate(order) ? 2 : 1;
        const int warmUp = times * behind;
        const int inputs = microBatches - 1 - warmUp; // input gradients before the last forward
        if (!isSplit(order) || inputs < 1)
            return 0;
        const double input = backward - weight;
        const double down = std::max(forward + round, (warmUp + 1) * forward);
        const double steady = inputs * input + (inputs - 1) * (forward + afterForward) +
                              std::max(0, inputs - times * before) * (weight + afterBackward);
        return down + steady + forward + std::max(round + input, warmUp * backward + input);
    }

    /// Weight gradients behind the last input gradient, where the backward is split.
    int lateWeights(PassOrder order, int before, int behind) const
    {
        const int times = isLate(order) ? 2 : 1;
        return 1 + std::min(times * before, std::max(0, microBatches - 1 - times * behind));
    }

private:
    static bool isSplit(PassOrder order) { return order == PassOrder::split || order == PassOrder::splitLate; }
    static bool isLate(PassOrder order) { return order == PassOrder::alternatingLate || order == PassOrder::splitLate; }
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
