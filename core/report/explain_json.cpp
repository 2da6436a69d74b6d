// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/explain_json.h"

#include "report/cost_term_json.h"
#include "wording/step_text.h"

#include <algorithm>

namespace heteroscope {

Result<int> laneOfDevice(const std::string &device, const StepResult &result, const Topology &topology)
{
    if (device.empty())
        return busiestLane(result);
    const auto id = topology.findDevice(device);
    for (std::size_t i = 0; id && i < result.lanes.size(); ++i) {
        const auto &devices = result.lanes[i].devices;
        if (std::find(devices.begin(), devices.end(), *id) != devices.end())
            return static_cast<int>(i);
    }
    return Error{Error::Code::reference,
                 {},
                 "--device",
                 device,
                 id ? "a device that takes part in the plan" : "a device as \"node:index\"",
                 result.lanes.empty() ? std::string()
                                      : "for example " + topology.device(result.lanes.front().devices.front()).name};
}

Json explainedLaneJson(const LaneExplanation &explained, const StepResult &result, const Topology &topology)
{
    const auto &lane = result.lanes[static_cast<std::size_t>(explained.lane)];
    Json devices = Json::array();
    for (const DeviceId device : lane.devices)
        devices.push_back(topology.device(device).name);
    return {{"lane", lane.name},
            {"devices", std::move(devices)},
            {"time", toJson(explained.time)},
            {"memory", toJson(explained.memory)}};
}

Json explainJson(Json lanes, const StepResult &result)
{
    return {{"stepTime", toSeconds(result.stepTime).value},
            {"uncertainty", result.uncertainty},
            {"assumptions", assumptionTexts(result)},
            {"lanes", std::move(lanes)}};
}

} // namespace heteroscope
