// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_rows.h"

#include "language/step_words.h"
#include "simulator/result/step_result.h"
#include "timeline/timeline_text.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace heteroscope {

namespace {

QString replicaName(int pipeline) { return TimelineText::tr("Replica %1").arg(pipeline + 1); }

} // namespace

TimelineRows::TimelineRows() : m_table(std::make_shared<RowTable>()) {}

void TimelineRows::setStep(const StepResult *step)
{
    std::vector<LaneText> lanes;
    for (std::size_t i = 0; step && i < step->lanes.size(); ++i) {
        const Lane &lane = step->lanes[i];
        const QString name = laneName(lane);
        lanes.push_back({name, QStringList{name, stageLetter(lane.stage), replicaName(lane.pipeline)}.join(u'\n'),
                         lane.pipeline, lane.stage});
    }
    if (lanes != m_lanes) {
        m_pinned.clear();
        m_hidden.clear();
        m_lanes = std::move(lanes);
        m_order.resize(m_lanes.size());
        std::iota(m_order.begin(), m_order.end(), 0);
        m_groups = madeGroups();
        foldAllButFirst();
    }
    update();
}

std::vector<LaneGroup> TimelineRows::madeGroups() const
{
    const bool isLarge = static_cast<int>(m_lanes.size()) > groupsFrom;
    if (m_grouping == LaneGrouping::none || (m_grouping == LaneGrouping::automatic && !isLarge))
        return {};
    std::map<std::pair<int, QString>, LaneGroup> found; // in the order of their numbers
    std::map<QString, int> nodes;                       // in the order of the plan
    for (const LaneText &lane : m_lanes)
        nodes.try_emplace(lane.name.section(u':', 0, 0), static_cast<int>(nodes.size()));
    for (const int number : m_order) {
        const LaneText &lane = m_lanes[static_cast<std::size_t>(number)];
        const QString node = lane.name.section(u':', 0, 0);
        const auto key = m_grouping == LaneGrouping::stage  ? std::pair(lane.stage, QString())
                         : m_grouping == LaneGrouping::node ? std::pair(nodes[node], node)
                                                            : std::pair(lane.pipeline, QString());
        LaneGroup &group = found[key];
        group.name = m_grouping == LaneGrouping::stage  ? TimelineText::tr("Stage %1").arg(stageLetter(lane.stage))
                     : m_grouping == LaneGrouping::node ? node
                                                        : replicaName(lane.pipeline);
        group.lanes.push_back(number);
    }
    std::vector<LaneGroup> groups;
    for (auto &[key, group] : found)
        groups.push_back(std::move(group));
    if (groups.size() < 2)
        groups.clear();
    return groups;
}

void TimelineRows::foldAllButFirst()
{
    m_foldedGroups.clear();
    for (std::size_t g = 1; g < m_groups.size() && static_cast<int>(m_lanes.size()) > foldedFrom; ++g)
        m_foldedGroups.insert(static_cast<int>(g));
}

void TimelineRows::setGrouping(LaneGrouping grouping)
{
    if (grouping == m_grouping)
        return;
    m_grouping = grouping;
    m_groups = madeGroups();
    foldAllButFirst();
    update();
}

bool TimelineRows::isReordered() const { return !std::is_sorted(m_order.begin(), m_order.end()); }

void TimelineRows::resetOrder()
{
    std::sort(m_order.begin(), m_order.end());
    regroup();
}

/// The lanes of the groups in their new order; what is folded stays so.
void TimelineRows::regroup()
{
    m_groups = madeGroups();
    update();
}

void TimelineRows::move(const std::set<int> &lanes, int by)
{
    const auto groupOf = [this](int lane) {
        for (std::size_t g = 0; g < m_groups.size(); ++g)
            if (std::find(m_groups[g].lanes.begin(), m_groups[g].lanes.end(), lane) != m_groups[g].lanes.end())
                return static_cast<int>(g);
        return -1;
    };
    std::vector<int> order = m_order;
    if (by > 0) // the same downwards, seen from below
        std::reverse(order.begin(), order.end());
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (!lanes.contains(order[i]))
            continue;
        const int group = groupOf(order[i]);
        for (std::size_t before = i; before-- > 0;) {
            if (m_hidden.contains(order[before]) || groupOf(order[before]) != group)
                continue;
            if (!lanes.contains(order[before])) // else they have met the end
                std::rotate(order.begin() + static_cast<std::ptrdiff_t>(before),
                            order.begin() + static_cast<std::ptrdiff_t>(i),
                            order.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            break;
        }
    }
    if (by > 0)
        std::reverse(order.begin(), order.end());
    m_order = std::move(order);
    regroup();
}

void TimelineRows::place(int lane, int at)
{
    const auto inOneGroup = [&](const LaneGroup &group) {
        const auto has = [&group](int one) {
            return std::find(group.lanes.begin(), group.lanes.end(), one) != group.lanes.end();
        };
        return has(lane) && has(at);
    };
    if (lane == at || (!m_groups.empty() && std::none_of(m_groups.begin(), m_groups.end(), inOneGroup)))
        return;
    const auto from = std::find(m_order.begin(), m_order.end(), lane);
    const auto to = std::find(m_order.begin(), m_order.end(), at);
    if (from == m_order.end() || to == m_order.end())
        return;
    if (from < to)
        std::rotate(from, from + 1, to + 1);
    else
        std::rotate(to, from, from + 1);
    regroup();
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
    const auto addLanes = [&](const std::vector<int> &lanes, int group) {
        int heading = -1; // row of the heading of the group
        // What is looked for is shown, folded or not.
        const bool folded = group >= 0 && !filters && m_foldedGroups.contains(group);
        for (const int lane : lanes) {
            const auto index = static_cast<std::size_t>(lane);
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
            if (group >= 0 && heading < 0)
                heading = append(table->rows, table->height,
                                 {-1, group, folded, 0, folded ? laneHeight : RowTable::headingHeight});
            table->folded += folded && !m_pinned.contains(lane) ? 1 : 0;
            table->rowOf[index] = folded ? heading : append(table->rows, table->height, {lane});
        }
    };
    if (m_groups.empty())
        addLanes(m_order, -1);
    for (std::size_t g = 0; g < m_groups.size(); ++g)
        addLanes(m_groups[g].lanes, static_cast<int>(g));
    m_table = std::move(table);
}

} // namespace heteroscope
