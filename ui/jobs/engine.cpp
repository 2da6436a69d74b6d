// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/engine.h"

namespace heteroscope {

Engine coreEngine()
{
    Engine engine;
    engine.simulate = [](const Topology &topology, const Workload &workload, const Plan &plan, Seconds startTime) {
        PredictOptions options;
        options.startTime = startTime;
        options.linkLoads = true;
        return predictStep(topology, workload, plan, options);
    };
    engine.search = searchPlans;
    engine.lookBeyond = [](const Topology &topology, const Workload &workload, const SearchOptions &options,
                           SearchResult &result,
                           StopToken stop) { return lookBeyond(topology, workload, options, result, std::move(stop)); };
    engine.findFront = findParetoFront;
    engine.explainFamily = whyNotFamily;
    return engine;
}

} // namespace heteroscope
