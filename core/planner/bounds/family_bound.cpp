// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/bounds/family_bound.h"

#include "planner/bounds/apart_bounds.h"
#include "planner/bounds/share_times.h"

#include "planner/rounding.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace heteroscope {

namespace {

/// How fast a part goes through blocks.
struct PartSpeed
{
    double unit = 0;   ///< seconds of its fastest block
    double stages = 0; ///< that its groups can be in, at most
    std::size_t type = 0;
};

/// Of a mixed family each group may be in a stage of its own. With TP by stage all devices of the type, as if they
/// could be in parts of a stage.
double maxStagesOf(const Family &family, const FamilyPart &part, PriceBook &book)
{
    switch (family.kind) {
    case FamilyKind::pure:
        return part.maxStages;
    case FamilyKind::mixed:
        return std::min(family.maxStages, book.groups().count(part.type, part.devices()) / family.dp + 2);
    case FamilyKind::apart: // apart_bounds.h, share_times.h
    case FamilyKind::shares:
    case FamilyKind::byStage:
        break;
    }
    const auto &devices = book.pricer().topology().devices();
    const auto count = std::count_if(devices.begin(), devices.end(),
                                     [&](const TopologyDevice &device) { return device.type == part.type; });
    return std::min<double>(family.maxStages, static_cast<double>(count) / (part.devices() * family.dp));
}

/// The sum of a figure over all parts; with TP by stage that of the best part of each type, for a device is in one of
/// them only.
template<class Figure>
double sumOverDevices(const Family &family, const std::vector<PartSpeed> &speeds, const Figure &figure)
{
    double sum = 0, best = 0;
    for (std::size_t i = 0; i < speeds.size(); ++i) {
        if (family.kind != FamilyKind::byStage || i == 0 || speeds[i].type != speeds[i - 1].type) {
            sum += best;
            best = 0;
        }
        best = std::max(best, figure(speeds[i]));
    }
    return sum + best;
}

} // namespace

Result<double> throughputBound(const Family &family, PriceBook &book)
{
    if (family.kind == FamilyKind::apart)
        return apartThroughputBound(family, book);
    if (family.kind == FamilyKind::shares)
        return sharesThroughputBound(family, book);
    const auto &stack = book.stack();
    const auto &model = book.workload().model;
    const int units = cutUnits(family, model);
    std::vector<PartSpeed> speeds;
    double once = infinity; // embedding and head, where a unit is a layer
    Error failure;
    for (const auto &part : family.parts) {
        const auto prices = book.fastest(family, part);
        if (!prices) {
            failure = prices.error();
            if (family.kind == FamilyKind::byStage)
                continue;
            return failure;
        }
        const auto time = [&](int unit) {
            return (*prices)->forwardOf(unit, unit + 1) + (*prices)->backwardOf(unit, unit + 1);
        };
        PartSpeed speed{infinity, maxStagesOf(family, part, book), part.type};
        const int from = family.chunks == 1 ? 1 : 0, to = family.chunks == 1 ? units - 1 : units;
        for (int unit = from; unit < to; ++unit)
            speed.unit = std::min(speed.unit, time(unit));
        if (family.chunks == 1)
            once = std::min(once, time(0) + time(units - 1));
        if (speed.unit == infinity || !(speed.unit > 0))
            return 0.0; // no block, or it costs nothing
        speeds.push_back(speed);
    }
    if (speeds.empty())
        return failure;
    const int blocks = family.chunks == 1 ? units - 2 : units;
    // The least pace at which whole units of all stages add up to the model.
    double pace =
        blocks / sumOverDevices(family, speeds, [](const PartSpeed &speed) { return speed.stages / speed.unit; });
    for (;;) {
        const auto holds = [&](const PartSpeed &speed) {
            return std::min(std::floor(pace / speed.unit * (1 + boundRounding)), 1e6);
        };
        const double held =
            sumOverDevices(family, speeds, [&](const PartSpeed &speed) { return holds(speed) * speed.stages; });
        if (held * (1 + boundRounding) >= blocks)
            break;
        double next = infinity;
        for (const auto &speed : speeds)
            next = std::min(next, (holds(speed) + 1) * speed.unit);
        pace = next;
    }
    if (family.maxStages == 1 && once < infinity)
        pace += once;
    return (family.microBatches * (pace + stack.hostMicroBatch.value * stack.scale) +
            stack.hostStep.value * stack.scale) *
           (1 - boundRounding);
}

} // namespace heteroscope
