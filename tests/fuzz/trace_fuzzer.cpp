// SPDX-License-Identifier: GPL-3.0-or-later
//
// Traces of simulated steps: whatever names and numbers a project has, the trace of its plans is JSON text that other
// programs can read, with no event before the begin of the step or of negative length.
#include "exchange/perfetto/trace.h"
#include "fuzz_require.h"
#include "project/project_file.h"
#include "simulator/predict_step.h"
#include "targets.h"

#include <cmath>

using namespace heteroscope;
using namespace heteroscope::fuzz;

namespace {

/// Passes of a plan, so that one input does not take a minute.
double passesOf(const Plan &plan)
{
    double passes = 0;
    for (const auto &pipeline : plan.pipelines) {
        for (const auto &stage : pipeline.stages)
            passes += static_cast<double>(pipeline.microBatches) * static_cast<double>(stage.chunks.size()) *
                      static_cast<double>(stage.groups.size());
    }
    return passes;
}

void checkTrace(const StepResult &step, const Topology &topology)
{
    std::string text;
    perfettoTrace(step, topology)([&text](std::string_view piece) {
        text += piece;
        return true;
    });
    const auto trace = parseJson(text, "trace");
    require(trace.hasValue(), "a trace is JSON text");
    const auto &events = trace->is_array() ? *trace : (*trace)["traceEvents"];
    require(events.is_array() && !events.empty(), "a trace has events");
    for (const auto &event : events) {
        for (const char *key : {"ts", "dur"})
            require(!event.contains(key) || (event[key].is_number() && event[key].get<double>() >= 0),
                    "times of a trace are not negative");
    }
}

} // namespace

void fuzz::fuzzTrace(std::string_view bytes)
{
    const auto loaded = parseProject(bytes, "fuzz");
    if (!loaded.findings.ok())
        return;
    const auto topology = Topology::build(loaded.project.cluster);
    if (!topology || topology->devices().size() > 64)
        return;
    for (const auto &named : loaded.project.plans) {
        if (passesOf(named.plan) > 2000)
            continue;
        PredictOptions options;
        options.linkLoads = true;
        const auto step = predictStep(*topology, loaded.project.workload, named.plan, options);
        if (step)
            checkTrace(*step, *topology);
        else
            requireHelpful(step.error());
    }
}
