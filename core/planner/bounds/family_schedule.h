// SPDX-License-Identifier: GPL-3.0-or-later
//
// The properties of a family's schedule that the planner uses.
#pragma once

#include "planner/bounds/stage_passes.h"
#include "planner/space/space.h"

namespace heteroscope {

/// Max number of micro-batches (fractional with several chunks) whose activations a stage holds at a time. Where
/// nothing but adapters is trained and the backward is split, at least: layers without adapters have no weight
/// gradient, and give their activations up after the input gradient.
double microBatchesHeld(const Family &family, const TrainingJob &job, int stages, int stage);

/// Micro-batches whose activations of the embedding, or of the head, a stage holds among the most that it holds. Only
/// of interleaved 1F1B: with one chunk a stage holds as many of all its layers, and of a V nothing is known.
struct EndsHeld
{
    int embedding = 0, head = 0;
};
EndsHeld endsHeld(const Family &family, int stages, int stage);

/// True if a stage computes nothing until its sends have arrived.
bool sendsBlock(const Family &family, const SoftwareStack &stack);

/// True if a stage posts the receive of a pass as the one before begins, and all passes of a direction that receive do
/// so from one neighbour: not in a V.
bool postsReceives(const Family &family, const SoftwareStack &stack);

/// Not of a V. With several chunks the first stage receives activations from the last, and that one gradients from it.
ReceiveCounts receivesOf(const Family &family, int stages, int stage);

/// How many of the first so many forwards of a stage are of the first chunk, which are as many as of its backwards of
/// the last chunk.
int ofFirstChunk(const Family &family, int stages, int passes);

/// Which bound holds for the passes of a stage.
PassOrder passOrderOf(const Family &family);

/// True if weight gradients are passes of their own, so that a stage's last pass may have nothing to send.
bool splitsBackward(const Family &family);

} // namespace heteroscope
