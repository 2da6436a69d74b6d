// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/panel_ring.h"

#include "theme/theme.h"

#include <QApplication>
#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr int ringWidth = 2;

} // namespace

PanelRing::PanelRing(std::vector<QWidget *> panels, QWidget *window) : QWidget(window), m_panels(std::move(panels))
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
    QApplication::instance()->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) {
        if (m_panel && now && !isHidden())
            showAtFocus();
    });
    for (QWidget *panel : m_panels)
        connect(panel, &QObject::destroyed, this, [this](QObject *gone) { std::erase(m_panels, gone); });
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void PanelRing::showAtFocus()
{
    const QWidget *focus = QApplication::focusWidget();
    const auto holder = std::find_if(m_panels.begin(), m_panels.end(), [focus](const QWidget *panel) {
        return focus && (panel == focus || panel->isAncestorOf(focus));
    });
    moveTo(holder == m_panels.end() ? nullptr : *holder);
}

void PanelRing::moveTo(QWidget *panel)
{
    const bool another = panel != m_panel;
    m_panel = panel;
    if (!panel) {
        hide();
        if (another)
            emit left();
        return;
    }
    // Beside the panel, not in it: a layout in the panel must not count it. Of a floating dock in the dock's window.
    setParent(panel->isWindow() ? panel : panel->parentWidget());
    setGeometry(panel->isWindow() ? panel->rect() : panel->geometry());
    show();
    raise();
    if (another)
        emit reached(panel->windowTitle().isEmpty() ? panel->accessibleName() : panel->windowTitle());
}

bool PanelRing::eventFilter(QObject *watched, QEvent *event)
{
    if (!m_panel || isHidden())
        return false;
    const bool isPanel = watched == m_panel;
    if (event->type() == QEvent::MouseButtonPress || (isPanel && event->type() == QEvent::Hide))
        moveTo(nullptr);
    else if (isPanel && (event->type() == QEvent::Resize || event->type() == QEvent::Move))
        setGeometry(m_panel->isWindow() ? m_panel->rect() : m_panel->geometry());
    return false;
}

void PanelRing::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    constexpr double inset = ringWidth / 2.0;
    painter.setPen(QPen(currentTheme()[Role::selection], ringWidth));
    painter.drawRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset));
}

} // namespace heteroscope
