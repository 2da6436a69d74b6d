// SPDX-License-Identifier: GPL-3.0-or-later
//
// What follows what in the window: actions, session, selection.
#include "analysis/replay_moment.h"
#include "breakdown/breakdown_view.h"
#include "canvas/scene/routing_choice.h"
#include "canvas/view/canvas_view.h"
#include "charts/load_view.h"
#include "charts/memory_view.h"
#include "cluster/scenario_span.h"
#include "editing/canvas_edits.h"
#include "headline/headline_strip.h"
#include "inspector/inspector.h"
#include "jobs/family_question.h"
#include "language/core_words.h"
#include "language/sentences.h"
#include "palette/palette_view.h"
#include "pareto/pareto_view.h"
#include "project/library_edits.h"
#include "settings/theme_choice.h"
#include "shell/dock_layouts.h"
#include "shell/kept_windows.h"
#include "shell/main_window.h"
#include "shell/messages.h"
#include "shell/panels.h"
#include "shell/status_bar.h"
#include "strategies/strategy_view.h"
#include "theme/numbers.h"
#include "timeline/timeline_view.h"
#include "welcome/welcome_page.h"
#include "workload_bar/workload_bar.h"

#include <QDockWidget>
#include <QLabel>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr std::array<std::pair<ActionId, LanguageChoice>, 4> languageActions = {{
    {ActionId::systemLanguage, LanguageChoice::system},
    {ActionId::english, LanguageChoice::english},
    {ActionId::german, LanguageChoice::german},
    {ActionId::chinese, LanguageChoice::chinese},
}};

constexpr std::array<std::pair<ActionId, LinkRouting>, 3> routingActions = {{
    {ActionId::straightLinks, LinkRouting::straight},
    {ActionId::curvedLinks, LinkRouting::curved},
    {ActionId::orthogonalLinks, LinkRouting::orthogonal},
}};

} // namespace

void MainWindow::connectActions()
{
    on(ActionId::newProject, [this] { newProject(); });
    on(ActionId::open, [this] { openWithDialog(); });
    on(ActionId::save, [this] { save(); });
    on(ActionId::saveAs, [this] { saveAs(); });
    on(ActionId::exportPicture, [this] { exportPicture(); });
    on(ActionId::recover, [this] {
        if (findLostWork(m_recoveryFolder).empty())
            m_status->say(tr("No window before this one lost any work"));
        else
            offerLostWork();
    });
    on(ActionId::welcome, [this] {
        if (mayDiscard())
            showWelcome();
    });
    on(ActionId::newWindow, [this] { emit newWindowRequested(); });
    on(ActionId::closeWindow, [this] { close(); });
    on(ActionId::quit, [this] { emit quitRequested(); });
    on(ActionId::comeBack, [](bool back) { setWindowsComeBack(back); });
    (*m_actions)[ActionId::comeBack]->setChecked(windowsComeBack());
    on(ActionId::fit, [this] { m_canvas->fit(); });
    connect((*m_actions)[ActionId::measure], &QAction::toggled, m_canvas, &CanvasView::setMeasuring);
    connect(m_canvas, &CanvasView::measuringChanged, (*m_actions)[ActionId::measure], &QAction::setChecked);
    on(ActionId::zoomIn, [this] { m_canvas->zoomIn(); });
    on(ActionId::zoomOut, [this] { m_canvas->zoomOut(); });
    on(ActionId::actualSize, [this] { m_canvas->zoomToActualSize(); });
    on(ActionId::toggleTheme,
       [this] { chooseTheme(currentTheme().isDark() ? ThemeChoice::light : ThemeChoice::dark); });
    on(ActionId::contrastTheme, [this](bool high) { chooseTheme(high ? ThemeChoice::contrast : ThemeChoice::system); });
    on(ActionId::systemTheme, [this](bool follow) {
        chooseTheme(follow ? ThemeChoice::system : currentTheme().isDark() ? ThemeChoice::dark : ThemeChoice::light);
    });
    showThemeChoice();
    for (const auto &[id, choice] : languageActions)
        on(id, [this, choice = choice] { chooseLanguage(choice); });
    showLanguageChoice();
    for (const auto &[id, routing] : routingActions)
        on(id, [this, routing = routing] {
            keepLinkRouting(routing);
            showLinkRouting(routing);
        });
    showLinkRouting(LinkRouting::straight);
    // Another window may have chosen, or the system.
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, &MainWindow::showThemeChoice);
    for (const auto &[id, dock] :
         {std::pair(ActionId::showPalette, m_paletteDock), std::pair(ActionId::showInspector, m_inspectorDock),
          std::pair(ActionId::showThings, m_thingsDock), std::pair(ActionId::showHistory, m_historyDock)}) {
        on(id, [dock = dock](bool shown) {
            dock->setVisible(shown);
            if (shown)
                dock->raise();
        });
        connect(dock, &QDockWidget::visibilityChanged, (*m_actions)[id], &QAction::setChecked);
    }
    for (std::size_t i = 0; i < m_bottomDocks.size(); ++i) {
        const auto id = static_cast<ActionId>(static_cast<std::size_t>(ActionId::showTimeline) + i);
        on(id, [this, id] { showDock(id); });
    }
    on(ActionId::criticalPath, [this](bool shown) {
        m_timeline->setCriticalPathShown(shown);
        if (shown)
            showDock(ActionId::showTimeline);
    });
    connect(m_timeline, &TimelineView::criticalPathToggled, this, [this](bool shown) {
        (*m_actions)[ActionId::criticalPath]->setChecked(shown);
        updateHeadline();
    });
    on(ActionId::live, [this](bool live) { m_session.setLive(live); });
    on(ActionId::plan, [this] { m_session.search(); });
    on(ActionId::cancelPlan, [this] { m_session.cancelSearch(); });
    on(ActionId::applyPlan, [this] { m_session.applyShown(); });
    on(ActionId::showOwnPlan, [this] { m_session.pickNone(); });
    on(ActionId::shortcuts, [this] { showShortcuts(); });
    on(ActionId::about, [this] { showAbout(); });
    connect(m_document.undoStack(), &QUndoStack::indexChanged, this, &MainWindow::updateActions);
    connect(m_document.selection(), &Selection::changed, this, &MainWindow::updateActions);
    connect(&m_document, &Document::projectChanged, this, &MainWindow::updateActions);
    connect(&m_document, &Document::modifiedChanged, this, &MainWindow::updateTitle);
    connect(&m_document, &Document::filePathChanged, this, &MainWindow::updateTitle);
    connect(&m_document, &Document::projectChanged, this, &MainWindow::updateTitle);
    connect(&m_document, &Document::filePathChanged, this, [this] {
        if (m_document.filePath().isEmpty())
            m_fileLock.release();
    });
    connect(&m_document, &Document::editRefused, this,
            [this](const QString &reason) { m_status->say(reason, Role::error); });
    connect(m_canvas, &CanvasView::feedback, this, [this](const QString &text) { m_status->say(text, Role::error); });
    connect(m_canvas, &CanvasView::exampleDropped, this, &MainWindow::openExampleFile);
    connect(m_canvas, &CanvasView::linkTypeChanged, this,
            [this] { m_palette->setCurrentLink(QString::fromStdString(m_canvas->linkType().name)); });
    connect(m_palette, &PaletteView::addRequested, this, [this](PaletteKind kind, const QString &name) {
        if (kind == PaletteKind::note)
            (*m_actions)[ActionId::addNote]->trigger();
        else
            addFromPalette(m_document, kind, name, m_canvas->freePlaceInView());
    });
    connect(m_palette, &PaletteView::linkChosen, this, [this](const QString &name) {
        if (const LinkType *type = findLinkType(m_document.project(), name.toStdString())) {
            m_canvas->setLinkType(*type);
            m_status->say(tr("Links are now drawn as %1: drag from port to port").arg(name));
        }
    });
    connect(&m_document, &Document::projectChanged, this,
            [this] { m_palette->setOwn(ownCatalog(m_document.project())); });
    connect(m_palette, &PaletteView::exampleChosen, this, &MainWindow::openExampleFile);
    connect(m_welcome, &WelcomePage::exampleChosen, this, &MainWindow::openExample);
    connect(m_welcome, &WelcomePage::drawChosen, this, &MainWindow::newProject);
    connect(m_welcome, &WelcomePage::openChosen, this, &MainWindow::openWithDialog);
    connect(m_welcome, &WelcomePage::recentChosen, this, [this](const QString &path) {
        if (mayDiscard())
            openFile(path);
    });
    connect(m_messages, &MessagesView::jumpTo, this, &MainWindow::jumpTo);
    connect(m_inspector, &Inspector::scenarioRequested, this, [this] { showDock(ActionId::showScenario); });
    connect(m_status, &StatusBar::warningsClicked, this, [this] { showDock(ActionId::showMessages); });
}

void MainWindow::chooseTheme(ThemeChoice choice)
{
    keepThemeChoice(choice);
    ThemeHolder::instance().setKind(themeKindOf(choice));
    showThemeChoice();
}

void MainWindow::showThemeChoice()
{
    (*m_actions)[ActionId::contrastTheme]->setChecked(ThemeHolder::instance().kind() == ThemeKind::contrast);
    (*m_actions)[ActionId::systemTheme]->setChecked(keptThemeChoice() == ThemeChoice::system);
}

void MainWindow::chooseLanguage(LanguageChoice choice)
{
    keepLanguageChoice(choice);
    showLanguageChoice();
    if (localeOf(choice).language() != spokenLanguage().language())
        m_dialogs.report(tr("The language is chosen"), tr("The window speaks it from the next start on."));
}

void MainWindow::showLanguageChoice()
{
    for (const auto &[id, choice] : languageActions)
        (*m_actions)[id]->setChecked(choice == keptLanguageChoice());
}

void MainWindow::showLinkRouting(LinkRouting routing)
{
    m_canvas->canvasScene()->setLinkRouting(routing);
    for (const auto &[id, one] : routingActions)
        (*m_actions)[id]->setChecked(one == routing);
}

void MainWindow::connectSession()
{
    connect(&m_session, &Session::shownChanged, this, &MainWindow::showResult);
    connect(&m_session, &Session::staleChanged, this, [this] {
        const bool stale = m_session.isStale();
        m_timeline->setStale(stale);
        m_load->setStale(stale);
        m_breakdown->setStale(stale);
        m_memory->setStale(stale);
        m_headline->setStale(stale);
        m_strategies->setStale(m_session.isRankingStale());
    });
    connect(&m_session, &Session::rankingChanged, this, &MainWindow::showRanking);
    const auto searching = [this] {
        const ProgressUpdate &progress = m_session.progress();
        m_strategies->setSearching(m_session.isSearching(),
                                   progress.total > 0 ? tr("%1 of %2 %3")
                                                            .arg(formatCount(progress.done),
                                                                 formatCount(progress.total), coreWord(progress.what))
                                                      : QString());
        updateHeadline();
        updateActions();
    };
    connect(&m_session, &Session::searchingChanged, this, searching);
    connect(&m_session, &Session::progressChanged, this, searching);
    connect(&m_session, &Session::liveChanged, this, &MainWindow::updateActions);
    m_strategies->setQuestion(new FamilyQuestion(&m_session, this));
    connect(m_strategies, &StrategyView::planPicked, &m_session, &Session::pick);
    connect(m_strategies, &StrategyView::planActivated, this, [this](const Plan &plan) { m_session.apply(plan); });
    connect(m_pareto, &ParetoView::planPicked, &m_session, &Session::pick);
    connect(m_pareto, &ParetoView::planActivated, &m_session, &Session::apply);
    connect(m_strategies, &StrategyView::exportFailed, this,
            [this](const QString &message) { m_dialogs.report(tr("The table is not written"), message); });
    const auto say = [this](const QString &text) { m_status->say(text); };
    connect(m_timeline, &TimelineView::hovered, this, say);
    connect(m_timeline, &TimelineView::measured, this, say);
    connect(m_load, &LoadView::hovered, this, say);
    connect(m_pareto, &ParetoView::hovered, this, say);
    connect(m_timeline, &TimelineView::viewChanged, this, &MainWindow::updateSummary);
}

void MainWindow::connectSelection()
{
    connect(m_timeline, &TimelineView::laneSelected, this, &MainWindow::selectLane);
    connect(m_load, &LoadView::laneSelected, this, &MainWindow::selectLane);
    connect(m_memory, &MemoryView::laneSelected, this, &MainWindow::selectLane);
    connect(m_timeline, &TimelineView::linkSelected, this, [this](const QString &name) {
        if (m_document.project().cluster.findLink(name.toStdString())) // not those inside a node
            m_document.selection()->selectNames({name.toStdString()});
    });
    // A pass of the timeline is its lane (above) and the term of what it does.
    connect(m_timeline, &TimelineView::barSelected, this, [this](BarId bar) {
        const auto result = m_timeline->result();
        if (bar.isValid() && result)
            m_breakdown->selectActivity(result->lanes[static_cast<std::size_t>(bar.lane)]
                                            .intervals[static_cast<std::size_t>(bar.interval)]
                                            .activity);
    });
    connect(m_document.selection(), &Selection::changed, this, &MainWindow::markSelected);
    connect(&m_document, &Document::projectChanged, this, [this] {
        markSelected(); // members of a group
        m_status->forgetRefusal();
    });
}

void MainWindow::connectReplay()
{
    m_timeline->setReplay(&m_replay);
    connect((*m_actions)[ActionId::replay], &QAction::triggered, this, [this] {
        showDock(ActionId::showTimeline);
        m_replay.toggle();
    });
    connect(&m_replay, &Replay::moved, this, &MainWindow::showMoment);
    connect(&m_replay, &Replay::speedChanged, this, [this](double speed) {
        m_status->say(tr("Replay at %1 of the usual speed").arg(formatPercent(speed, 0)));
    });
}

void MainWindow::connectLayouts()
{
    const std::array<std::pair<ActionId, DockLayout>, 3> choices = {{{ActionId::layoutDesign, DockLayout::design},
                                                                     {ActionId::layoutAnalyse, DockLayout::analyse},
                                                                     {ActionId::layoutTeach, DockLayout::teach}}};
    for (const auto &[id, layout] : choices)
        on(id, [this, layout = layout] { m_layouts->choose(layout); });
    const auto show = [this, choices] {
        for (const auto &[id, layout] : choices)
            (*m_actions)[id]->setChecked(m_layouts->current() == layout);
    };
    connect(m_layouts, &DockLayouts::changed, this, show);
    show();
    on(ActionId::resetLayout, [this] { m_layouts->reset(); });
    on(ActionId::nextPanel, [this] { focusNextPanel(panels(), true); });
    on(ActionId::previousPanel, [this] { focusNextPanel(panels(), false); });
    on(ActionId::showCanvas, [this](bool shown) { m_layouts->setCanvasShown(shown); });
    (*m_actions)[ActionId::showCanvas]->setChecked(m_layouts->isCanvasShown());
    connect(m_layouts, &DockLayouts::canvasShownChanged, (*m_actions)[ActionId::showCanvas], &QAction::setChecked);
}

std::vector<QWidget *> MainWindow::panels() const
{
    std::vector<QWidget *> all = {m_welcome, m_bar, m_paletteDock, m_thingsDock, m_historyDock, m_canvas};
    all.insert(all.end(), m_bottomDocks.begin(), m_bottomDocks.end());
    all.push_back(m_inspectorDock);
    return all;
}

void MainWindow::showMoment()
{
    if (!m_replay.at()) {
        m_canvas->canvasScene()->setReplay(std::nullopt);
        return;
    }
    if (!m_moments)
        m_moments = std::make_unique<MomentFinder>(m_session.result(),
                                                   m_session.shown() ? m_session.shown()->topology : nullptr);
    m_canvas->canvasScene()->setReplay(m_moments->at(*m_replay.at()));
}

void MainWindow::selectLane(int lane)
{
    const auto &shown = m_session.shown();
    NameSet devices;
    if (lane >= 0 && shown && shown->result && lane < static_cast<int>(shown->result->lanes.size()))
        for (const DeviceId id : shown->result->lanes[static_cast<std::size_t>(lane)].devices)
            devices.insert(shown->topology->device(id).name);
    m_document.selection()->selectLane(lane, devices);
}

void MainWindow::markSelected()
{
    const Selection &selection = *m_document.selection();
    NameSet things = selection.names();
    things.insert(selection.devices().begin(), selection.devices().end());
    std::set<int> lanes;
    if (const auto &shown = m_session.shown(); shown && !things.empty())
        for (const std::size_t lane : lanesOn(*shown, m_document.project().cluster, things))
            lanes.insert(static_cast<int>(lane));
    m_timeline->setSelectedLanes(lanes);
    m_timeline->setSelectedLinks(selection.names());
    m_load->setSelectedLanes(lanes);
    m_breakdown->setSelectedLanes(lanes);
    m_memory->setSelectedLanes(lanes);
}

void MainWindow::showResult()
{
    const auto &shown = m_session.shown();
    m_timeline->setResult(m_session.result(), shown ? shown->topology : nullptr);
    m_load->setResult(m_session.result());
    m_breakdown->setSimulation(m_session.shown());
    m_memory->setResult(m_session.result());
    m_headline->setResult(m_session.result());
    m_moments.reset();
    m_replay.setResult(m_session.result());
    showMoment();
    m_timeline->setStale(m_session.isStale());
    m_load->setStale(m_session.isStale());
    m_breakdown->setStale(m_session.isStale());
    m_memory->setStale(m_session.isStale());
    m_headline->setStale(m_session.isStale());
    markSelected();
    m_strategies->setOwnStep(m_session.ownStep());
    updateHeadline();
    updateSummary();
    updateActions();
}

void MainWindow::showRanking()
{
    m_strategies->setRanking(m_session.ranking());
    m_strategies->setStale(m_session.isRankingStale());
    updateHeadline();
    updateActions();
}

void MainWindow::updateHeadline()
{
    const auto &shown = m_session.shown();
    const auto &ranking = m_session.ranking();
    if (!shown || !shown->result) {
        const bool empty = m_document.project().cluster.nodes.empty();
        const std::vector<Error> problems = m_session.problems();
        if (!problems.empty() && !empty)
            m_headline->setSentence(tr("Nothing can run on this cluster yet"), sentenceOf(problems.front()),
                                    IconName::warning, Role::warning);
        else if (!empty && ranking && !ranking->best() && !m_session.isSearching())
            m_headline->setSentence(tr("No plan fits this cluster"),
                                    ranking->result.rejected.empty()
                                        ? QString()
                                        : QString::fromStdString(ranking->result.rejected.front().detail),
                                    IconName::warning, Role::warning);
        else
            m_headline->setSentence(empty ? tr("Draw a node to begin") : tr("Searching for a plan"),
                                    empty ? tr("drag one from the palette") : QString());
        return;
    }
    const QString label = QString::fromStdString(planLabel(shown->plan));
    if (!shown->result->feasible && !shown->result->overflows.empty()) {
        m_headline->setSentence(tr("This plan does not fit"), QString::fromStdString(shown->result->overflows.front()),
                                IconName::warning, Role::error);
        return;
    }
    if (m_timeline->isCriticalPathShown()) {
        QStringList causes = criticalCauses(criticalThread(*shown->result));
        if (!causes.isEmpty()) {
            const QString first = causes.takeFirst();
            m_headline->setSentence(tr("Critical path: %1").arg(first), causes.join(QStringLiteral(", ")));
            return;
        }
    }
    if (shown->startTime > Seconds(0)) {
        const Seconds horizon = scenarioSpan(shown->project->cluster).horizon();
        m_headline->setSentence(tr("At %1 of the scenario").arg(formatMoment(shown->startTime, horizon)), label);
        return;
    }
    if (m_session.isSearching() && (!ranking || !ranking->best())) {
        m_headline->setSentence(tr("Searching for faster plans"), label);
        return;
    }
    if (ranking && ranking->best() && !m_session.isRankingStale()) {
        const double best = toSeconds(ranking->best()->result->stepTime).value;
        const double now = toSeconds(shown->result->stepTime).value;
        const bool proved = ranking->result.proved;
        if (now > best * 1.0005) {
            m_headline->setSentence(proved ? tr("A plan %1 faster is proved").arg(formatPercent(1 - best / now))
                                           : tr("A plan %1 faster is known").arg(formatPercent(1 - best / now)),
                                    QString::fromStdString(planLabel(ranking->best()->plan)));
            return;
        }
        m_headline->setSentence(proved ? tr("No plan in the space is faster: proved")
                                       : tr("The best plan so far, gap %1").arg(formatPercent(ranking->result.gap)),
                                label, proved ? IconName::proved : IconName::plan, proved ? Role::ok : Role::selection);
        return;
    }
    m_headline->setSentence(label, m_session.isRankingStale() ? tr("the ranking follows") : QString());
}

void MainWindow::updateSummary()
{
    if (!m_summary || !m_summary->isVisibleTo(this))
        return;
    // Whole statements only, the last one first to stay.
    const QString separator = QStringLiteral(" · ");
    QStringList parts = (m_session.result() ? m_timeline->cornerText() : QString()).split(separator);
    while (!parts.isEmpty() && m_summary->fontMetrics().horizontalAdvance(parts.join(separator)) > m_summary->width())
        parts.removeFirst();
    m_summary->setText(parts.join(separator));
}

void MainWindow::updateTitle()
{
    setWindowTitle(tr("%1[*] – HeteroScope").arg(m_document.displayName()));
    setWindowModified(m_document.isModified());
}

void MainWindow::updateActions()
{
    const auto enable = [this](ActionId id, bool enabled) { (*m_actions)[id]->setEnabled(enabled); };
    updateEditing();
    const Cluster &cluster = m_document.project().cluster;
    enable(ActionId::plan, !cluster.nodes.empty() && !m_session.isSearching());
    enable(ActionId::cancelPlan, m_session.isSearching());
    const auto &shown = m_session.shown();
    const bool own = shown && shown->origin == PlanOrigin::project;
    enable(ActionId::applyPlan, shown && shown->result && !own);
    enable(ActionId::showOwnPlan, m_session.picked().has_value());
    (*m_actions)[ActionId::live]->setChecked(m_session.isLive());
}

void MainWindow::showAbout()
{
    m_dialogs.report(tr("HeteroScope %1").arg(QCoreApplication::applicationVersion()),
                     tr("See where every millisecond of training goes on mixed hardware.\nFree software under the GNU "
                        "General Public License, version 3 or later."));
}

} // namespace heteroscope
