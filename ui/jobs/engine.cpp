// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/engine.h"

#include "base/out_of_memory.h"
#include "jobs/calibration_in_use.h"

namespace heteroscope {

namespace {

/// The function, which searches with the constants in use, with memory that runs out inside as an error of it.
template<auto function>
auto guarded()
{
    return [](const Topology &topology, const Workload &workload, SearchOptions options, auto &&...arguments) {
        const auto calibration = CalibrationInUse::values();
        options.calibration = calibration.get();
        return withinMemory(
            [&] { return function(topology, workload, options, std::forward<decltype(arguments)>(arguments)...); });
    };
}

} // namespace

Engine coreEngine()
{
    Engine engine;
    engine.simulate = [](const Topology &topology, const Workload &workload, const Plan &plan, Seconds startTime,
                         StopToken stop) {
        const auto calibration = CalibrationInUse::values();
        PredictOptions options;
        options.calibration = calibration.get();
        options.stop = std::move(stop);
        options.startTime = startTime;
        options.linkLoads = true;
        return withinMemory([&] { return predictStep(topology, workload, plan, options); });
    };
    engine.search = guarded<searchPlans>();
    engine.lookBeyond = [](const Topology &topology, const Workload &workload, SearchOptions options,
                           SearchResult &result, StopToken stop) {
        const auto calibration = CalibrationInUse::values();
        options.calibration = calibration.get();
        return withinMemory([&] { return lookBeyond(topology, workload, options, result, std::move(stop)); });
    };
    engine.findFront = guarded<findParetoFront>();
    engine.explainFamily = guarded<whyNotFamily>();
    engine.analyseSensitivity = [](const Project &project, SensitivityOptions options, StopToken stop,
                                   Progress *progress, const SensitivityCallback &grown) {
        const auto calibration = CalibrationInUse::values();
        options.search.calibration = calibration.get();
        return withinMemory([&] { return analyseSensitivity(project, options, std::move(stop), progress, grown); });
    };
    return engine;
}

} // namespace heteroscope
