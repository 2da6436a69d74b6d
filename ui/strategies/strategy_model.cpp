// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/strategy_model.h"

#include "language/plan_words.h"
#include "language/planner_words.h"
#include "language/result_words.h"
#include "language/sentences.h"
#include "planner/explain/closest_first.h"
#include "planner/explain/explain.h"
#include "planner/rank_confidence.h"
#include "planner/space/missing_features.h"
#include "simulator/result/worst_overflow.h"
#include "strategies/why_not_tip.h"
#include "theme/numbers.h"
#include "theme/predicted.h"
#include "widgets/plain_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heteroscope {

namespace {

/// A row of a plan on some devices, of no kind yet.
StrategyRow rowOf(const Plan &plan, std::shared_ptr<const StepResult> result, std::shared_ptr<const Topology> topology)
{
    StrategyRow row;
    row.plan = std::make_shared<const Plan>(plan);
    row.chips = chipsOf(planName(plan)).all();
    row.stages = stageChips(plan, topology.get());
    row.result = std::move(result);
    row.topology = std::move(topology);
    if (row.result) {
        row.stepTime = toSeconds(row.result->stepTime).value;
        if (const Lane *lane = row.result->fullestLane()) {
            row.peak = lane->memory.total();
            row.capacity = lane->memoryCapacity;
        }
    }
    return row;
}

} // namespace

StrategyModel::StrategyModel(QObject *parent) : QAbstractTableModel(parent) {}

void StrategyModel::setRanking(std::shared_ptr<const Ranking> ranking)
{
    beginResetModel();
    if (!ranking) { // another project
        m_pinned.clear();
        m_open.clear();
    }
    m_ranking = std::move(ranking);
    rebuild();
    endResetModel();
}

void StrategyModel::setStale(bool stale)
{
    if (stale == m_isStale)
        return;
    m_isStale = stale;
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCountValue - 1));
}

QString StrategyModel::reasonOf(const StrategyRow &row) const
{
    return row.rank == 1 && m_isStale && m_ranking->result.proved ? tr("was proved before the change") : row.why;
}

void StrategyModel::setPlanSteps(std::vector<NamedStep> steps)
{
    beginResetModel();
    m_planSteps = std::move(steps);
    rebuild();
    endResetModel();
}

StrategyRow StrategyModel::rankedRow(const Plan &planOfRow, std::shared_ptr<const StepResult> result) const
{
    return rowOf(planOfRow, std::move(result), m_ranking->topology);
}

void StrategyModel::rebuild()
{
    m_rows.clear();
    m_bestTime = best() ? toSeconds(best()->stepTime).value : 0;
    m_longestTime = 0;
    addPlanSteps();
    if (m_ranking) {
        addRanked();
        addBaselines();
        addBeyond();
        addNearest();
        addRejected();
        addMissing();
        markRecommended();
    }
    addPinned();
    for (StrategyRow &row : m_rows) {
        // They may be slower by far; their bars are cut rather than all others short.
        if (!row.isGuest())
            m_longestTime = std::max(m_longestTime, row.stepTime);
        if (m_bestTime > 0 && row.stepTime > 0)
            row.difference = row.stepTime / m_bestTime - 1;
    }
    if (m_bestTime > 0)
        m_longestTime = std::min(m_longestTime, slowestBar * m_bestTime);
}

/// whose: "your plan".
QString StrategyModel::whyOf(const Simulation &step, const QString &whose) const
{
    const StepResult &result = *step.result;
    if (!result.feasible)
        return result.overflows.empty() ? tr("%1; it does not fit").arg(whose)
                                        : tr("%1; %2").arg(whose, sentenceOf(worstOverflow(result)));
    // Steps of another cluster or another time say nothing about the ranked plans.
    const bool comparable =
        best() && (!step.project || !m_ranking->snapshot || answers(*m_ranking, *step.project, step.startTime));
    return comparable ? tr("%1; %2").arg(whose, sentenceOf(whySlower(result, *best(), step.plan.zeroStage))) : whose;
}

void StrategyModel::addPlanSteps()
{
    for (std::size_t i = 0; i < m_planSteps.size(); ++i) {
        const auto &[name, step] = m_planSteps[i];
        StrategyRow row = rowOf(step->plan, step->result, step->topology);
        row.kind = StrategyRow::Kind::own;
        QString whose = tr("your plan");
        if (i > 0) {
            row.keptName = QString::fromStdString(name);
            whose = tr("kept plan \"%1\"").arg(row.keptName);
        }
        if (step->result) {
            row.why = whyOf(*step, whose);
        } else {
            row.reason = tr("cannot run");
            row.why = step->problems.empty() ? whose : tr("%1; %2").arg(whose, refusalOf(step->problems.front()));
        }
        m_rows.push_back(std::move(row));
    }
}

void StrategyModel::addRanked()
{
    const SearchResult &search = m_ranking->result;
    const std::size_t first = m_rows.size();
    for (std::size_t i = 0; i < search.plans.size(); ++i) {
        const RankedPlan &ranked = search.plans[i];
        StrategyRow row = rankedRow(ranked.plan, ranked.result);
        row.rank = static_cast<int>(i) + 1;
        if (ranked.whyNotFirst)
            row.why = sentenceOf(*ranked.whyNotFirst);
        const StepResult &leader = *search.plans.front().result;
        if (i > 0 && ranked.result->uncertainty > 0 && leader.uncertainty > 0) {
            const auto wins = static_cast<int>(std::lround(100 * chanceToBeFaster(leader, *ranked.result)));
            row.sureness = tr("rank 1 is faster in %1 of 100 draws").arg(wins);
            row.why = row.why.isEmpty() ? row.sureness : tr("%1; %2").arg(row.why, row.sureness);
        }
        if (i == 0) {
            row.why = search.proved ? tr("proved: no open bound is lower") : tr("best so far");
            if (ranked.baseline) {
                const QString said = search.proved ? tr("plan of %1, faster than the searched space: %2")
                                                   : tr("%1; %2"); // the search may find a faster one
                row.why = said.arg(wordOf(*ranked.baseline), row.why);
            }
        }
        m_rows.push_back(std::move(row));
    }
    groupRanked(first);
}

/// first: row of the first ranked plan.
void StrategyModel::groupRanked(std::size_t first)
{
    std::vector<const Plan *> plans;
    for (const RankedPlan &ranked : m_ranking->result.plans)
        plans.push_back(&ranked.plan);
    const std::vector<AlikePlan> groups = groupAlike(plans);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (groups[i].isHead())
            continue;
        StrategyRow &row = m_rows[first + i];
        row.head = static_cast<int>(first + groups[i].head);
        const PlanName own = planName(*plans[i]), others = planName(*plans[groups[i].head]);
        row.change = wordOf(*groups[i].difference, own);
        // It follows from the other things, and is seen in the chips.
        const QString recompute = wordOf(PlanDifference::recompute, own);
        if (row.change != recompute && recompute != wordOf(PlanDifference::recompute, others))
            row.change += QStringLiteral(" + ") + recompute;
        ++m_rows[first + groups[i].head].members;
    }
}

void StrategyModel::setOpen(int head, bool open)
{
    const QStringList &name = row(head).chips;
    if (open == m_open.contains(name))
        return;
    if (open)
        m_open.insert(name);
    else
        m_open.remove(name);
    emit dataChanged(index(head, rank), index(head, rank), {Qt::AccessibleTextRole, Qt::DecorationRole});
    emit groupToggled();
}

void StrategyModel::addNearest()
{
    if (!m_ranking->result.nearest)
        return;
    const NearestPlan &nearest = *m_ranking->result.nearest;
    StrategyRow row = rankedRow(nearest.plan, nearest.result);
    row.kind = StrategyRow::Kind::nearest;
    if (!nearest.changes.empty())
        row.chips.prepend(wordOf(nearest.changes));
    row.why = nearest.result->overflows.empty()
                  ? tr("nearest to fitting")
                  : tr("nearest to fitting; %1").arg(sentenceOf(worstOverflow(*nearest.result)));
    m_rows.push_back(std::move(row));
}

void StrategyModel::markRecommended()
{
    const Recommendation recommended = m_ranking->recommended();
    for (StrategyRow &row : m_rows) {
        const bool isFound = row.kind == StrategyRow::Kind::ranked || row.kind == StrategyRow::Kind::beyond;
        if (!isFound || !recommended || *row.plan != *recommended.plan)
            continue;
        row.isRecommended = true;
        if (recommended.isBeyond)
            row.why = tr("recommended; %1").arg(row.why);
        return;
    }
}

void StrategyModel::togglePin(int number)
{
    const StrategyRow &row = m_rows[static_cast<std::size_t>(number)];
    if (!canBePinned(row))
        return;
    const Plan chosen = *row.plan;
    beginResetModel();
    if (std::erase_if(m_pinned, [&chosen](const StrategyRow &one) { return *one.plan == chosen; }) == 0)
        m_pinned.push_back(row);
    rebuild();
    endResetModel();
}

void StrategyModel::addPinned()
{
    for (const StrategyRow &pinned : m_pinned) {
        bool isListed = false;
        for (StrategyRow &row : m_rows)
            if (canBePinned(row) && !isListed && *row.plan == *pinned.plan)
                row.isPinned = isListed = true;
        if (isListed)
            continue;
        StrategyRow row = pinned;
        row.kind = StrategyRow::Kind::pinned;
        row.isPinned = true;
        row.rank = 0;
        row.head = -1;
        row.members = 0;
        row.change.clear();
        row.why = tr("pinned; the present ranking does not have it");
        m_rows.push_back(std::move(row));
    }
}

/// For a cell; the tip has the sentence.
QString StrategyModel::lackInShort(const MissingFeature &missing)
{
    const bool isTick = !noSoftwareHas(missing.lack) && missing.lack != SoftwareLack::zeroWithStages;
    return (isTick ? tr("not ticked: %1") : tr("cannot run: %1")).arg(wordOf(missing));
}

void StrategyModel::addBaselines()
{
    for (const Baseline &baseline : m_ranking->result.baselines) {
        StrategyRow row;
        if (baseline.plan)
            row = rankedRow(*baseline.plan, baseline.result);
        row.kind = StrategyRow::Kind::baseline;
        row.baseline = baseline.kind;
        row.isNoAnswer = !baseline.mayWin();
        const QString name = wordOf(baseline.kind);
        row.chips.prepend(name);
        const auto *lack = std::get_if<MissingFeature>(&baseline.reason);
        row.why = lack ? lackInShort(*lack) : row.isNoAnswer ? sentenceOf(baseline) : tr("baseline: %1").arg(name);
        if (!baseline.result)
            row.reason = tr("no plan");
        m_rows.push_back(std::move(row));
    }
}

void StrategyModel::addRejected()
{
    for (const RejectedFamily *rejected : closestFirst(m_ranking->result)) {
        StrategyRow row;
        if (rejected->plan) {
            row.plan = rejected->plan;
            row.stages = stageChips(*rejected->plan, m_ranking->topology.get());
        }
        row.kind = StrategyRow::Kind::rejected;
        row.family = rejected->family;
        row.rejection = rejected->rejection;
        row.chips = chipsOf(rejected->family).all();
        row.peak = rejected->peakMemory;
        row.capacity = rejected->memoryCapacity;
        // As short as a chip.
        row.reason = rejected->rejection == Rejection::outOfMemory ? tr("does not fit")
                     : rejected->rejection == Rejection::bounded   ? tr("bounded")
                                                                   : wordOf(rejected->rejection);
        row.why = sentenceOf(rejected->detail);
        m_rows.push_back(std::move(row));
    }
}

void StrategyModel::addMissing()
{
    const auto add = [this](const QString &what, const QString &obstacle) {
        StrategyRow row;
        row.kind = StrategyRow::Kind::rejected;
        row.chips = {what};
        row.reason = tr("not searched");
        row.why = obstacle;
        m_rows.push_back(std::move(row));
    };
    for (const UncutSchedule &uncut : m_ranking->result.uncut)
        add(wordOf(uncut.schedule), sentenceOf(uncut));
    const auto stack = m_ranking->software();
    if (!stack || !m_ranking->snapshot || m_ranking->result.searched != SearchSpace::P)
        return;
    const std::size_t types = m_ranking->topology ? m_ranking->topology->deviceTypes().size() : 1;
    for (const MissingFeature &missing : missingFeatures(m_ranking->snapshot->workload, *stack, types))
        add(wordOf(missing), sentenceOf(missing));
}

void StrategyModel::addBeyond()
{
    const std::optional<SoftwareStack> stack = m_ranking->software();
    for (const BeyondPlan &beyond : m_ranking->result.beyond) {
        StrategyRow row = rankedRow(beyond.plan, beyond.result);
        row.kind = StrategyRow::Kind::beyond;
        row.chips.prepend(wordOf(beyond.changes));
        row.why = best()
                      ? tr("not proved; %1").arg(sentenceOf(whySlower(*beyond.result, *best(), beyond.plan.zeroStage)))
                      : tr("not proved; no plan of the searched space fits");
        if (const auto lack = stack ? softwareLack(beyond.plan, *stack) : std::nullopt) {
            row.isNoAnswer = true;
            row.why = tr("%1; %2").arg(lackInShort(missingFeature(*lack, beyond.plan, *stack)), row.why);
        }
        m_rows.push_back(std::move(row));
    }
}

QString StrategyModel::lackOf(const StrategyRow &row) const
{
    const auto stack = m_ranking ? m_ranking->software() : std::nullopt;
    const auto lack = stack && row.plan ? softwareLack(*row.plan, *stack) : std::nullopt;
    return lack ? sentenceOf(missingFeature(*lack, *row.plan, *stack)) : QString();
}

QString StrategyModel::whyNoAnswer(const StrategyRow &row) const
{
    if (!row.isNoAnswer || row.doesNotFit()) // what does not fit is compared with its memory
        return {};
    const QString lack = lackOf(row);
    return lack.isEmpty() ? row.why : lack;
}

const StepResult *StrategyModel::best() const
{
    return m_ranking && m_ranking->best() ? m_ranking->best()->result.get() : nullptr;
}

int StrategyModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int StrategyModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : columnCountValue; }

/// Of a guest: between the ranks of the plans that it lies between.
double StrategyModel::rankOf(const StrategyRow &guest) const
{
    const auto faster = std::count_if(m_rows.begin(), m_rows.end(), [&](const StrategyRow &row) {
        return row.rank > 0 && row.stepTime <= guest.stepTime;
    });
    // Two of them between the same ranks are in the order of their times too.
    return static_cast<double>(faster) + guest.stepTime / (guest.stepTime + m_bestTime);
}

QVariant StrategyModel::sortKey(const StrategyRow &row, int column) const
{
    constexpr double last = std::numeric_limits<double>::infinity();
    constexpr double belowTheFirst = 1.25; // no guest that is slower than rank 1 is before it
    switch (column) {
    case rank:
        return row.kind == StrategyRow::Kind::own       ? 0.0
               : row.rank > 0                           ? static_cast<double>(row.rank)
               : row.isBestUniform() && !row.isNoAnswer ? belowTheFirst
               : row.result                             ? rankOf(row)
                                                        : last;
    case stepTime:
        return row.result ? row.stepTime : last;
    case mfu:
        return row.result ? row.result->mfu : last;
    case bubble:
        return row.result ? row.result->bubbleShare() : last;
    case exposed:
        return row.result ? row.result->exposedShare() : last;
    case memory:
        return row.capacity.value > 0 ? row.peak / row.capacity : last;
    case sketch:
        return row.result ? static_cast<double>(row.result->lanes.size()) : last;
    default:
        return text(row, column);
    }
}

QVariant StrategyModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCountValue)
        return {};
    const StrategyRow &row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::ToolTipRole:
        if (index.column() == why)
            return whyNotTip(row, best(), whyNoAnswer(row));
        return markupTip(rowTip(row));
    case Qt::TextAlignmentRole:
        if (index.column() >= mfu && index.column() <= exposed)
            return QVariant(Qt::AlignRight | Qt::AlignVCenter);
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case sortRole:
        return sortKey(row, index.column());
    case kindRole:
        return static_cast<int>(row.kind);
    case pinnedRole:
        return row.isPinned;
    case headRole:
        return row.isMember() ? row.head : index.row();
    case Qt::AccessibleTextRole:
        if (index.column() == rank && row.isHead())
            return (isOpen(index.row()) ? tr("%1, open: %2 alike") : tr("%1, closed: %2 alike"))
                .arg(row.rank)
                .arg(row.members);
        return index.column() == plan && row.isMember() ? row.change + u' ' + row.chips.join(u' ')
                                                        : text(row, index.column());
    case searchTextRole:
        return row.change + u' ' + row.chips.join(u' ') + u' ' + text(row, stages).toString() + u' ' + row.reason +
               u' ' + row.why;
    default:
        return {};
    }
}

} // namespace heteroscope
