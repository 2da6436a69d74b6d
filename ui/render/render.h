// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pictures of a project's views in files, without showing the window.
#pragma once

#include "base/result.h"
#include "canvas/scene/link_routes.h"
#include "film/film.h"
#include "project/project.h"
#include "theme/theme.h"

#include <QSize>
#include <QString>

#include <array>
#include <optional>
#include <vector>

namespace heteroscope {

/// page: a page that hscope wrote, such as a report or an exercise sheet, as a PDF.
enum class RenderView { canvas, timeline, load, breakdown, strategies, schedule, window, page };
inline constexpr std::array<std::string_view, 8> renderViewNames = {"canvas",     "timeline", "load",   "breakdown",
                                                                    "strategies", "schedule", "window", "page"};

struct RenderRequest
{
    RenderView view = RenderView::window;
    QString project; ///< file; of page an HTML file
    QString output;
    ThemeKind theme = ThemeKind::light;
    std::optional<QSize> size;
    std::vector<ScheduleKind> schedules;     ///< of schedule, one above the other; none: that of the plan
    FilmOrder order = FilmOrder::microBatch; ///< of schedule
    std::optional<LinkRouting> links;        ///< of canvas and window; none: as the user draws them in the window
};

/// The outcome of a render: the exit status of the command line and, if it is not 0, the message for stderr.
struct RenderOutcome
{
    int status = 0;
    QString message;
};

/// Simulates the project's plan (else the planner's best) and draws it. Needs a QApplication. Status 1: no feasible
/// plan; 3: a file that cannot be used.
RenderOutcome render(const RenderRequest &request);

} // namespace heteroscope
