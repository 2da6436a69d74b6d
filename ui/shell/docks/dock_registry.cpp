// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/docks/dock_registry.h"

#include "breakdown/breakdown_view.h"
#include "canvas/scene/canvas_scene.h"
#include "canvas/view/canvas_view.h"
#include "charts/load_pages.h"
#include "charts/memory_pages.h"
#include "cluster/catalog.h"
#include "cluster/scenario_span.h"
#include "compare/compare_view.h"
#include "compare/difference_badges.h"
#include "designs/design_view.h"
#include "editing/marker_commands.h"
#include "inspector/inspector.h"
#include "jobs/family_question.h"
#include "language/planner_words.h"
#include "lessons/lesson_view.h"
#include "measured/measured_view.h"
#include "overtime/sequence_view.h"
#include "palette/palette_view.h"
#include "parallel/parallel_view.h"
#include "pareto/pareto_view.h"
#include "plan_editor/plan_editor.h"
#include "project/edits.h"
#include "project/library_edits.h"
#include "scenario/scenario_view.h"
#include "sensitivity/sensitivity_view.h"
#include "shell/docks/dock_host.h"
#include "shell/messages.h"
#include "shell/things_view.h"
#include "strategies/strategy_view.h"
#include "theme/numbers.h"
#include "timeline/details_view.h"
#include "timeline/marker_list.h"
#include "timeline/timeline_view.h"
#include "together/jobs_view.h"
#include "whatif/what_if_view.h"

#include <QUndoView>

namespace heteroscope {
namespace {

QWidget *makePalette(DockHost &host)
{
    const CanvasView *canvas = host.parts().canvas;
    const Document *document = host.parts().document;
    auto *view = new PaletteView(builtinCatalog(), host.parts().examples, host.parts().window);
    view->setMinimumWidth(180);
    const auto showLink = [view, canvas] { view->setCurrentLink(QString::fromStdString(canvas->linkType().name)); };
    showLink();
    QObject::connect(canvas, &CanvasView::linkTypeChanged, view, showLink);
    QObject::connect(document, &Document::projectChanged, view,
                     [view, document] { view->setOwn(ownCatalog(document->project())); });
    QObject::connect(view, &PaletteView::addRequested, &host, &DockHost::addRequested);
    QObject::connect(view, &PaletteView::linkChosen, &host, &DockHost::linkTypeRequested);
    QObject::connect(view, &PaletteView::exampleChosen, &host, &DockHost::exampleRequested);
    return view;
}

QWidget *makeInspector(DockHost &host)
{
    auto *view = new Inspector(host.session(), host.parts().window);
    QObject::connect(view, &Inspector::scenarioRequested, &host, &DockHost::scenarioRequested);
    return view;
}

QWidget *makeThings(DockHost &host)
{
    auto *view = new ThingsView(host.parts().document, host.parts().window);
    QObject::connect(view, &ThingsView::jumpTo, &host, &DockHost::jumpRequested);
    return view;
}

QWidget *makeHistory(DockHost &host)
{
    auto *view = new QUndoView(host.parts().document->undoStack(), host.parts().window);
    view->setEmptyLabel(DockHost::tr("As opened"));
    view->setAccessibleName(DockHost::tr("History of edits"));
    view->setFrameShape(QFrame::NoFrame);
    return view;
}

QWidget *makeLessons(DockHost &host)
{
    auto *view = new LessonView(host.session(), host.parts().window);
    return view;
}

QWidget *makeTimeline(DockHost &host)
{
    auto *view = new TimelineView(host.parts().window);
    view->setReplay(host.parts().replay);
    QObject::connect(&host, &DockHost::resultChanged, view,
                     [view, &host] { view->setResult(host.result(), host.topology()); });
    QObject::connect(&host, &DockHost::staleChanged, view, &TimelineView::setStale);
    QObject::connect(&host, &DockHost::marked, view, [view](const std::set<int> &lanes, const NameSet &names) {
        view->setSelectedLanes(lanes);
        view->setSelectedLinks(names);
    });
    QObject::connect(view, &TimelineView::laneSelected, &host, &DockHost::selectLane);
    QObject::connect(view, &TimelineView::linkSelected, &host, &DockHost::selectLink);
    QObject::connect(view, &TimelineView::barSelected, &host,
                     [&host](BarId bar) { host.chooseActivity(bar.lane, bar.interval); });
    QObject::connect(view, &TimelineView::barSelected, &host, &DockHost::barChosen);
    QObject::connect(&host, &DockHost::barWanted, view, &TimelineView::selectBar);
    QObject::connect(view, &TimelineView::hovered, &host, &DockHost::said);
    QObject::connect(view, &TimelineView::measured, &host, &DockHost::said);
    Document *document = host.parts().document;
    QObject::connect(document, &Document::projectChanged, view,
                     [view, document] { view->setMarkers(document->project().markers); });
    QObject::connect(view, &TimelineView::markerAdded, document,
                     [document](const Marker &marker) { addMarkerTo(*document, marker); });
    QObject::connect(view, &TimelineView::markerChanged, document,
                     [document](const Marker &marker) { changeMarker(*document, marker); });
    QObject::connect(view, &TimelineView::markerRemoved, document, [document](int id) { deleteMarker(*document, id); });
    QObject::connect(view, &TimelineView::markerSelected, &host, &DockHost::markerChosen);
    QObject::connect(&host, &DockHost::markerWanted, view, &TimelineView::selectMarker);
    return view;
}

QWidget *makeMarkers(DockHost &host)
{
    auto *view = new MarkerList(host.parts().window);
    Document *document = host.parts().document;
    const auto show = [view, document] { view->setMarkers(document->project().markers); };
    show();
    QObject::connect(document, &Document::projectChanged, view, show);
    QObject::connect(&host, &DockHost::resultChanged, view, [view, &host] {
        view->model()->setStepEnd(host.result() ? toSeconds(host.result()->stepTime) : Seconds(maxMarkerTime));
    });
    QObject::connect(view, &MarkerList::chosen, &host, &DockHost::markerWanted);
    QObject::connect(&host, &DockHost::markerChosen, view, &MarkerList::setCurrent);
    QObject::connect(view, &MarkerList::changeWanted, document,
                     [document](const Marker &marker) { changeMarker(*document, marker); });
    QObject::connect(view, &MarkerList::removalWanted, document, [document](int id) { deleteMarker(*document, id); });
    return view;
}

QWidget *makeDetails(DockHost &host)
{
    auto *view = new DetailsView(host.parts().window);
    QObject::connect(&host, &DockHost::resultChanged, view,
                     [view, &host] { view->setResult(host.result(), host.topology()); });
    QObject::connect(&host, &DockHost::barChosen, view, &DetailsView::setBar);
    QObject::connect(view, &DetailsView::barWanted, &host, &DockHost::barWanted);
    return view;
}

QWidget *makeLoad(DockHost &host)
{
    auto *view = new LoadPages(host.parts().window);
    QObject::connect(&host, &DockHost::resultChanged, view,
                     [view, &host] { view->setSimulation(host.session()->shown()); });
    QObject::connect(&host, &DockHost::staleChanged, view, &LoadPages::setStale);
    QObject::connect(&host, &DockHost::marked, view, &LoadPages::setSelectedLanes);
    QObject::connect(view, &LoadPages::laneSelected, &host, &DockHost::selectLane);
    QObject::connect(view, &LoadPages::hovered, &host, &DockHost::said);
    QObject::connect(view, &LoadPages::exportFailed, &host, [&host](const QString &message) {
        emit host.failed(DockHost::tr("The table was not saved"), message);
    });
    return view;
}

QWidget *makeBreakdown(DockHost &host)
{
    auto *view = new BreakdownView(host.parts().window);
    QObject::connect(&host, &DockHost::resultChanged, view,
                     [view, &host] { view->setSimulation(host.session()->shown()); });
    QObject::connect(&host, &DockHost::staleChanged, view, &BreakdownView::setStale);
    QObject::connect(&host, &DockHost::marked, view, &BreakdownView::setSelectedLanes);
    QObject::connect(&host, &DockHost::activityChosen, view, &BreakdownView::selectActivity);
    return view;
}

QWidget *makeMemory(DockHost &host)
{
    auto *view = new MemoryPages(host.session()->engine(), host.parts().window);
    QObject::connect(&host, &DockHost::resultChanged, view,
                     [view, &host] { view->setSimulation(host.session()->shown()); });
    QObject::connect(&host, &DockHost::staleChanged, view, &MemoryPages::setStale);
    QObject::connect(&host, &DockHost::marked, view, &MemoryPages::setSelectedLanes);
    QObject::connect(view, &MemoryPages::laneSelected, &host, &DockHost::selectLane);
    QObject::connect(view, &MemoryPages::hovered, &host, &DockHost::said);
    QObject::connect(view, &MemoryPages::exportFailed, &host, [&host](const QString &message) {
        emit host.failed(DockHost::tr("The table was not saved"), message);
    });
    return view;
}

void showSearching(StrategyView &view, const Session &session)
{
    const ProgressUpdate &progress = session.progress();
    view.setSearching(session.isSearching(),
                      progress.total > 0
                          ? DockHost::tr("%1 of %2 %3")
                                .arg(formatCount(progress.done), formatCount(progress.total), wordOf(progress.task))
                          : QString(),
                      session.isCancelling());
}

/// What a stale ranking was searched for, and what comes next.
void showAge(StrategyView &view, const Session &session)
{
    const RankingAge age = session.rankingAge();
    QString account;
    if (age == RankingAge::otherTime) {
        const Seconds horizon = scenarioSpan(session.document()->project().cluster).horizon();
        account = DockHost::tr("ranked for the step at %1, shown is the step at %2")
                      .arg(formatMoment(session.ranking()->result.startTime, horizon),
                           formatMoment(session.startTime(), horizon));
    } else if (age == RankingAge::otherProject) {
        account = DockHost::tr("ranked for the cluster and job before the last edit");
    }
    view.setAge(age, account);
}

QWidget *makeStrategies(DockHost &host)
{
    Session *session = host.session();
    auto *view = new StrategyView(host.parts().window);
    view->setQuestion(new FamilyQuestion(session, view));
    const auto showStale = [view, session] { showAge(*view, *session); };
    QObject::connect(session, &Session::rankingChanged, view, [view, session, showStale] {
        view->setRanking(session->ranking());
        showStale();
    });
    QObject::connect(session, &Session::staleChanged, view, showStale);
    QObject::connect(session, &Session::startTimeChanged, view, showStale);
    QObject::connect(session, &Session::planStepsChanged, view,
                     [view, session] { view->setPlanSteps(session->planSteps()); });
    QObject::connect(view, &StrategyView::searchRequested, session, &Session::search);
    QObject::connect(view, &StrategyView::cancelRequested, session, &Session::cancelSearch);
    QObject::connect(view, &StrategyView::keptPlanRemoved, session, [session](const QString &name) {
        Document &document = *session->document();
        document.edit(DockHost::tr("Remove plan %1").arg(name), removePlan(document.project(), name.toStdString()));
    });
    const auto searching = [view, session] { showSearching(*view, *session); };
    QObject::connect(session, &Session::searchingChanged, view, searching);
    QObject::connect(session, &Session::progressChanged, view, searching);
    QObject::connect(view, &StrategyView::previewed, host.parts().canvas, &CanvasView::setPreview);
    QObject::connect(view, &StrategyView::filterChanged, &host, &DockHost::plansFiltered);
    QObject::connect(&host, &DockHost::plansBrushed, view, &StrategyView::setBrush);
    QObject::connect(view, &StrategyView::planPicked, session, &Session::pick);
    QObject::connect(view, &StrategyView::planActivated, session, &Session::apply);
    QObject::connect(view, &StrategyView::exportFailed, &host, [&host](const QString &message) {
        emit host.failed(DockHost::tr("The table was not saved"), message);
    });
    return view;
}

QWidget *makeMessages(DockHost &host)
{
    auto *view = new MessagesView(host.session(), host.parts().window);
    QObject::connect(view, &MessagesView::jumpTo, &host, &DockHost::jumpRequested);
    return view;
}

QWidget *makePareto(DockHost &host)
{
    auto *view = new ParetoView(host.session(), host.parts().window);
    QObject::connect(&host, &DockHost::plansFiltered, view, &ParetoView::setFilter);
    QObject::connect(view, &ParetoView::planPicked, host.session(), &Session::pick);
    QObject::connect(view, &ParetoView::planActivated, host.session(), &Session::apply);
    QObject::connect(view, &ParetoView::hovered, &host, &DockHost::said);
    return view;
}

QWidget *makeParallel(DockHost &host)
{
    auto *view = new ParallelView(host.session(), host.parts().window);
    QObject::connect(view, &ParallelView::brushed, &host, &DockHost::plansBrushed);
    QObject::connect(&host, &DockHost::plansFiltered, view, &ParallelView::setFilter);
    QObject::connect(view, &ParallelView::planPicked, host.session(), &Session::pick);
    QObject::connect(view, &ParallelView::planActivated, host.session(), &Session::apply);
    QObject::connect(view, &ParallelView::hovered, &host, &DockHost::said);
    QObject::connect(view, &ParallelView::exportFailed, &host, [&host](const QString &message) {
        emit host.failed(DockHost::tr("The table was not saved"), message);
    });
    return view;
}

QWidget *makeCompare(DockHost &host)
{
    auto *view = new CompareView(host.session(), host.parts().window);
    QObject::connect(view, &CompareView::laneSelected, &host, &DockHost::selectLane);
    QObject::connect(view, &CompareView::said, &host, &DockHost::said);
    CanvasScene *scene = host.parts().canvas->canvasScene();
    QObject::connect(view, &CompareView::differencesShown, scene,
                     [badges = new DifferenceBadges(*scene)](const std::vector<NodeDifference> &differences) {
                         badges->setDifferences(differences);
                     });
    QObject::connect(view, &CompareView::exportFailed, &host, [&host](const QString &message) {
        emit host.failed(DockHost::tr("The table was not saved"), message);
    });
    return view;
}

QWidget *makeMeasured(DockHost &host)
{
    auto *view = new MeasuredView(host.session(), host.parts().window);
    QObject::connect(&host, &DockHost::staleChanged, view, &MeasuredView::setStale);
    QObject::connect(&host, &DockHost::marked, view, &MeasuredView::setSelectedLanes);
    QObject::connect(view, &MeasuredView::laneSelected, &host, &DockHost::selectLane);
    QObject::connect(view, &MeasuredView::said, &host, &DockHost::said);
    QObject::connect(view, &MeasuredView::failed, &host, &DockHost::failed);
    return view;
}

QWidget *makeSensitivity(DockHost &host)
{
    auto *view = new SensitivityView(host.session(), host.parts().window);
    QObject::connect(view, &SensitivityView::exportFailed, &host, [&host](const QString &message) {
        emit host.failed(DockHost::tr("The table was not saved"), message);
    });
    return view;
}

QWidget *makeWhatIf(DockHost &host) { return new WhatIfView(host.session(), host.parts().window); }

QWidget *makeDesign(DockHost &host)
{
    auto *view = new DesignView(host.session(), host.parts().window);
    QObject::connect(view, &DesignView::failed, &host, &DockHost::failed);
    return view;
}

QWidget *makePlanEditor(DockHost &host) { return new PlanEditor(host.session(), host.parts().window); }

QWidget *makeScenario(DockHost &host) { return new ScenarioView(host.session(), host.parts().window); }

QWidget *makeSequence(DockHost &host) { return new SequenceView(host.session(), host.parts().window); }

QWidget *makeJobs(DockHost &host) { return new JobsView(host.session(), host.parts().window); }

constexpr DockPlace inLeft(int position, bool shown = true) { return {DockArea::left, position, shown}; }
constexpr DockPlace inRight(bool shown = true) { return {DockArea::right, 0, shown}; }
constexpr DockPlace inBottom(int position, bool shown = true) { return {DockArea::bottom, position, shown}; }
constexpr DockPlace inLowerLeft(int position) { return {DockArea::lowerLeft, position}; }
constexpr DockPlace inLowerRight(int position, bool shown = true) { return {DockArea::lowerRight, position, shown}; }
constexpr bool onDemand = false;

} // namespace

const std::vector<DockSpec> &dockRegistry()
{
    // Name, title, command, factory; places in Design, Analyse and Teach.
    static const std::vector<DockSpec> registry = {
        {"paletteDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Palette"),
         {"showPalette", QT_TRANSLATE_NOOP("Actions", "Palette"), "F9"},
         makePalette,
         {inLeft(0), inLeft(0, onDemand), inLeft(0, onDemand)}},
        {"inspectorDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Inspector"),
         {"showInspector", QT_TRANSLATE_NOOP("Actions", "Inspector"), "F10"},
         makeInspector,
         {inRight(), inRight(onDemand), inRight(onDemand)}},
        {"thingsDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Drawn"),
         {"showThings", QT_TRANSLATE_NOOP("Actions", "Drawn items"), "F7"},
         makeThings,
         {inLeft(1, onDemand), inLeft(1, onDemand), inLeft(1, onDemand)}},
        {"historyDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "History"),
         {"showHistory", QT_TRANSLATE_NOOP("Actions", "History"), "F8"},
         makeHistory,
         {inLeft(2, onDemand), inLeft(2, onDemand), inLeft(2, onDemand)}},
        {"lessonsDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Lessons"),
         {"showLessons", QT_TRANSLATE_NOOP("Actions", "Lessons"), "Ctrl+Alt+L"},
         makeLessons,
         {inLeft(3, onDemand), inLeft(3, onDemand), inLeft(3, onDemand)}},
        {"timelineDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Timeline"),
         {"showTimeline", QT_TRANSLATE_NOOP("Actions", "Timeline"), "Alt+1"},
         makeTimeline,
         {inBottom(0), inBottom(0), inBottom(0)}},
        {"loadDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Load"),
         {"showLoad", QT_TRANSLATE_NOOP("Actions", "Load"), "Alt+2"},
         makeLoad,
         {inBottom(1), inLowerLeft(0), inBottom(1)}},
        {"breakdownDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Breakdown"),
         {"showBreakdown", QT_TRANSLATE_NOOP("Actions", "Breakdown"), "Alt+3"},
         makeBreakdown,
         {inBottom(2), inLowerRight(1), inBottom(3, onDemand)}},
        {"detailsDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Details"),
         {"showDetails", QT_TRANSLATE_NOOP("Actions", "Details of the bar"), "Alt+Shift+8"},
         makeDetails,
         {inBottom(15, onDemand), inLowerRight(2), inBottom(15, onDemand)}},
        {"markersDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Markers"),
         {"showMarkers", QT_TRANSLATE_NOOP("Actions", "Markers of the timeline"), "Alt+Shift+9"},
         makeMarkers,
         {inBottom(17, onDemand), inLowerRight(3, onDemand), inBottom(17, onDemand)}},
        {"memoryDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Memory"),
         {"showMemory", QT_TRANSLATE_NOOP("Actions", "Memory"), "Alt+4"},
         makeMemory,
         {inBottom(3), inLowerRight(0), inBottom(2)}},
        {"strategiesDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Strategies"),
         {"showStrategies", QT_TRANSLATE_NOOP("Actions", "Strategies"), "Alt+5"},
         makeStrategies,
         {inBottom(4), inBottom(4), inBottom(4, onDemand)}},
        {"compareDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Compare"),
         {"showCompare", QT_TRANSLATE_NOOP("Actions", "Compare results"), "Alt+Shift+1"},
         makeCompare,
         {inBottom(5), inBottom(5), inBottom(5, onDemand)}},
        {"paretoDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Pareto"),
         {"showPareto", QT_TRANSLATE_NOOP("Actions", "Pareto chart"), "Alt+8"},
         makePareto,
         {inBottom(6), inBottom(6), inBottom(6, onDemand)}},
        {"sensitivityDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "What to change"),
         {"showSensitivity", QT_TRANSLATE_NOOP("Actions", "What to change"), "Alt+Shift+2"},
         makeSensitivity,
         {inBottom(7, onDemand), inBottom(7, onDemand), inBottom(7, onDemand)}},
        {"measuredDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Measured"),
         {"showMeasured", QT_TRANSLATE_NOOP("Actions", "Measured beside simulated"), "Alt+Shift+3"},
         makeMeasured,
         {inBottom(11, onDemand), inBottom(11, onDemand), inBottom(11, onDemand)}},
        {"parallelDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Parallel axes"),
         {"showParallel", QT_TRANSLATE_NOOP("Actions", "Plans on parallel axes"), "Alt+Shift+7"},
         makeParallel,
         {inBottom(14, onDemand), inBottom(14, onDemand), inBottom(14, onDemand)}},
        {"whatIfDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "What if"),
         {"showWhatIf", QT_TRANSLATE_NOOP("Actions", "What if"), "Alt+Shift+6"},
         makeWhatIf,
         {inBottom(13, onDemand), inBottom(13, onDemand), inBottom(13, onDemand)}},
        {"designDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "What to buy"),
         {"showDesign", QT_TRANSLATE_NOOP("Actions", "What to buy"), "Alt+Shift+4"},
         makeDesign,
         {inBottom(16, onDemand), inBottom(16, onDemand), inBottom(16, onDemand)}},
        {"planEditorDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Plan by hand"),
         {"showPlanEditor", QT_TRANSLATE_NOOP("Actions", "Plan by hand"), "Alt+9"},
         makePlanEditor,
         {inBottom(8), inBottom(8), inBottom(8, onDemand)}},
        {"messagesDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Messages"),
         {"showMessages", QT_TRANSLATE_NOOP("Actions", "Messages"), "Alt+6"},
         makeMessages,
         {inBottom(9), inBottom(9), inBottom(9, onDemand)}},
        {"scenarioDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Scenario"),
         {"showScenario", QT_TRANSLATE_NOOP("Actions", "Scenario"), "Alt+7"},
         makeScenario,
         {inBottom(10), inBottom(10), inBottom(10, onDemand)}},
        {"sequenceDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Over time"),
         {"showSequence", QT_TRANSLATE_NOOP("Actions", "Plans over time"), "Alt+Shift+5"},
         makeSequence,
         {inBottom(12, onDemand), inBottom(12, onDemand), inBottom(12, onDemand)}},
        {"jobsDock",
         QT_TRANSLATE_NOOP("heteroscope::DockHost", "Jobs"),
         {"showJobs", QT_TRANSLATE_NOOP("Actions", "Jobs on this cluster"), "Alt+Shift+0"},
         makeJobs,
         {inBottom(18, onDemand), inBottom(18, onDemand), inBottom(18, onDemand)}},
    };
    return registry;
}

std::vector<ActionSpec> dockActionSpecs()
{
    std::vector<ActionSpec> specs;
    for (const DockSpec &dock : dockRegistry()) {
        const bool firstOfResults = !dock.isSide() && !specs.empty() && specs.back().checkable;
        ActionSpec spec{dockAction(specs.size()), ActionGroup::view,    dock.action.name,
                        dock.action.text,         dock.action.shortcut, std::nullopt};
        spec.checkable = dock.isSide();
        spec.separatorBefore = firstOfResults;
        specs.push_back(spec);
    }
    return specs;
}

} // namespace heteroscope
