// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ranking of a search as a table: the project's plans (its own, then those kept to compare with), the ranked plans,
// baselines (planner/baselines), plans outside the searched space (planner/beyond), the nearest plan where none fits,
// then the rejected families with their reasons, the closest first, and what the software lacks. Read only.
//
// By rank the best uniform plan stands below rank 1, what the answer is compared with first; other guests stand by
// their times. What may not be the answer, because the software lacks something for it or a rule forbids it, is a block
// of its own below all that may.
//
// Ranked plans that differ from a better one in one thing only (planner/explain/alike_plans.h) are its members: rows
// like all others, which StrategyFilter shows while the group is open.
#pragma once

#include "jobs/plan_steps.h"
#include "jobs/ranking.h"
#include "planner/explain/alike_plans.h"
#include "strategies/stage_chips.h"

#include <QAbstractTableModel>
#include <QSet>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace heteroscope {

struct StrategyRow
{
    /// pinned: by the user, and no longer in the ranking.
    enum class Kind { own, ranked, baseline, beyond, nearest, rejected, pinned };
    /// Rows of different blocks are never mixed, whatever they are sorted by.
    enum class Block { own, pinned, answers, noAnswers, rejected };

    Kind kind = Kind::ranked;
    std::optional<BaselineKind> baseline; ///< of a baseline
    int rank = 0;                         ///< from 1; 0 for what is not ranked
    QString keptName;                     ///< of an own plan that is not the first of the project; else empty
    bool isRecommended = false;           ///< the fastest that the software can run
    bool isPinned = false;                ///< stays at the top, below the user's own plans
    QStringList chips; ///< of the plan's label; of a baseline after its name, beyond the space after what is new
    std::vector<StageChip> stages;
    std::shared_ptr<const Plan> plan;         ///< null for a rejected family without a split
    std::shared_ptr<const StepResult> result; ///< null for what was not simulated
    std::shared_ptr<const Topology> topology; ///< of the devices of plan and result
    double stepTime = 0;                      ///< seconds; of the simulated ones
    double difference = 0;                    ///< to the best, relative
    Bytes peak;                               ///< of the fullest device; 0 = not known
    Bytes capacity;
    std::optional<FamilyName> family;   ///< of a rejected one
    std::optional<Rejection> rejection; ///< likewise
    int head = -1;                      ///< of a member of a group: the row of the plan that it resembles
    int members = 0;                    ///< of the head of a group, without itself
    QString change;          ///< of a member: the one thing that it has otherwise, "m16", and with it "recompute 3"
    bool isNoAnswer = false; ///< of a guest: may not be the answer; `why` begins with the reason, in few words
    QString sureness; ///< how sure it is that rank 1 is faster, of other ranks with errors: "rank 1 is faster in 93 of
                      ///< 100 draws"
    QString reason;   ///< why there is no step time: "does not fit", "bounded", "no plan"
    QString why;

    /// Not from the searched space, so it has no rank; its first chip states its origin.
    bool isGuest() const { return kind == Kind::baseline || kind == Kind::beyond; }
    bool isKept() const { return !keptName.isEmpty(); }
    bool isHead() const { return members > 0; }
    bool isMember() const { return head >= 0; }
    bool doesNotFit() const { return capacity.value > 0 && peak > capacity; }
    bool isBestUniform() const { return baseline == BaselineKind::bestUniform; }
    Block block() const
    {
        return kind == Kind::own        ? Block::own
               : isPinned               ? Block::pinned
               : kind == Kind::rejected ? Block::rejected
               : isNoAnswer             ? Block::noAnswers
                                        : Block::answers;
    }
};

class StrategyModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { rank, plan, stages, stepTime, mfu, bubble, exposed, memory, sketch, why, columnCountValue };
    enum Role { sortRole = Qt::UserRole + 1, kindRole, searchTextRole, pinnedRole, headRole };

    explicit StrategyModel(QObject *parent = nullptr);

    void setRanking(std::shared_ptr<const Ranking> ranking);
    /// The ranking is of another question than the present one: what it proved is told as of then.
    void setStale(bool stale);
    /// The project's plans on top, with a pin, its own first.
    void setPlanSteps(std::vector<NamedStep> steps);

    /// Pins the plan of a row, or lets it go. A pinned plan stays in the table when a later search has it no more. Rows
    /// without a plan and the user's own one cannot be pinned.
    void togglePin(int row);
    /// Members of closed groups are not shown. Groups stay open as long as their first plan has the same label.
    bool isOpen(int head) const { return m_open.contains(row(head).chips); }
    void setOpen(int head, bool open);
    static bool canBePinned(const StrategyRow &row) { return row.plan && row.kind != StrategyRow::Kind::own; }
    const std::shared_ptr<const Ranking> &ranking() const { return m_ranking; }
    /// The fastest plan that the software can run; empty when nothing is ranked.
    Recommendation recommended() const { return m_ranking ? m_ranking->recommended() : Recommendation{}; }
    /// The step of rank 1; null when nothing is ranked.
    const StepResult *best() const;
    /// What the software of the job lacks for the row's plan; empty if nothing.
    QString lackOf(const StrategyRow &row) const;
    /// The column "Why not first": StrategyRow::why, unless the ranking is stale.
    QString reasonOf(const StrategyRow &row) const;
    /// Why it may not be the answer, at length; empty if it may.
    QString whyNoAnswer(const StrategyRow &row) const;
    const StrategyRow &row(int number) const { return m_rows[static_cast<std::size_t>(number)]; }
    /// The best plan of the space is known for the present question.
    bool isProved() const { return m_ranking && m_ranking->result.proved && !m_isStale; }
    /// A plan beyond the space is faster than the best of the space.
    bool isBeaten() const { return isProved() && bool(m_ranking->betterBeyond()); }
    double bestTime() const { return m_bestTime; } ///< seconds; 0 when nothing is ranked
    /// Step time of a bar of full width: the longest of all rows, but no more than `slowestBar` times the best, so that
    /// one very slow plan does not squeeze the bars of those that are compared.
    double longestTime() const { return m_longestTime; }
    static constexpr double slowestBar = 2.5;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void groupToggled();

private:
    void rebuild();
    void addPlanSteps();
    void addRanked();
    void groupRanked(std::size_t first);
    static QString lackInShort(const MissingFeature &missing);
    void addBaselines();
    void addBeyond();
    void addNearest();
    void addRejected();
    void addMissing();
    void markRecommended();
    QString whyOf(const Simulation &step, const QString &whose) const;
    void addPinned();
    StrategyRow rankedRow(const Plan &planOfRow, std::shared_ptr<const StepResult> result) const;
    QVariant text(const StrategyRow &row, int column) const;
    QString rowTip(const StrategyRow &row) const;
    double rankOf(const StrategyRow &baseline) const;
    QVariant sortKey(const StrategyRow &row, int column) const;

    std::shared_ptr<const Ranking> m_ranking;
    std::vector<NamedStep> m_planSteps;
    std::vector<StrategyRow> m_rows;
    QSet<QStringList> m_open;          ///< chips of the heads of open groups
    std::vector<StrategyRow> m_pinned; ///< as they were when they were pinned
    bool m_isStale = false;
    double m_bestTime = 0;
    double m_longestTime = 0;
};

/// The whole table as comma-separated values with a header line, in SI units; for spreadsheets.
QString toCsv(const StrategyModel &model);

} // namespace heteroscope
