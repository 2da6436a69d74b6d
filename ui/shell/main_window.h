// SPDX-License-Identifier: GPL-3.0-or-later
//
// The main window: palette, canvas with headline, inspector, and docks below, for one document and session. It owns the
// parts and connects them. docks/ has the docks and layouts, commands/ the functions of actions, files/ the project's
// file and the dialogs about it.
#pragma once

#include "breakdown/term_path.h"
#include "document/document.h"
#include "jobs/session.h"
#include "replay/replay.h"
#include "settings/actions.h"
#include "shell/docks/docks.h"
#include "shell/files/dialogs.h"
#include "shell/files/project_files.h"
#include "welcome/example_cards.h"

#include <QMainWindow>

#include <vector>

namespace heteroscope {

class AppearanceCommands;
class CanvasCommands;
class CanvasView;
class ContextMenus;
class DockHost;
class DockLayouts;
class EditCommands;
class ExportCommands;
class FileImports;
class Headline;
class HeadlineStrip;
class HelpCommands;
class ImportCommands;
class LayoutCommands;
class LessonCommands;
class LibraryCommands;
class Pages;
class PanelRing;
class PictureCommands;
class PlanCommands;
class PresentCommands;
class SharedView;
class StatusBar;
class StepCommands;
class SummaryLine;
class WelcomePage;
class WindowMenu;
class WorkloadBar;

class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(Engine engine = coreEngine(), QWidget *parent = nullptr);
    ~MainWindow() override;

    Document *document() { return &m_document; }
    Session *session() { return &m_session; }
    Replay *replay() { return &m_replay; }
    Actions &actions() { return *m_actions; }
    ProjectFiles &files() { return *m_files; }
    const Docks &docks() const { return *m_docks; }
    /// The view of a dock, by its class.
    template<class View>
    View *view() const
    {
        return m_docks->view<View>();
    }
    CanvasView *canvas() const;
    HeadlineStrip *headline() const;
    WelcomePage *welcome() const;
    WorkloadBar *workloadBar() const { return m_bar; }
    StatusBar *status() const { return m_status; }
    DockLayouts *layouts() const { return m_layouts; }
    PresentCommands &presenting() { return *m_present; }
    LessonCommands &teaching() { return *m_teaching; }
    PanelRing *panelRing() const { return m_ring; }

    void setDialogs(Dialogs dialogs) { m_dialogs = std::move(dialogs); }
    /// Restores geometry and docks from QSettings, and stores them when the window closes.
    void restoreState();

    bool isWelcomeShown() const;
    void showWelcome();
    void showWorkspace();

signals:
    void newWindowRequested();
    void quitRequested();
    /// The window is closed, with the user's consent.
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
    void setUpDocking();
    void buildDocks();
    void buildBars();
    void buildCommands();
    void connectRanking();
    void connectFiles();
    void connectHost();
    void connectCommands();
    void connectWelcome();
    /// Updates titles, size of the canvas and summary line after docks were moved or the window was resized.
    void followDocks();
    void updateSummary();
    void updateTitle();
    /// Shows a term of a lane in the breakdown.
    void openBreakdown(int lane, const TermPath &term);
    void say(const QString &text);
    /// Selects an item and shows it on the canvas.
    void jumpTo(const QString &thing);
    /// Begins a new project if the welcome page is shown. False if the user keeps the old one.
    bool beginProjectIfWelcome();
    /// Takes what is being written in a note. False if it is not allowed.
    bool finishEditing();
    void showAbout();
    /// The panels in the order of the keyboard focus.
    std::vector<QWidget *> panels() const;

    Document m_document;
    Session m_session;
    Replay m_replay;
    ExampleCards m_examples;
    Dialogs m_dialogs;
    std::unique_ptr<ProjectFiles> m_files;
    std::unique_ptr<FileImports> m_imports;
    std::unique_ptr<DockHost> m_host;
    std::unique_ptr<Docks> m_docks;
    std::unique_ptr<Actions> m_actions;
    std::unique_ptr<Headline> m_headline;
    std::unique_ptr<EditCommands> m_editing;
    std::unique_ptr<CanvasCommands> m_canvasCommands;
    std::unique_ptr<LibraryCommands> m_library;
    std::unique_ptr<AppearanceCommands> m_appearance;
    std::unique_ptr<LayoutCommands> m_layoutCommands;
    std::unique_ptr<StepCommands> m_step;
    std::unique_ptr<PlanCommands> m_plan;
    std::unique_ptr<PictureCommands> m_pictures;
    std::unique_ptr<PresentCommands> m_present;
    std::unique_ptr<LessonCommands> m_teaching;
    std::unique_ptr<SharedView> m_shared;
    std::unique_ptr<ImportCommands> m_importing;
    std::unique_ptr<ExportCommands> m_exports;
    std::unique_ptr<ContextMenus> m_contextMenus;
    std::unique_ptr<HelpCommands> m_help;
    // Widgets and their helpers; deleted by Qt.
    Pages *m_pages = nullptr;
    WindowMenu *m_menu = nullptr;
    WorkloadBar *m_bar = nullptr;
    StatusBar *m_status = nullptr;
    SummaryLine *m_summary = nullptr;
    DockLayouts *m_layouts = nullptr;
    PanelRing *m_ring = nullptr;
    bool m_keepsState = false;
};

} // namespace heteroscope
