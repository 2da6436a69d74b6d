// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every command of the window stands in one table, which feeds menus, toolbar, shortcuts and the sheet of shortcuts.
// The commands that show docks come with the docks.
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
    importFiles,
    exportPicture,
    exportCanvas,
    exportPerfetto,
    exportReport,
    exportReportPdf,
    exportFilm,
    exportLaunch,
    exportPlan,
    exportStep,
    exportRanking,
    shareView,
    openLesson,
    writeLesson,
    exerciseSheets,
    gradeHandIns,
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
    pasteAs,
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
    applyFix,
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
    criticalPath,
    replay,
    present,
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
    pinPlan,
    help,
    tour,
    shortcuts,
    editShortcuts,
    about,
};
inline constexpr std::size_t actionCount = static_cast<std::size_t>(ActionId::about) + 1;

/// The command that shows a dock, by its place in the registry of docks: these ids follow those above.
constexpr ActionId dockAction(std::size_t dock) { return static_cast<ActionId>(actionCount + dock); }

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
    const char *shortcut; ///< portable text, several separated by ", "; empty: none
    std::optional<IconName> icon;
    bool checkable = false;
    bool onCanvasOnly = false; ///< the shortcut works only while the canvas has the focus
    bool separatorBefore = false;
    const char *submenu = nullptr; ///< title of the menu that it stands in with its neighbours of the same
};

/// All commands except the commands of docks, in the order of their ids.
const std::vector<ActionSpec> &actionTable();
/// In the language of the window.
QString actionGroupTitle(ActionGroup group);
QString actionText(const ActionSpec &spec);
/// For lists of commands: with its submenu before it and without the dots of a dialog.
QString commandText(const ActionSpec &spec);
/// The keys of the table.
QList<QKeySequence> usualShortcuts(const ActionSpec &spec);

/// The actions made from the table, with the keys of the table or those that the user chose.
class Actions : public QObject
{
    Q_OBJECT

public:
    /// `window` gets the actions that work everywhere, `canvas` the others. `docks` are the commands that show docks,
    /// in the order of the registry; they stand behind the one that shows the canvas.
    Actions(QWidget *window, QWidget *canvas, const std::vector<ActionSpec> &docks = {});

    QAction *operator[](ActionId id) const { return m_actions[static_cast<std::size_t>(id)]; }
    /// The table with the commands of docks, in the order of the menus.
    const std::vector<ActionSpec> &specs() const { return m_specs; }
    const ActionSpec &specOf(ActionId id) const;
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
    std::vector<ActionSpec> m_specs;
    std::vector<QAction *> m_actions; ///< by id
};

} // namespace heteroscope
