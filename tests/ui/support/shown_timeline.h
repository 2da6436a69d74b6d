// SPDX-License-Identifier: GPL-3.0-or-later
//
// A timeline on the screen and events for it.
#pragma once

#include "support/small_steps.h"
#include "timeline/timeline_view.h"

#include <QApplication>
#include <QMouseEvent>

namespace heteroscope::shown_timeline {

using test::simulated;
using test::smallStep;
using test::viewportOf;

inline void send(QWidget *target, QEvent::Type type, QPoint at, Qt::MouseButton button)
{
    const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::MouseButtons(button);
    QMouseEvent event(type, at, target->mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : button, held,
                      Qt::NoModifier);
    QApplication::sendEvent(target, &event);
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
