// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/panels.h"

#include <QApplication>
#include <QWidget>

#include <algorithm>

namespace heteroscope {
namespace {

bool takesTab(const QWidget *widget)
{
    return (widget->focusPolicy() & Qt::TabFocus) && widget->isEnabled() && widget->isVisible() &&
           !widget->focusProxy();
}

/// The one after it, else the one before it; it leaves the group.
QWidget *takeNeighbour(std::vector<QWidget *> &group, const QWidget *widget)
{
    const auto at = std::find(group.begin(), group.end(), widget);
    if (at == group.end())
        return nullptr;
    const auto after = group.erase(at);
    if (group.empty())
        return nullptr;
    return after != group.end() ? *after : group.back();
}

bool holds(const QWidget *panel, const QWidget *widget)
{
    return widget && (panel == widget || panel->isAncestorOf(widget));
}

} // namespace

bool isBehind(const QWidget *widget) { return widget->mapTo(widget->window(), QPoint(widget->width(), 0)).x() < 0; }

QWidget *firstFocusOf(QWidget *panel)
{
    if (takesTab(panel))
        return panel;
    // The chain goes round the whole window; it begins anywhere, so all of it is looked at.
    for (QWidget *next = panel->nextInFocusChain(); next && next != panel; next = next->nextInFocusChain())
        if (panel->isAncestorOf(next) && takesTab(next))
            return next;
    return nullptr;
}

QWidget *nextFocus(QWidget *window, const std::vector<QWidget *> &panels, bool forward)
{
    QWidget *const focused = window->focusWidget();
    const bool lost = focused && !takesTab(focused);
    std::vector<std::vector<QWidget *>> groups(panels.size() + 1);
    for (QWidget *next = window->nextInFocusChain(); next != window; next = next->nextInFocusChain()) {
        if (next->window() != window || isBehind(next) || !(takesTab(next) || (lost && next == focused)))
            continue;
        const auto home =
            std::find_if(panels.begin(), panels.end(), [next](QWidget *panel) { return holds(panel, next); });
        groups[static_cast<std::size_t>(home - panels.begin())].push_back(next);
    }
    if (lost)
        for (auto &group : groups)
            if (QWidget *beside = takeNeighbour(group, focused))
                return beside;
    std::vector<QWidget *> order;
    for (const auto &group : groups)
        order.insert(order.end(), group.begin(), group.end());
    if (order.empty())
        return nullptr;
    const auto now = std::find(order.begin(), order.end(), focused);
    if (now == order.end())
        return forward ? order.front() : order.back();
    const auto count = static_cast<std::ptrdiff_t>(order.size());
    const std::ptrdiff_t at = now - order.begin() + (forward ? 1 : -1);
    return order[static_cast<std::size_t>((at + count) % count)];
}

void focusNextPanel(const std::vector<QWidget *> &panels, bool forward)
{
    const auto count = static_cast<int>(panels.size());
    int at = forward ? -1 : count;
    for (int i = 0; i < count; ++i)
        if (holds(panels[static_cast<std::size_t>(i)], QApplication::focusWidget()))
            at = i;
    for (int step = 1; step <= count; ++step) {
        const int next = ((at + (forward ? step : -step)) % count + count) % count;
        QWidget *panel = panels[static_cast<std::size_t>(next)];
        QWidget *target = panel->isVisible() && !isBehind(panel) ? firstFocusOf(panel) : nullptr;
        if (!target || holds(panel, QApplication::focusWidget()))
            continue;
        target->setFocus(Qt::TabFocusReason);
        return;
    }
}

} // namespace heteroscope
