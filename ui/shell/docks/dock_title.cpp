// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/docks/dock_title.h"

#include "theme/theme.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QPainter>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr int side = 14;

} // namespace

DockTitle::DockTitle(QDockWidget *dock) : QWidget(dock), m_dock(dock)
{
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void DockTitle::refresh()
{
    const auto *window = qobject_cast<QMainWindow *>(m_dock->parentWidget());
    if (!window || m_dock->isHidden())
        return; // what is not seen needs no title, and must not be laid out for one
    const QList<QDockWidget *> others = window->tabifiedDockWidgets(m_dock);
    const bool alone =
        std::all_of(others.begin(), others.end(), [](const QDockWidget *other) { return other->isHidden(); });
    if (alone == m_shown)
        return;
    m_shown = alone;
    updateGeometry();
    update();
}

int DockTitle::textEnd() const
{
    return side + QFontMetrics(heteroscope::font(TypeRole::title)).horizontalAdvance(m_dock->windowTitle());
}

QSize DockTitle::sizeHint() const { return m_shown ? QSize(textEnd() + side, dockTabHeight) : QSize(0, 0); }

void DockTitle::paintEvent(QPaintEvent *)
{
    if (!m_shown)
        return;
    const Theme &t = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), t[Role::panel]);
    painter.fillRect(QRect(0, 0, width(), 1), t[Role::border]);
    painter.fillRect(QRect(0, height() - 1, width(), 1), t[Role::border]);
    painter.setFont(heteroscope::font(TypeRole::title));
    painter.setPen(t[Role::text]);
    painter.drawText(rect().adjusted(side, 0, -side, 0), Qt::AlignVCenter | Qt::AlignLeft, m_dock->windowTitle());
}

} // namespace heteroscope
