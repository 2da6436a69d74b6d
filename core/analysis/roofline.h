// SPDX-License-Identifier: GPL-3.0-or-later
//
// The operations of a lane on the roofline of its device: how fast each runs, and how fast the device would let it run
// at best. Nothing is priced here: the points are the operations of a lane's explanation (explain_step.h), whose times
// add up to the simulated ones.
//
//     intensity  I = FLOP / bytes moved            roof = min(peak, I * memory bandwidth)
//     achieved     = FLOP / time                   (bytes moved) / time for operations without FLOP
//
// Source: Williams, Waterman, Patterson, "Roofline: An Insightful Visual Performance Model for Multicore Architectures"
// (CACM 52(4), 2009). Achieved is at most the roof, because an operation takes at least as long as it computes at the
// peak and as it streams at the full bandwidth. Operations that are memory-bound by construction (norms, activation
// functions, softmax) have no FLOP in the cost model and are compared with the bandwidth.
#pragma once

#include "simulator/result/explain_step.h"

#include <vector>

namespace heteroscope {

/// An operation in one pass, over all layers and micro-batches of the lane's step; of one device.
struct RooflinePoint
{
    LayerOperation operation;
    Flop flops;
    Bytes bytes;              ///< moved, with the factor of the software
    Seconds time;             ///< with launches and casts
    FlopPerSecond peak;       ///< of its precision; 0 without FLOP
    BytesPerSecond bandwidth; ///< of the device's memory, by its data sheet
    double intensity() const { return bytes.value > 0 ? flops.value / bytes.value : 0; }
    FlopPerSecond achieved() const { return FlopPerSecond(flops.value / time.value); }
    BytesPerSecond achievedBandwidth() const { return bytes / time; }
    FlopPerSecond roof() const;
    /// Achieved over the roof, for operations without FLOP over the bandwidth; 0..1.
    double share() const;
    bool isMemoryBound() const; ///< the slope of the roof is below the peak there
};

struct Roofline
{
    int lane = -1;
    std::vector<RooflinePoint> points; ///< longest first
    Seconds computing;                 ///< simulated: the passes of the lane
    Seconds other; ///< of it, what is no operation: host, sums of gradients, slow nodes, measured layers. May be
                   ///< negative where the simulation hides priced time
};

/// Of a lane's explanation: the points and `other` add up to `computing`.
Roofline rooflineOf(const LaneExplanation &explanation);

} // namespace heteroscope
