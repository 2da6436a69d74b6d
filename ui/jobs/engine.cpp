// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/engine.h"

#include "base/out_of_memory.h"

namespace heteroscope {

namespace {

/// The function, with memory that runs out inside as an error of it.
template<auto function>
auto guarded()
{
    return [](auto &&...arguments) {
        return withinMemory([&] { return function(std::forward<decltype(arguments)>(arguments)...); });
    };
}

} // namespace

Engine coreEngine()
{
    Engine engine;
    engine.simulate = [](const Topology &topology, const Workload &workload, const Plan &plan, Seconds startTime,
                         StopToken stop) {
        PredictOptions options;
        options.stop = std::move(stop);
        options.startTime = startTime;
        options.linkLoads = true;
        return withinMemory([&] { return predictStep(topology, workload, plan, options); });
    };
    engine.search = guarded<searchPlans>();
    engine.lookBeyond = [](const Topology &topology, const Workload &workload, const SearchOptions &options,
                           SearchResult &result, StopToken stop) {
        return withinMemory([&] { return lookBeyond(topology, workload, options, result, std::move(stop)); });
    };
    engine.findFront = guarded<findParetoFront>();
    engine.explainFamily = guarded<whyNotFamily>();
    return engine;
}

} // namespace heteroscope
