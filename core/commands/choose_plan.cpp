// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/choose_plan.h"

#include "commands/find_answer.h"
#include "strategy/plan_json.h"
#include "wording/planner_text.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Of the budget, for a search whose plan is then simulated.
constexpr double searchShare = 0.75;

Result<ChosenPlan> searchPlan(const std::string &project, const OpenedProject &opened, Foreground &foreground,
                              const CalibrationValues *calibration)
{
    const auto answer = findAnswer(opened, answerOptions(opened, calibration), foreground.stopAfterShare(searchShare),
                                   foreground.progress());
    foreground.clearProgress();
    if (!answer)
        return located(answer.error(), project);
    if (const auto best = answer->best())
        return ChosenPlan{answerName(answer->result, best), *best.plan, {}, project, {}, best.result};
    const auto why = whyNoPlan(answer->result);
    const bool stopped = why == NoPlan::stopped;
    return Error{stopped ? Error::Code::cancelled : Error::Code::infeasible,
                 project,
                 {},
                 std::string(noPlanText(why)),
                 stopped ? "time for the search" : "a cluster with room for the model",
                 stopped ? "give a plan, or a larger budget" : "hscope plan shows why each one was rejected"};
}

Result<ChosenPlan> readPlanFile(const std::string &file)
{
    const auto json = readJsonFile(file);
    if (!json)
        return json.error();
    Findings findings;
    // A listed plan of `hscope plan --json` wraps the plan itself.
    const bool wrapped = json->is_object() && json->contains("plan");
    auto plan = wrapped ? readPlan((*json)["plan"], "/plan", findings) : readPlan(*json, "", findings);
    if (findings.ok())
        return ChosenPlan{file, std::move(plan), {}, file, wrapped ? "/plan" : "", {}};
    Error error = findings.errors.front();
    error.file = file;
    return error;
}

} // namespace

ChosenPlan planOfProject(const Project &project, std::size_t index, const std::string &file)
{
    const auto &named = project.plans[index];
    return {named.name, named.plan, named.measured, file, "/plans/" + std::to_string(index) + "/plan"};
}

Error located(Error error, const std::string &project, const ChosenPlan *plan)
{
    if (!error.file.empty())
        return error;
    const bool ofProject = !plan || error.path.starts_with("/cluster") || error.path.starts_with("/workload") ||
                           error.path.starts_with("/mappings");
    error.file = ofProject || plan->file.empty() ? project : plan->file;
    if (!ofProject)
        error.path = plan->place + error.path;
    return error;
}

Result<ChosenPlan> choosePlan(const std::string &wanted, const std::string &project, const OpenedProject &opened,
                              Foreground &foreground, const CalibrationValues *calibration)
{
    const auto &plans = opened.project.plans;
    if (!wanted.empty()) {
        const auto named =
            std::find_if(plans.begin(), plans.end(), [&](const NamedPlan &p) { return p.name == wanted; });
        if (named != plans.end())
            return planOfProject(opened.project, static_cast<std::size_t>(named - plans.begin()), project);
        auto plan = readPlanFile(wanted);
        if (!plan) {
            Error error = plan.error();
            if (error.code == Error::Code::unreadable) {
                std::string names;
                for (const auto &known : plans)
                    names += (names.empty() ? "" : ", ") + known.name;
                error.hint =
                    names.empty() ? "the project has no plans; give a plan file" : "plans of the project: " + names;
            }
            return error;
        }
        return plan;
    }
    if (!plans.empty())
        return planOfProject(opened.project, 0, project);
    return searchPlan(project, opened, foreground, calibration);
}

} // namespace heteroscope
