// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/controls/legend_content.h"

#include "canvas/scene/canvas_scene.h"
#include "cluster/catalog.h"
#include "language/link_text.h"

#include <QCoreApplication>

#include <array>
#include <map>

namespace heteroscope {
namespace {

struct Legend
{
    Q_DECLARE_TR_FUNCTIONS(Legend)
};

QString devices(std::size_t count) { return count == 1 ? Legend::tr("1 device") : Legend::tr("%1 devices").arg(count); }

QString links(std::size_t count) { return count == 1 ? Legend::tr("1 link") : Legend::tr("%1 links").arg(count); }

QString stepText(int step)
{
    return Legend::tr("%1 to %2 %").arg(100 / shareSteps * step).arg(100 / shareSteps * (step + 1));
}

/// Steps of a share of devices; `stepOf` tells the one of a device that is used.
template<class StepOf>
LegendSection deviceSteps(const CanvasOverlay &overlay, const QString &title, FacetKind kind, int steps,
                          StepOf &&stepOf)
{
    std::vector<std::size_t> counts(static_cast<std::size_t>(steps));
    for (const auto &[name, node] : overlay.nodes)
        for (const DeviceOverlay &device : node.devices)
            if (device.lane >= 0)
                ++counts[static_cast<std::size_t>(stepOf(device))];
    LegendSection section{title, LegendLook::steps, {}};
    for (int step = 0; step < steps; ++step) {
        LegendItem item;
        item.facet = {kind, step, {}};
        item.count = counts[static_cast<std::size_t>(step)];
        item.name = Legend::tr("%1: %2, %3")
                        .arg(title, step < shareSteps ? stepText(step) : Legend::tr("over 100 %"), devices(item.count));
        section.items.push_back(item);
    }
    return section;
}

LegendSection stages(const CanvasOverlay &overlay)
{
    std::map<int, std::size_t> counts;
    for (const auto &[name, node] : overlay.nodes)
        for (const DeviceOverlay &device : node.devices)
            if (device.lane >= 0)
                ++counts[device.stage];
    LegendSection section{Legend::tr("Stage"), LegendLook::chips, {}};
    for (const auto &[stage, count] : counts) {
        LegendItem item;
        item.facet = {FacetKind::stage, stage, {}};
        item.text = stageLetter(stage);
        item.count = count;
        item.name = Legend::tr("Stage %1: %2").arg(item.text, devices(count));
        section.items.push_back(item);
    }
    return section;
}

LegendSection types(const CanvasScene &scene)
{
    const Cluster &cluster = scene.project().cluster;
    std::map<std::string, std::size_t> copies;
    for (const Rack &rack : cluster.racks)
        for (const std::string &member : rack.members)
            copies[member] = static_cast<std::size_t>(std::max(1, rack.repeat));
    std::map<std::string, std::size_t> counts;
    for (const Node &node : cluster.nodes) {
        const auto repeated = copies.find(node.name);
        for (const Device &device : node.devices)
            counts[device.type] += repeated == copies.end() ? 1 : repeated->second;
    }
    LegendSection section{Legend::tr("Devices"), LegendLook::rows, std::vector<LegendItem>(counts.size())};
    for (const auto &[name, count] : counts) {
        const DeviceType *type = findDeviceType(cluster, name);
        LegendItem item;
        item.facet = {FacetKind::deviceType, 0, name};
        item.text = QString::fromStdString(type ? shortName(*type) : name);
        item.count = count;
        item.name = Legend::tr("%1: %2").arg(item.text, devices(count));
        item.shape = type ? type->shape : DeviceShape::pentagon;
        item.typeIndex = scene.typeIndex(name);
        section.items[static_cast<std::size_t>(item.typeIndex)] = item;
    }
    return section;
}

LegendSection technologies(const CanvasScene &scene)
{
    std::map<LinkTechnology, LegendItem> items;
    for (const auto &[name, link] : scene.links()) {
        LegendItem &item = items[link->link().technology];
        ++item.count;
        item.widest = std::max(item.widest, link->link().bandwidth);
    }
    LegendSection section{Legend::tr("Links"), LegendLook::rows, {}};
    for (auto &[technology, item] : items) {
        item.facet = {FacetKind::technology, static_cast<int>(technology), {}};
        item.text = technologyName(technology);
        item.name = Legend::tr("%1: %2").arg(item.text, links(item.count));
        section.items.push_back(item);
    }
    return section;
}

LegendSection linkLoads(const CanvasScene &scene)
{
    LegendSection section{Legend::tr("Link load"), LegendLook::steps, {}};
    if (scene.links().empty())
        return section;
    std::array<std::size_t, shareSteps> counts{};
    for (const auto &[name, link] : scene.links()) {
        const LinkOverlay *overlay = scene.overlay().link(name);
        ++counts[static_cast<std::size_t>(shareStep(overlay ? overlay->load() : 0))];
    }
    for (int step = 0; step < shareSteps; ++step) {
        LegendItem item;
        item.facet = {FacetKind::linkLoad, step, {}};
        item.count = counts[static_cast<std::size_t>(step)];
        item.name = Legend::tr("%1: %2, %3").arg(section.title, stepText(step), links(item.count));
        section.items.push_back(item);
    }
    return section;
}

} // namespace

std::vector<LegendSection> legendOf(const CanvasScene &scene)
{
    const CanvasOverlay &overlay = scene.overlay();
    std::vector<LegendSection> sections;
    const auto add = [&sections](LegendSection section) {
        if (!section.items.empty())
            sections.push_back(std::move(section));
    };
    if (overlay.result()) {
        if (scene.colourBy() == ColourBy::stage)
            add(stages(overlay));
        else if (scene.colourBy() == ColourBy::load)
            add(deviceSteps(overlay, Legend::tr("Busy"), FacetKind::busy, shareSteps,
                            [](const DeviceOverlay &device) { return shareStep(device.busy); }));
        else if (scene.colourBy() == ColourBy::memory)
            add(deviceSteps(overlay, Legend::tr("Memory"), FacetKind::memory, shareSteps + 1, memoryStep));
    }
    add(types(scene));
    add(technologies(scene));
    add(linkLoads(scene));
    return sections;
}

} // namespace heteroscope
