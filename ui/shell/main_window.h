// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window: palette | canvas over headline | inspector, docks below, everything bound to one document and session.
#pragma once

#include "document/recovery.h"
#include "jobs/session.h"
#include "language/language_choice.h"
#include "project/library.h"
#include "replay/replay.h"
#include "settings/actions.h"
#include "settings/theme_choice.h"
#include "shell/recovery_dialog.h"
#include "welcome/example_cards.h"

#include <QMainWindow>
#include <QPointer>

#include <functional>

class QDockWidget;
class QLabel;
class QPrinter;
class QStackedWidget;

namespace heteroscope {

class Autosave;
class BreakdownView;
class CanvasView;
class CatalogDialog;
class DockLayouts;
class HeadlineStrip;
class Inspector;
class LoadView;
class MemoryView;
class MessagesView;
class MomentFinder;
class PaletteView;
class ParetoView;
class PlanEditor;
class ScenarioView;
class StatusBar;
class StrategyView;
class ThingsView;
class TimelineView;
class WelcomePage;
class WorkloadBar;
struct RankedPlan;
enum class LinkRouting;

/// Questions to the user, as functions so that tests answer them.
struct Dialogs
{
    enum class Answer { save, discard, cancel };
    std::function<Answer(const QString &name)> unsavedChanges;
    std::function<QString()> openFile; ///< empty: cancelled
    std::function<QString(const QString &suggested)> saveFile;
    std::function<QString()> exportFile;
    /// Another window has the file: whether to open a copy.
    std::function<bool(const QString &name, const QString &holder)> openCopy;
    /// The file changed on disk since it was opened: whether to write over it.
    std::function<bool(const QString &name)> overwriteChanged;
    /// Sets the printer up; false when it was cancelled.
    std::function<bool(QPrinter &printer)> print;
    std::function<RecoveryChoice(const std::vector<LostWork> &works)> recover;
    /// Which of these device types a node has that was imported without their names; empty: cancelled.
    std::function<QString(const QStringList &names)> chooseDevice;
    std::function<void(const QString &title, const QString &text)> report;
};

class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(Engine engine = coreEngine(), QWidget *parent = nullptr);
    ~MainWindow() override;

    Document *document() { return &m_document; }
    Session *session() { return &m_session; }
    Actions &actions() { return *m_actions; }
    CanvasView *canvas() const { return m_canvas; }
    PaletteView *palette() const { return m_palette; }
    Inspector *inspector() const { return m_inspector; }
    WorkloadBar *workloadBar() const { return m_bar; }
    TimelineView *timeline() const { return m_timeline; }
    LoadView *load() const { return m_load; }
    BreakdownView *breakdown() const { return m_breakdown; }
    StrategyView *strategies() const { return m_strategies; }
    ParetoView *pareto() const { return m_pareto; }
    PlanEditor *planEditor() const { return m_planEditor; }
    HeadlineStrip *headline() const { return m_headline; }
    MessagesView *messages() const { return m_messages; }
    WelcomePage *welcome() const { return m_welcome; }
    ScenarioView *scenario() const { return m_scenario; }
    ThingsView *things() const { return m_things; }
    StatusBar *status() const { return m_status; }
    Replay *replay() { return &m_replay; }
    DockLayouts *layouts() const { return m_layouts; }
    bool isWelcomeShown() const;

    void setDialogs(Dialogs dialogs) { m_dialogs = std::move(dialogs); }
    /// Keeps geometry and docks in QSettings when it closes, and takes them back now.
    void restoreState();
    /// Protects the user's work from now on: copies of what is unsaved go to the folder, files that are opened are
    /// locked.
    void startAutosave(const QString &folder);
    Autosave *autosave() const { return m_autosave.get(); }
    /// Asks what to do with work that windows before this one lost, if there is any.
    void offerLostWork();

    void showWelcome();
    void showWorkspace();
    /// Opens without asking about the present document; false (and a report) when the file cannot be used.
    bool openFile(const QString &path);
    void openExample(int card);
    void openExampleFile(const QString &file);
    /// Opens a project, or imports what other tools wrote; what a file is, its content tells.
    void takeFiles(const QStringList &paths);
    /// Saves to its path, asking for one if it has none; false when that failed or was cancelled.
    bool save();
    bool saveAs();
    void newProject();
    void showDock(ActionId id);

signals:
    void newWindowRequested();
    void quitRequested();
    /// The user agreed; it is deleted or hidden next.
    void closed();

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void buildCentre();
    void buildDocks();
    void buildMenu();
    template<class Function>
    void on(ActionId id, Function function)
    {
        connect((*m_actions)[id], &QAction::triggered, this, std::move(function));
    }
    void connectActions();
    void connectEditing();
    void connectSeeing();
    void connectSession();
    void connectSelection();
    void connectReplay();
    void connectLayouts();
    void showMoment();
    void updateTitle();
    void updateActions();
    void updateHeadline();
    void updateSummary();
    void nameDocks();
    /// What the keyboard goes through, in the order of the eye.
    std::vector<QWidget *> panels() const;
    void placeSummary();
    void showResult();
    /// In timeline and charts, the lanes and links of what is selected.
    void markSelected();
    void showRanking();
    void openWithDialog();
    /// Asks for a file and has it written; `write` returns what went wrong, or nothing.
    void exportTo(const std::function<QString(const QString &path)> &write);
    void exportPicture();
    void exportCanvas();
    void printCanvas();
    void addCluster();
    void showCatalog();
    void useEntry(EntryKind kind, const QString &name);
    void findCommand();
    void jumpTo(const QString &thing);
    void chooseTheme(ThemeChoice choice);
    void showThemeChoice();
    void chooseLanguage(LanguageChoice choice);
    void showLanguageChoice();
    void showLinkRouting(LinkRouting routing);
    void showOverlayKind();
    void updateEditing();
    void showShortcuts();
    void showAbout();
    void fillRecentMenu();
    bool mayDiscard();
    bool saveTo(const QString &path);
    /// Of the file that is open here already, which must not be asked for again.
    bool holdsLock(const std::string &lockPath) const;
    void restoreWork(const LostWork &work);
    void selectLane(int lane);
    QDockWidget *addDock(const char *name, const QString &title, QWidget *content, Qt::DockWidgetArea area);

    Document m_document;
    Session m_session;
    Replay m_replay;
    std::unique_ptr<MomentFinder> m_moments; ///< of the step on show, once it is replayed
    ExampleCards m_examples;
    Dialogs m_dialogs;
    QStackedWidget *m_pages = nullptr;
    WelcomePage *m_welcome = nullptr;
    CanvasView *m_canvas = nullptr;
    HeadlineStrip *m_headline = nullptr;
    PaletteView *m_palette = nullptr;
    Inspector *m_inspector = nullptr;
    TimelineView *m_timeline = nullptr;
    LoadView *m_load = nullptr;
    BreakdownView *m_breakdown = nullptr;
    MemoryView *m_memory = nullptr;
    StrategyView *m_strategies = nullptr;
    ParetoView *m_pareto = nullptr;
    PlanEditor *m_planEditor = nullptr;
    MessagesView *m_messages = nullptr;
    ScenarioView *m_scenario = nullptr;
    ThingsView *m_things = nullptr;
    std::unique_ptr<Actions> m_actions;
    WorkloadBar *m_bar = nullptr;
    StatusBar *m_status = nullptr;
    QMenu *m_menu = nullptr;
    QMenu *m_recentMenu = nullptr;
    QLabel *m_summary = nullptr;
    QDockWidget *m_paletteDock = nullptr;
    QDockWidget *m_inspectorDock = nullptr;
    QDockWidget *m_thingsDock = nullptr;
    QDockWidget *m_historyDock = nullptr;
    std::vector<QDockWidget *> m_bottomDocks; // in the order of the actions that show them
    DockLayouts *m_layouts = nullptr;
    std::unique_ptr<Autosave> m_autosave;
    QString m_recoveryFolder;
    QPointer<CatalogDialog> m_catalog; ///< while it is open
    FileLock m_fileLock;               ///< of the open file
    bool m_keepsState = false;
};

} // namespace heteroscope
