// SPDX-License-Identifier: GPL-3.0-or-later
// The layouts of a family: how many stages each of its parts has, and which TP groups they take.
#include "planner/space/space.h"

#include "strategy/schedule.h"

#include <algorithm>
#include <numeric>

namespace heteroscope {

bool allowsStages(const Family &family, int stages)
{
    if (stages < family.fewestStages || stages > family.maxStages)
        return false;
    if (family.schedule == ScheduleKind::interleaved)
        return family.microBatches % stages == 0;
    return !scheduleOf(family.schedule).refusal(stages, family.microBatches);
}

int stageCount(const Layout &layout)
{
    return std::accumulate(layout.begin(), layout.end(), 0,
                           [](int sum, const StageRun &run) { return sum + run.stages; });
}

RunChoices::RunChoices(const Family &family, const TensorGroups &groups) : m_family(family)
{
    m_groups.reserve(family.parts.size());
    for (const auto &part : family.parts)
        m_groups.push_back(groups.count(part.type, part.devices()));
    for (std::size_t part = 0; part < family.parts.size(); ++part) {
        bool alike = true;
        for (std::size_t other = 0; other < family.parts.size(); ++other)
            alike = alike &&
                    (family.parts[other].type != family.parts[part].type ||
                     m_groups[other] * family.parts[other].devices() == m_groups[part] * family.parts[part].devices());
        m_coversAll.push_back(alike);
    }
}

int RunChoices::maxStages(std::size_t part, const Layout &layout) const
{
    const auto &asked = m_family.parts[part];
    int most = asked.maxStages;
    int taken = 0;
    for (const auto &run : layout) {
        const auto &other = m_family.parts[run.part];
        if (run.part == part)
            return 0;
        taken += other.type == asked.type ? run.stages * other.devices() : 0;
    }
    if (const auto left = maxStagesBeside(part, taken))
        return *left;
    // The groups of a type and node lie in those of every larger degree, so each degree has its own count of what the
    // runs of it and of larger ones take.
    const auto limit = [&](std::size_t degree) {
        const int tp = m_family.parts[degree].tp;
        int left = m_groups[degree];
        for (const auto &run : layout) {
            const auto &other = m_family.parts[run.part];
            if (other.type == asked.type && other.tp >= tp)
                left -= run.stages * m_family.dp * (other.tp / tp);
        }
        most = std::min(most, left / (m_family.dp * (asked.tp / tp)));
    };
    limit(part);
    for (const auto &run : layout) {
        const auto &other = m_family.parts[run.part];
        if (other.type == asked.type && other.tp < asked.tp)
            limit(run.part);
    }
    return std::max(0, most);
}

std::optional<int> RunChoices::maxStagesBeside(std::size_t part, int taken) const
{
    if (!m_coversAll[part])
        return std::nullopt;
    const auto &asked = m_family.parts[part];
    const int left = m_groups[part] * asked.devices() - taken * m_family.dp;
    return std::clamp(left / (m_family.dp * asked.devices()), 0, asked.maxStages);
}

bool RunChoices::coversAll() const
{
    return std::all_of(m_coversAll.begin(), m_coversAll.end(), [](bool all) { return all; });
}

bool RunChoices::isByStage(const Layout &layout) const
{
    return std::any_of(layout.begin(), layout.end(), [&](const StageRun &run) {
        return std::any_of(layout.begin(), layout.end(), [&](const StageRun &other) {
            return run.part < other.part && m_family.parts[run.part].type == m_family.parts[other.part].type;
        });
    });
}

namespace {

void forEachPureLayout(const Family &family, const std::function<bool(const Layout &)> &visit, StopMeter meter)
{
    Layout layout;
    for (std::size_t part = 0; part < family.parts.size(); ++part)
        layout.push_back({part, family.parts[part].maxStages});
    while (!meter.stopAfter()) {
        if (allowsStages(family, stageCount(layout)) && !visit(layout))
            return;
        std::size_t part = layout.size();
        while (part > 0 && layout[part - 1].stages == 1)
            --part;
        if (part == 0)
            return;
        --layout[part - 1].stages;
        for (; part < layout.size(); ++part)
            layout[part].stages = family.parts[part].maxStages;
    }
}

/// Every layout that begins with this one.
bool forEachFurtherLayout(const Family &family, const RunChoices &choices, Layout &layout,
                          const std::function<bool(const Layout &)> &visit, StopMeter &meter)
{
    const int before = stageCount(layout);
    for (std::size_t part = 0; part < family.parts.size(); ++part) {
        const int most = std::min(choices.maxStages(part, layout), family.maxStages - before);
        layout.push_back({part, 0});
        for (int stages = 1; stages <= most; ++stages) {
            layout.back().stages = stages;
            if (allowsStages(family, before + stages) && choices.isByStage(layout) && !visit(layout))
                return false;
            if (meter.stopAfter(4) || !forEachFurtherLayout(family, choices, layout, visit, meter))
                return false;
        }
        layout.pop_back();
    }
    return true;
}

/// The largest TP first, of each type the first groups that are free.
std::vector<int> placedByStage(const Family &family, const Layout &layout, const TensorGroups &groups)
{
    std::vector<std::size_t> order(layout.size());
    std::iota(order.begin(), order.end(), 0);
    const auto partOf = [&](std::size_t run) -> const FamilyPart & { return family.parts[layout[run].part]; };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return partOf(a).tp > partOf(b).tp; });
    std::vector<std::vector<int>> byRun(layout.size());
    std::vector<bool> taken;
    for (const std::size_t run : order) {
        auto left = static_cast<std::size_t>(layout[run].stages * family.dp);
        for (int group = groups.first(partOf(run).type, partOf(run).devices()); byRun[run].size() < left; ++group) {
            const auto &devices = groups[group].devices;
            taken.resize(std::max(taken.size(), devices.back().index() + 1));
            if (taken[devices.front().index()])
                continue;
            for (const DeviceId device : devices)
                taken[device.index()] = true;
            byRun[run].push_back(group);
        }
    }
    std::vector<int> placed;
    for (const auto &run : byRun)
        placed.insert(placed.end(), run.begin(), run.end());
    return placed;
}

} // namespace

void forEachLayout(const Family &family, const TensorGroups &groups, const std::function<bool(const Layout &)> &visit,
                   const StopToken &stop)
{
    StopMeter meter(stop);
    switch (family.kind) {
    case FamilyKind::apart: // have their own (apart.h, sample_shares.h)
    case FamilyKind::shares:
        break;
    case FamilyKind::pure:
        forEachPureLayout(family, visit, meter);
        break;
    case FamilyKind::mixed:
        for (int stages = family.maxStages; stages >= family.fewestStages; --stages) {
            if (allowsStages(family, stages) && !visit({{0, stages}}))
                return;
        }
        break;
    case FamilyKind::byStage:
        Layout layout;
        forEachFurtherLayout(family, RunChoices(family, groups), layout, visit, meter);
        break;
    }
}

std::vector<int> placedGroups(const Family &family, const Layout &layout, const TensorGroups &groups)
{
    if (family.kind == FamilyKind::byStage)
        return placedByStage(family, layout, groups);
    std::vector<int> placed;
    for (std::size_t i = 0; i < family.parts.size(); ++i) {
        const auto &part = family.parts[i];
        const int first = groups.first(part.type, part.devices());
        int count = groups.count(part.type, part.devices());
        if (family.kind == FamilyKind::pure)
            count = layout[i].stages * family.dp;
        else if (i + 1 == family.parts.size())
            count = layout.front().stages * family.dp - static_cast<int>(placed.size());
        for (int group = first; group < first + count; ++group)
            placed.push_back(group);
    }
    return placed;
}

} // namespace heteroscope
