// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which plans the planner searches, and which not, in the language of the window: the space, what the software lacks
// and what the model cannot be cut for.
#pragma once

#include "cost/software_lack.h"
#include "planner/space/space.h"

#include <QString>

namespace heteroscope {

QString sentenceOf(SearchSpace space);          ///< the plans that the search looked at
QString sentenceOf(const UncutSchedule &uncut); ///< "embedding and head share a table"
QString wordOf(const MissingFeature &missing);  ///< "ZeRO-3", "interleaved 1F1B"

/// Why a plan cannot be run: "Megatron-LM does not run ZB-V".
QString sentenceOf(SoftwareLack lack, const Plan &plan, const QString &software);
QString sentenceOf(const MissingFeature &missing);

} // namespace heteroscope
