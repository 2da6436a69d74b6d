// SPDX-License-Identifier: GPL-3.0-or-later
//
// The docks of a window, made from the registry. A dock is identified by the class of its view.
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

    /// Makes all docks of the registry in the window, which owns them. DockLayouts arranges them.
    Docks(DockHost &host, QMainWindow *window);

    /// In the order of the registry.
    const std::vector<Dock> &all() const { return m_docks; }
    /// The docks that are in this area in the first layout.
    std::vector<QDockWidget *> in(DockArea area) const;

    template<class View>
    View *view() const
    {
        const Dock *dock = find<View>();
        return dock ? viewIn<View>(*dock) : nullptr;
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
    /// Brings the dock to the front and sets the keyboard focus to it.
    template<class View>
    void show() const
    {
        show(dockOf<View>());
    }
    static void show(QDockWidget *dock);

    void connectActions(const Actions &actions);
    /// Updates the title lines of all docks.
    void refreshTitles();

signals:
    /// Docks were moved, shown or hidden; emitted when the new arrangement is complete.
    void rearranged();

private:
    template<class View>
    const Dock *find() const
    {
        for (const Dock &dock : m_docks)
            if (qobject_cast<View *>(dock.widget->widget()))
                return &dock;
        // One of several pages of a dock.
        for (const Dock &dock : m_docks)
            if (viewIn<View>(dock))
                return &dock;
        return nullptr;
    }
    template<class View>
    static View *viewIn(const Dock &dock)
    {
        QWidget *whole = dock.widget->widget();
        auto *view = qobject_cast<View *>(whole);
        return view || !whole ? view : whole->template findChild<View *>();
    }
    void add(const DockSpec &spec, DockHost &host, QMainWindow *window);

    std::vector<Dock> m_docks;
};

} // namespace heteroscope
