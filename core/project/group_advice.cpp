// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/group_advice.h"

#include "project/device_groups.h"
#include "project/edit_check.h"
#include "project/group_edits.h"
#include "strategy/mapping_conflicts.h"
#include "strategy/mapping_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

/// "old only in stages A, B".
std::string wordsOf(const Mapping &mapping)
{
    const bool stages = mapping.target == MappingTarget::stages;
    const auto &listed = mapping.indices;
    const std::string places =
        (stages ? (listed.size() == 1 ? "stage " : "stages ") : (listed.size() == 1 ? "pipeline " : "pipelines ")) +
        placesText(mapping.target, listed);
    switch (mapping.rule) {
    case MappingRule::pin:
        return listed.empty() ? fmt::format("all of {} works", mapping.group)
                              : fmt::format("all of {} works, only in {}", mapping.group, places);
    case MappingRule::allow:
        return listed.empty() ? fmt::format("nothing but {} works", mapping.group)
                              : fmt::format("nothing but {} works in {}", mapping.group, places);
    case MappingRule::forbid:
        break;
    }
    return listed.empty() ? fmt::format("{} stays unused", mapping.group)
                          : fmt::format("{} stays out of {}", mapping.group, places);
}

void adviseEmpty(const Project &project, std::vector<Advice> &advice)
{
    for (const auto &group : project.cluster.deviceGroups) {
        if (deviceCount(project.cluster, group) > 0)
            continue;
        Advice one;
        one.kind = Advice::Kind::emptyGroup;
        one.thing = groupKey(group.name);
        one.about.found = fmt::format("the group {} holds no device", group.name);
        one.about.hint = "remove " + group.name;
        advice.push_back(std::move(one));
    }
}

void adviseOverlaps(const Project &project, std::vector<Advice> &advice)
{
    constexpr std::size_t mostCompared = 64; // groups; of more, the first
    std::vector<const DeviceGroup *> mapped;
    for (const auto &group : project.cluster.deviceGroups)
        if (mapped.size() < mostCompared &&
            std::any_of(project.mappings.begin(), project.mappings.end(),
                        [&group](const Mapping &mapping) { return mapping.group == group.name; }))
            mapped.push_back(&group);
    for (std::size_t i = 0; i < mapped.size(); ++i) {
        for (std::size_t k = i + 1; k < mapped.size(); ++k) {
            const auto shared = sharedDevices(project.cluster, *mapped[i], *mapped[k]);
            if (shared.empty())
                continue;
            Advice one;
            one.kind = Advice::Kind::overlappingGroups;
            one.thing = groupKey(mapped[k]->name);
            one.from = mapped[i]->name;
            one.to = mapped[k]->name;
            const auto others = shared.size() - 1;
            one.about.found = shared[0] +
                              (others == 0   ? " is"
                               : others == 1 ? " and one more device are"
                                             : fmt::format(" and {} more devices are", others)) +
                              fmt::format(" in the groups {} and {}", one.from, one.to);
            one.about.expected = "the rules of both groups hold for them";
            if (shared.size() < deviceCount(project.cluster, *mapped[k]))
                one.about.hint = fmt::format("take {} out of {}", shared.size() == 1 ? "it" : "them", one.to);
            advice.push_back(std::move(one));
        }
    }
}

void adviseConflicts(const Project &project, std::vector<Advice> &advice)
{
    const auto limits = placeLimits(project.cluster, project.workload);
    for (const auto &conflict : findMappingConflicts(project.mappings, project.cluster, limits)) {
        if (conflict.mappings.empty())
            continue;
        Advice one;
        one.kind = Advice::Kind::impossibleMappings;
        const Mapping &last = project.mappings[conflict.mappings.back()];
        one.thing = groupKey(last.group);
        one.mapping = last;
        std::string rules;
        for (const auto m : conflict.mappings)
            rules += (rules.empty() ? "" : "; ") + wordsOf(project.mappings[m]);
        switch (conflict.kind) {
        case MappingConflict::Kind::noPlace:
            one.about.found = fmt::format("{} must work and has no place: {}", conflict.device, rules);
            break;
        case MappingConflict::Kind::noFirstStage:
            one.about.found = fmt::format("no device may work in the first stage: {}", rules);
            break;
        case MappingConflict::Kind::noFirstPipeline:
            one.about.found = fmt::format("no device may work in the first pipeline: {}", rules);
            break;
        }
        one.about.expected =
            fmt::format("rules that a plan of at most {} and {} can obey",
                        limits.stages == 1 ? "1 stage" : fmt::format("{} stages", limits.stages),
                        limits.pipelines == 1 ? "1 pipeline" : fmt::format("{} pipelines", limits.pipelines));
        one.about.hint = fmt::format("drop \"{}\"", wordsOf(last));
        advice.push_back(std::move(one));
    }
}

const DeviceGroup *groupNamed(const Cluster &cluster, const std::string &name)
{
    return findDeviceGroup(cluster, groupKey(name));
}

} // namespace

void adviseGroups(const Project &project, std::vector<Advice> &advice)
{
    adviseEmpty(project, advice);
    adviseConflicts(project, advice);
    adviseOverlaps(project, advice);
}

Result<Project> followGroupAdvice(const Project &project, const Advice &advice)
{
    if (advice.kind == Advice::Kind::impossibleMappings) {
        auto mappings = project.mappings;
        const auto dropped = std::find(mappings.rbegin(), mappings.rend(), advice.mapping);
        if (dropped == mappings.rend())
            return refusal("no such rule of " + advice.mapping.group, "a rule of the project", Error::Code::reference);
        mappings.erase(std::next(dropped).base());
        return setMappings(project, mappings);
    }
    if (advice.kind == Advice::Kind::emptyGroup) {
        const DeviceGroup *empty = findDeviceGroup(project.cluster, advice.thing);
        return removeDeviceGroup(project, empty ? empty->name : std::string());
    }
    const DeviceGroup *kept = groupNamed(project.cluster, advice.from);
    const DeviceGroup *other = groupNamed(project.cluster, advice.to);
    if (!kept || !other)
        return refusal("no group " + (kept ? advice.to : advice.from), "a device group", Error::Code::reference);
    return takeOutOfGroup(project, advice.to, sharedDevices(project.cluster, *kept, *other));
}

} // namespace heteroscope
