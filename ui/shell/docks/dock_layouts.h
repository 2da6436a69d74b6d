// SPDX-License-Identifier: GPL-3.0-or-later
//
// The named layouts of the window (dock_place.h). Each keeps the user's changes when another layout is chosen and over
// restarts. reset() restores the default of the current one.
#pragma once

#include "shell/docks/dock_place.h"

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

struct ArrangedDock
{
    QDockWidget *widget = nullptr;
    DockPlaces places;
};

/// What is arranged.
struct LayoutParts
{
    QMainWindow *window = nullptr;
    QWidget *centre = nullptr; ///< the central widget: canvas over headline
    QWidget *canvas = nullptr;
    HeadlineStrip *headline = nullptr;
    TimelineView *timeline = nullptr;
    std::vector<ArrangedDock> docks; ///< at least one for each area that any of them uses
};

class DockLayouts : public QObject
{
    Q_OBJECT

public:
    explicit DockLayouts(LayoutParts parts);

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
    void gather(const std::vector<QDockWidget *> &docks);
    void resizeAreas();
    /// Of the present arrangement, in the order of the tabs.
    std::vector<QDockWidget *> docksIn(DockArea area) const;
    QDockWidget *firstIn(DockArea area) const { return docksIn(area).front(); }

    LayoutParts m_parts;
    DockLayout m_current = DockLayout::design;
    std::array<Kept, dockLayoutNames.size()> m_kept;
    bool m_entered = false;
};

} // namespace heteroscope
