// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which lanes of a step the timeline shows, and in which order. Lanes can be grouped by replica, stage or node, and
// each group folds into one row; of large steps the replicas are groups from the start. Lanes can be moved inside their
// group, pinned to the top, hidden, and filtered by words.
#pragma once

#include "theme/theme.h"

#include <QString>

#include <memory>
#include <set>
#include <vector>

namespace heteroscope {

struct StepResult;

/// A row of the timeline: a lane, or the heading of a group of lanes. Heights and tops in pixels.
struct TimelineRow
{
    int lane = -1;
    int group = -1;      ///< index into RowTable::groups; of a heading
    bool folded = false; ///< of a heading: its lanes are not among the rows
    int top = 0;         ///< below the first row, or below the first pinned one
    int height = laneHeight;
};

/// What the lanes of a group have in common.
enum class LaneGrouping {
    automatic, ///< replicas, in large steps
    none,
    replica,
    stage,
    node, ///< of the first device
};
inline constexpr std::size_t laneGroupingCount = 5;

struct LaneGroup
{
    QString name;           ///< "Replica 3", "Stage B", "a100-0"
    std::vector<int> lanes; ///< in the order of their rows
};

/// The rows of a step. Immutable; made anew when anything changes.
struct RowTable
{
    static constexpr int headingHeight = 22; ///< of a group that is not folded

    std::vector<TimelineRow> pinned; ///< stay at the top while the others scroll
    std::vector<TimelineRow> rows;
    std::vector<LaneGroup> groups; ///< empty without a grouping
    std::vector<int> rowOf;        ///< by lane: index into rows, its group's heading if that is folded; -1: not shown
    std::vector<int> pinOf;        ///< by lane: index into pinned; -1: not pinned
    int pinnedHeight = 0;
    int height = 0;
    int folded = 0;   ///< lanes in folded groups
    int hidden = 0;   ///< lanes that the user has hidden
    int filtered = 0; ///< lanes without the words of the filter

    bool isWhole() const { return folded == 0 && hidden == 0 && filtered == 0; }
    bool isPinned(int lane) const { return pinOf[static_cast<std::size_t>(lane)] >= 0; }
};

class TimelineRows
{
public:
    /// Steps with more lanes have groups, if there are several replicas.
    static constexpr int groupsFrom = 32;
    /// Of even more lanes all groups but the first are folded at first.
    static constexpr int foldedFrom = 64;

    TimelineRows();

    /// The lanes of another step. What was moved, folded, pinned and hidden stays so as long as the lanes are the same
    /// ones; the grouping stays in any case.
    void setStep(const StepResult *step);
    const std::shared_ptr<const RowTable> &table() const { return m_table; }

    void setGrouping(LaneGrouping grouping);
    LaneGrouping grouping() const { return m_grouping; }
    /// Moves these lanes up (-1) or down (1) by one shown lane of their group.
    void move(const std::set<int> &lanes, int by);
    /// Puts a lane where another one of its group stands, which moves aside.
    void place(int lane, int at);
    /// The order of the plan again.
    void resetOrder();
    bool isReordered() const;
    void toggleGroup(int group);
    /// Folds all groups, or opens them if all are folded.
    void toggleAllGroups();
    /// Pins these lanes; if all of them are pinned, they are pinned no more.
    void togglePins(const std::set<int> &lanes);
    void hide(const std::set<int> &lanes);
    void showAll();
    /// Words that the name of a lane, its stage or its replica must contain, each of them.
    void setFilter(const QString &words);
    const QString &filter() const { return m_filter; }
    /// Whether the name of a lane, its stage or its replica has this word.
    bool hasWord(int lane, const QString &word) const;

private:
    struct LaneText
    {
        QString name;
        QString key; ///< what the filter looks into
        int pipeline = 0;
        int stage = 0;
        friend bool operator==(const LaneText &, const LaneText &) = default;
    };
    bool matches(int lane) const;
    /// In the present order; empty where there is nothing to tell apart.
    std::vector<LaneGroup> madeGroups() const;
    void regroup();
    void foldAllButFirst();
    void update();

    std::vector<LaneText> m_lanes;
    std::vector<int> m_order; ///< all lanes
    LaneGrouping m_grouping = LaneGrouping::automatic;
    std::vector<LaneGroup> m_groups;
    std::set<int> m_foldedGroups;
    std::set<int> m_pinned;
    std::set<int> m_hidden;
    QString m_filter;
    std::shared_ptr<const RowTable> m_table;
};

} // namespace heteroscope
