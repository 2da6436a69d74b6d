// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/stage_chips.h"

#include <QStringList>

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace heteroscope {

namespace {

QString withoutMemory(QString name)
{
    const qsizetype space = name.lastIndexOf(u' ');
    if (space > 0 && name.endsWith(u'G'))
        name.truncate(space);
    return name.startsWith(QStringLiteral("RTX ")) ? name.mid(4) : name;
}

bool isCutAlike(const Pipeline &one, const Pipeline &other)
{
    return std::equal(one.stages.begin(), one.stages.end(), other.stages.begin(), other.stages.end(),
                      [](const Stage &a, const Stage &b) { return a.chunks == b.chunks; });
}

/// Groups are rarely of several types, and large plans have many: of each group so many devices are looked at.
void addTypes(QStringList &types, const Stage &stage, const Topology &topology, std::size_t devicesOfGroup)
{
    for (const TensorGroup &group : stage.groups)
        for (std::size_t d = 0; d < std::min(devicesOfGroup, group.devices.size()); ++d)
            if (const auto device = topology.findDevice(group.devices[d])) {
                const QString type = withoutMemory(QString::fromStdString(shortName(topology.typeOf(*device))));
                if (!types.contains(type))
                    types << type;
            }
}

} // namespace

std::vector<StageChip> stageChips(const Plan &plan, const Topology *topology)
{
    std::vector<StageChip> chips;
    if (plan.pipelines.empty())
        return chips;
    const Pipeline &first = plan.pipelines.front();
    std::vector<const Pipeline *> alike;
    for (const Pipeline &pipeline : plan.pipelines)
        if (topology && isCutAlike(first, pipeline))
            alike.push_back(&pipeline);
    for (std::size_t s = 0; s < first.stages.size(); ++s) {
        QStringList words;
        for (const Pipeline *pipeline : alike)
            addTypes(words, pipeline->stages[s], *topology, pipeline == &first ? SIZE_MAX : 1);
        const auto &chunks = first.stages[s].chunks;
        words << QString::number(std::accumulate(chunks.begin(), chunks.end(), 0,
                                                 [](int sum, const LayerRange &chunk) { return sum + chunk.count; }));
        chips.push_back({words.join(u' '), static_cast<int>(s)});
    }
    return chips;
}

} // namespace heteroscope
