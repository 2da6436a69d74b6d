// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/docks/dock_layouts.h"

#include "headline/headline_strip.h"
#include "timeline/timeline_view.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QPointer>
#include <QSettings>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr int stateVersion = 6; // another set of docks, another number: an old arrangement is then not used
constexpr int paletteWidth = 220;
constexpr int inspectorWidth = 300;
constexpr int dockHeight = 324;
constexpr double largeTimeline = 1.5;
constexpr double largeHeadline = 1.25;
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
    kept() = Kept{{}, m_current != DockLayout::analyse};
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

void DockLayouts::remember() { kept() = {m_parts.window->saveState(stateVersion), isCanvasShown()}; }

void DockLayouts::apply()
{
    // Qt would hand the keyboard of what disappears to whatever comes next.
    const QPointer<QWidget> focus = m_parts.window->focusWidget();
    const bool large = m_current == DockLayout::teach;
    m_parts.timeline->setMagnification(large ? largeTimeline : 1);
    m_parts.headline->setMagnification(large ? largeHeadline : 1);
    setCanvasShown(kept().canvas);
    fitCentre();
    if (kept().docks.isEmpty() || !m_parts.window->restoreState(kept().docks, stateVersion))
        arrange();
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

void DockLayouts::resizeAreas()
{
    QMainWindow *window = m_parts.window;
    const int height = window->height();
    const int width = window->width();
    QDockWidget *bottom = firstIn(DockArea::bottom);
    switch (m_current) {
    case DockLayout::design:
        window->resizeDocks({firstIn(DockArea::left), firstIn(DockArea::right)}, {paletteWidth, inspectorWidth},
                            Qt::Horizontal);
        window->resizeDocks({bottom}, {std::min(dockHeight, height * 36 / 100)}, Qt::Vertical);
        break;
    case DockLayout::analyse: {
        QDockWidget *left = firstIn(DockArea::lowerLeft);
        window->resizeDocks({bottom, left}, {height * 55 / 100, height * 33 / 100}, Qt::Vertical);
        window->resizeDocks({left, firstIn(DockArea::lowerRight)}, {width / 2, width / 2}, Qt::Horizontal);
        break;
    }
    case DockLayout::teach:
        window->resizeDocks({bottom}, {height * 48 / 100}, Qt::Vertical);
        break;
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
            settings.remove(keyOf(i, "docks"));
            settings.remove(keyOf(i, "canvas"));
            continue;
        }
        settings.setValue(keyOf(i, "docks"), m_kept[i].docks);
        settings.setValue(keyOf(i, "canvas"), m_kept[i].canvas);
    }
}

} // namespace heteroscope
