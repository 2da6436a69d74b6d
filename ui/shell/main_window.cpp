// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/main_window.h"

#include "breakdown/breakdown_view.h"
#include "canvas/canvas_edits.h"
#include "canvas/canvas_view.h"
#include "charts/load_view.h"
#include "charts/memory_view.h"
#include "cluster/catalog.h"
#include "document/autosave.h"
#include "headline/headline_strip.h"
#include "inspector/inspector.h"
#include "palette/palette_view.h"
#include "replay/replay_moment.h"
#include "scenario/scenario_view.h"
#include "shell/messages.h"
#include "shell/standard_dialogs.h"
#include "shell/status_bar.h"
#include "shell/things_view.h"
#include "strategies/strategy_view.h"
#include "timeline/timeline_view.h"
#include "welcome/welcome_page.h"
#include "workload_bar/workload_bar.h"

#include <QCloseEvent>
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

constexpr int paletteWidth = 220;
constexpr int inspectorWidth = 300;
constexpr int dockHeight = 324;
constexpr int dockStateVersion = 4; // another set of docks, another number: an old arrangement is then not used

} // namespace

MainWindow::MainWindow(Engine engine, QWidget *parent)
    : QMainWindow(parent), m_session(&m_document, engine), m_examples(engine), m_dialogs(standardDialogs(this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setMinimumSize(1100, 700);
    resize(1440, 900);
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
    m_status = new StatusBar(&m_session, m_messages->messagesModel(), this);
    setStatusBar(m_status);
    m_summary = new QLabel(this);
    m_summary->setFont(heteroscope::font(TypeRole::label));
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_summary->hide();
    connectActions();
    connectEditing();
    connectSession();
    connectSelection();
    connectReplay();
    updateTitle();
    updateActions();
    showWelcome();
}

MainWindow::~MainWindow()
{
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
    // Docked, the tab says what it is; only a floating dock needs a title of its own.
    dock->setTitleBarWidget(new QWidget(dock));
    connect(dock, &QDockWidget::topLevelChanged, this, [this, dock](bool floating) {
        QWidget *old = dock->titleBarWidget();
        dock->setTitleBarWidget(floating ? nullptr : new QWidget(dock));
        if (old)
            old->deleteLater();
        QMetaObject::invokeMethod(this, &MainWindow::placeSummary, Qt::QueuedConnection);
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
    m_messages = new MessagesView(&m_session, this);
    m_scenario = new ScenarioView(&m_session, this);
    m_bottomDocks = {addDock("timelineDock", tr("Timeline"), m_timeline, Qt::BottomDockWidgetArea),
                     addDock("loadDock", tr("Load"), m_load, Qt::BottomDockWidgetArea),
                     addDock("breakdownDock", tr("Breakdown"), m_breakdown, Qt::BottomDockWidgetArea),
                     addDock("memoryDock", tr("Memory"), m_memory, Qt::BottomDockWidgetArea),
                     addDock("strategiesDock", tr("Strategies"), m_strategies, Qt::BottomDockWidgetArea),
                     addDock("messagesDock", tr("Messages"), m_messages, Qt::BottomDockWidgetArea),
                     addDock("scenarioDock", tr("Scenario"), m_scenario, Qt::BottomDockWidgetArea)};
    for (std::size_t i = 1; i < m_bottomDocks.size(); ++i)
        tabifyDockWidget(m_bottomDocks[i - 1], m_bottomDocks[i]);
    m_bottomDocks.front()->raise();
    for (QDockWidget *dock : m_bottomDocks)
        connect(dock, &QDockWidget::visibilityChanged, this,
                [this] { QMetaObject::invokeMethod(this, &MainWindow::placeSummary, Qt::QueuedConnection); });
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
    if (!isWelcomeShown())
        m_dockState = saveState(dockStateVersion);
    for (QDockWidget *dock : findChildren<QDockWidget *>())
        dock->hide();
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
    m_paletteDock->show();
    m_inspectorDock->show();
    for (QDockWidget *dock : m_bottomDocks)
        dock->show();
    if (m_dockState.isEmpty() || !QMainWindow::restoreState(m_dockState, dockStateVersion))
        resetLayout();
    m_status->setWelcome(false);
    m_canvas->setFocus();
}

void MainWindow::resetLayout()
{
    const std::vector<QDockWidget *> all = {m_paletteDock, m_inspectorDock};
    for (QDockWidget *dock : all) {
        dock->setFloating(false);
        dock->show();
    }
    addDockWidget(Qt::LeftDockWidgetArea, m_paletteDock);
    addDockWidget(Qt::RightDockWidgetArea, m_inspectorDock);
    // Beside the palette as tabs, when they are asked for.
    for (QDockWidget *dock : {m_thingsDock, m_historyDock}) {
        dock->setFloating(false);
        addDockWidget(Qt::LeftDockWidgetArea, dock);
        tabifyDockWidget(m_paletteDock, dock);
        dock->hide();
    }
    for (std::size_t i = 0; i < m_bottomDocks.size(); ++i) {
        m_bottomDocks[i]->setFloating(false);
        m_bottomDocks[i]->show();
        addDockWidget(Qt::BottomDockWidgetArea, m_bottomDocks[i]);
        if (i > 0)
            tabifyDockWidget(m_bottomDocks[i - 1], m_bottomDocks[i]);
    }
    m_bottomDocks.front()->raise();
    resizeDocks({m_paletteDock, m_inspectorDock}, {paletteWidth, inspectorWidth}, Qt::Horizontal);
    resizeDocks({m_bottomDocks.front()}, {std::min(dockHeight, height() * 36 / 100)}, Qt::Vertical);
    QMetaObject::invokeMethod(this, &MainWindow::placeSummary, Qt::QueuedConnection);
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
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    m_dockState = settings.value(QStringLiteral("window/docks")).toByteArray();
}

void MainWindow::placeSummary()
{
    // The line at the right of the dock tabs lives on the tab bar that Qt made for them.
    QTabBar *home = nullptr;
    for (QTabBar *bar : findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly))
        for (int i = 0; i < bar->count(); ++i)
            if (bar->isVisible() && bar->tabText(i) == m_bottomDocks.front()->windowTitle())
                home = bar;
    if (!home || isWelcomeShown()) {
        m_summary->hide();
        return;
    }
    home->setDrawBase(true);
    home->setExpanding(false);
    const int tabsEnd = home->mapTo(this, QPoint(home->tabRect(home->count() - 1).right(), 0)).x();
    const int right = m_pages->mapTo(this, QPoint(m_pages->width(), 0)).x();
    const int top = home->mapTo(this, QPoint(0, 0)).y();
    m_summary->setGeometry(tabsEnd + 16, top, std::max(0, right - tabsEnd - 28), home->height() - 1);
    m_summary->raise();
    m_summary->show();
    updateSummary();
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    QMetaObject::invokeMethod(this, &MainWindow::placeSummary, Qt::QueuedConnection);
}

bool MainWindow::event(QEvent *event)
{
    const bool done = QMainWindow::event(event);
    if (event->type() == QEvent::LayoutRequest && m_summary)
        QMetaObject::invokeMethod(this, &MainWindow::placeSummary, Qt::QueuedConnection);
    return done;
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!mayDiscard()) {
        event->ignore();
        return;
    }
    if (m_keepsState) {
        QSettings settings;
        settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
        const QByteArray docks = isWelcomeShown() ? m_dockState : saveState(dockStateVersion);
        if (!docks.isEmpty())
            settings.setValue(QStringLiteral("window/docks"), docks);
    }
    event->accept();
}

} // namespace heteroscope
