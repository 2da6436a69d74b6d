// SPDX-License-Identifier: GPL-3.0-or-later
//
// The docks of a window, made from the registry. A dock is found by the class of its view.
#pragma once

#include "settings/actions.h"
#include "shell/docks/dock_registry.h"

#include <QDockWidget>
#include <QMainWindow>

#include <vector>

namespace heteroscope {

class Docks : public QObject
{
    Q_OBJECT

public:
    struct Dock
    {
        const DockSpec *spec = nullptr;
        QDockWidget *widget = nullptr;
        ActionId action{};
    };

    /// Makes every dock of the registry in the window, which owns them; DockLayouts arranges them.
    Docks(DockHost &host, QMainWindow *window);

    /// In the order of the registry.
    const std::vector<Dock> &all() const { return m_docks; }
    /// Docks that begin in this area of the first arrangement.
    std::vector<QDockWidget *> in(DockArea area) const;

    template<class View>
    View *view() const
    {
        const Dock *dock = find<View>();
        return dock ? qobject_cast<View *>(dock->widget->widget()) : nullptr;
    }
    template<class View>
    QDockWidget *dockOf() const
    {
        return find<View>()->widget;
    }
    template<class View>
    ActionId actionOf() const
    {
        return find<View>()->action;
    }
    /// In front, with the keyboard.
    template<class View>
    void show() const
    {
        show(dockOf<View>());
    }
    static void show(QDockWidget *dock);

    void connectActions(const Actions &actions);
    /// Names those that stand alone.
    void refreshTitles();

signals:
    /// Docks moved, appeared or went; what stands beside them has to follow once they have settled.
    void rearranged();

private:
    template<class View>
    const Dock *find() const
    {
        for (const Dock &dock : m_docks)
            if (qobject_cast<View *>(dock.widget->widget()))
                return &dock;
        return nullptr;
    }
    void add(const DockSpec &spec, DockHost &host, QMainWindow *window);

    std::vector<Dock> m_docks;
};

} // namespace heteroscope
