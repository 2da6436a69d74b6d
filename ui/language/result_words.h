// SPDX-License-Identifier: GPL-3.0-or-later
//
// A step result in the language of the window. Core hands out enums and numbers; wording/step_text.h says the same in
// English for the command line.
#pragma once

#include "simulator/result/step_result.h"

#include <QString>

namespace heteroscope {

QString wordOf(MemoryPart part);                 ///< "optimizer state", inside a sentence
QString wordOf(OperationName name);              ///< "MLP up"
QString wordOf(CollectiveName name);             ///< "TP all-reduce"
QString wordOf(const LayerOperation &operation); ///< "MLP up, input gradient"
/// The name of something in a pass: "blocks, input gradient".
QString withPass(const QString &name, LayerPass pass);
QString wordOf(const StepOperation &operation);

QString sentenceOf(const MemoryOverflow &overflow); ///< "activations exceed memory by 41.2 GiB on a100-0:3"
/// What the memory peak of a lane's devices consists of: "activations 41.2 GiB of 74.0 GiB (93 % of 80 GiB): 4
/// micro-batches in flight, max from 310 ms on"; where another part is larger than the activations, that part.
QString peakSentence(const Lane &lane);
QString sentenceOf(const Assumption &assumption);

} // namespace heteroscope
