// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/dock_layouts.h"

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

DockLayouts::DockLayouts(DockParts parts) : QObject(parts.window), m_parts(std::move(parts))
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
    m_parts.palette->show();
    m_parts.inspector->show();
    for (QDockWidget *dock : m_parts.bottom())
        dock->show();
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
    m_parts.timelineView->setMagnification(large ? largeTimeline : 1);
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
        m_parts.timelineView->setFocus();
}

void DockLayouts::arrange()
{
    std::vector<QDockWidget *> all = m_parts.bottom();
    all.insert(all.end(), {m_parts.palette, m_parts.inspector});
    all.insert(all.end(), m_parts.tabs.begin(), m_parts.tabs.end());
    for (QDockWidget *dock : all) {
        dock->setFloating(false);
        m_parts.window->removeDockWidget(dock);
    }
    m_parts.window->addDockWidget(Qt::LeftDockWidgetArea, m_parts.palette);
    m_parts.window->addDockWidget(Qt::RightDockWidgetArea, m_parts.inspector);
    gather(m_parts.palette, m_parts.tabs);
    m_parts.window->addDockWidget(Qt::BottomDockWidgetArea, m_parts.timeline);
    switch (m_current) {
    case DockLayout::design:
        arrangeDesign();
        break;
    case DockLayout::analyse:
        arrangeAnalyse();
        break;
    case DockLayout::teach:
        arrangeTeach();
        break;
    }
    m_parts.timeline->raise();
}

void DockLayouts::gather(QDockWidget *first, const std::vector<QDockWidget *> &others)
{
    for (QDockWidget *dock : others) {
        m_parts.window->tabifyDockWidget(first, dock);
        first = dock;
    }
}

void DockLayouts::arrangeDesign()
{
    const std::vector<QDockWidget *> bottom = m_parts.bottom();
    gather(bottom.front(), {bottom.begin() + 1, bottom.end()});
    for (QDockWidget *dock : bottom)
        dock->show();
    m_parts.palette->show();
    m_parts.inspector->show();
    m_parts.window->resizeDocks({m_parts.palette, m_parts.inspector}, {paletteWidth, inspectorWidth}, Qt::Horizontal);
    m_parts.window->resizeDocks({m_parts.timeline}, {std::min(dockHeight, m_parts.window->height() * 36 / 100)},
                                Qt::Vertical);
}

void DockLayouts::arrangeAnalyse()
{
    // Splitting goes before gathering: what is split off a group of tabs would become one of them.
    QMainWindow *window = m_parts.window;
    window->splitDockWidget(m_parts.timeline, m_parts.load, Qt::Vertical);
    window->splitDockWidget(m_parts.load, m_parts.memory, Qt::Horizontal);
    gather(m_parts.memory, {m_parts.breakdown});
    gather(m_parts.timeline,
           {m_parts.strategies, m_parts.pareto, m_parts.planEditor, m_parts.messages, m_parts.scenario});
    for (QDockWidget *dock : m_parts.bottom())
        dock->show();
    const int height = window->height();
    const int width = window->width();
    window->resizeDocks({m_parts.timeline, m_parts.load}, {height * 55 / 100, height * 33 / 100}, Qt::Vertical);
    window->resizeDocks({m_parts.load, m_parts.memory}, {width / 2, width / 2}, Qt::Horizontal);
    m_parts.memory->raise();
}

void DockLayouts::arrangeTeach()
{
    gather(m_parts.timeline, {m_parts.load, m_parts.memory, m_parts.breakdown, m_parts.strategies, m_parts.pareto,
                              m_parts.planEditor, m_parts.messages, m_parts.scenario});
    for (QDockWidget *dock : {m_parts.timeline, m_parts.load, m_parts.memory})
        dock->show();
    m_parts.window->resizeDocks({m_parts.timeline}, {m_parts.window->height() * 48 / 100}, Qt::Vertical);
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
