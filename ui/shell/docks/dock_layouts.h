// SPDX-License-Identifier: GPL-3.0-or-later
//
// The named layouts of the window (dock_place.h). Each keeps the user's changes when another layout is chosen and over
// restarts. reset() restores the default of the current one. Sizes that the user did not set follow the window: what a
// small window squeezes has its width again in a larger one, and Teach shows every lane as large as there is room.
#pragma once

#include "shell/docks/dock_place.h"

#include <QByteArray>
#include <QObject>
#include <QSize>
#include <QString>

#include <array>
#include <vector>

class QDockWidget;
class QMainWindow;
class QSettings;
class QWidget;

namespace heteroscope {

class CanvasView;
class HeadlineStrip;
class TimelineView;

struct ArrangedDock
{
    QDockWidget *widget = nullptr;
    DockPlaces places;
};

/// The parts of the window that a layout arranges.
struct LayoutParts
{
    QMainWindow *window = nullptr;
    QWidget *centre = nullptr; ///< the central widget: canvas over headline
    CanvasView *canvas = nullptr;
    HeadlineStrip *headline = nullptr;
    TimelineView *timeline = nullptr;
    std::vector<ArrangedDock> docks; ///< at least one for each area that a layout uses
};

class DockLayouts : public QObject
{
    Q_OBJECT

public:
    explicit DockLayouts(LayoutParts parts);

    DockLayout current() const { return m_current; }
    /// Chooses a layout. Before the workspace is shown the choice is only stored.
    void choose(DockLayout layout);
    void reset();

    bool isCanvasShown() const;
    void setCanvasShown(bool shown);

    /// Called when the workspace appears, or is replaced by the welcome page, which hides the docks.
    void enter();
    void leave();

    /// Restores the stored layouts; layouts of another version and broken ones are ignored.
    void restore(const QSettings &settings);
    void keep(QSettings &settings);

    /// Sets the keyboard focus to the canvas, or to the timeline if the canvas is hidden.
    void focusWork() const;
    /// Updates the min size of the central widget after the headline changed.
    void fitCentre();
    /// Gives the docks their sizes again after the window was resized or another number of lanes is shown.
    void refit();
    /// Called before and after the user moves what lies between docks: the new sizes are kept.
    void beginSizing();
    void endSizing();
    /// By how much bars, tabs, canvas and headline are larger than usual.
    double magnification() const { return m_magnification; }

signals:
    void changed();
    void canvasShownChanged(bool shown);
    void magnificationChanged(double magnification);
    /// The same of pages to read, which may be larger.
    void pageMagnificationChanged(double magnification);

private:
    struct Kept
    {
        QByteArray docks; ///< QMainWindow::saveState; empty: default
        bool canvas = true;
        int leftWidth = 220;
        int rightWidth = 300;
        bool sized = false; ///< the user has set the heights
    };

    struct Sizes
    {
        int left = 0; ///< width; 0: no dock is there
        int right = 0;
        std::vector<QSize> others;
    };
    Sizes sizes() const;
    Kept &kept() { return m_kept[static_cast<std::size_t>(m_current)]; }
    void remember();
    void apply();
    void arrange();
    void gather(const std::vector<QDockWidget *> &docks);
    void resizeAreas();
    void resizeSides();
    /// Teach: how large everything is drawn, and how high the timeline is.
    void magnify();
    void fitTimeline();
    /// The dock of an area that is seen; nullptr if none is.
    QDockWidget *shownIn(DockArea area) const;
    /// The docks of an area in the current layout, in the order of the tabs.
    std::vector<QDockWidget *> docksIn(DockArea area) const;
    QDockWidget *firstIn(DockArea area) const { return docksIn(area).front(); }

    LayoutParts m_parts;
    DockLayout m_current = DockLayout::design;
    std::array<Kept, dockLayoutNames.size()> m_kept;
    bool m_entered = false;
    Sizes m_before; ///< when the user began to move something
    double m_magnification = 1;
    double m_pageMagnification = 1;
    QSize m_fitted;       ///< size of the window that the docks have been fitted to
    int m_fittedRows = 0; ///< and height of the lanes
};

} // namespace heteroscope
