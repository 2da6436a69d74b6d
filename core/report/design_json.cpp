// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/design_json.h"

#include "strategy/plan_json.h"

namespace heteroscope {

Json designJson(const DesignSpec &spec, const DesignResult &result)
{
    Json front = Json::array();
    for (const Design &design : result.front) {
        const Json days = spec.tokens ? Json(daysToTrain(design, spec.workload, *spec.tokens)) : Json();
        const Json cost = spec.tokens ? Json(costToTrain(design, spec.workload, *spec.tokens)) : Json();
        front.push_back({{"cluster", design.cluster},
                         {"devices", design.devices},
                         {"stepTime", design.stepTime().value},
                         {"costPerHour", design.pricePerHour},
                         {"power", design.power},
                         {"rackUnits", design.rackUnits},
                         {"daysToTrain", days},
                         {"costToTrain", cost},
                         {"energy", design.step->energy},
                         {"proved", design.proved},
                         {"gap", design.gap},
                         {"universalBound", design.bound.value},
                         {"plan", toJson(design.plan)}});
    }
    Json pruned = Json::object();
    for (const auto &[reason, count] : result.prunedBy)
        pruned[std::string(designRejectionNames[static_cast<std::size_t>(reason)])] = count;
    return {{"front", front},
            {"candidates", {{"enumerated", result.enumerated}, {"planned", result.planned}, {"prunedBy", pruned}}},
            {"gap", result.gap},
            {"stopped", result.stopped}};
}

} // namespace heteroscope
