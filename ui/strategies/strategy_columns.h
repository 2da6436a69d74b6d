// SPDX-License-Identifier: GPL-3.0-or-later
//
// How wide the columns of the ranking are. Every column in view, the reason too: where there is no room for all, those
// go that say least; their figures stay in the tool tips of the row.
#pragma once

#include "strategies/strategy_model.h"

#include <array>

namespace heteroscope {

/// In pixels, by StrategyModel::Column; 0: left out.
using ColumnWidths = std::array<int, StrategyModel::columnCountValue>;

/// room: of all columns. wantedPlan: of the longest row of chips; it is met before other columns grow. whyBeside: the
/// reasons stand beside the table, so that their column is left out. The widths add up to the room, but for rounding,
/// from `minTableRoom` on.
ColumnWidths columnWidths(int room, int wantedPlan, bool whyBeside);

inline constexpr int minTableRoom = 576;
inline constexpr int maxPlanWidth = 420;

} // namespace heteroscope
