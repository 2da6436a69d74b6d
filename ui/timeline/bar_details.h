// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every field of a bar of the timeline: where and when it is, what it does or waits for, what it depends on and what on
// it, what is sent meanwhile and how full the memory is.
#pragma once

#include "analysis/dependency.h"
#include "cluster/topology.h"

#include <QString>

#include <optional>
#include <vector>

namespace heteroscope {

struct BarField
{
    QString name;
    QString text;                ///< as it is shown
    std::optional<double> value; ///< in SI units; empty for words
    BarId bar{};                 ///< the bar that the field is about, to go there; invalid: no other one
};

/// Empty if the step has no such bar. Linear in the intervals and transfers of its lane. topology: of the step; null
/// leaves out what needs it.
std::vector<BarField> fieldsOf(const StepResult &result, BarId bar, const Topology *topology);

} // namespace heteroscope
