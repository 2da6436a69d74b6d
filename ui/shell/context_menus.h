// SPDX-License-Identifier: GPL-3.0-or-later
//
// The context menu of each dock: what can be done with what is under the pointer, by the same actions as in the menus
// of the window. What is under the pointer is selected first, so that the actions mean it; the menu key leaves the
// selection as it is.
#pragma once

#include "settings/actions.h"

#include <QObject>

#include <memory>

class QAbstractItemModel;
class QContextMenuEvent;
class QDockWidget;

namespace heteroscope {

class CompareView;
class Docks;
class DockHost;
class LoadView;
class LossQuestion;
class MemoryView;
class MessagesView;
class PaletteView;
class ParetoView;
class Replay;
class Session;
class StrategyView;
class TimelineView;

struct MenuParts
{
    const Actions &actions;
    const Docks &docks;
    DockHost &host;
    Replay &replay;
};

class ContextMenus : public QObject
{
    Q_OBJECT

public:
    explicit ContextMenus(MenuParts parts);

    /// Fills the menu for the dock. `at` is the point in global coordinates; nullopt: the menu key was pressed.
    void fill(QMenu &menu, const QDockWidget &dock, std::optional<QPoint> at);
    /// An entry that says what a failure of the selected nodes and links would do, once it is known, and shows the plan
    /// then. The question must outlive the menu's use of it; null if nothing that can fail is selected.
    static std::unique_ptr<LossQuestion> addLossQuestion(QMenu &menu, Session &session);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fillTimeline(QMenu &menu, TimelineView &view, std::optional<QPoint> at);
    void addCopy(QMenu &menu, const QAbstractItemModel &model) const;
    void fillLanes(QMenu &menu, TimelineView &view);
    void fillMarkers(QMenu &menu, TimelineView &view, std::optional<QPoint> at);
    void fillCompare(QMenu &menu, CompareView &view);
    void fillLoad(QMenu &menu, LoadView &view, std::optional<QPoint> at);
    void fillMemory(QMenu &menu, MemoryView &view, std::optional<QPoint> at);
    void fillStrategies(QMenu &menu, StrategyView &view);
    void fillMessages(QMenu &menu, MessagesView &view, std::optional<QPoint> at);
    void fillPareto(QMenu &menu, ParetoView &view, std::optional<QPoint> at);
    void fillPalette(QMenu &menu, PaletteView &view, std::optional<QPoint> at);
    /// Enabled actions, after a separator.
    void add(QMenu &menu, const std::vector<ActionId> &ids) const;
    /// The commands that show other docks.
    template<class... Views>
    void addDocks(QMenu &menu) const;
    /// What a selected lane or its devices can be asked for everywhere.
    void addLane(QMenu &menu) const;

    MenuParts m_parts;
};

} // namespace heteroscope
