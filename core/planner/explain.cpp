// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/explain.h"

#include <fmt/format.h>

#include <array>

namespace heteroscope {

namespace {

struct Term
{
    const char *name;
    std::vector<Activity> activities;
};

const std::array<Term, 10> &terms()
{
    static const std::array<Term, 10> list = {{
        {"computation", {Activity::forward, Activity::backward, Activity::inputGradient, Activity::weightGradient}},
        {"recompute", {Activity::recompute}},
        {"TP communication", {Activity::exposedTp}},
        {"waits for sends", {Activity::exposedPp}},
        {"gradient synchronization", {Activity::exposedDp}},
        {"CP and EP communication", {Activity::exposedCp, Activity::exposedEp}},
        {"bubble", {Activity::bubble}},
        {"stragglers", {Activity::straggler}},
        {"optimizer", {Activity::optimizer}},
        {"host overhead", {Activity::overhead}},
    }};
    return list;
}

double seconds(const StepResult &result, const Term &term)
{
    double share = 0;
    for (const Activity activity : term.activities)
        share += result.share(activity);
    return share * toSeconds(result.stepTime).value;
}

} // namespace

std::string whySlower(const StepResult &result, const StepResult &best)
{
    const Term *grown = nullptr;
    double most = 0;
    for (const auto &term : terms()) {
        const double growth = seconds(result, term) - seconds(best, term);
        if (growth > most) {
            most = growth;
            grown = &term;
        }
    }
    if (!grown)
        return "as fast";
    if (result.unusedDevices.size() > best.unusedDevices.size() && grown == terms().data())
        return fmt::format("{} devices do all the work: +{:.3g} s",
                           result.lanes.empty() ? 0 : result.lanes.size() * result.lanes.front().devices.size(), most);
    return most >= 1 ? fmt::format("{}: +{:.3g} s", grown->name, most)
                     : fmt::format("{}: +{:.3g} ms", grown->name, most * 1e3);
}

} // namespace heteroscope
