// SPDX-License-Identifier: GPL-3.0-or-later
#include "editing/curve_subject.h"

#include "base/find_by_name.h"
#include "cluster/catalog.h"
#include "cluster/limits.h"
#include "cluster/scenario_span.h"
#include "exchange/bandwidth_csv/curve.h"
#include "project/edits.h"
#include "project/job_edits.h"
#include "theme/text.h"

#include <algorithm>
#include <map>

namespace heteroscope {
namespace {

constexpr const char *pasted = "pasted text"; // where errors are, instead of a file

struct Place
{
    std::string node;
    std::size_t index = 0;
};

std::optional<Place> placeOf(const std::string &device, const Cluster &cluster)
{
    const std::size_t colon = device.rfind(':');
    if (colon == std::string::npos)
        return std::nullopt;
    bool ok = false;
    const auto index = static_cast<std::size_t>(text(device.substr(colon + 1)).toULongLong(&ok));
    const Node *node = cluster.findNode(drawnName(device.substr(0, colon))); // a copy is what is drawn
    if (!ok || !node || index >= node->devices.size())
        return std::nullopt;
    return Place{node->name, index};
}

/// The price of the node, else that of the type of its first device; null without either.
const DevicePrice *priceOf(const std::string &name, const Project &project)
{
    const Node *node = project.cluster.findNode(name);
    const DevicePrice *own = findByName(project.prices, name);
    return own || !node || node->devices.empty() ? own : findByName(project.prices, node->devices.front().type);
}

RateCurve scaledBy(RateCurve curve, double factor)
{
    for (RateCurve::Point &point : curve.points)
        point.factor *= factor;
    return curve;
}

template<class Function>
void forEachCurve(const CurveSubjects &subjects, const Project &project, const Function &function)
{
    const Cluster &cluster = project.cluster;
    for (const std::string &name : subjects.prices)
        if (cluster.findNode(name)) {
            const DevicePrice *price = priceOf(name, project);
            function(price ? scaledBy(price->curve, 1 / usualPrice(name, cluster)) : RateCurve());
        }
    for (const std::string &name : subjects.links)
        if (const Link *link = cluster.findLink(name))
            function(link->rate);
    for (const std::string &name : subjects.devices)
        if (const Device *device = findDevice(cluster, name))
            function(device->speed);
}

} // namespace

const Device *findDevice(const Cluster &cluster, const std::string &name)
{
    const auto place = placeOf(name, cluster);
    return place ? &cluster.findNode(place->node)->devices[place->index] : nullptr;
}

CurveSubjects subjectsOf(const Selection &selection, const Cluster &cluster)
{
    CurveSubjects subjects;
    for (const std::string &name : selection.names()) {
        if (cluster.findLink(name))
            subjects.links.insert(name);
        else if (const Node *node = cluster.findNode(name))
            for (std::size_t i = 0; i < node->devices.size(); ++i)
                subjects.devices.insert(name + ":" + std::to_string(i));
    }
    for (const std::string &name : selection.devices())
        if (findDevice(cluster, name))
            subjects.devices.insert(name);
    return subjects;
}

CurveSubjects priceSubjectsOf(const Selection &selection, const Cluster &cluster)
{
    CurveSubjects subjects;
    for (const std::string &name : selection.names())
        if (const Node *node = cluster.findNode(name); node && !node->devices.empty())
            subjects.prices.insert(name);
    for (const std::string &name : selection.devices())
        if (const auto place = placeOf(name, cluster))
            subjects.prices.insert(place->node);
    return subjects;
}

double usualPrice(const std::string &node, const Cluster &cluster)
{
    const Node *found = cluster.findNode(node);
    const DeviceType *type =
        found && !found->devices.empty() ? findDeviceType(cluster, found->devices.front().type) : nullptr;
    const double price = type ? type->pricePerHour.value_or(0) : 0;
    return price > 0 ? price : 1;
}

std::vector<CurveSubjects> changingThings(const Project &project)
{
    const Cluster &cluster = project.cluster;
    std::vector<CurveSubjects> things;
    for (const Link &link : cluster.links)
        if (changesOverTime(link.rate))
            things.push_back({{link.name}, {}});
    for (const Node &node : cluster.nodes)
        for (std::size_t i = 0; i < node.devices.size(); ++i)
            if (changesOverTime(node.devices[i].speed))
                things.push_back({{}, {node.name + ":" + std::to_string(i)}});
    for (const DevicePrice &price : project.prices) {
        CurveSubjects subjects;
        for (const Node &node : cluster.nodes)
            if (priceOf(node.name, project) == &price)
                subjects.prices.insert(node.name);
        if (!subjects.isEmpty())
            things.push_back(std::move(subjects));
    }
    return things;
}

QString subjectText(const CurveSubjects &subjects, const Cluster &cluster)
{
    if (subjects.size() == 1 && !subjects.links.empty()) {
        const Link *link = cluster.findLink(*subjects.links.begin());
        return link ? QStringLiteral("%1 – %2").arg(text(link->from), text(link->to)) : QString();
    }
    if (!subjects.prices.empty())
        return subjects.size() == 1 ? QObject::tr("Price of %1").arg(text(*subjects.prices.begin()))
                                    : QObject::tr("Price of %1 nodes").arg(subjects.size());
    if (subjects.size() == 1)
        return text(*subjects.devices.begin());
    QStringList parts;
    if (!subjects.links.empty())
        parts << (subjects.links.size() == 1 ? QObject::tr("1 link")
                                             : QObject::tr("%1 links").arg(subjects.links.size()));
    if (!subjects.devices.empty())
        parts << (subjects.devices.size() == 1 ? QObject::tr("1 device")
                                               : QObject::tr("%1 devices").arg(subjects.devices.size()));
    return parts.join(QObject::tr(" and "));
}

std::optional<RateCurve> curveOf(const CurveSubjects &subjects, const Project &project)
{
    std::optional<RateCurve> first;
    forEachCurve(subjects, project, [&first](const RateCurve &curve) {
        if (!first)
            first = curve;
    });
    return first;
}

bool haveOneCurve(const CurveSubjects &subjects, const Project &project)
{
    const auto first = curveOf(subjects, project);
    bool same = true;
    forEachCurve(subjects, project, [&](const RateCurve &curve) { same = same && curve == *first; });
    return same;
}

Result<Project> withCurve(const Project &project, const CurveSubjects &subjects, const RateCurve &curve)
{
    Project after = project;
    for (const std::string &name : subjects.prices) {
        if (curve.points.empty()) {
            after = removePrice(after, name);
            continue;
        }
        const double usual = usualPrice(name, project.cluster);
        const DevicePrice *old = priceOf(name, project);
        DevicePrice price{name, scaledBy(curve, usual), old && old->name == name ? old->extensions : Extensions()};
        if (price.curve.points.front().at > Seconds(0))
            price.curve.points.insert(price.curve.points.begin(), {Seconds(0), usual});
        Result<Project> next = setPrice(after, price);
        if (!next)
            return next;
        after = std::move(*next);
    }
    for (const std::string &name : subjects.links) {
        const Link *link = after.cluster.findLink(name);
        if (!link)
            continue;
        Link changed = *link;
        changed.rate = curve;
        Result<Project> next = replaceLink(after, name, changed);
        if (!next)
            return next;
        after = std::move(*next);
    }
    std::map<std::string, std::vector<std::size_t>> byNode;
    for (const std::string &name : subjects.devices)
        if (const auto place = placeOf(name, after.cluster))
            byNode[place->node].push_back(place->index);
    for (const auto &[name, indices] : byNode) {
        Node node = *after.cluster.findNode(name);
        for (const std::size_t index : indices)
            node.devices[index].speed = curve;
        Result<Project> next = replaceNode(after, name, node);
        if (!next)
            return next;
        after = std::move(*next);
    }
    return after;
}

Result<Project> withPastedCurve(const Project &project, const CurveSubjects &subjects, const QString &copied)
{
    QString csv = copied.trimmed();
    if (!csv.contains(u','))
        csv.replace(u'\t', u',');
    bool isNumber = false;
    csv.section(u',', 0, 0).toDouble(&isNumber);
    if (isNumber && csv.section(u'\n', 0, 0).count(u',') == 1)
        csv.prepend(QStringLiteral("time,factor\n"));
    const auto columns = readBandwidthCsv(csv.toStdString(), pasted);
    if (!columns)
        return columns.error();
    Project after = project;
    if (columns->size() > 1 || !subjects.links.empty()) {
        ImportOptions options;
        options.things.assign(subjects.links.begin(), subjects.links.end());
        Result<Imported> imported = importBandwidthCsv(after, {{pasted, csv.toStdString()}}, options);
        if (!imported)
            return imported.error();
        after = std::move(imported->project);
    }
    if (columns->size() > 1 || (subjects.devices.empty() && subjects.prices.empty()))
        return after;
    const BandwidthColumn &column = columns->front();
    if (!column.isFactor)
        return Error{Error::Code::invalid,
                     pasted,
                     QObject::tr("line %1").arg(1).toStdString(),
                     QObject::tr("a bandwidth").toStdString(),
                     QObject::tr("factors for a device: 1 is its full speed, or its usual price").toStdString(),
                     QObject::tr("for example: %1").arg(QStringLiteral("time,factor")).toStdString()};
    for (const RateCurve::Point &point : column.points)
        if (!limits::holds(limits::factor, point.factor))
            return Error{Error::Code::invalid,
                         pasted,
                         {},
                         QString::number(point.factor).toStdString(),
                         QObject::tr("a factor from %1 to %2").arg(0).arg(1000).toStdString(),
                         {}};
    return withCurve(after, {{}, subjects.devices, subjects.prices}, RateCurve{column.points});
}

} // namespace heteroscope
