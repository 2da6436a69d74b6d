// SPDX-License-Identifier: GPL-3.0-or-later
//
// A timeline on the screen, the steps it shows and events for it.
#pragma once

#include "simulator/predict_step.h"
#include "strategy/change_schedule.h"
#include "support/clusters.h"
#include "timeline/timeline_view.h"
#include "ui/support/synthetic_step.h"

#include <QApplication>
#include <QMouseEvent>

namespace heteroscope::shown_timeline {

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

inline void send(QWidget *target, QEvent::Type type, QPoint at, Qt::MouseButton button)
{
    const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::MouseButtons(button);
    QMouseEvent event(type, at, target->mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : button, held,
                      Qt::NoModifier);
    QApplication::sendEvent(target, &event);
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

struct Shown
{
    TimelineView view;
    explicit Shown(std::shared_ptr<const StepResult> result = smallStep(), QSize size = {1000, 420})
    {
        view.setHoverDelay(0);
        view.resize(size);
        view.show();
        view.setResult(std::move(result));
        QApplication::processEvents();
    }
};

} // namespace heteroscope::shown_timeline
