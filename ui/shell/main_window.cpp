// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/main_window.h"

#include "breakdown/breakdown_view.h"
#include "canvas/view/canvas_view.h"
#include "headline/headline_strip.h"
#include "inspector/inspector.h"
#include "jobs/calibration_in_use.h"
#include "jobs/loss_question.h"
#include "lessons/lesson_view.h"
#include "palette/palette_view.h"
#include "scenario/scenario_view.h"
#include "shell/commands/appearance_commands.h"
#include "shell/commands/canvas_commands.h"
#include "shell/commands/connect_action.h"
#include "shell/commands/edit_commands.h"
#include "shell/commands/export_commands.h"
#include "shell/commands/help_commands.h"
#include "shell/commands/import_commands.h"
#include "shell/commands/input_filters.h"
#include "shell/commands/layout_commands.h"
#include "shell/commands/lesson_commands.h"
#include "shell/commands/library_commands.h"
#include "shell/commands/picture_commands.h"
#include "shell/commands/plan_commands.h"
#include "shell/commands/present_commands.h"
#include "shell/commands/step_commands.h"
#include "shell/context_menus.h"
#include "shell/docks/dock_host.h"
#include "shell/docks/dock_layouts.h"
#include "shell/docks/summary_line.h"
#include "shell/files/file_imports.h"
#include "shell/files/standard_dialogs.h"
#include "shell/headline.h"
#include "shell/kept_windows.h"
#include "shell/messages.h"
#include "shell/pages.h"
#include "shell/panel_ring.h"
#include "shell/panels.h"
#include "shell/shared_view.h"
#include "shell/status_bar.h"
#include "shell/tour_stops.h"
#include "shell/window_menu.h"
#include "strategies/strategy_model.h"
#include "strategies/strategy_view.h"
#include "theme/system_theme.h"
#include "timeline/timeline_view.h"
#include "welcome/welcome_page.h"
#include "widgets/magnify.h"
#include "widgets/plain_text.h"
#include "workload_bar/workload_bar.h"

#include <QCloseEvent>
#include <QDialog>
#include <QMimeData>
#include <QSettings>
#include <QTabBar>

namespace heteroscope {
namespace {

QStringList localFiles(const QMimeData *data)
{
    QStringList paths;
    for (const QUrl &url : data->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    return paths;
}

} // namespace

MainWindow::MainWindow(Engine engine, QWidget *parent)
    : QMainWindow(parent), m_session(&m_document, engine), m_examples(engine), m_dialogs(standardDialogs(this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setMinimumSize(1100, 700);
    resize(1440, 900);
    setAcceptDrops(true);
    setUpDocking();
    m_pages = new Pages(m_examples, m_session, this);
    setCentralWidget(m_pages);
    m_files = std::make_unique<ProjectFiles>(m_document, m_examples, m_dialogs, [this] { return finishEditing(); });
    m_imports =
        std::make_unique<FileImports>(m_session, *m_files, m_dialogs, [this] { return beginProjectIfWelcome(); });
    buildDocks();
    m_actions = std::make_unique<Actions>(this, canvas(), dockActionSpecs());
    m_docks->connectActions(*m_actions);
    buildBars();
    buildCommands();
    connectFiles();
    connectHost();
    connectCommands();
    connectWelcome();
    updateTitle();
    showWelcome();
}

MainWindow::~MainWindow()
{
    // A field that loses the focus finishes its edit: now, not when the window is gone that it would tell.
    m_teaching.reset();
    for (QDialog *dialog : findChildren<QDialog *>(Qt::FindDirectChildrenOnly))
        dialog->close();
    if (QWidget *focused = focusWidget())
        focused->clearFocus();
    // Members go before the child widgets: nobody may listen to them any more.
    m_document.undoStack()->disconnect();
    m_document.selection()->disconnect();
    m_document.disconnect();
    m_session.disconnect();
    m_replay.disconnect();
    m_examples.disconnect();
    delete m_ring; // it would tell the status bar when its panel is hidden
}

void MainWindow::setUpDocking()
{
    setDockOptions(QMainWindow::AllowTabbedDocks | QMainWindow::AllowNestedDocks | QMainWindow::GroupedDragging);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
}

void MainWindow::buildDocks()
{
    std::vector<PaletteExample> examples;
    for (const ExampleCard &card : m_examples.cards())
        examples.push_back({card.file, card.title});
    m_host =
        std::make_unique<DockHost>(DockParts{this, &m_document, &m_session, &m_replay, canvas(), std::move(examples)});
    m_docks = std::make_unique<Docks>(*m_host, this);
    LayoutParts parts;
    parts.window = this;
    parts.centre = m_pages;
    parts.canvas = canvas();
    parts.headline = headline();
    parts.timeline = view<TimelineView>();
    for (const Docks::Dock &dock : m_docks->all())
        parts.docks.push_back({dock.widget, dock.spec->places});
    m_layouts = new DockLayouts(std::move(parts));
    // Once Qt has moved them.
    connect(m_docks.get(), &Docks::rearranged, this, &MainWindow::followDocks, Qt::QueuedConnection);
}

void MainWindow::buildBars()
{
    m_menu = new WindowMenu(*m_actions, this);
    m_bar = new WorkloadBar(&m_session, *m_actions, m_menu, this);
    addToolBar(Qt::TopToolBarArea, m_bar);
    m_status = new StatusBar(&m_session, view<MessagesView>()->messagesModel(),
                             (*m_actions)[m_docks->actionOf<MessagesView>()], this);
    setStatusBar(m_status);
    m_summary = new SummaryLine(this);
    connect(m_layouts, &DockLayouts::magnificationChanged, this, [this](double factor) {
        m_bar->setMagnification(factor);
        magnify(*m_status, factor);
        magnify(*m_summary, factor);
        followDocks();
    });
    connect(m_layouts, &DockLayouts::pageMagnificationChanged, view<LessonView>(), &LessonView::setMagnification);
}

void MainWindow::buildCommands()
{
    const Actions &actions = *m_actions;
    m_headline = std::make_unique<Headline>(m_session, *headline(), *view<TimelineView>());
    connect(m_headline.get(), &Headline::breakdownRequested, this, &MainWindow::openBreakdown);
    m_editing =
        std::make_unique<EditCommands>(EditParts{actions, m_document, *canvas(), *m_docks, *m_layouts, *m_imports});
    m_canvasCommands = std::make_unique<CanvasCommands>(actions, *canvas());
    m_library = std::make_unique<LibraryCommands>(LibraryParts{actions, this, m_document, *canvas(),
                                                               [this] { return isWelcomeShown(); },
                                                               [this] { return beginProjectIfWelcome(); }});
    m_appearance = std::make_unique<AppearanceCommands>(actions);
    m_layoutCommands = std::make_unique<LayoutCommands>(actions, *m_layouts, panels());
    m_step = std::make_unique<StepCommands>(StepParts{actions, m_session, m_replay, *canvas(), *m_docks});
    m_plan = std::make_unique<PlanCommands>(actions, m_session);
    m_pictures = std::make_unique<PictureCommands>(actions, *this, *canvas(), m_dialogs);
    m_present =
        std::make_unique<PresentCommands>(PresentParts{actions, m_session, m_replay, *canvas(), m_dialogs, *this});
    m_teaching = std::make_unique<LessonCommands>(
        LessonParts{actions, m_session, m_dialogs, *m_files, *m_docks, *m_layouts, *this});
    connect(m_teaching.get(), &LessonCommands::said, this, &MainWindow::say);
    m_shared = std::make_unique<SharedView>(
        SharedParts{m_document, m_session, m_replay, *canvas(), *view<TimelineView>(), *m_docks, *m_layouts});
    m_importing = std::make_unique<ImportCommands>(actions, *m_imports);
    m_exports = std::make_unique<ExportCommands>(ExportParts{actions, m_session, m_dialogs,
                                                             [this] { return toCsv(*view<StrategyView>()->model()); },
                                                             [this] { return m_shared->projectAsShown(); }});
    m_help = std::make_unique<HelpCommands>(*m_actions, *this, m_document);
    connectRanking();
    m_contextMenus = std::make_unique<ContextMenus>(MenuParts{actions, *m_docks, *m_host, m_replay});
    installInputFilters(actions, this);
    m_ring = new PanelRing(panels(), this);
    for (const ActionId id : {ActionId::nextPanel, ActionId::previousPanel})
        onAction(actions, id, m_ring, [this] { m_ring->showAtFocus(); });
    connect(m_ring, &PanelRing::reached, m_status,
            [this](const QString &name) { m_status->sayWhere(tr("The keyboard is in: %1").arg(name)); });
    connect(m_ring, &PanelRing::left, m_status, [this] { m_status->sayWhere({}); });
}

void MainWindow::connectRanking()
{
    auto *strategies = view<StrategyView>();
    QAction *pin = (*m_actions)[ActionId::pinPlan];
    onAction(*m_actions, ActionId::pinPlan, strategies, [strategies] { strategies->togglePin(); });
    const auto refresh = [strategies, pin] {
        const StrategyRow *row = strategies->currentRow();
        pin->setEnabled(row && StrategyModel::canBePinned(*row));
        pin->setChecked(row && row->isPinned);
    };
    connect(strategies, &StrategyView::currentChanged, pin, refresh);
    refresh();
}

void MainWindow::connectFiles()
{
    const auto on = [this](ActionId id, auto function) { onAction(*m_actions, id, this, std::move(function)); };
    on(ActionId::newProject, [this] { m_files->newProject(); });
    on(ActionId::open, [this] { m_files->openWithDialog(); });
    on(ActionId::save, [this] { m_files->save(); });
    on(ActionId::saveAs, [this] { m_files->saveAs(); });
    on(ActionId::recover, [this] { m_files->recover(); });
    on(ActionId::welcome, [this] {
        if (m_files->mayDiscard())
            showWelcome();
    });
    on(ActionId::newWindow, [this] { emit newWindowRequested(); });
    on(ActionId::closeWindow, [this] { close(); });
    on(ActionId::quit, [this] { emit quitRequested(); });
    on(ActionId::comeBack, [](bool back) { setWindowsComeBack(back); });
    (*m_actions)[ActionId::comeBack]->setChecked(windowsComeBack());
    connect(m_menu, &WindowMenu::recentChosen, m_files.get(), &ProjectFiles::openInstead);
    connect(m_files.get(), &ProjectFiles::opened, this, &MainWindow::showWorkspace);
    connect(m_files.get(), &ProjectFiles::startTimeWanted, &m_session, &Session::setStartTime);
    connect(m_files.get(), &ProjectFiles::viewWanted, m_shared.get(), &SharedView::apply);
    connect(m_files.get(), &ProjectFiles::said, this, &MainWindow::say);
    connect(m_files.get(), &ProjectFiles::alarmChanged, m_status, &StatusBar::setAlarm);
    connect(m_imports.get(), &FileImports::nodesAdded, canvas(), &CanvasView::fit);
    connect(m_imports.get(), &FileImports::said, this, &MainWindow::say);
    connect(&m_document, &Document::modifiedChanged, this, &MainWindow::updateTitle);
    connect(&m_document, &Document::filePathChanged, this, &MainWindow::updateTitle);
    connect(&m_document, &Document::projectChanged, this, &MainWindow::updateTitle);
    connect(&CalibrationInUse::instance(), &CalibrationInUse::changed, this, &MainWindow::updateTitle);
}

void MainWindow::connectHost()
{
    connect(m_host.get(), &DockHost::said, m_status, &StatusBar::describe);
    connect(m_host.get(), &DockHost::failed, this,
            [this](const QString &title, const QString &text) { m_dialogs.report(title, text); });
    connect(m_host.get(), &DockHost::jumpRequested, this, &MainWindow::jumpTo);
    connect(m_host.get(), &DockHost::exampleRequested, m_files.get(), &ProjectFiles::openExampleFile);
    connect(m_host.get(), &DockHost::addRequested, m_library.get(), &LibraryCommands::add);
    connect(m_host.get(), &DockHost::linkTypeRequested, m_library.get(), &LibraryCommands::drawLinksAs);
    connect(m_host.get(), &DockHost::scenarioRequested, this, [this] { m_docks->show<ScenarioView>(); });
    connect(&m_session, &Session::shownChanged, this, &MainWindow::updateSummary);
    connect(&m_session, &Session::shownChanged, m_layouts, &DockLayouts::refit);
    connect(view<TimelineView>(), &TimelineView::viewChanged, this, &MainWindow::updateSummary);
}

void MainWindow::connectCommands()
{
    connect(m_editing.get(), &EditCommands::said, this, &MainWindow::say);
    connect(m_library.get(), &LibraryCommands::said, this, &MainWindow::say);
    connect(m_step.get(), &StepCommands::said, this, &MainWindow::say);
    connect(m_pictures.get(), &PictureCommands::said, this, &MainWindow::say);
    connect(m_exports.get(), &ExportCommands::said, this, &MainWindow::say);
    connect(m_present.get(), &PresentCommands::said, this, &MainWindow::say);
    connect(m_help.get(), &HelpCommands::jumpRequested, this, &MainWindow::jumpTo);
    connect(m_appearance.get(), &AppearanceCommands::languageChosen, this,
            [this] { m_dialogs.report(tr("The language is chosen"), tr("It is used from the next start on.")); });
    const auto refuse = [this](const QString &reason) { m_status->say(reason, Role::error); };
    connect(&m_document, &Document::editRefused, this, refuse);
    connect(canvas(), &CanvasView::feedback, this, refuse);
    connect(canvas(), &CanvasView::exampleDropped, m_files.get(), &ProjectFiles::openExampleFile);
    connect(m_status, &StatusBar::warningsClicked, this, [this] { m_docks->show<MessagesView>(); });
    onAction(*m_actions, ActionId::tour, this, [this] {
        showWorkspace();
        m_layouts->choose(DockLayout::design);
        new Tour(tourStops({*m_docks, canvas(), headline(), m_bar, m_status}), this);
    });
    onAction(*m_actions, ActionId::about, this, [this] { showAbout(); });
}

void MainWindow::connectWelcome()
{
    connect(welcome(), &WelcomePage::exampleChosen, m_files.get(), &ProjectFiles::openExample);
    connect(welcome(), &WelcomePage::drawChosen, m_files.get(), &ProjectFiles::newProject);
    connect(welcome(), &WelcomePage::lessonsChosen, this, [this] {
        if (m_files->newProject()) {
            showWorkspace();
            m_teaching->showLessons();
        }
    });
    connect(welcome(), &WelcomePage::openChosen, m_files.get(), &ProjectFiles::openWithDialog);
    connect(welcome(), &WelcomePage::recentChosen, m_files.get(), &ProjectFiles::openInstead);
}

CanvasView *MainWindow::canvas() const { return m_pages->canvas(); }

HeadlineStrip *MainWindow::headline() const { return m_pages->headline(); }

WelcomePage *MainWindow::welcome() const { return m_pages->welcome(); }

bool MainWindow::isWelcomeShown() const { return m_pages->isWelcomeShown(); }

void MainWindow::showWelcome()
{
    m_layouts->leave();
    m_bar->hide();
    m_summary->hide();
    m_pages->showWelcome();
    m_step->setOnShow(false);
    m_status->setWelcome(true);
    welcome()->setFocus();
}

void MainWindow::showWorkspace()
{
    if (!isWelcomeShown())
        return;
    m_pages->showWorkspace();
    m_step->setOnShow(true);
    m_bar->show();
    m_layouts->enter();
    m_status->setWelcome(false);
    m_layouts->focusWork();
}

bool MainWindow::beginProjectIfWelcome() { return !isWelcomeShown() || m_files->newProject(); }

bool MainWindow::finishEditing() { return canvas()->finishNote() && view<Inspector>()->finishEditing(); }

void MainWindow::jumpTo(const QString &thing)
{
    showWorkspace();
    m_layouts->setCanvasShown(true);
    m_document.selection()->selectNames({thing.toStdString()});
    canvas()->reveal({thing.toStdString()});
}

void MainWindow::restoreState()
{
    m_keepsState = true;
    m_actions->restoreShortcuts();
    m_canvasCommands->restoreChoices();
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    m_layouts->restore(settings);
}

void MainWindow::followDocks()
{
    m_docks->refreshTitles();
    for (QTabBar *bar : findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly)) {
        bar->setAccessibleName(tr("Panels")); // Qt makes them when it needs them
        bar->setElideMode(Qt::ElideNone);     // in a narrow window they scroll: a name cut to two letters names nothing
        bar->setUsesScrollButtons(true);
        magnify(*bar, m_layouts->magnification());
    }
    m_layouts->refit();
    m_layouts->fitCentre();
    if (isWelcomeShown())
        m_summary->hide();
    else if (m_summary->placeBeside(m_docks->dockOf<TimelineView>(), m_pages))
        updateSummary();
}

void MainWindow::updateSummary()
{
    if (m_summary->isVisibleTo(this))
        m_summary->say(m_session.result() ? view<TimelineView>()->cornerText() : QString());
}

void MainWindow::openBreakdown(int lane, const TermPath &term)
{
    m_docks->show<BreakdownView>();
    m_host->selectLane(lane);
    view<BreakdownView>()->selectPath(term);
}

void MainWindow::updateTitle()
{
    const QString calibration = CalibrationInUse::instance().name();
    setWindowTitle(
        calibration.isEmpty()
            ? tr("%1[*] – HeteroScope").arg(inTitle(m_document.displayName()))
            : tr("%1[*] – calibration %2 – HeteroScope").arg(inTitle(m_document.displayName()), inTitle(calibration)));
    setWindowModified(m_document.isModified());
}

void MainWindow::say(const QString &text) { m_status->say(text); }

void MainWindow::showAbout()
{
    m_dialogs.report(tr("HeteroScope %1").arg(QCoreApplication::applicationVersion()),
                     tr("See where every millisecond of training goes on mixed hardware.\nFree software under the GNU "
                        "General Public License, version 3 or later."));
}

std::vector<QWidget *> MainWindow::panels() const
{
    std::vector<QWidget *> all = {welcome(), m_bar};
    const auto add = [&](DockArea area) {
        for (QDockWidget *dock : m_docks->in(area))
            all.push_back(dock);
    };
    add(DockArea::left);
    all.push_back(canvas());
    add(DockArea::bottom);
    add(DockArea::right);
    return all;
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    QMetaObject::invokeMethod(this, &MainWindow::followDocks, Qt::QueuedConnection);
}

bool MainWindow::focusNextPrevChild(bool next)
{
    QWidget *target = nextFocus(this, panels(), next);
    if (target)
        target->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return target != nullptr;
}

bool MainWindow::event(QEvent *event)
{
    // What lies between docks belongs to the window itself.
    if (event->type() == QEvent::MouseButtonPress)
        m_layouts->beginSizing();
    const bool done = QMainWindow::event(event);
    if (event->type() == QEvent::MouseButtonRelease)
        m_layouts->endSizing();
    if (event->type() == QEvent::ThemeChange)
        SystemTheme::instance().refresh();
    if (event->type() == QEvent::LayoutRequest && m_summary)
        QMetaObject::invokeMethod(this, &MainWindow::followDocks, Qt::QueuedConnection);
    return done;
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (localFiles(event->mimeData()).isEmpty()) {
        event->ignore();
        return;
    }
    event->setDropAction(Qt::CopyAction);
    event->accept();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const QStringList paths = localFiles(event->mimeData());
    if (paths.isEmpty()) {
        event->ignore();
        return;
    }
    event->setDropAction(Qt::CopyAction);
    event->accept();
    if (paths.size() == 1 && paths.front().endsWith(QStringLiteral(".lesson.json"), Qt::CaseInsensitive))
        m_teaching->openLesson(paths.front());
    else
        m_imports->take(paths);
}

void MainWindow::contextMenuEvent(QContextMenuEvent *event)
{
    const QRect place(canvas()->mapTo(this, QPoint()), canvas()->size());
    if (isWelcomeShown() || !place.contains(event->pos()))
        return;
    QMenu menu(this);
    const auto question = ContextMenus::addLossQuestion(menu, m_session);
    EditCommands::fillContextMenu(menu, *m_actions);
    menu.exec(event->globalPos());
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!m_teaching->mayClose() || !m_files->mayDiscard()) {
        event->ignore();
        return;
    }
    m_files->letGo();
    if (m_keepsState) {
        QSettings settings;
        settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
        m_layouts->keep(settings);
    }
    event->accept();
    emit closed();
}

} // namespace heteroscope
