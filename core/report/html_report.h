// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything about one plan on one page: cluster, job, plan, where the step's time goes, its timeline, memory, links,
// the ranking it stands in with the reasons, and what the search proved. Self-contained: styles and pictures are
// inline, nothing is loaded, and the page is well-formed XML too.
#pragma once

#include "planner/search_result.h"
#include "project/project.h"
#include "simulator/result/step_result.h"

#include <string>

namespace heteroscope {

struct ReportContent
{
    const Project &project;
    const Topology &topology;
    std::string planName;                 ///< "best of the planner", or the plan's in the project
    const Plan *plan = nullptr;           ///< none: no plan fits, and the page says why
    const StepResult *step = nullptr;     ///< of the plan
    const SearchResult *search = nullptr; ///< none: no ranking and no certificate on the page
};

std::string htmlReport(const ReportContent &content);

} // namespace heteroscope
