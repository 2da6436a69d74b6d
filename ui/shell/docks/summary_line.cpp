// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/docks/summary_line.h"

#include "shell/docks/dock_title.h"
#include "theme/theme.h"

#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QTabBar>

#include <algorithm>

namespace heteroscope {

SummaryLine::SummaryLine(QMainWindow *window) : PlainLabel(window), m_window(window)
{
    setFont(heteroscope::font(TypeRole::label));
    setForegroundRole(QPalette::PlaceholderText);
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    hide();
}

bool SummaryLine::placeBeside(QDockWidget *dock, QWidget *centre)
{
    // The line lives on the tab bar that Qt made for the docks, or on the dock's own title.
    QTabBar *bar = nullptr;
    for (QTabBar *one : m_window->findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly))
        for (int i = 0; i < one->count(); ++i)
            if (one->isVisible() && one->tabText(i) == dock->windowTitle())
                bar = one;
    auto *title = qobject_cast<DockTitle *>(dock->titleBarWidget());
    const bool onTitle = !bar && title && title->isShown() && title->isVisible();
    if (!bar && !onTitle) {
        hide();
        return false;
    }
    QWidget *home = onTitle ? static_cast<QWidget *>(title) : bar;
    follow(home, dock, centre);
    int textEnd = 0;
    int right = 0;
    if (onTitle) {
        textEnd = title->mapTo(m_window, QPoint(title->textEnd(), 0)).x();
        right = title->mapTo(m_window, QPoint(title->width(), 0)).x();
    } else {
        bar->setDrawBase(true);
        bar->setExpanding(false);
        textEnd = bar->mapTo(m_window, QPoint(bar->tabRect(bar->count() - 1).right(), 0)).x();
        right = centre->mapTo(m_window, QPoint(centre->width(), 0)).x();
    }
    const int top = home->mapTo(m_window, QPoint(0, 0)).y();
    setGeometry(textEnd + 16, top, std::max(0, right - textEnd - 28), home->height() - 1);
    raise();
    show();
    shorten();
    return true;
}

void SummaryLine::follow(QWidget *home, QDockWidget *dock, QWidget *centre)
{
    if (m_home == home && m_dock == dock && m_centre == centre)
        return;
    for (QWidget *old : {m_home.data(), static_cast<QWidget *>(m_dock), m_centre.data()})
        if (old)
            old->removeEventFilter(this);
    for (QWidget *each : {home, static_cast<QWidget *>(dock), centre})
        each->installEventFilter(this);
    m_home = home;
    m_dock = dock;
    m_centre = centre;
}

bool SummaryLine::eventFilter(QObject *watched, QEvent *event)
{
    if ((event->type() == QEvent::Move || event->type() == QEvent::Resize) && isVisible() && m_dock && m_centre)
        placeBeside(m_dock, m_centre);
    return PlainLabel::eventFilter(watched, event);
}

void SummaryLine::say(const QString &statements)
{
    m_statements = statements;
    shorten();
}

void SummaryLine::shorten()
{
    const QString separator = QStringLiteral(" · ");
    QStringList parts = m_statements.split(separator);
    while (!parts.isEmpty() && fontMetrics().horizontalAdvance(parts.join(separator)) > width())
        parts.removeFirst();
    setText(parts.join(separator));
}

} // namespace heteroscope
