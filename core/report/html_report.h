// SPDX-License-Identifier: GPL-3.0-or-later
//
// A report about one plan as an HTML page: cluster with its picture, job, plan, parts of the step time, timeline,
// memory, links, the ranking of plans with reasons, the certificate of the search, assumptions, and the meaning of the
// words from the glossary of the help. Styles and pictures are inline, so the page loads nothing else. It is also
// well-formed XML.
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
    std::string planName;                 ///< name of the plan in the project, or "best of the planner"
    const Plan *plan = nullptr;           ///< nullptr: no plan fits, and the page says why
    const StepResult *step = nullptr;     ///< predicted step of the plan
    const SearchResult *search = nullptr; ///< nullptr: the page has no ranking and no certificate
    std::string language = "en";          ///< of resources/phrases: "de", "zh_CN"; what names say stays as it is
};

std::string htmlReport(const ReportContent &content);

} // namespace heteroscope
