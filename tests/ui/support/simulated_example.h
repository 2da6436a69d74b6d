// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shipped example of 32 devices with its own plan, simulated once for a whole test.
#pragma once

#include "jobs/engine.h"
#include "jobs/simulation.h"
#include "project/project_file.h"

namespace heteroscope {

inline std::shared_ptr<const Simulation> simulatedExample()
{
    static const auto shown = [] {
        auto project = loadProject(qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR").toStdString() +
                                   "/resources/examples/mixed-32.hscope.json");
        if (!project)
            qFatal("%s", toString(project.error()).c_str());
        const auto plan = project->plans.front().plan;
        return std::make_shared<const Simulation>(simulate(
            coreEngine(), std::make_shared<const Project>(std::move(*project)), {{plan, PlanOrigin::project}}));
    }();
    return shown;
}

} // namespace heteroscope
