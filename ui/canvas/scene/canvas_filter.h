// SPDX-License-Identifier: GPL-3.0-or-later
//
// The filter of the canvas, chosen in the legend: items of the chosen kinds are shown, all others fade. It is a state
// of the view, not of the document. If several kinds are chosen, items of any of them are shown.
#pragma once

#include "canvas/scene/canvas_overlay.h"

#include <set>
#include <string>

namespace heteroscope {

enum class FacetKind { stage, busy, memory, deviceType, technology, linkLoad };

/// A kind of device or link.
struct Facet
{
    FacetKind kind = FacetKind::stage;
    int value = 0;    ///< stage, step of a share, or LinkTechnology
    std::string name; ///< of a device type in the catalog
    friend auto operator<=>(const Facet &, const Facet &) = default;
};

inline constexpr int shareSteps = 5;            ///< 0 to 20 % and so on
inline constexpr int overCapacity = shareSteps; ///< the step of memory beyond 100 %
/// The step that a share is in; 100 % and more is in the last one.
int shareStep(double share);
/// The step of what a device holds of its memory.
int memoryStep(const DeviceOverlay &device);

class CanvasFilter
{
public:
    CanvasFilter() = default;
    explicit CanvasFilter(std::set<Facet> chosen) : m_chosen(std::move(chosen)) {}

    const std::set<Facet> &chosen() const { return m_chosen; }
    bool isActive() const { return !m_chosen.empty(); }
    /// `overlay` is null where there is no step; so is an unused device's.
    bool shows(const Device &device, const DeviceOverlay *overlay) const;
    bool shows(const Link &link, const LinkOverlay *overlay) const;
    friend bool operator==(const CanvasFilter &, const CanvasFilter &) = default;

private:
    std::set<Facet> m_chosen;
};

} // namespace heteroscope
