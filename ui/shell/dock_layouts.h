// SPDX-License-Identifier: GPL-3.0-or-later
//
// The named layouts of the window. Each keeps the user's changes when another layout is chosen and over restarts.
// reset() restores the default of the current one.
//
//   Design   palette | canvas over headline | inspector, docks as tabs below: to draw
//   Analyse  no canvas: headline, a timeline over the whole width, load beside memory and breakdown below it
//   Teach    for the projector: canvas, a large headline and a large timeline, nothing beside them
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>

#include <array>
#include <vector>

class QDockWidget;
class QMainWindow;
class QSettings;
class QWidget;

namespace heteroscope {

class HeadlineStrip;
class TimelineView;

enum class DockLayout { design, analyse, teach };
inline constexpr std::array<const char *, 3> dockLayoutNames = {"design", "analyse", "teach"}; ///< in the settings

/// What is arranged. Bottom docks are those of results.
struct DockParts
{
    QMainWindow *window = nullptr;
    QWidget *centre = nullptr; ///< the central widget: canvas over headline
    QWidget *canvas = nullptr;
    HeadlineStrip *headline = nullptr;
    TimelineView *timelineView = nullptr;
    QDockWidget *palette = nullptr;
    QDockWidget *inspector = nullptr;
    std::vector<QDockWidget *> tabs; ///< beside the palette, when they are asked for
    QDockWidget *timeline = nullptr;
    QDockWidget *load = nullptr;
    QDockWidget *breakdown = nullptr;
    QDockWidget *memory = nullptr;
    QDockWidget *strategies = nullptr;
    QDockWidget *pareto = nullptr;
    QDockWidget *planEditor = nullptr;
    QDockWidget *messages = nullptr;
    QDockWidget *scenario = nullptr;

    /// In the order of the actions that show them.
    std::vector<QDockWidget *> bottom() const
    {
        return {timeline, load, breakdown, memory, strategies, pareto, planEditor, messages, scenario};
    }
};

class DockLayouts : public QObject
{
    Q_OBJECT

public:
    explicit DockLayouts(DockParts parts);

    DockLayout current() const { return m_current; }
    /// Before the workspace is shown only the choice is noted.
    void choose(DockLayout layout);
    void reset();

    bool isCanvasShown() const;
    void setCanvasShown(bool shown);

    /// The workspace appears, or gives way to the welcome page (and its docks hide).
    void enter();
    void leave();

    /// Arrangements of another version, or broken ones, are left out.
    void restore(const QSettings &settings);
    void keep(QSettings &settings);

    /// Gives the keyboard to the canvas, or to the timeline where there is none.
    void focusWork() const;
    /// What the central widget needs changes with the headline.
    void fitCentre();

signals:
    void changed();
    void canvasShownChanged(bool shown);

private:
    struct Kept
    {
        QByteArray docks; ///< QMainWindow::saveState; empty: as it is made
        bool canvas = true;
    };

    Kept &kept() { return m_kept[static_cast<std::size_t>(m_current)]; }
    void remember();
    void apply();
    void arrange();
    void arrangeDesign();
    void arrangeAnalyse();
    void arrangeTeach();
    void gather(QDockWidget *first, const std::vector<QDockWidget *> &others);

    DockParts m_parts;
    DockLayout m_current = DockLayout::design;
    std::array<Kept, dockLayoutNames.size()> m_kept;
    bool m_entered = false;
};

} // namespace heteroscope
