// SPDX-License-Identifier: GPL-3.0-or-later
//
// The properties of schedules for the checker of certificates. They are repeated here on purpose, without use of
// Schedule or of the search's bounds, so that a mistake there makes the certificate invalid. Only the orders of the
// schedules in a V, ZB-V and DualPipeV, are taken from Schedule. The test planner/schedule_facts compares all of them.
#pragma once

#include "planner/space/space.h"

#include <cstdint>

namespace heteroscope::check {

/// Max number of (micro-batch, chunk) pairs whose activations a stage holds at a time; at least, if weights are frozen,
/// for without a weight gradient to come the input gradient is the last that needs them.
int pairsHeld(const Family &family, bool frozen, int stages, int stage);

/// How the sends of the family's stages begin, and whether they stop the sender.
SendMode sendModeOf(const Family &family, const SoftwareStack &stack);
/// True if a stage computes nothing until its sends have arrived.
bool sendsBlock(const Family &family, const SoftwareStack &stack);

enum class PassKind : std::uint8_t { forward, backward, inputGradient, weightGradient };
inline constexpr std::size_t passKinds = 4;

/// A pass of a stage.
struct PassOf
{
    PassKind kind = PassKind::forward;
    int chunk = 0;
    int microBatch = 0;
    bool paired = false; ///< what it sends leaves after the next pass
    bool isForward() const { return kind == PassKind::forward; }
    friend bool operator==(const PassOf &, const PassOf &) = default;
};
/// The passes of a stage in their order.
std::vector<PassOf> orderOf(const Family &family, int stages, int stage);

/// Of interleaved 1F1B: micro-batches whose activations of its first chunk, and of its last one, a stage holds, at
/// most, while it holds most of all.
struct ChunksHeld
{
    int first = 0, last = 0;
};
ChunksHeld chunksHeld(const Family &family, int stages, int stage);

/// True if weight gradients are passes of their own.
bool splitsBackward(const Family &family);

/// The work of a stage on one micro-batch in seconds: all its chunks; forward includes the host's time; sends are 0
/// unless they block.
struct StageWork
{
    double forward = 0, backward = 0;
    double sendForward = 0, sendBackward = 0;
    int behind = 0;    ///< number of stages after it
    double beyond = 0; ///< round trip of a micro-batch through them, including all sends; without weight gradients if
                       ///< those are passes of their own
    double weight = 0; ///< of the backward, if they are passes of their own
};

/// True if a stage posts the receive of a pass as the one before begins, and all passes of a direction wait for the
/// same neighbour: not in a V.
bool postsReceives(const Family &family, const SoftwareStack &stack);
/// How many passes of a stage wait for a receive: forwards, and backwards or input gradients, each by what comes
/// before. Counted in its order.
struct PassReceives
{
    int downDown = 0, downUp = 0, upDown = 0, upUp = 0;
    friend bool operator==(const PassReceives &, const PassReceives &) = default;
};
PassReceives passReceives(const Family &family, int stages, int stage);
/// What the passes wait at least, in seconds. down, up: the longest of them, of one chunk; activation, gradient: from
/// the start of the pass before on, of what arrives.
double receiveWaits(const PassReceives &receives, double down, double up, double activation, double gradient);

/// L1 of a stage in seconds, from the start of its first pass to the end of its last pass (core/planner/README.md).
double ownWork(const Family &family, const StageWork &stage);
/// The max of L1 and of what the order of the passes allows: L3, L4f or L3s.
double minWork(const Family &family, const StageWork &stage);

/// The passes of a stage, as often as a micro-batch that goes through the stages from this one to another and back has
/// to wait for the one before: counted in the orders of the two stages.
struct SpanPasses
{
    int forwards = 0; ///< before the first such micro-batch
    int trips = 0;   ///< micro-batches that go round one after the other; then one more goes to the last stage and back
    int weights = 0; ///< weight gradients between the backward of one and the forward of the next
    // From the backward of the last one on.
    int lastForwards = 0, lastBackwards = 0, lastWeights = 0;
};
/// Of schedules with one chunk.
SpanPasses spanPasses(const Family &family, int stages, int first, int last);
/// L5 of a stage in seconds. within: a micro-batch's way through the other stages of the span and back, with all sends.
double spanWork(const StageWork &stage, const SpanPasses &passes, double within);

/// Of schedules with one chunk and weight gradients as passes of their own, counted in the order of a stage; all 0 of
/// others.
struct SplitPasses
{
    int forwards = 0; ///< before the first input gradient
    // From that one on, before the last forward; all 0 if that comes before it.
    int inputs = 0, downs = 0, weights = 0;
    int lastInputs = 0, lastWeights = 0; ///< from the last forward to the last input gradient, which is one of them
    int late = 0; ///< weight gradients behind the last input gradient, for which the stages before do not wait
};
SplitPasses splitPasses(const Family &family, int stages, int stage);
/// L3d of a stage in seconds, until the end of its last input gradient; 0 if its forwards all come first. afterDown,
/// afterUp: what the pass after a forward waits at least, and after a weight gradient.
double inputWork(const StageWork &stage, const SplitPasses &passes, double afterDown, double afterUp);

/// What is counted in the order of a stage, whatever its layers.
struct PassCounts
{
    PassReceives receives;
    SplitPasses split;
};

} // namespace heteroscope::check
