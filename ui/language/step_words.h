// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words for what happens in a step: bars, activities, causes and lanes, the same ones in every view of it.
#pragma once

#include "simulator/result/step_result.h"

#include <QCoreApplication>
#include <QString>

namespace heteroscope {

/// Context of the translations.
class StepWords
{
    Q_DECLARE_TR_FUNCTIONS(StepWords)
};

/// "F3", "B3", "W3", "R3", "opt"; empty for what carries no label. Micro-batches count from 1 on the screen.
QString barLabel(Activity activity, std::int32_t microBatch);
inline QString barLabel(const LaneInterval &interval) { return barLabel(interval.activity, interval.microBatch); }
/// "forward", "backward", "input gradient", "PP, exposed" ... for legends and tables.
QString activityName(Activity activity);
/// "forward", "PP transfers", "TP collectives": what a cause is called on the critical path.
QString causeName(Activity cause);
/// "a100-0:0–3": the lane's name with a proper dash.
QString laneName(const Lane &lane);

} // namespace heteroscope
