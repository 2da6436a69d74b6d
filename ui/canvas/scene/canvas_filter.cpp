// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/scene/canvas_filter.h"

#include <algorithm>

namespace heteroscope {

int shareStep(double share) { return share > 0 ? std::min(shareSteps - 1, static_cast<int>(share * shareSteps)) : 0; }

int memoryStep(const DeviceOverlay &device)
{
    if (device.peak > device.capacity)
        return overCapacity;
    return device.capacity.value > 0 ? shareStep(device.peak / device.capacity) : 0;
}

bool CanvasFilter::shows(const Device &device, const DeviceOverlay *overlay) const
{
    const DeviceOverlay *used = overlay && overlay->lane >= 0 ? overlay : nullptr;
    return std::any_of(m_chosen.begin(), m_chosen.end(), [&](const Facet &facet) {
        switch (facet.kind) {
        case FacetKind::stage:
            return used && used->stage == facet.value;
        case FacetKind::busy:
            return used && shareStep(used->busy) == facet.value;
        case FacetKind::memory:
            return used && memoryStep(*used) == facet.value;
        case FacetKind::deviceType:
            return device.type == facet.name;
        case FacetKind::technology:
        case FacetKind::linkLoad:
            break;
        }
        return false;
    });
}

bool CanvasFilter::shows(const Link &link, const LinkOverlay *overlay) const
{
    return std::any_of(m_chosen.begin(), m_chosen.end(), [&](const Facet &facet) {
        if (facet.kind == FacetKind::technology)
            return static_cast<int>(link.technology) == facet.value;
        return facet.kind == FacetKind::linkLoad && shareStep(overlay ? overlay->load() : 0) == facet.value;
    });
}

} // namespace heteroscope
