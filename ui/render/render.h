// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pictures of the window's own views in files, PNG, SVG or PDF by the ending of the name; SVG and PDF are vector.
#pragma once

#include "base/result.h"
#include "canvas/scene/link_routes.h"
#include "project/project.h"
#include "theme/theme.h"

#include <QSize>
#include <QString>

#include <functional>
#include <optional>

class QPainter;

namespace heteroscope {

class CanvasView;
class MainWindow;

enum class RenderView { canvas, timeline, load, breakdown, strategies, window };
inline constexpr std::array<std::string_view, 6> renderViewNames = {"canvas",    "timeline",   "load",
                                                                    "breakdown", "strategies", "window"};

struct RenderRequest
{
    RenderView view = RenderView::window;
    QString project;
    QString output;
    ThemeKind theme = ThemeKind::light;
    std::optional<QSize> size;
    std::optional<LinkRouting> links; ///< of canvas and window; none: as the user draws them in the window
};

/// What a render came to: the exit status of the command line and, unless it is 0, what to say on stderr.
struct RenderOutcome
{
    int status = 0;
    QString message;
};

/// Simulates the project's plan (else the planner's best) and draws it. Needs a QApplication. Status 1: no feasible
/// plan; 3: a file that cannot be used.
RenderOutcome render(const RenderRequest &request);

/// Draws the window as it is now into a file, always in the light theme. The problem, or an empty text.
QString exportWindow(MainWindow &window, const QString &path);

/// Draws what is on the canvas, fitted, always in the light theme. The problem, or an empty text.
QString exportCanvasPicture(CanvasView &canvas, const QString &path, QSize size);

/// The light theme while it is in scope: what leaves the window is on white paper.
class LightForExport
{
public:
    LightForExport() : m_before(ThemeHolder::instance().kind()) { ThemeHolder::instance().setKind(ThemeKind::light); }
    ~LightForExport() { ThemeHolder::instance().setKind(m_before); }
    LightForExport(const LightForExport &) = delete;
    LightForExport &operator=(const LightForExport &) = delete;

private:
    ThemeKind m_before;
};

/// Calls paint on a painter of the format that the file's ending asks for. An empty text, or what went wrong.
QString paintToFile(const QString &path, QSize size, const std::function<void(QPainter &)> &paint);
bool isPictureName(const QString &path);

} // namespace heteroscope
