// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/tour_stops.h"

#include "breakdown/breakdown_view.h"
#include "canvas/view/canvas_view.h"
#include "headline/headline_strip.h"
#include "inspector/inspector.h"
#include "lessons/lesson_view.h"
#include "palette/palette_view.h"
#include "shell/docks/docks.h"
#include "shell/messages.h"
#include "shell/status_bar.h"
#include "strategies/strategy_view.h"
#include "timeline/timeline_view.h"
#include "workload_bar/workload_bar.h"

#include <QDockWidget>

namespace heteroscope {
namespace {

template<class View>
std::function<QWidget *()> dockWith(const Docks &docks)
{
    return [&docks]() -> QWidget * {
        QDockWidget *dock = docks.dockOf<View>();
        Docks::show(dock);
        return dock;
    };
}

std::function<QWidget *()> always(QWidget *widget)
{
    return [widget] { return widget; };
}

} // namespace

std::vector<TourStop> tourStops(TourParts parts)
{
    return {
        {Tour::tr("The job"),
         Tour::tr("Model, batch and sequence length. The menu with all commands is at its left end, Live and Plan at "
                  "its right."),
         always(parts.bar)},
        {Tour::tr("The palette"),
         Tour::tr("Drag nodes, switches and templates from here onto the canvas, or press Enter on one."),
         dockWith<PaletteView>(parts.docks)},
        {Tour::tr("The canvas"),
         Tour::tr("The cluster. Drag from port to port to link; the wheel zooms from tiles to single devices. A click "
                  "selects a part everywhere in the window."),
         always(parts.canvas)},
        {Tour::tr("The inspector"), Tour::tr("All about what is selected: change a value, and the step follows."),
         dockWith<Inspector>(parts.docks)},
        {Tour::tr("The headline"),
         Tour::tr("The step in six figures, each with its error. Click one: it opens down to its formula and sources."),
         always(parts.headline)},
        {Tour::tr("The timeline"),
         Tour::tr("Every device over the whole step. Point at a bar or a gap to read why it is there; F fits, C shows "
                  "the critical path."),
         dockWith<TimelineView>(parts.docks)},
        {Tour::tr("The breakdown"), Tour::tr("Where each second of a device goes, term by term, as formula and value."),
         dockWith<BreakdownView>(parts.docks)},
        {Tour::tr("The strategies"),
         Tour::tr("What Plan has found: plans by step time, why each loses, what does not fit, and what is proved."),
         dockWith<StrategyView>(parts.docks)},
        {Tour::tr("The lessons"),
         Tour::tr("Predict, change one thing, see: fifteen short lessons, each an ordinary project."),
         dockWith<LessonView>(parts.docks)},
        {Tour::tr("Messages and help"),
         Tour::tr("At the bottom: what was simulated, and what is wrong with a click to mend it. F1 opens the help, ? "
                  "the keys, Ctrl+K finds any command."),
         always(parts.status)},
    };
}

} // namespace heteroscope
