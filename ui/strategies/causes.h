// SPDX-License-Identifier: GPL-3.0-or-later
//
// The causes why a plan or a family is not the best, as rows of words and values, for the panel and for tool tips.
#pragma once

#include "planner/explain/why_not_family.h"

#include <QString>

#include <vector>

namespace heteroscope {

/// A cause with its time, or an overflow with its bytes.
struct CauseRow
{
    QString cause;
    QString where; ///< in smaller type below; may be empty
    QString value;
    double share = 0; ///< of the largest one, -1..1; below 0 what is gained
    bool error = false;
};

/// What a plan takes longer than the best, or by how much each stage is over its memory.
std::vector<CauseRow> causesOf(const WhyNot &why);
/// The lower bound of a family by cause.
std::vector<CauseRow> causesOf(const WhyNotFamily &family);

} // namespace heteroscope
