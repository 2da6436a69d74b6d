// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/strategy_columns.h"

#include <algorithm>

namespace heteroscope {

namespace {

struct UsualColumn
{
    int width;
    double growth; // its part of what is left over
};
/// By StrategyModel::Column.
constexpr std::array<UsualColumn, StrategyModel::columnCountValue> usualColumns = {
    {{46, 0}, {230, 0}, {150, 0.24}, {178, 0.24}, {62, 0}, {62, 0}, {68, 0}, {108, 0.14}, {68, 0}, {130, 0.38}}};
constexpr std::array<int, 5> firstToGo = {StrategyModel::sketch, StrategyModel::stages, StrategyModel::exposed,
                                          StrategyModel::mfu, StrategyModel::bubble};
/// Of the chips, before other columns are left out for them.
constexpr int maxUsualPlan = 320;
/// With nothing more to leave out, chips are cut, and the step time goes without its uncertainty.
constexpr int minPlan = 130;
constexpr int minStepTime = 162;

} // namespace

ColumnWidths columnWidths(int room, int wantedPlan, bool whyBeside)
{
    ColumnWidths widths{};
    for (std::size_t i = 0; i < widths.size(); ++i)
        widths[i] = usualColumns[i].width;
    widths[StrategyModel::plan] = std::clamp(wantedPlan, usualColumns[StrategyModel::plan].width, maxUsualPlan);
    if (whyBeside)
        widths[StrategyModel::why] = widths[StrategyModel::sketch] = 0;
    const auto left = [&] {
        int rest = room;
        for (const int width : widths)
            rest -= width;
        return rest;
    };
    for (const int column : firstToGo)
        if (left() < 0)
            widths[static_cast<std::size_t>(column)] = 0;
    int &plan = widths[StrategyModel::plan];
    if (left() + plan - minPlan < 0)
        widths[StrategyModel::stepTime] = minStepTime;
    const int wanted = std::clamp(wantedPlan, minPlan, maxPlanWidth);
    plan = std::clamp(plan + left(), minPlan, std::max(plan, wanted));
    const int more = std::max(0, left());
    double growth = 0;
    for (std::size_t i = 0; i < widths.size(); ++i)
        growth += widths[i] > 0 ? usualColumns[i].growth : 0;
    for (std::size_t i = 0; i < widths.size(); ++i)
        if (widths[i] > 0)
            widths[i] += static_cast<int>(more * usualColumns[i].growth / growth);
    return widths;
}

} // namespace heteroscope
