// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fading of what the filter does not show. It is worked out once for each change, so that a frame costs no more.
#include "canvas/items/fading.h"
#include "canvas/scene/canvas_scene.h"

#include <algorithm>

namespace heteroscope {
namespace {

bool anyOf(const std::vector<bool> &flags) { return std::find(flags.begin(), flags.end(), true) != flags.end(); }

void fade(QGraphicsItem &item, bool faded) { item.setOpacity(faded ? Theme::dimmedOpacity : 1); }

} // namespace

void CanvasScene::setFilter(CanvasFilter filter)
{
    if (filter == m_filter)
        return;
    m_filter = std::move(filter);
    applyFilter();
    emit filterChanged();
}

bool CanvasScene::isFaded(const std::string &name) const
{
    if (const CanvasItem *item = itemNamed(name))
        return item->opacity() < 1;
    if (const LinkItem *link = linkNamed(name))
        return link->opacity() < 1;
    return m_fadedFrames.count(name) > 0;
}

/// A drawn device stands for all its copies.
std::vector<bool> CanvasScene::shownDevices(const Node &node, int copies) const
{
    std::vector<bool> shown(node.devices.size());
    for (int copy = 1; copy <= std::max(1, copies); ++copy) {
        const NodeOverlay *overlay = m_overlay.node(copy == 1 ? node.name : node.name + "#" + std::to_string(copy));
        for (std::size_t i = 0; i < shown.size(); ++i)
            shown[i] =
                shown[i] || m_filter.shows(node.devices[i],
                                           overlay && i < overlay->devices.size() ? &overlay->devices[i] : nullptr);
    }
    return shown;
}

bool CanvasScene::showsAny(const Rack &rack) const
{
    return std::any_of(rack.members.begin(), rack.members.end(), [&](const std::string &member) {
        const Node *node = project().cluster.findNode(member);
        return node && anyOf(shownDevices(*node, rack.repeat));
    });
}

void CanvasScene::applyFilter()
{
    const bool active = m_filter.isActive();
    std::unordered_map<std::string, int> copies;
    m_fadedFrames.clear();
    for (const Rack &rack : project().cluster.racks) {
        if (!active)
            break;
        for (const std::string &member : rack.members)
            copies.emplace(member, rack.repeat);
        if (!showsAny(rack))
            m_fadedFrames.insert(rack.name);
    }
    for (const auto &[name, item] : m_nodes) {
        const auto repeated = copies.find(name);
        std::vector<bool> shown;
        if (active)
            shown = shownDevices(item->node(), repeated == copies.end() ? 1 : repeated->second);
        const bool faded = active && !anyOf(shown);
        fade(*item, faded);
        // What is faded as a whole is not faded again in its parts.
        item->setShownDevices(faded ? std::vector<bool>() : std::move(shown));
    }
    for (const auto &[name, item] : m_racks)
        fade(*item, m_fadedFrames.count(name) > 0);
    for (const auto &[name, item] : m_switches)
        fade(*item, active);
    for (const auto &[key, item] : m_notes)
        fade(*item, active);
    for (const auto &[name, item] : m_links)
        fade(*item, active && !m_filter.shows(item->link(), m_overlay.link(name)));
    update();
}

} // namespace heteroscope
