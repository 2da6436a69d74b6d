// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_rows.h"

#include "language/step_words.h"
#include "simulator/result/step_result.h"
#include "timeline/timeline_text.h"

#include <algorithm>

namespace heteroscope {

QString groupName(const LaneGroup &group) { return TimelineText::tr("Replica %1").arg(group.pipeline + 1); }

const LaneGroup *RowTable::groupOf(int lane) const
{
    const auto found =
        std::find_if(groups.begin(), groups.end(), [lane](const LaneGroup &g) { return g.contains(lane); });
    return found == groups.end() ? nullptr : &*found;
}

TimelineRows::TimelineRows() : m_table(std::make_shared<RowTable>()) {}

void TimelineRows::setStep(const StepResult *step)
{
    std::vector<LaneText> lanes;
    std::vector<LaneGroup> groups;
    for (std::size_t i = 0; step && i < step->lanes.size(); ++i) {
        const Lane &lane = step->lanes[i];
        if (groups.empty() || groups.back().pipeline != lane.pipeline)
            groups.push_back({lane.pipeline, static_cast<int>(i), 0});
        ++groups.back().count;
        const QString name = laneName(lane);
        lanes.push_back({name, QStringList{name, stageLetter(lane.stage), groupName(groups.back())}.join(u'\n')});
    }
    if (groups.size() < 2 || static_cast<int>(lanes.size()) <= groupsFrom)
        groups.clear();
    if (lanes != m_lanes) {
        m_pinned.clear();
        m_hidden.clear();
        m_foldedGroups.clear();
        for (std::size_t g = 1; g < groups.size() && static_cast<int>(lanes.size()) > foldedFrom; ++g)
            m_foldedGroups.insert(static_cast<int>(g));
        m_lanes = std::move(lanes);
    }
    m_groups = std::move(groups);
    update();
}

void TimelineRows::toggleGroup(int group)
{
    if (!m_foldedGroups.erase(group))
        m_foldedGroups.insert(group);
    update();
}

void TimelineRows::toggleAllGroups()
{
    const bool open = m_foldedGroups.size() == m_groups.size();
    m_foldedGroups.clear();
    for (std::size_t g = 0; !open && g < m_groups.size(); ++g)
        m_foldedGroups.insert(static_cast<int>(g));
    update();
}

void TimelineRows::togglePins(const std::set<int> &lanes)
{
    const bool all = std::all_of(lanes.begin(), lanes.end(), [this](int lane) { return m_pinned.contains(lane); });
    for (const int lane : lanes)
        if (all)
            m_pinned.erase(lane);
        else
            m_pinned.insert(lane);
    update();
}

void TimelineRows::hide(const std::set<int> &lanes)
{
    m_hidden.insert(lanes.begin(), lanes.end());
    for (const int lane : lanes)
        m_pinned.erase(lane);
    update();
}

void TimelineRows::showAll()
{
    m_hidden.clear();
    m_filter.clear();
    update();
}

void TimelineRows::setFilter(const QString &words)
{
    m_filter = words;
    update();
}

bool TimelineRows::matches(int lane) const
{
    const QStringList words = m_filter.split(u' ', Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(), [&](const QString &word) { return hasWord(lane, word); });
}

bool TimelineRows::hasWord(int lane, const QString &word) const
{
    const LaneText &text = m_lanes[static_cast<std::size_t>(lane)];
    // One letter is a stage, not any name with that letter.
    if (word.size() == 1 && word.front().isLetter())
        return text.key.split(u'\n').contains(word, Qt::CaseInsensitive);
    return text.key.contains(word, Qt::CaseInsensitive);
}

void TimelineRows::update()
{
    auto table = std::make_shared<RowTable>();
    table->groups = m_groups;
    table->rowOf.assign(m_lanes.size(), -1);
    table->pinOf.assign(m_lanes.size(), -1);
    const auto append = [](std::vector<TimelineRow> &rows, int &height, TimelineRow row) {
        row.top = height;
        height += row.height;
        rows.push_back(row);
        return static_cast<int>(rows.size()) - 1;
    };
    const bool filters = !m_filter.trimmed().isEmpty();
    std::size_t group = 0;
    int heading = -1; // row of the heading of the group
    for (int lane = 0; lane < static_cast<int>(m_lanes.size()); ++lane) {
        const auto index = static_cast<std::size_t>(lane);
        if (group < m_groups.size() && lane == m_groups[group].first + m_groups[group].count)
            ++group;
        const bool grouped = group < m_groups.size();
        if (grouped && lane == m_groups[group].first)
            heading = -1;
        if (m_hidden.contains(lane)) {
            ++table->hidden;
            continue;
        }
        if (m_pinned.contains(lane)) // whatever the filter says
            table->pinOf[index] = append(table->pinned, table->pinnedHeight, {lane});
        if (filters && !matches(lane)) {
            table->filtered += m_pinned.contains(lane) ? 0 : 1;
            continue;
        }
        // What is looked for is shown, folded or not.
        const bool folded = grouped && !filters && m_foldedGroups.contains(static_cast<int>(group));
        if (grouped && heading < 0)
            heading = append(table->rows, table->height,
                             {-1, static_cast<int>(group), folded, 0, folded ? laneHeight : RowTable::headingHeight});
        table->folded += folded && !m_pinned.contains(lane) ? 1 : 0;
        table->rowOf[index] = folded ? heading : append(table->rows, table->height, {lane});
    }
    m_table = std::move(table);
}

} // namespace heteroscope
