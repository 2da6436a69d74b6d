// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/beyond/plan_change.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

std::string labelOf(const PlanChange &change)
{
    switch (change.kind) {
    case VariationKind::schedule:
        return std::string(displayName(change.schedule));
    case VariationKind::zero:
        return fmt::format("ZeRO-{}", change.degree);
    case VariationKind::contextParallel:
        return fmt::format("CP {}", change.degree);
    case VariationKind::expertParallel:
        return fmt::format("EP {}", change.degree);
    case VariationKind::samplesBySpeed:
        return "samples by speed";
    case VariationKind::tensorByStage:
        return "TP by stage";
    case VariationKind::tensorOverNodes:
        return "TP over nodes";
    case VariationKind::unlikePipelines:
        break;
    }
    return "unlike pipelines";
}

} // namespace

std::string changeLabel(const std::vector<PlanChange> &changes)
{
    std::string label;
    for (const auto &change : changes)
        label.append(label.empty() ? "" : " + ").append(labelOf(change));
    return label;
}

std::vector<PlanChange> withChange(std::vector<PlanChange> changes, const PlanChange &change)
{
    const auto at = std::lower_bound(changes.begin(), changes.end(), change,
                                     [](const PlanChange &a, const PlanChange &b) { return a.kind < b.kind; });
    if (at != changes.end() && at->kind == change.kind)
        *at = change;
    else
        changes.insert(at, change);
    return changes;
}

} // namespace heteroscope
