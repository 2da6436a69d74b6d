// SPDX-License-Identifier: GPL-3.0-or-later
//
// Calibration files: whatever the text, errors with place and hint, or constants that are written and read back equal,
// and with which a step can be simulated.
#include "cost/calibration_values.h"
#include "fuzz_require.h"
#include "planner/space/space.h"
#include "project/project_file.h"
#include "simulator/predict_step.h"
#include "small_project.h"
#include "targets.h"

#include <cmath>

using namespace heteroscope;
using namespace heteroscope::fuzz;

namespace {

/// One step of the small project on both devices.
void simulate(const CalibrationValues &values)
{
    static const Project project = parseProject(smallProject, "small").project;
    static const Topology topology = std::move(*Topology::build(project.cluster));
    const auto stack = findSoftwareStack(values, project.workload.job);
    if (!stack)
        return requireHelpful(stack.error());
    const TensorGroups groups(topology);
    const auto space = enumerateFamilies(topology, groups, project.workload, **stack);
    if (space.families.empty())
        return;
    const auto &family = space.families.front();
    std::optional<Layout> layout;
    forEachLayout(family, groups, [&](const Layout &one) { return (layout = one, false); });
    if (!layout)
        return;
    const int stages = stageCount(*layout), units = cutUnits(family, project.workload.model);
    Cut cut;
    for (int s = 1; s <= stages; ++s)
        cut.push_back(units * s / stages);
    const auto plan = planOf(family, placedGroups(family, *layout, groups), cut,
                             std::vector<RecomputedPart>(cut.size()), groups, topology, project.workload, **stack);
    PredictOptions options;
    options.calibration = &values;
    const auto step = predictStep(topology, project.workload, plan, options);
    if (!step)
        return requireHelpful(step.error());
    require(step->stepTime >= Ticks(0), "no step takes less than no time");
    require(std::isfinite(step->energy) && std::isfinite(step->mfu), "no figure of a step is infinite");
}

} // namespace

void fuzz::fuzzCalibration(std::string_view bytes)
{
    const auto json = parseJson(bytes, "fuzz");
    if (!json)
        return;
    Findings findings;
    const auto values = readCalibration(*json, {}, findings);
    for (const auto &error : findings.errors)
        requireHelpful(error);
    if (!findings.ok())
        return;
    Findings more;
    const auto again = readCalibration(toJson(values), {}, more);
    require(more.ok(), "constants that were read can be read again");
    require(toText(toJson(again)) == toText(toJson(values)), "constants are read as they are written");
    if (!values.curves.empty() && !values.links.empty())
        simulate(values);
}
