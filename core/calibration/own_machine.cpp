// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/own_machine.h"

#include "cluster/catalog.h"

#include <algorithm>

namespace heteroscope {

namespace {

template<class T, class Key>
void put(std::vector<T> &list, const T &item, Key key)
{
    const auto it = std::find_if(list.begin(), list.end(), [&](const T &other) { return key(other) == key(item); });
    if (it == list.end())
        list.push_back(item);
    else
        *it = item;
}

} // namespace

Result<OwnMachine> calibrateOwnMachine(const OwnMachineInput &input, const CalibrationValues &shipped)
{
    const auto classOf = [](const EfficiencyCurves &curves) { return curves.computeClass; };
    const auto technologyOf = [](const LinkConstants &link) { return link.technology; };
    OwnMachine result;
    result.all = shipped;
    const auto *measured = input.measurements;
    if (measured && (measured->launch || !measured->products.empty() || !measured->streams.empty() ||
                     !measured->attention.empty())) {
        auto device = fitDevice(*measured, input.type, shipped.curvesOf(input.type.computeClass));
        if (!device)
            return device.error();
        put(result.all.curves, device->curves, classOf);
        result.device = std::move(*device);
        for (const auto &type : builtinCatalog().devices) {
            if (type.computeClass == input.type.computeClass && type.name != input.type.name)
                result.sharedBy.push_back(type.name);
        }
    }
    if (measured && !measured->collectives.empty()) {
        auto collectives = fitCollectives(*measured, input.type, input.network, result.all);
        if (!collectives)
            return collectives.error();
        for (const auto &link : collectives->links)
            put(result.all.links, link, technologyOf);
        result.collectives = std::move(*collectives);
    }
    if (!input.rows.empty()) {
        auto steps = fitStepFactors(input.rows, shipped, result.all);
        if (!steps)
            return steps.error();
        // The rows tell what a step on this class is off by, too.
        result.all = steps->values;
        result.steps = std::move(*steps);
        for (const auto &name : result.steps->stacks)
            result.values.stacks.push_back(*result.all.findStack(name));
    }
    if (result.device)
        result.values.curves.push_back(result.all.curvesOf(input.type.computeClass));
    if (result.collectives) {
        for (const auto &link : result.collectives->links)
            result.values.links.push_back(result.all.linkOf(link.technology));
    }
    return result;
}

} // namespace heteroscope
