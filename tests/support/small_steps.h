// SPDX-License-Identifier: GPL-3.0-or-later
//
// Steps that the tests of what is asked of a step, and of what is drawn of it, are written about.
#pragma once

#include "analysis/timeline_viewport.h"
#include "simulator/predict_step.h"
#include "strategy/change_schedule.h"
#include "support/clusters.h"
#include "support/synthetic_step.h"

#include <memory>

namespace heteroscope::test {

inline TimelineViewport viewportOf(const StepResult &result, double width)
{
    TimelineViewport view;
    view.width = width;
    view.stepEnd = result.stepTime;
    view.fit();
    return view;
}

inline std::shared_ptr<const StepResult> smallStep()
{
    synthetic::Pipeline1F1B shape;
    shape.transfer = 30 * synthetic::ms;
    return std::make_shared<const StepResult>(synthetic::oneFOneB(shape));
}

/// A step of the real simulator, three unlike stages under this schedule.
inline StepResult simulated(ScheduleKind kind)
{
    Plan plan;
    plan.pipelines = {test::pipeline({{"a:0"}, {"a:1"}, {"v:0"}}, {6, 5, 3}, 6)};
    const auto workload = test::smallGpt(12, 1024, 6);
    const auto changed = withSchedule(plan, kind, workload.model);
    const auto topology =
        test::topology(test::star({test::node("a", "A100-80GB SXM", 2), test::node("v", "V100-32GB SXM2/SXM3", 1)}));
    auto result = predictStep(topology, workload, *changed);
    if (!result)
        qFatal("%s", toString(result.error()).c_str());
    return std::move(*result);
}

/// Two pipelines that share the cable between nodes a and b, simulated with the loads of links.
struct SharedCable
{
    std::shared_ptr<const Topology> topology;
    Plan plan;
    std::shared_ptr<const StepResult> result;
};

inline const SharedCable &overOneCable()
{
    static const SharedCable shared = [] {
        SharedCable made;
        made.topology = std::make_shared<const Topology>(
            topology(star({node("a", "A100-80GB SXM", 2), node("b", "A100-80GB SXM", 2)}, BytesPerSecond(2e9))));
        made.plan.overlap.pp = true;
        made.plan.pipelines = {pipeline({{"a:0"}, {"b:0"}}, {4, 4}, 4), pipeline({{"a:1"}, {"b:1"}}, {4, 4}, 4)};
        PredictOptions options;
        options.linkLoads = true;
        auto result = predictStep(*made.topology, smallGpt(), made.plan, options);
        if (!result)
            qFatal("%s", toString(result.error()).c_str());
        made.result = std::make_shared<const StepResult>(std::move(*result));
        return made;
    }();
    return shared;
}

} // namespace heteroscope::test
