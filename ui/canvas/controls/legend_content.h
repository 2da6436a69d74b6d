// SPDX-License-Identifier: GPL-3.0-or-later
//
// The content of the legend: the meaning of the current colouring, and the kinds of devices and links that are drawn.
#pragma once

#include "canvas/scene/canvas_filter.h"
#include "cluster/device_type.h"

#include <QString>

#include <vector>

namespace heteroscope {

class CanvasScene;

enum class LegendLook {
    chips, ///< letters side by side
    steps, ///< colours of a scale side by side
    rows,  ///< a sample, a name and a count each
};

struct LegendItem
{
    Facet facet;
    QString text;            ///< of a chip or a row
    QString name;            ///< in words with the count; also read by screen readers
    std::size_t count = 0;   ///< number of devices including all copies of racks, or of drawn links
    DeviceShape shape{};     ///< of a device type
    int typeIndex = 0;       ///< its place in colouring by type
    BytesPerSecond widest{}; ///< of a technology
    friend bool operator==(const LegendItem &, const LegendItem &) = default;
};

struct LegendSection
{
    QString title;
    LegendLook look = LegendLook::rows;
    std::vector<LegendItem> items;
    friend bool operator==(const LegendSection &, const LegendSection &) = default;
};

std::vector<LegendSection> legendOf(const CanvasScene &scene);

} // namespace heteroscope
