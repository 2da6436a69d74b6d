// SPDX-License-Identifier: GPL-3.0-or-later
//
// The results that can be compared: the step on show, the one before the last change, the recommended plan, the plans
// of the project, and what the user pinned.
#pragma once

#include "jobs/result_tray.h"

namespace heteroscope {

struct CompareSource
{
    QString key;  ///< "shown", "before", "best", "plan/NAME", "pin/ID": stable while the source is there
    QString name; ///< "On show: TP4 PP2 · 1F1B m16"
    std::shared_ptr<const Simulation> step; ///< has a result and a topology
};

/// Each has a step; those with equal content as an earlier one, by plan, project and start time, are left out.
std::vector<CompareSource> compareSources(const Session &session, const ResultTray &tray);

/// The two that are compared while nobody chose: the step before the last change, else another result, with the one on
/// show. Indices; equal ones if there is only one source, -1 without any.
struct ComparedPair
{
    int a = -1;
    int b = -1;
};
ComparedPair usualPair(const std::vector<CompareSource> &sources);

} // namespace heteroscope
