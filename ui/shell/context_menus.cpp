// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/context_menus.h"

#include "breakdown/breakdown_view.h"
#include "charts/load_pages.h"
#include "charts/load_view.h"
#include "charts/memory_pages.h"
#include "charts/memory_view.h"
#include "compare/compare_view.h"
#include "inspector/inspector.h"
#include "jobs/loss_question.h"
#include "overtime/sequence_view.h"
#include "palette/palette_view.h"
#include "pareto/pareto_model.h"
#include "pareto/pareto_plot.h"
#include "pareto/pareto_view.h"
#include "plan_editor/plan_editor.h"
#include "replay/replay.h"
#include "scenario/scenario_view.h"
#include "sensitivity/sensitivity_view.h"
#include "shell/commands/edit_commands.h"
#include "shell/docks/dock_host.h"
#include "shell/docks/docks.h"
#include "shell/messages.h"
#include "shell/things_view.h"
#include "strategies/strategy_model.h"
#include "strategies/strategy_view.h"
#include "timeline/details_view.h"
#include "timeline/marker_list.h"
#include "timeline/timeline_view.h"
#include "together/jobs_view.h"
#include "whatif/what_if_history.h"
#include "whatif/what_if_view.h"
#include "widgets/model_csv.h"
#include "widgets/note_paper.h"
#include "widgets/plain_text.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTreeView>

#include <algorithm>

namespace heteroscope {
namespace {

QPoint inViewport(const QAbstractScrollArea &view, QPoint global) { return view.viewport()->mapFromGlobal(global); }

/// The texts of a row, as a spreadsheet takes them.
QString textOfRow(const QModelIndex &row)
{
    QStringList cells;
    for (int column = 0; column < row.model()->columnCount(row.parent()); ++column)
        cells << row.siblingAtColumn(column).data().toString();
    return cells.join(u'\t');
}

} // namespace

ContextMenus::ContextMenus(MenuParts parts) : m_parts(parts)
{
    for (const Docks::Dock &dock : m_parts.docks.all())
        dock.widget->installEventFilter(this);
}

bool ContextMenus::eventFilter(QObject *watched, QEvent *event)
{
    auto *dock = qobject_cast<QDockWidget *>(watched);
    if (!dock || event->type() != QEvent::ContextMenu)
        return false;
    // What a view inside has no menu for, a text field for one, comes up to its dock.
    const auto &request = *static_cast<QContextMenuEvent *>(event);
    QMenu menu(dock);
    fill(menu, *dock,
         request.reason() == QContextMenuEvent::Keyboard ? std::nullopt : std::optional(request.globalPos()));
    if (!menu.isEmpty())
        menu.exec(request.globalPos());
    event->accept();
    return true;
}

void ContextMenus::fill(QMenu &menu, const QDockWidget &dock, std::optional<QPoint> at)
{
    QWidget *view = dock.widget();
    if (auto *timeline = qobject_cast<TimelineView *>(view)) {
        fillTimeline(menu, *timeline, at);
    } else if (auto *load = qobject_cast<LoadPages *>(view)) {
        fillLoad(menu, *load->bars(), load->bars()->isVisible() ? at : std::nullopt);
    } else if (auto *memory = qobject_cast<MemoryPages *>(view)) {
        fillMemory(menu, *memory->peaks(), memory->peaks()->isVisible() ? at : std::nullopt);
    } else if (auto *strategies = qobject_cast<StrategyView *>(view)) {
        fillStrategies(menu, *strategies);
    } else if (auto *messages = qobject_cast<MessagesView *>(view)) {
        fillMessages(menu, *messages, at);
    } else if (auto *pareto = qobject_cast<ParetoView *>(view)) {
        fillPareto(menu, *pareto, at);
    } else if (auto *compare = qobject_cast<CompareView *>(view)) {
        fillCompare(menu, *compare);
    } else if (auto *sensitivity = qobject_cast<SensitivityView *>(view)) {
        if (sensitivity->applyButton()->isEnabled())
            menu.addAction(tr("Make the change"), sensitivity, &SensitivityView::apply);
        menu.addAction(tr("Copy the table as CSV"), sensitivity, &SensitivityView::copy);
        add(menu, {ActionId::undo, ActionId::redo});
        addDocks<CompareView, TimelineView>(menu);
    } else if (auto *sequence = qobject_cast<SequenceView *>(view)) {
        menu.addAction(sequence->button()->text(), sequence->button(), &QPushButton::click);
        menu.addAction(tr("Copy the table as CSV"), sequence, &SequenceView::copy);
        addDocks<ScenarioView, TimelineView>(menu);
    } else if (auto *whatIf = qobject_cast<WhatIfView *>(view)) {
        addCopy(menu, *whatIf->history());
        add(menu, {ActionId::undo, ActionId::redo});
        addDocks<CompareView, SensitivityView, TimelineView>(menu);
    } else if (auto *markers = qobject_cast<MarkerList *>(view)) {
        addCopy(menu, *markers->model());
        add(menu, {ActionId::undo, ActionId::redo});
        addDocks<TimelineView, DetailsView>(menu);
    } else if (auto *jobs = qobject_cast<JobsView *>(view)) {
        for (QPushButton *button :
             {jobs->addButton(), jobs->removeButton(), jobs->simulateButton(), jobs->planButton(), jobs->useButton()}) {
            QAction *action = menu.addAction(button->text(), button, &QPushButton::click);
            action->setEnabled(button->isEnabled());
        }
        menu.addAction(tr("Copy the table as CSV"), jobs, &JobsView::copy);
        addDocks<ScenarioView, TimelineView>(menu);
    } else if (auto *palette = qobject_cast<PaletteView *>(view)) {
        fillPalette(menu, *palette, at);
    } else if (qobject_cast<ThingsView *>(view) || qobject_cast<Inspector *>(view)) {
        add(menu, {ActionId::revealSelected}); // both are about what is selected
        EditCommands::fillItemMenu(menu, m_parts.actions);
    } else if (qobject_cast<BreakdownView *>(view)) {
        addDocks<TimelineView, LoadPages, MemoryPages>(menu);
        add(menu, {ActionId::criticalPath, ActionId::exportStep, ActionId::exportReport});
    } else if (qobject_cast<PlanEditor *>(view)) {
        add(menu, {ActionId::applyPlan, ActionId::showOwnPlan, ActionId::undo, ActionId::redo});
        addDocks<StrategyView, TimelineView>(menu);
        add(menu, {ActionId::exportPlan, ActionId::exportLaunch});
    } else { // history, scenario
        add(menu, {ActionId::undo, ActionId::redo});
        addDocks<TimelineView>(menu);
    }
}

std::unique_ptr<LossQuestion> ContextMenus::addLossQuestion(QMenu &menu, Session &session)
{
    const NameSet &names = session.document()->selection()->names();
    const Cluster &cluster = session.document()->project().cluster;
    const bool canFail = !names.empty() && std::all_of(names.begin(), names.end(), [&](const std::string &name) {
        return cluster.findNode(name) || cluster.findLink(name);
    });
    if (!canFail || !session.result() || session.isStale())
        return nullptr;
    auto question = std::make_unique<LossQuestion>(&session, std::set<std::string>(names.begin(), names.end()));
    QAction *action = menu.addAction(withoutMnemonic(question->text()), question.get(), &LossQuestion::pick);
    action->setObjectName(QStringLiteral("whatIfFails"));
    action->setToolTip(tr("Shows that plan"));
    action->setEnabled(false); // until there is an answer
    connect(question.get(), &LossQuestion::answered, action, [action, asked = question.get()] {
        action->setText(withoutMnemonic(asked->text()));
        action->setEnabled(asked->hasPlan());
    });
    return question;
}

void ContextMenus::add(QMenu &menu, const std::vector<ActionId> &ids) const
{
    menu.addSeparator(); // shown between groups only
    for (const ActionId id : ids)
        if (m_parts.actions[id]->isEnabled())
            menu.addAction(m_parts.actions[id]);
}

template<class... Views>
void ContextMenus::addDocks(QMenu &menu) const
{
    add(menu, {m_parts.docks.actionOf<Views>()...});
}

void ContextMenus::addCopy(QMenu &menu, const QAbstractItemModel &model) const
{
    menu.addAction(tr("Copy the table as CSV"), &model, [&model] { QApplication::clipboard()->setText(csvOf(model)); });
}

void ContextMenus::addLane(QMenu &menu) const { add(menu, {ActionId::revealSelected}); }

void ContextMenus::fillTimeline(QMenu &menu, TimelineView &view, std::optional<QPoint> at)
{
    if (at)
        view.pointAt(inViewport(view, *at));
    addLane(menu);
    addDocks<DetailsView, BreakdownView, LoadPages, MemoryPages>(menu);
    add(menu, {ActionId::criticalPath, ActionId::replay});
    if (const std::optional<Ticks> time = at ? view.timeAt(inViewport(view, *at)) : std::nullopt)
        menu.addAction(tr("Play until here"), &m_parts.replay, [this, time] { m_parts.replay.runUntil(*time); });
    if (view.result())
        fillMarkers(menu, view, at);
    if (view.result())
        menu.addAction(tr("Show the whole step"), &view,
                       [&view] { view.showRange(Ticks(0), view.result()->stepTime); });
    if (view.result())
        fillLanes(menu, view);
    if (view.result()) {
        menu.addAction(tr("Export this view ..."), &view, [this, &view] {
            const QString path = QFileDialog::getSaveFileName(
                &view, tr("Export this view"), QStringLiteral("timeline.svg"), tr("Pictures (*.svg *.pdf *.png)"));
            if (const QString mistake = path.isEmpty() ? QString() : view.exportPicture(path); !mistake.isEmpty())
                emit m_parts.host.failed(tr("The timeline was not written"), mistake);
        });
        menu.addAction(tr("Export the bars in view as CSV ..."), &view, [this, &view] {
            const QString path =
                QFileDialog::getSaveFileName(&view, tr("Export the bars in view"), QStringLiteral("timeline.csv"),
                                             tr("Comma-separated values (*.csv)"));
            if (const QString mistake = path.isEmpty() ? QString() : view.exportCsv(path); !mistake.isEmpty())
                emit m_parts.host.failed(tr("The timeline was not written"), mistake);
        });
    }
    if (view.areCountersShown())
        menu.addAction(tr("Copy the counters in view as CSV"), &view,
                       [&view] { QApplication::clipboard()->setText(view.countersCsv()); });
    add(menu, {ActionId::exportPerfetto, ActionId::exportPicture});
}

/// What can be done with the marker there, or a new one.
void ContextMenus::fillMarkers(QMenu &menu, TimelineView &view, std::optional<QPoint> at)
{
    const std::optional<QPoint> point = at ? std::optional(inViewport(view, *at)) : std::nullopt;
    const int id = point ? view.markerAt(*point) : view.selectedMarker();
    const Marker *marker = view.markers().find(id);
    if (!marker) {
        if (!point || view.timeAt(*point))
            menu.addAction(tr("Write a marker here"), &view, [&view, point] { view.writeMarker(point); });
        return;
    }
    menu.addAction(tr("Edit the marker's text"), &view, [&view, id] { view.editMarker(id); });
    QMenu *colours = menu.addMenu(tr("Colour of the marker"));
    for (std::size_t i = 0; i < noteColourNames.size(); ++i) {
        const auto colour = static_cast<NoteColour>(i);
        QAction *action = colours->addAction(colourText(colour), &view, [&view, changed = *marker, colour]() mutable {
            changed.colour = colour;
            emit view.markerChanged(changed);
        });
        action->setCheckable(true);
        action->setChecked(marker->colour == colour);
    }
    menu.addAction(tr("Delete the marker"), &view, [&view, id] { emit view.markerRemoved(id); });
}

/// Grouping and order of the lanes.
void ContextMenus::fillLanes(QMenu &menu, TimelineView &view)
{
    QMenu *by = menu.addMenu(tr("Group lanes by"));
    for (std::size_t i = 0; i < laneGroupingCount; ++i) {
        const auto grouping = static_cast<LaneGrouping>(i);
        QAction *action = by->addAction(TimelineView::groupingName(grouping), &view,
                                        [&view, grouping] { view.setGrouping(grouping); });
        action->setCheckable(true);
        action->setChecked(grouping == view.grouping());
    }
    if (const std::set<int> &lanes = view.selectedLanes(); !lanes.empty()) {
        menu.addAction(tr("Pin or release the lane"), &view, [&view] { view.toggleLanePins(view.selectedLanes()); });
        menu.addAction(tr("Hide the lane"), &view, [&view] { view.hideLanes(view.selectedLanes()); });
        menu.addAction(tr("Move the lane up"), &view, [&view] { view.moveLanes(view.selectedLanes(), -1); });
        menu.addAction(tr("Move the lane down"), &view, [&view] { view.moveLanes(view.selectedLanes(), 1); });
    }
    if (view.rows().isReordered())
        menu.addAction(tr("Order of the plan"), &view, &TimelineView::resetLaneOrder);
    if (!view.rows().table()->isWhole())
        menu.addAction(tr("Show all lanes"), &view, &TimelineView::showAllLanes);
}

void ContextMenus::fillCompare(QMenu &menu, CompareView &view)
{
    if (view.tray()->canPinShown())
        menu.addAction(tr("Pin the step on show"), &view, [&view] { view.tray()->pinShown(); });
    menu.addAction(tr("Swap A and B"), &view, &CompareView::swap);
    menu.addAction(tr("Copy the table as CSV"), &view, &CompareView::copy);
    addDocks<TimelineView, StrategyView>(menu);
}

void ContextMenus::fillLoad(QMenu &menu, LoadView &view, std::optional<QPoint> at)
{
    if (at)
        m_parts.host.selectLane(view.laneAt(inViewport(view, *at).y()));
    addLane(menu);
    addDocks<TimelineView, BreakdownView, MemoryPages>(menu);
    add(menu, {ActionId::exportStep, ActionId::exportPicture});
}

void ContextMenus::fillMemory(QMenu &menu, MemoryView &view, std::optional<QPoint> at)
{
    if (at)
        m_parts.host.selectLane(view.laneAt(view.mapFromGlobal(*at)));
    addLane(menu);
    addDocks<TimelineView, BreakdownView, LoadPages>(menu);
    add(menu, {ActionId::exportStep, ActionId::exportPicture});
}

void ContextMenus::fillStrategies(QMenu &menu, StrategyView &view)
{
    // The table has made the row under the pointer its current one.
    if (const StrategyRow *row = view.currentRow()) {
        if (row->plan && (row->kind != StrategyRow::Kind::own || row->isKept()))
            menu.addAction(tr("Apply this plan"), &view, &StrategyView::applyCurrent);
        if (row->isKept())
            menu.addAction(tr("Remove this kept plan"), &view,
                           [&view, name = row->keptName] { emit view.keptPlanRemoved(name); });
        add(menu, {ActionId::pinPlan});
        QAction *why = menu.addAction(tr("Why not first"), &view, &StrategyView::showWhyNot);
        why->setCheckable(true);
        why->setChecked(view.isWhyNotShown());
        menu.addAction(tr("Copy as text"), &view,
                       [&view] { QApplication::clipboard()->setText(textOfRow(view.table()->currentIndex())); });
    }
    add(menu, {ActionId::showOwnPlan});
    addDocks<PlanEditor, ParetoView>(menu);
    add(menu, {ActionId::exportRanking, ActionId::exportPlan, ActionId::exportLaunch, ActionId::exportReport});
}

void ContextMenus::fillMessages(QMenu &menu, MessagesView &view, std::optional<QPoint> at)
{
    if (at)
        if (const QModelIndex row = view.indexAt(inViewport(view, *at)); row.isValid())
            view.setCurrentIndex(row);
    const QModelIndex row = view.currentIndex();
    if (row.isValid()) {
        const QString thing = row.data(MessagesModel::ThingRole).toString();
        if (!thing.isEmpty())
            menu.addAction(tr("Show on the canvas"), &view, [&view, thing] { emit view.jumpTo(thing); });
        const QString fix = row.data(MessagesModel::FixRole).toString();
        if (!fix.isEmpty())
            menu.addAction(m_parts.actions[ActionId::applyFix]);
        menu.addAction(tr("Copy as text"), &view,
                       [text = row.data(Qt::ToolTipRole).toString()] { QApplication::clipboard()->setText(text); });
    }
    add(menu, {ActionId::undo, ActionId::redo});
}

void ContextMenus::fillPareto(QMenu &menu, ParetoView &view, std::optional<QPoint> at)
{
    if (at)
        view.pickAt(*at);
    add(menu, {ActionId::applyPlan, ActionId::showOwnPlan});
    addCopy(menu, *view.model());
    addDocks<StrategyView, PlanEditor>(menu);
    add(menu, {ActionId::exportRanking, ActionId::exportPlan, ActionId::exportLaunch, ActionId::exportPicture});
}

void ContextMenus::fillPalette(QMenu &menu, PaletteView &view, std::optional<QPoint> at)
{
    QTreeView &tree = *view.tree();
    if (at)
        if (const QModelIndex row = tree.indexAt(inViewport(tree, *at)); row.isValid())
            tree.setCurrentIndex(row);
    const QModelIndex row = tree.currentIndex();
    if (const QString what = view.activationText(row); !what.isEmpty())
        menu.addAction(what, &view, [&view, index = QPersistentModelIndex(row)] { view.activate(index); });
    add(menu, {ActionId::catalog, ActionId::addCluster});
}

} // namespace heteroscope
