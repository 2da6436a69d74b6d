// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every command of the window stands in one table, which feeds menus, toolbar, shortcuts and the sheet of shortcuts.
#pragma once

#include "theme/icons.h"

#include <QAction>
#include <QObject>

#include <array>
#include <vector>

class QMenu;
class QWidget;

namespace heteroscope {

enum class ActionId {
    newProject,
    open,
    save,
    saveAs,
    exportPicture,
    recover,
    welcome,
    quit,
    undo,
    redo,
    remove,
    duplicate,
    selectAll,
    connectToSwitch,
    fit,
    zoomIn,
    zoomOut,
    actualSize,
    toggleTheme,
    showPalette,
    showInspector,
    showTimeline,
    showLoad,
    showBreakdown,
    showMemory,
    showStrategies,
    showMessages,
    showScenario,
    criticalPath,
    replay,
    resetLayout,
    live,
    plan,
    cancelPlan,
    applyPlan,
    showOwnPlan,
    shortcuts,
    about,
};
inline constexpr std::size_t actionCount = static_cast<std::size_t>(ActionId::about) + 1;

enum class ActionGroup { file, edit, view, plan, help };
inline constexpr std::array<const char *, 5> actionGroupNames = {"File", "Edit", "View", "Plan", "Help"};

struct ActionSpec
{
    ActionId id;
    ActionGroup group;
    const char *name; ///< object name, stable, for tests and saved shortcuts
    const char *text;
    const char *shortcut; ///< portable text, several separated by ", "; empty none
    std::optional<IconName> icon;
    bool checkable = false;
    bool onCanvasOnly = false; ///< the shortcut works only while the canvas has the focus
    bool separatorBefore = false;
};

const std::vector<ActionSpec> &actionTable();
const ActionSpec &specOf(ActionId id);

/// The actions made from the table.
class Actions : public QObject
{
    Q_OBJECT

public:
    /// `window` gets the actions that work everywhere, `canvas` the others.
    Actions(QWidget *window, QWidget *canvas);

    QAction *operator[](ActionId id) const { return m_actions[static_cast<std::size_t>(id)]; }
    /// Adds the actions of a group, with its separators.
    void fill(QMenu *menu, ActionGroup group) const;

private:
    std::array<QAction *, actionCount> m_actions{};
};

} // namespace heteroscope
