// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/docks/docks.h"

#include "shell/docks/dock_host.h"
#include "shell/docks/dock_title.h"
#include "shell/panels.h"

namespace heteroscope {
namespace {

Qt::DockWidgetArea qtAreaOf(const DockSpec &spec)
{
    switch (spec.places[static_cast<std::size_t>(DockLayout::design)].area) {
    case DockArea::left:
        return Qt::LeftDockWidgetArea;
    case DockArea::right:
        return Qt::RightDockWidgetArea;
    default:
        return Qt::BottomDockWidgetArea;
    }
}

/// Keys typed into a dock behind another tab would act unseen, so they go to the dock in front.
void bringKeyboardToFront(QDockWidget &dock, QMainWindow &window)
{
    const QWidget *focus = window.focusWidget();
    if (!focus || !dock.isAncestorOf(focus) || !isBehind(&dock))
        return;
    for (QDockWidget *front : window.tabifiedDockWidgets(&dock)) {
        if (!front->isVisible() || isBehind(front))
            continue;
        QWidget *view = front->widget();
        const bool takesKeys = view->focusProxy() || view->focusPolicy() != Qt::NoFocus;
        if (QWidget *target = takesKeys ? view : firstFocusOf(front))
            target->setFocus();
        return;
    }
}

} // namespace

Docks::Docks(DockHost &host, QMainWindow *window)
{
    for (const DockSpec &spec : dockRegistry())
        add(spec, host, window);
}

void Docks::add(const DockSpec &spec, DockHost &host, QMainWindow *window)
{
    auto *dock = new QDockWidget(DockHost::tr(spec.title), window);
    dock->setObjectName(QString::fromLatin1(spec.name));
    dock->setWidget(spec.make(host));
    dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable |
                      QDockWidget::DockWidgetClosable);
    // Palette and inspector speak for themselves; of results the name stands on the tab, or over a dock that is alone.
    const bool named = !spec.isSide();
    const auto titled = [dock, named] { dock->setTitleBarWidget(named ? new DockTitle(dock) : new QWidget(dock)); };
    titled();
    connect(dock, &QDockWidget::topLevelChanged, this, [this, dock, titled](bool floating) {
        QWidget *old = dock->titleBarWidget();
        if (floating)
            dock->setTitleBarWidget(nullptr);
        else
            titled();
        if (old)
            old->deleteLater();
        emit rearranged();
    });
    if (named)
        connect(dock, &QDockWidget::visibilityChanged, this, &Docks::rearranged);
    // Not yet where it will be when the signal comes.
    connect(
        dock, &QDockWidget::visibilityChanged, this, [dock, window] { bringKeyboardToFront(*dock, *window); },
        Qt::QueuedConnection);
    window->addDockWidget(qtAreaOf(spec), dock);
    m_docks.push_back({&spec, dock, dockAction(m_docks.size())});
}

std::vector<QDockWidget *> Docks::in(DockArea area) const
{
    std::vector<QDockWidget *> found;
    for (const Dock &dock : m_docks)
        if (dock.spec->places[static_cast<std::size_t>(DockLayout::design)].area == area)
            found.push_back(dock.widget);
    return found;
}

void Docks::show(QDockWidget *dock)
{
    dock->show();
    dock->raise();
    dock->widget()->setFocus();
}

void Docks::connectActions(const Actions &actions)
{
    for (const Dock &dock : m_docks) {
        QAction *action = actions[dock.action];
        QDockWidget *widget = dock.widget;
        if (!dock.spec->isSide()) {
            connect(action, &QAction::triggered, this, [widget] { show(widget); });
            continue;
        }
        connect(action, &QAction::triggered, this, [widget](bool shown) {
            widget->setVisible(shown);
            if (shown)
                widget->raise();
        });
        connect(widget, &QDockWidget::visibilityChanged, action, &QAction::setChecked);
    }
}

void Docks::refreshTitles()
{
    for (const Dock &dock : m_docks)
        if (auto *title = qobject_cast<DockTitle *>(dock.widget->titleBarWidget()))
            title->refresh();
}

} // namespace heteroscope
