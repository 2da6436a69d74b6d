// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/sensitivity_json.h"

#include "report/csv_text.h"
#include "strategy/plan_json.h"

#include <fmt/format.h>

namespace heteroscope {

namespace {

template<class Value>
Json orNull(const std::optional<Value> &value)
{
    return value ? Json(*value) : Json();
}

Json sideJson(const SensitivitySide &side)
{
    if (side.problem)
        return {{"value", side.value}, {"problem", toString(*side.problem)}};
    return {{"value", side.value},
            {"stepTime", side.stepTime.value},
            {"proved", side.proved},
            {"gap", side.gap},
            {"samePlan", side.samePlan ? Json(side.samePlan->value) : Json()},
            {"plan", toJson(side.plan)}};
}

std::string cell(bool isKnown, double value) { return isKnown ? fmt::format("{}", value) : std::string(); }

} // namespace

Json sensitivityJson(const Sensitivity &sensitivity)
{
    Json items = Json::array();
    for (const SensitivityItem &item : sensitivity.items) {
        const bool isKnown = item.isMoreKnown();
        items.push_back(
            {{"kind", sensitivityKindNames[static_cast<std::size_t>(item.subject.kind)]},
             {"name", item.subject.name},
             {"members", item.subject.members},
             {"present", item.subject.present},
             {"pricePerHour", orNull(item.subject.pricePerHour)},
             {"saved", isKnown ? Json(sensitivity.saved(item).value) : Json()},
             {"savedPerUnit", isKnown ? Json(sensitivity.savedPerUnit(item)) : Json()},
             {"savedPerDollar", orNull(sensitivity.savedPerDollar(item))},
             {"enough", item.enough ? Json{{"value", item.enough->value}, {"certain", item.enough->certain}} : Json()},
             {"more", sideJson(item.more)},
             {"less", sideJson(item.less)}});
    }
    return {{"stepTime", sensitivity.stepTime.value},
            {"proved", sensitivity.proved},
            {"gap", sensitivity.gap},
            {"plan", toJson(sensitivity.plan)},
            {"factor", sensitivity.factor},
            {"stopped", sensitivity.stopped},
            {"items", std::move(items)}};
}

std::string sensitivityCsv(const Sensitivity &sensitivity)
{
    std::string csv = "kind,name,members,present,more,stepTimeWithMore,samePlanWithMore,less,stepTimeWithLess,"
                      "samePlanWithLess,saved,savedPerUnit,savedPerDollar,enough\n";
    for (const SensitivityItem &item : sensitivity.items) {
        const bool more = item.isMoreKnown(), less = item.isLessKnown();
        const auto same = [](const SensitivitySide &side) {
            return cell(!side.problem && side.samePlan, side.samePlan ? side.samePlan->value : 0);
        };
        const auto dollar = sensitivity.savedPerDollar(item);
        csv += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
                           csvText(sensitivityKindNames[static_cast<std::size_t>(item.subject.kind)]),
                           csvText(item.subject.name), item.subject.members.size(), item.subject.present,
                           item.more.value, cell(more, item.more.stepTime.value), same(item.more), item.less.value,
                           cell(less, item.less.stepTime.value), same(item.less),
                           cell(more, sensitivity.saved(item).value), cell(more, sensitivity.savedPerUnit(item)),
                           cell(dollar.has_value(), dollar.value_or(0)),
                           cell(item.enough.has_value(), item.enough ? item.enough->value : 0));
    }
    return csv;
}

} // namespace heteroscope
