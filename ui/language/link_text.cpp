// SPDX-License-Identifier: GPL-3.0-or-later
#include "language/link_text.h"

#include "cluster/catalog.h"
#include "cluster/vertex_name.h"
#include "language/step_words.h"
#include "simulator/result/link_load.h"
#include "theme/numbers.h"
#include "theme/theme.h"

#include <QCoreApplication>

#include <set>

namespace heteroscope {
namespace {

constexpr int maxFlowsNamed = 5;

struct LinkText
{
    Q_DECLARE_TR_FUNCTIONS(LinkText)
};

/// "B", with several pipelines "B0", with several groups in a stage "B0.1".
QString placeOf(const StepResult &result, int index)
{
    if (index < 0 || static_cast<std::size_t>(index) >= result.lanes.size())
        return QStringLiteral("?");
    const Lane &lane = result.lanes[static_cast<std::size_t>(index)];
    QString place = stageLetter(lane.stage);
    if (result.lanes.back().pipeline > 0)
        place += QString::number(lane.pipeline);
    const auto next = static_cast<std::size_t>(index) + 1;
    const bool several = lane.group > 0 || (next < result.lanes.size() && result.lanes[next].stage == lane.stage &&
                                            result.lanes[next].pipeline == lane.pipeline);
    return several ? place + u'.' + QString::number(lane.group) : place;
}

QString ownName(const Topology &topology, VertexId vertex)
{
    return QString::fromStdString(std::string(nameInNode(topology, vertex)));
}

} // namespace

QString technologyName(LinkTechnology technology)
{
    switch (technology) {
    case LinkTechnology::infinityFabric:
        return QStringLiteral("Infinity Fabric");
    case LinkTechnology::other:
        return LinkText::tr("Other");
    default:
        return QString::fromUtf8(linkTechnologyNames[static_cast<std::size_t>(technology)].data());
    }
}

QStringList technologyNames()
{
    QStringList names;
    for (std::size_t i = 0; i < linkTechnologyNames.size(); ++i)
        names << technologyName(static_cast<LinkTechnology>(i));
    return names;
}

QString technologyName(const Link &link, const std::vector<LinkType> &own)
{
    if (link.technology == LinkTechnology::other)
        for (const auto *types : {&own, &builtinCatalog().links})
            for (const LinkType &type : *types)
                if (type.technology == link.technology && type.bandwidth == link.bandwidth &&
                    type.latency == link.latency)
                    return QString::fromStdString(type.name);
    return technologyName(link.technology);
}

QString linkTitle(const Topology &topology, EdgeId id)
{
    const TopologyEdge &edge = topology.edge(id);
    const TopologyVertex &from = topology.vertices()[edge.from.index()];
    const TopologyVertex &to = topology.vertices()[edge.to.index()];
    const auto outer = [&topology](const TopologyVertex &vertex) {
        return QString::fromStdString(vertex.node ? topology.nodes()[*vertex.node].name : vertex.name);
    };
    if (!from.node || from.node != to.node)
        return outer(from) + QStringLiteral(" → ") + outer(to);
    const auto inner = [&](VertexId vertex) {
        const QString own = ownName(topology, vertex);
        return vertex.index() < topology.devices().size() ? QStringLiteral("gpu") + own : own;
    };
    return outer(from) + QStringLiteral(": ") + inner(edge.from) + QStringLiteral(" → ") + inner(edge.to);
}

QString linkTitle(const Topology &topology, const StepResult &result, const std::vector<std::size_t> &alike)
{
    const EdgeId first = result.links[alike.front()].edge;
    if (alike.size() == 1)
        return linkTitle(topology, first);
    // The devices at their ends, and what joins them.
    std::set<std::size_t> devices;
    QString hub;
    for (const std::size_t index : alike) {
        const TopologyEdge &edge = topology.edge(result.links[index].edge);
        for (const VertexId vertex : {edge.from, edge.to}) {
            if (vertex.index() < topology.devices().size())
                devices.insert(topology.devices()[vertex.index()].indexInNode);
            else
                hub = ownName(topology, vertex);
        }
    }
    const std::size_t node = *topology.vertices()[topology.edge(first).from.index()].node;
    QString name = QString::fromStdString(topology.nodes()[node].name);
    if (!devices.empty()) {
        const std::size_t low = *devices.begin();
        const std::size_t high = *devices.rbegin();
        name += u':' + QString::number(low);
        if (high - low + 1 == devices.size() && high > low)
            name += QStringLiteral("–%1").arg(high);
        else if (high > low)
            name += QStringLiteral(" +%1").arg(devices.size() - 1);
    }
    return hub.isEmpty() ? name : name + u' ' + hub;
}

QString flowTitle(const StepResult &result, const LinkFlow &flow)
{
    const QString place = placeOf(result, flow.lane);
    switch (flow.traffic) {
    case Traffic::send:
    case Traffic::receive:
        return QStringLiteral("%1 %2 → %3")
            .arg(flow.backward ? StepWords::tr("gradients") : StepWords::tr("activations"), place,
                 placeOf(result, flow.toLane));
    case Traffic::tp:
        return StepWords::tr("TP of %1").arg(place);
    case Traffic::cp:
        return StepWords::tr("CP of %1").arg(place);
    case Traffic::ep:
        return StepWords::tr("EP of %1").arg(place);
    case Traffic::dp:
        break;
    }
    return flow.lanes > 1 ? StepWords::tr("DP of %1, %2 lanes").arg(place, QString::number(flow.lanes))
                          : StepWords::tr("DP of %1").arg(place);
}

QStringList flowsText(const StepResult &result, const LinkLoad &link, Ticks time)
{
    QStringList lines;
    const std::vector<FlowNow> flows = flowsAt(result, link, time);
    for (const FlowNow &now : flows) {
        if (lines.size() == maxFlowsNamed && flows.size() > maxFlowsNamed + 1) {
            lines << StepWords::tr("and\t%1 more").arg(flows.size() - maxFlowsNamed);
            break;
        }
        lines << QStringLiteral("%1\t%2").arg(flowTitle(result, result.flows[static_cast<std::size_t>(now.flow)]),
                                              formatBandwidth(BytesPerSecond(now.rate)));
    }
    return lines;
}

QString sharedText(const LinkLoad &link)
{
    if (link.flowsAtOnce < 2)
        return {};
    const QString flows = StepWords::tr("%1 flows").arg(link.flowsAtOnce);
    return link.slower < 1.05 ? flows
                              : StepWords::tr("%1, %2x slower").arg(flows, QString::number(link.slower, 'f', 1));
}

QStringList sharedBy(const StepResult &result, const LinkLoad &link)
{
    return flowsText(result, link, link.maxFlowsAt);
}

} // namespace heteroscope
