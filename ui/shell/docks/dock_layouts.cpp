// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/docks/dock_layouts.h"

#include "canvas/view/canvas_view.h"
#include "headline/headline_strip.h"
#include "timeline/timeline_view.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QPointer>
#include <QSettings>
#include <QStatusBar>
#include <QToolBar>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr int stateVersion = 6; // another set of docks, another number: an old arrangement is then not used
constexpr int dockHeight = 324;
// Teach. A window of this size has usual sizes; larger ones are magnified up to the max.
constexpr QSize plainWindow(1152, 720);
constexpr double maxMagnification = 1.25;
constexpr QSize plainPage(1536, 864); // the same of pages to read
constexpr double maxPage = 2;
constexpr double plainHeight = 640; // the same of the timeline
constexpr double maxTimeline = 1.5;
constexpr double timelineStep = 0.05;
constexpr double timelineShare = 0.66; // of the height that timeline and canvas have, tabs included; max
constexpr double minShare = 0.3;
const QString currentKey = QStringLiteral("window/layout");

QString keyOf(std::size_t layout, const char *what)
{
    return QStringLiteral("window/layouts/%1/%2").arg(QLatin1String(dockLayoutNames[layout]), QLatin1String(what));
}

} // namespace

DockLayouts::DockLayouts(LayoutParts parts) : QObject(parts.window), m_parts(std::move(parts))
{
    m_kept[static_cast<std::size_t>(DockLayout::analyse)].canvas = false;
}

void DockLayouts::choose(DockLayout layout)
{
    if (layout != m_current) {
        if (m_entered)
            remember();
        m_current = layout;
        if (m_entered)
            apply();
    }
    emit changed(); // also when it is chosen again: whoever shows the choice has turned it off
}

void DockLayouts::reset()
{
    kept() = Kept{};
    kept().canvas = m_current != DockLayout::analyse;
    if (m_entered)
        apply();
}

bool DockLayouts::isCanvasShown() const { return !m_parts.canvas->isHidden(); }

void DockLayouts::setCanvasShown(bool shown)
{
    if (shown == isCanvasShown())
        return;
    const bool focused = m_parts.canvas->hasFocus();
    m_parts.canvas->setVisible(shown);
    if (focused && !shown)
        focusWork();
    fitCentre();
    emit canvasShownChanged(shown);
}

void DockLayouts::fitCentre()
{
    // Without the canvas the headline is all there is; the docks take the rest.
    const bool alone = m_entered && !isCanvasShown();
    m_parts.centre->setMaximumHeight(alone ? m_parts.headline->minimumHeight() : QWIDGETSIZE_MAX);
}

void DockLayouts::enter()
{
    m_entered = true;
    for (const ArrangedDock &dock : m_parts.docks)
        if (dock.places[static_cast<std::size_t>(DockLayout::design)].shown)
            dock.widget->show();
    apply();
}

void DockLayouts::leave()
{
    if (m_entered)
        remember();
    m_entered = false;
    for (QDockWidget *dock : m_parts.window->findChildren<QDockWidget *>())
        dock->hide();
    fitCentre();
}

void DockLayouts::remember()
{
    kept().docks = m_parts.window->saveState(stateVersion);
    kept().canvas = isCanvasShown();
}

void DockLayouts::apply()
{
    // Qt would hand the keyboard of what disappears to whatever comes next.
    const QPointer<QWidget> focus = m_parts.window->focusWidget();
    magnify();
    setCanvasShown(kept().canvas);
    fitCentre();
    if (kept().docks.isEmpty() || !m_parts.window->restoreState(kept().docks, stateVersion))
        arrange();
    m_fitted = QSize();
    refit();
    if (!focus || !focus->isVisibleTo(m_parts.window))
        focusWork();
    else
        focus->setFocus();
}

void DockLayouts::focusWork() const
{
    if (isCanvasShown())
        m_parts.canvas->setFocus();
    else
        m_parts.timeline->setFocus();
}

std::vector<QDockWidget *> DockLayouts::docksIn(DockArea area) const
{
    std::vector<std::pair<int, QDockWidget *>> found;
    for (const ArrangedDock &dock : m_parts.docks)
        if (const DockPlace &place = dock.places[static_cast<std::size_t>(m_current)]; place.area == area)
            found.emplace_back(place.position, dock.widget);
    std::ranges::stable_sort(found, {}, [](const auto &one) { return one.first; });
    std::vector<QDockWidget *> docks;
    docks.reserve(found.size());
    for (const auto &[position, dock] : found)
        docks.push_back(dock);
    return docks;
}

void DockLayouts::arrange()
{
    QMainWindow *window = m_parts.window;
    for (const ArrangedDock &dock : m_parts.docks) {
        dock.widget->setFloating(false);
        window->removeDockWidget(dock.widget);
    }
    window->addDockWidget(Qt::LeftDockWidgetArea, firstIn(DockArea::left));
    window->addDockWidget(Qt::RightDockWidgetArea, firstIn(DockArea::right));
    window->addDockWidget(Qt::BottomDockWidgetArea, firstIn(DockArea::bottom));
    // Splitting goes before gathering: what is split off a group of tabs would become one of them.
    if (const auto left = docksIn(DockArea::lowerLeft); !left.empty()) {
        window->splitDockWidget(firstIn(DockArea::bottom), left.front(), Qt::Vertical);
        window->splitDockWidget(left.front(), firstIn(DockArea::lowerRight), Qt::Horizontal);
    }
    for (const DockArea area :
         {DockArea::left, DockArea::right, DockArea::lowerLeft, DockArea::lowerRight, DockArea::bottom})
        gather(docksIn(area));
    for (const ArrangedDock &dock : m_parts.docks)
        if (dock.places[static_cast<std::size_t>(m_current)].shown)
            dock.widget->show();
    resizeAreas();
    if (const auto right = docksIn(DockArea::lowerRight); !right.empty())
        right.front()->raise();
    firstIn(DockArea::bottom)->raise();
}

void DockLayouts::gather(const std::vector<QDockWidget *> &docks)
{
    for (std::size_t i = 1; i < docks.size(); ++i)
        m_parts.window->tabifyDockWidget(docks[i - 1], docks[i]);
}

QDockWidget *DockLayouts::shownIn(DockArea area) const
{
    for (QDockWidget *dock : docksIn(area)) // Qt puts those behind another tab beyond the left edge
        if (dock->isVisible() && !dock->isFloating() && dock->geometry().right() > 0)
            return dock;
    return nullptr;
}

void DockLayouts::resizeSides()
{
    if (QDockWidget *left = shownIn(DockArea::left))
        m_parts.window->resizeDocks({left}, {kept().leftWidth}, Qt::Horizontal);
    if (QDockWidget *right = shownIn(DockArea::right))
        m_parts.window->resizeDocks({right}, {kept().rightWidth}, Qt::Horizontal);
}

DockLayouts::Sizes DockLayouts::sizes() const
{
    const QDockWidget *left = shownIn(DockArea::left);
    const QDockWidget *right = shownIn(DockArea::right);
    Sizes now{left ? left->width() : 0, right ? right->width() : 0, {}};
    for (const DockArea area : {DockArea::bottom, DockArea::lowerLeft, DockArea::lowerRight})
        if (const QDockWidget *dock = shownIn(area))
            now.others.push_back(dock->size());
    return now;
}

void DockLayouts::beginSizing() { m_before = sizes(); }

void DockLayouts::endSizing()
{
    if (!m_entered)
        return;
    const Sizes now = sizes();
    if (now.left > 0 && now.left != m_before.left)
        kept().leftWidth = now.left;
    if (now.right > 0 && now.right != m_before.right)
        kept().rightWidth = now.right;
    if (now.left == m_before.left && now.right == m_before.right && now.others != m_before.others)
        kept().sized = true;
    fitTimeline();
}

void DockLayouts::refit()
{
    if (!m_entered)
        return;
    const int rows = m_parts.timeline->heightOfLanes(1);
    if (m_parts.window->size() == m_fitted && rows == m_fittedRows) {
        fitTimeline(); // the docks have their new sizes only now
        return;
    }
    const bool resized = m_parts.window->size() != m_fitted;
    m_fitted = m_parts.window->size();
    m_fittedRows = rows;
    magnify();
    if (resized)
        resizeSides();
    if (!kept().sized && (resized || m_current == DockLayout::teach))
        resizeAreas();
    fitTimeline();
}

void DockLayouts::magnify()
{
    const auto factorFor = [this](QSizeF plain, double max) {
        const QSizeF size = m_parts.window->size();
        const double fits = std::min(size.width() / plain.width(), size.height() / plain.height());
        return m_current == DockLayout::teach ? std::clamp(fits, 1.0, max) : 1.0;
    };
    if (const double page = factorFor(plainPage, maxPage); page != m_pageMagnification) {
        m_pageMagnification = page;
        emit pageMagnificationChanged(page);
    }
    const double wanted = factorFor(plainWindow, maxMagnification);
    if (wanted == m_magnification)
        return;
    m_magnification = wanted;
    m_parts.headline->setMagnification(wanted);
    m_parts.canvas->setMagnification(wanted);
    emit magnificationChanged(wanted);
}

/// As large as leaves every lane in sight; where they have no room even at the usual size, as large as can be read.
void DockLayouts::fitTimeline()
{
    TimelineView &timeline = *m_parts.timeline;
    if (m_current != DockLayout::teach) {
        timeline.setMagnification(1);
        return;
    }
    const double readable = std::clamp(m_parts.window->height() / plainHeight, 1.0, maxTimeline);
    const int room = timeline.viewport()->height();
    double factor = readable;
    while (factor > 1 && timeline.heightOfLanes(factor) > room)
        factor -= timelineStep;
    timeline.setMagnification(timeline.heightOfLanes(1) > room ? readable : std::max(1.0, factor));
}

void DockLayouts::resizeAreas()
{
    QMainWindow *window = m_parts.window;
    const int height = window->height();
    const int width = window->width();
    QDockWidget *bottom = firstIn(DockArea::bottom);
    switch (m_current) {
    case DockLayout::design:
        window->resizeDocks({bottom}, {std::min(dockHeight, height * 36 / 100)}, Qt::Vertical);
        break;
    case DockLayout::analyse: {
        QDockWidget *left = firstIn(DockArea::lowerLeft);
        window->resizeDocks({bottom, left}, {height * 55 / 100, height * 33 / 100}, Qt::Vertical);
        window->resizeDocks({left, firstIn(DockArea::lowerRight)}, {width / 2, width / 2}, Qt::Horizontal);
        break;
    }
    case DockLayout::teach: {
        const int tabs = static_cast<int>(dockTabHeight * m_magnification);
        int room = height - m_parts.headline->minimumHeight() - window->statusBar()->sizeHint().height();
        for (const QToolBar *bar : window->findChildren<QToolBar *>(QString(), Qt::FindDirectChildrenOnly))
            room -= bar->maximumHeight(); // they are as high as that
        const double wanted = tabs + m_parts.timeline->heightOfLanes(maxTimeline) + overviewHeight * maxTimeline;
        window->resizeDocks({bottom}, {static_cast<int>(std::clamp(wanted, room * minShare, room * timelineShare))},
                            Qt::Vertical);
        break;
    }
    }
}

void DockLayouts::restore(const QSettings &settings)
{
    const QString current = settings.value(currentKey).toString();
    for (std::size_t i = 0; i < dockLayoutNames.size(); ++i) {
        if (current == QLatin1String(dockLayoutNames[i]))
            m_current = static_cast<DockLayout>(i);
        m_kept[i].docks = settings.value(keyOf(i, "docks")).toByteArray();
        m_kept[i].canvas = settings.value(keyOf(i, "canvas"), m_kept[i].canvas).toBool();
        m_kept[i].leftWidth = settings.value(keyOf(i, "leftWidth"), m_kept[i].leftWidth).toInt();
        m_kept[i].rightWidth = settings.value(keyOf(i, "rightWidth"), m_kept[i].rightWidth).toInt();
        m_kept[i].sized = settings.value(keyOf(i, "sized"), false).toBool();
    }
    if (m_entered)
        apply();
    emit changed();
}

void DockLayouts::keep(QSettings &settings)
{
    if (m_entered)
        remember();
    settings.setValue(currentKey, QString::fromLatin1(dockLayoutNames[static_cast<std::size_t>(m_current)]));
    for (std::size_t i = 0; i < m_kept.size(); ++i) {
        if (m_kept[i].docks.isEmpty()) {
            settings.remove(QStringLiteral("window/layouts/") + QLatin1String(dockLayoutNames[i]));
            continue;
        }
        settings.setValue(keyOf(i, "docks"), m_kept[i].docks);
        settings.setValue(keyOf(i, "canvas"), m_kept[i].canvas);
        settings.setValue(keyOf(i, "leftWidth"), m_kept[i].leftWidth);
        settings.setValue(keyOf(i, "rightWidth"), m_kept[i].rightWidth);
        settings.setValue(keyOf(i, "sized"), m_kept[i].sized);
    }
}

} // namespace heteroscope
