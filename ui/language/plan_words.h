// SPDX-License-Identifier: GPL-3.0-or-later
//
// The names of plans and of families of plans in the language of the window, as one text or as chips.
#pragma once

#include "planner/space/family_name.h"
#include "strategy/plan.h"

#include <QStringList>

namespace heteroscope {

QString wordOf(ScheduleKind schedule); ///< "interleaved 1F1B"; names such as "ZB-V" are the same in every language

struct NameChips
{
    QStringList degrees; ///< "TP4", "PP4", "DP2"; "TP by stage"
    QStringList rest;    ///< "1F1B m16", "ZeRO-1", "A100 > V100"

    QStringList all() const { return degrees + rest; }
    QString text() const; ///< "TP4 PP4 DP2 · 1F1B m16 · ZeRO-1"
};

/// "1F1B", "interleaved x4": the schedule with its chunks where they are free.
QString scheduleChip(const PlanName &name);
/// "ZeRO-3", "ZeRO-3 over 8"; empty without ZeRO.
QString zeroChip(int zeroStage, int shardGroup);
/// "recompute", "recompute 3" of some blocks; of parts of blocks "R sel" of the attention core, "recompute moe_act",
/// "recompute of 3 parts"; empty without.
QString recomputeChip(const PlanName &name);
NameChips chipsOf(const PlanName &name);
NameChips chipsOf(const FamilyName &name);

QString nameOf(const Plan &plan);

} // namespace heteroscope
