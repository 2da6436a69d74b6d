// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/main_window.h"
#include "canvas/controls/legend_choice.h"

#include "analysis/replay_moment.h"
#include "breakdown/breakdown_view.h"
#include "canvas/scene/routing_choice.h"
#include "canvas/view/canvas_view.h"
#include "charts/load_view.h"
#include "charts/memory_view.h"
#include "cluster/catalog.h"
#include "document/autosave.h"
#include "editing/canvas_edits.h"
#include "headline/headline_strip.h"
#include "inspector/inspector.h"
#include "palette/palette_view.h"
#include "pareto/pareto_view.h"
#include "plan_editor/plan_editor.h"
#include "scenario/scenario_view.h"
#include "shell/dock_layouts.h"
#include "shell/dock_title.h"
#include "shell/messages.h"
#include "shell/panels.h"
#include "shell/standard_dialogs.h"
#include "shell/status_bar.h"
#include "shell/things_view.h"
#include "strategies/strategy_view.h"
#include "theme/system_theme.h"
#include "timeline/timeline_view.h"
#include "welcome/welcome_page.h"
#include "workload_bar/workload_bar.h"

#include <QCloseEvent>
#include <QDialog>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QStackedWidget>
#include <QTabBar>
#include <QUndoView>
#include <QVBoxLayout>

namespace heteroscope {
namespace {

constexpr int leastCanvas = 160; // px that docks leave of it

} // namespace

MainWindow::MainWindow(Engine engine, QWidget *parent)
    : QMainWindow(parent), m_session(&m_document, engine), m_examples(engine), m_dialogs(standardDialogs(this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setMinimumSize(1100, 700);
    resize(1440, 900);
    setAcceptDrops(true);
    setDockOptions(QMainWindow::AllowTabbedDocks | QMainWindow::AllowNestedDocks | QMainWindow::GroupedDragging);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    buildCentre();
    buildDocks();
    m_actions = std::make_unique<Actions>(this, m_canvas);
    buildMenu();
    m_bar = new WorkloadBar(&m_session, *m_actions, m_menu, this);
    addToolBar(Qt::TopToolBarArea, m_bar);
    m_status = new StatusBar(&m_session, m_messages->messagesModel(), (*m_actions)[ActionId::showMessages], this);
    setStatusBar(m_status);
    m_summary = new QLabel(this);
    m_summary->setFont(heteroscope::font(TypeRole::label));
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_summary->hide();
    connectActions();
    connectEditing();
    connectSeeing();
    connectSession();
    connectSelection();
    connectReplay();
    connectLayouts();
    updateTitle();
    updateActions();
    showWelcome();
}

MainWindow::~MainWindow()
{
    // A field that loses the focus finishes its edit: now, not when the window is gone that it would tell.
    for (QDialog *dialog : findChildren<QDialog *>(Qt::FindDirectChildrenOnly))
        dialog->close();
    if (QWidget *focused = focusWidget())
        focused->clearFocus();
    // Members go before the child widgets: nobody may listen to them any more.
    m_autosave.reset();
    m_document.undoStack()->disconnect();
    m_document.selection()->disconnect();
    m_document.disconnect();
    m_session.disconnect();
    m_replay.disconnect();
    m_examples.disconnect();
}

void MainWindow::buildCentre()
{
    m_pages = new QStackedWidget(this);
    m_welcome = new WelcomePage(&m_examples, m_pages);
    auto *workspace = new QWidget(m_pages);
    auto *layout = new QVBoxLayout(workspace);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_canvas = new CanvasView(&m_document, workspace);
    m_canvas->setSession(&m_session);
    m_canvas->setMinimumHeight(leastCanvas);
    m_headline = new HeadlineStrip(workspace);
    layout->addWidget(m_canvas, 1);
    layout->addWidget(m_headline);
    m_pages->addWidget(m_welcome);
    m_pages->addWidget(workspace);
    setCentralWidget(m_pages);
}

QDockWidget *MainWindow::addDock(const char *name, const QString &title, QWidget *content, Qt::DockWidgetArea area)
{
    auto *dock = new QDockWidget(title, this);
    dock->setObjectName(QString::fromLatin1(name));
    dock->setWidget(content);
    dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable |
                      QDockWidget::DockWidgetClosable);
    // Palette and inspector speak for themselves; of results the name stands on the tab, or over a dock that is alone.
    const bool named = area == Qt::BottomDockWidgetArea;
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
        QMetaObject::invokeMethod(this, &MainWindow::nameDocks, Qt::QueuedConnection);
    });
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::buildDocks()
{
    std::vector<PaletteExample> shipped;
    for (const ExampleCard &card : m_examples.cards())
        shipped.push_back({card.file, card.title});
    m_palette = new PaletteView(builtinCatalog(), std::move(shipped), this);
    m_palette->setMinimumWidth(180);
    m_palette->setCurrentLink(QString::fromStdString(m_canvas->linkType().name));
    m_paletteDock = addDock("paletteDock", tr("Palette"), m_palette, Qt::LeftDockWidgetArea);
    m_inspector = new Inspector(&m_session, this);
    m_inspector->setMinimumWidth(260);
    m_inspectorDock = addDock("inspectorDock", tr("Inspector"), m_inspector, Qt::RightDockWidgetArea);

    m_things = new ThingsView(&m_document, this);
    m_thingsDock = addDock("thingsDock", tr("Drawn"), m_things, Qt::LeftDockWidgetArea);
    auto *history = new QUndoView(m_document.undoStack(), this);
    history->setEmptyLabel(tr("As it was opened"));
    history->setAccessibleName(tr("History of edits"));
    history->setFrameShape(QFrame::NoFrame);
    m_historyDock = addDock("historyDock", tr("History"), history, Qt::LeftDockWidgetArea);

    m_timeline = new TimelineView(this);
    m_load = new LoadView(this);
    m_breakdown = new BreakdownView(this);
    m_memory = new MemoryView(this);
    m_strategies = new StrategyView(this);
    m_pareto = new ParetoView(&m_session, this);
    m_planEditor = new PlanEditor(&m_session, this);
    m_messages = new MessagesView(&m_session, this);
    m_scenario = new ScenarioView(&m_session, this);
    const auto result = [this](const char *name, const QString &title, QWidget *view) {
        return addDock(name, title, view, Qt::BottomDockWidgetArea);
    };
    DockParts parts;
    parts.timeline = result("timelineDock", tr("Timeline"), m_timeline);
    parts.load = result("loadDock", tr("Load"), m_load);
    parts.breakdown = result("breakdownDock", tr("Breakdown"), m_breakdown);
    parts.memory = result("memoryDock", tr("Memory"), m_memory);
    parts.strategies = result("strategiesDock", tr("Strategies"), m_strategies);
    parts.pareto = result("paretoDock", tr("Pareto"), m_pareto);
    parts.planEditor = result("planEditorDock", tr("Plan by hand"), m_planEditor);
    parts.messages = result("messagesDock", tr("Messages"), m_messages);
    parts.scenario = result("scenarioDock", tr("Scenario"), m_scenario);
    m_bottomDocks = parts.bottom();
    for (QDockWidget *dock : m_bottomDocks)
        connect(dock, &QDockWidget::visibilityChanged, this,
                [this] { QMetaObject::invokeMethod(this, &MainWindow::nameDocks, Qt::QueuedConnection); });
    parts.window = this;
    parts.centre = m_pages;
    parts.canvas = m_canvas;
    parts.headline = m_headline;
    parts.timelineView = m_timeline;
    parts.palette = m_paletteDock;
    parts.inspector = m_inspectorDock;
    parts.tabs = {m_thingsDock, m_historyDock};
    m_layouts = new DockLayouts(std::move(parts));
}

void MainWindow::buildMenu()
{
    m_menu = new QMenu(this);
    for (std::size_t i = 0; i < actionGroupNames.size(); ++i) {
        QMenu *group = m_menu->addMenu(actionGroupTitle(static_cast<ActionGroup>(i)));
        m_actions->fill(group, static_cast<ActionGroup>(i));
        if (static_cast<ActionGroup>(i) == ActionGroup::file) {
            m_recentMenu = new QMenu(tr("Open recent"), group);
            group->insertMenu((*m_actions)[ActionId::save], m_recentMenu);
            connect(group, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
        }
    }
}

bool MainWindow::isWelcomeShown() const { return m_pages->currentWidget() == m_welcome; }

void MainWindow::showWelcome()
{
    m_layouts->leave();
    m_bar->hide();
    m_summary->hide();
    m_pages->setCurrentWidget(m_welcome);
    m_status->setWelcome(true);
    m_welcome->setFocus();
}

void MainWindow::showWorkspace()
{
    if (!isWelcomeShown())
        return;
    m_pages->setCurrentIndex(1);
    m_bar->show();
    m_layouts->enter();
    m_status->setWelcome(false);
    m_layouts->focusWork();
}

void MainWindow::showDock(ActionId id)
{
    const auto index = static_cast<std::size_t>(id) - static_cast<std::size_t>(ActionId::showTimeline);
    if (index >= m_bottomDocks.size())
        return;
    m_bottomDocks[index]->show();
    m_bottomDocks[index]->raise();
    m_bottomDocks[index]->widget()->setFocus();
}

void MainWindow::restoreState()
{
    m_keepsState = true;
    m_actions->restoreShortcuts();
    showLinkRouting(keptLinkRouting());
    restoreLegend(*m_canvas);
    keepLegend(*m_canvas);
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    m_layouts->restore(settings);
}

void MainWindow::nameDocks()
{
    for (QDockWidget *dock : m_bottomDocks)
        if (auto *title = qobject_cast<DockTitle *>(dock->titleBarWidget()))
            title->refresh();
    for (QTabBar *bar : findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly))
        bar->setAccessibleName(tr("Panels")); // Qt makes them when it needs them
    m_layouts->fitCentre();
    placeSummary();
}

void MainWindow::placeSummary()
{
    // The line at the right of the dock tabs lives on the tab bar that Qt made for them, or on the dock's own title.
    QDockWidget *timeline = m_bottomDocks.front();
    QTabBar *bar = nullptr;
    for (QTabBar *one : findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly))
        for (int i = 0; i < one->count(); ++i)
            if (one->isVisible() && one->tabText(i) == timeline->windowTitle())
                bar = one;
    const auto *title = qobject_cast<DockTitle *>(timeline->titleBarWidget());
    const bool onTitle = !bar && title && title->isShown() && title->isVisible();
    if (isWelcomeShown() || (!bar && !onTitle)) {
        m_summary->hide();
        return;
    }
    const QWidget *home = onTitle ? static_cast<const QWidget *>(title) : bar;
    int textEnd = 0;
    int right = 0;
    if (onTitle) {
        textEnd = title->mapTo(this, QPoint(title->textEnd(), 0)).x();
        right = title->mapTo(this, QPoint(title->width(), 0)).x();
    } else {
        bar->setDrawBase(true);
        bar->setExpanding(false);
        textEnd = bar->mapTo(this, QPoint(bar->tabRect(bar->count() - 1).right(), 0)).x();
        right = m_pages->mapTo(this, QPoint(m_pages->width(), 0)).x();
    }
    const int top = home->mapTo(this, QPoint(0, 0)).y();
    m_summary->setGeometry(textEnd + 16, top, std::max(0, right - textEnd - 28), home->height() - 1);
    m_summary->raise();
    m_summary->show();
    updateSummary();
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    QMetaObject::invokeMethod(this, &MainWindow::nameDocks, Qt::QueuedConnection);
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
    const bool done = QMainWindow::event(event);
    if (event->type() == QEvent::ThemeChange)
        SystemTheme::instance().refresh();
    if (event->type() == QEvent::LayoutRequest && m_summary)
        QMetaObject::invokeMethod(this, &MainWindow::nameDocks, Qt::QueuedConnection);
    return done;
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!mayDiscard()) {
        event->ignore();
        return;
    }
    if (m_autosave)
        m_autosave->forget(); // saved, or not wanted
    if (m_keepsState) {
        QSettings settings;
        settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
        m_layouts->keep(settings);
    }
    m_fileLock.release();
    event->accept();
    emit closed();
}

} // namespace heteroscope
