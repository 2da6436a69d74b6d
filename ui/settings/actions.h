// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every command of the window stands in one table, which feeds menus, toolbar, shortcuts and the sheet of shortcuts.
#pragma once

#include "theme/icons.h"

#include <QAction>
#include <QCoreApplication>
#include <QObject>

#include <array>
#include <optional>
#include <vector>

class QMenu;
class QWidget;

namespace heteroscope {

enum class ActionId {
    newProject,
    newWindow,
    open,
    save,
    saveAs,
    addCluster,
    catalog,
    exportPicture,
    exportCanvas,
    print,
    recover,
    welcome,
    comeBack,
    closeWindow,
    quit,
    undo,
    redo,
    cut,
    copy,
    paste,
    remove,
    duplicate,
    selectAll,
    addNote,
    editNote,
    linkTwo,
    connectToSwitch,
    makeRack,
    ungroup,
    toggleRack,
    groupDevices,
    alignRow,
    alignColumn,
    distributeAcross,
    distributeDown,
    arrange,
    mend,
    findCommand,
    fit,
    revealSelected,
    zoomIn,
    zoomOut,
    actualSize,
    measure,
    straightLinks,
    curvedLinks,
    orthogonalLinks,
    overlayNone,
    overlayTensor,
    overlayPipeline,
    overlayData,
    overlayContext,
    overlayExpert,
    showLegend,
    toggleTheme,
    contrastTheme,
    systemTheme,
    systemLanguage,
    english,
    german,
    chinese,
    showCanvas,
    showPalette,
    showInspector,
    showThings,
    showHistory,
    showTimeline,
    showLoad,
    showBreakdown,
    showMemory,
    showStrategies,
    showPareto,
    showPlanEditor,
    showMessages,
    showScenario,
    criticalPath,
    replay,
    layoutDesign,
    layoutAnalyse,
    layoutTeach,
    resetLayout,
    nextPanel,
    previousPanel,
    live,
    plan,
    cancelPlan,
    applyPlan,
    showOwnPlan,
    shortcuts,
    editShortcuts,
    about,
};
inline constexpr std::size_t actionCount = static_cast<std::size_t>(ActionId::about) + 1;

enum class ActionGroup { file, edit, view, plan, help };
inline constexpr std::array<const char *, 5> actionGroupNames = {
    QT_TRANSLATE_NOOP("Actions", "File"), QT_TRANSLATE_NOOP("Actions", "Edit"), QT_TRANSLATE_NOOP("Actions", "View"),
    QT_TRANSLATE_NOOP("Actions", "Plan"), QT_TRANSLATE_NOOP("Actions", "Help")};

struct ActionSpec
{
    ActionId id;
    ActionGroup group;
    const char *name;     ///< object name, stable, for tests and saved shortcuts
    const char *text;     ///< in English, like submenu; actionText() is what the window says
    const char *shortcut; ///< portable text, several separated by ", "; empty none
    std::optional<IconName> icon;
    bool checkable = false;
    bool onCanvasOnly = false; ///< the shortcut works only while the canvas has the focus
    bool separatorBefore = false;
    const char *submenu = nullptr; ///< title of the menu that it stands in with its neighbours of the same
};

const std::vector<ActionSpec> &actionTable();
const ActionSpec &specOf(ActionId id);
/// In the language of the window.
QString actionGroupTitle(ActionGroup group);
QString actionText(const ActionSpec &spec);
/// For lists of commands: with its submenu before it and without the dots of a dialog.
QString commandText(const ActionSpec &spec);
/// The keys of the table.
QList<QKeySequence> usualShortcuts(ActionId id);

/// The actions made from the table, with the keys of the table or those that the user chose.
class Actions : public QObject
{
    Q_OBJECT

public:
    /// `window` gets the actions that work everywhere, `canvas` the others.
    Actions(QWidget *window, QWidget *canvas);

    QAction *operator[](ActionId id) const { return m_actions[static_cast<std::size_t>(id)]; }
    /// Takes back the user's keys from QSettings, and keeps there what is chosen from now on.
    void restoreShortcuts();
    /// Gives the action these keys, taking them from any other.
    void setShortcuts(ActionId id, const QList<QKeySequence> &keys);
    /// All keys as in the table.
    void resetShortcuts();
    std::optional<ActionId> ownerOf(const QKeySequence &keys) const;

    /// Adds the actions of a group, with its separators.
    void fill(QMenu *menu, ActionGroup group) const;

signals:
    void shortcutsChanged();

private:
    void apply(ActionId id, const QList<QKeySequence> &keys);

    bool m_keepsShortcuts = false;
    std::array<QAction *, actionCount> m_actions{};
};

} // namespace heteroscope
