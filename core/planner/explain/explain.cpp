// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/explain/explain.h"

namespace heteroscope {

namespace {

struct Term
{
    TimeCause cause;
    std::vector<Activity> activities;
};

const std::vector<Term> &terms()
{
    static const std::vector<Term> list = {
        {TimeCause::computation,
         {Activity::forward, Activity::backward, Activity::inputGradient, Activity::weightGradient}},
        {TimeCause::recompute, {Activity::recompute}},
        {TimeCause::tensorCommunication, {Activity::exposedTp}},
        {TimeCause::sendWaits, {Activity::exposedPp}},
        {TimeCause::gradientSynchronization, {Activity::exposedDp}},
        {TimeCause::contextCommunication, {Activity::exposedCp}},
        {TimeCause::expertCommunication, {Activity::exposedEp}},
        {TimeCause::bubble, {Activity::bubble}},
        {TimeCause::stragglers, {Activity::straggler}},
        {TimeCause::optimizer, {Activity::optimizer}},
        {TimeCause::hostOverhead, {Activity::overhead}},
        {TimeCause::idle, {Activity::idle}},
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
        list.push_back({term.cause, share * toSeconds(result.stepTime).value});
    }
    return list;
}

TimeCause causeOf(TimeCause term, int zeroStage)
{
    return term == TimeCause::gradientSynchronization && zeroStage == 3 ? TimeCause::parameterGathers : term;
}

WhySlower whySlower(const StepResult &result, const StepResult &best, int zeroStage)
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
        return {};
    WhySlower why{causeOf(own[grown].cause, zeroStage), most};
    if (result.unusedDevices.size() > best.unusedDevices.size() && own[grown].cause == TimeCause::computation)
        why.devices = result.lanes.empty() ? 0 : result.lanes.size() * result.lanes.front().devices.size();
    return why;
}

double slowdown(const StepResult &result, const StepResult &best)
{
    return toSeconds(result.stepTime).value / toSeconds(best.stepTime).value - 1;
}

} // namespace heteroscope
