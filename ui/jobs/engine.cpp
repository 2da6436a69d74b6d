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
    engine.search = [](const Topology &topology, const Workload &workload, const SearchOptions &options, StopToken stop,
                       Progress *progress, const ImprovementCallback &improved) {
        return searchPlans(topology, workload, options, std::move(stop), progress, improved);
    };
    engine.lookBeyond = [](const Topology &topology, const Workload &workload, const SearchOptions &options,
                           SearchResult &result,
                           StopToken stop) { return lookBeyond(topology, workload, options, result, std::move(stop)); };
    engine.findFront = [](const Topology &topology, const Workload &workload, const SearchOptions &options,
                          SearchObjective first, SearchObjective second, const SearchResult &known, StopToken stop,
                          Progress *progress, const FrontCallback &grown) {
        return findParetoFront(topology, workload, options, first, second, known, std::move(stop), progress, grown);
    };
    engine.explainFamily = whyNotFamily;
    return engine;
}

} // namespace heteroscope
