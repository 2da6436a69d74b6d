// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan_editor/plan_editor.h"

#include "language/plan_words.h"
#include "language/planner_words.h"
#include "language/result_words.h"
#include "language/sentences.h"
#include "plan_editor/plan_board.h"
#include "planner/explain/explain.h"
#include "planner/explain/why_not.h"
#include "project/stage_locks.h"
#include "simulator/result/worst_overflow.h"
#include "theme/numbers.h"
#include "theme/predicted.h"
#include "theme/theme.h"
#include "widgets/state_strip.h"

#include <QtWidgets>

#include <map>

namespace heteroscope {

namespace {

/// The unused devices, node by node.
std::vector<std::vector<std::string>> unusedChips(const Plan &plan, const Topology &topology)
{
    std::vector<std::vector<std::string>> chips;
    std::map<std::size_t, std::size_t> chipOf; // by node
    for (const std::string &name : devicesLeft(plan, topology)) {
        const std::size_t node = topology.device(*topology.findDevice(name)).node;
        const auto [at, added] = chipOf.try_emplace(node, chips.size());
        if (added)
            chips.emplace_back();
        chips[at->second].push_back(name);
    }
    return chips;
}

} // namespace

PlanEditor::PlanEditor(Session *session, QWidget *parent)
    : QWidget(parent),
      m_session(session),
      m_strip(new StateStrip),
      m_best(new QPushButton(tr("Use best plan"))),
      m_board(new PlanBoard)
{
    m_best->setToolTip(tr("Replaces the project's plan by the best known plan; can be undone"));
    m_strip->add(m_best);
    auto *scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(m_board);
    scroll->setFocusPolicy(Qt::NoFocus); // the board takes the keys
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_strip);
    layout->addWidget(scroll, 1);
    setFocusProxy(m_board);

    connect(m_board, &PlanBoard::borderMoved, this, [this](std::size_t pipeline, std::size_t stage, int layers) {
        if (const auto before = plan())
            take(tr("Move layers between stages"), moveBorder(*before, pipeline, stage, layers),
                 QStringLiteral("planBorder/%1/%2").arg(pipeline).arg(stage));
    });
    connect(m_board, &PlanBoard::movingFinished, session->document(), &Document::endMerge);
    connect(m_board, &PlanBoard::groupsSwapped, this, [this](const GroupPlace &one, const GroupPlace &other) {
        if (const auto before = plan())
            take(tr("Swap TP groups"), swapGroups(*before, one, other));
    });
    connect(m_board, &PlanBoard::groupMoved, this,
            [this](const GroupPlace &from, std::size_t pipeline, std::size_t stage) {
                if (const auto before = plan())
                    take(tr("Move a TP group"), moveGroup(*before, from, pipeline, stage));
            });
    connect(m_board, &PlanBoard::groupSplitOff, this, [this](const GroupPlace &from, const StageGap &gap) {
        if (const auto before = plan())
            take(tr("New stage"), moveToNewStage(*before, from, gap));
    });
    connect(m_board, &PlanBoard::stageAdded, this,
            [this](const StageGap &gap, const std::vector<std::string> &devices) {
                if (const auto before = plan())
                    take(tr("New stage"), addStage(*before, gap, devices));
            });
    connect(m_board, &PlanBoard::devicesReplaced, this,
            [this](const GroupPlace &place, const std::vector<std::string> &devices) {
                if (const auto before = plan())
                    take(tr("Replace devices"), replaceDevices(*before, place, devices));
            });
    connect(m_board, &PlanBoard::lockToggled, this, &PlanEditor::toggleLock);
    connect(m_best, &QPushButton::clicked, this, [this] {
        const auto ranking = m_session->freshRanking();
        if (const Recommendation best = ranking ? ranking->recommended() : Recommendation{})
            m_session->apply(Plan(*best.plan));
    });
    for (const auto signal : {&Session::shownChanged, &Session::staleChanged, &Session::rankingChanged})
        connect(session, signal, this, &PlanEditor::refresh);
    connect(session->document(), &Document::projectChanged, this, [this] {
        m_refusal.clear();
        refresh();
    });
    refreshStrip();
}

std::optional<Plan> PlanEditor::plan() const
{
    if (m_session->picked())
        return m_session->picked();
    const Project &project = m_session->document()->project();
    if (!project.plans.empty())
        return project.plans.front().plan;
    return m_session->currentPlan();
}

void PlanEditor::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void PlanEditor::refresh()
{
    if (!isVisible()) // a large cluster takes a while to expand
        return;
    const ProjectSnapshot &project = m_session->document()->snapshot();
    if (!m_project || !(m_project->cluster == project->cluster)) {
        auto topology = Topology::build(project->cluster);
        m_topology = topology ? std::make_shared<const Topology>(std::move(*topology)) : nullptr;
    }
    m_project = project;
    const auto edited = m_topology ? plan() : std::nullopt;
    const auto &shown = m_session->shown();
    const bool simulated = edited && shown && shown->result && shown->plan == *edited;
    m_board->setPlan(edited, edited ? unusedChips(*edited, *m_topology) : std::vector<std::vector<std::string>>(),
                     simulated ? shown->result : nullptr);
    m_board->setLocked(edited ? lockedStages(*project, *edited) : std::set<std::size_t>());
    refreshStrip();
}

void PlanEditor::refreshStrip()
{
    using Tone = StateStrip::Tone;
    const auto edited = plan();
    const auto &shown = m_session->shown();
    const auto ranking = m_session->freshRanking();
    const Recommendation best = ranking ? ranking->recommended() : Recommendation{};
    m_best->setVisible(best && edited && *edited != *best.plan);
    if (!m_refusal.isEmpty()) {
        m_strip->say(Tone::bad, tr("Not possible"), m_refusal);
        return;
    }
    if (!edited) {
        m_strip->say(Tone::neutral, tr("No plan yet"), tr("the best one appears here when the search has found it"));
        return;
    }
    const std::vector<Error> problems = m_session->problems();
    if (!problems.empty() && !m_session->isStale() && (!shown || shown->plan != *edited)) {
        m_strip->say(Tone::bad, tr("Cannot run"), refusalOf(problems.front()));
        return;
    }
    if (!shown || !shown->result || shown->plan != *edited) {
        m_strip->say(Tone::neutral, nameOf(*edited), tr("simulation starts"));
        return;
    }
    const QString time = formatPredicted(shown->result->stepTime, shown->result->uncertainty);
    if (!shown->result->feasible && !shown->result->overflows.empty()) {
        m_strip->say(Tone::bad, tr("Does not fit"), sentenceOf(worstOverflow(*shown->result)));
    } else if (!best || m_session->isStale()) {
        m_strip->say(Tone::neutral, time, tr("the search will show the difference to the best"));
    } else {
        const double slower = slowdown(*shown->result, *best.result);
        if (slower <= 0)
            m_strip->say(Tone::good, time,
                         ranking->result.proved && !best.isBeyond ? tr("no plan in the space is faster: proved")
                                                                  : tr("as good as the best known"));
        else
            m_strip->say(Tone::neutral, tr("%1, %2").arg(time, formatSignedPercent(slower)),
                         tr("against the best; %1")
                             .arg(sentenceOf(whySlower(*shown->result, *best.result, shown->plan.zeroStage))));
    }
}

QString PlanEditor::whyRefused(const Plan &changed) const
{
    const Project &project = m_session->document()->project();
    const Findings findings = findPlanMistakes(changed, *m_topology, project.workload, {});
    if (!findings.ok())
        return refusalOf(findings.errors.front());
    const auto rules = resolveMappings(project.mappings, project.cluster, *m_topology);
    const auto breach = findBreach(rules, *m_topology, placesOf(changed, *m_topology));
    return breach ? sentenceOf(*breach) : QString();
}

void PlanEditor::take(const QString &what, const Result<Plan> &changed, const QString &mergeKey)
{
    m_refusal = changed ? whyRefused(*changed) : refusalOf(changed.error());
    if (!m_refusal.isEmpty()) {
        refreshStrip();
        return;
    }
    m_session->editPlan(what, *changed, mergeKey);
    refresh();
}

void PlanEditor::toggleLock(std::size_t stage)
{
    const auto edited = plan();
    if (!edited)
        return;
    Document *document = m_session->document();
    const bool locked = lockedStages(document->project(), *edited).contains(stage);
    const QString letter = stageLetter(static_cast<int>(stage));
    document->edit(locked ? tr("Unlock stage %1").arg(letter) : tr("Lock stage %1").arg(letter),
                   locked ? unlockStage(document->project(), *edited, stage)
                          : lockStage(document->project(), *edited, stage));
}

} // namespace heteroscope
