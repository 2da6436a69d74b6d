// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/explain/explain.h"

#include <fmt/format.h>

#include <cmath>

namespace heteroscope {

namespace {

struct Term
{
    std::string_view name;
    std::vector<Activity> activities;
};

const std::vector<Term> &terms()
{
    static const std::vector<Term> list = {
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
        {"idle", {Activity::idle}},
    };
    return list;
}

} // namespace

std::vector<StepTerm> stepTerms(const StepResult &result)
{
    std::vector<StepTerm> list;
    for (const auto &term : terms()) {
        double share = 0;
        for (const Activity activity : term.activities)
            share += result.share(activity);
        list.push_back({term.name, share * toSeconds(result.stepTime).value});
    }
    return list;
}

std::string whySlower(const StepResult &result, const StepResult &best)
{
    const auto own = stepTerms(result), others = stepTerms(best);
    std::size_t grown = 0;
    double most = 0;
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (const double growth = own[i].seconds - others[i].seconds; growth > most) {
            most = growth;
            grown = i;
        }
    }
    if (!(most > 0))
        return "as fast";
    if (result.unusedDevices.size() > best.unusedDevices.size() && grown == 0)
        return fmt::format("{} devices do all the work: +{:.3g} s",
                           result.lanes.empty() ? 0 : result.lanes.size() * result.lanes.front().devices.size(), most);
    return fmt::format("{}: {}", own[grown].name, signedTime(most));
}

std::string signedTime(double seconds)
{
    const char sign = seconds < 0 ? '-' : '+';
    const double size = std::abs(seconds);
    return size >= 1 ? fmt::format("{}{:.3g} s", sign, size) : fmt::format("{}{:.3g} ms", sign, size * 1e3);
}

double slowdown(const StepResult &result, const StepResult &best)
{
    return toSeconds(result.stepTime).value / toSeconds(best.stepTime).value - 1;
}

} // namespace heteroscope
