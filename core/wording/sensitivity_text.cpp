// SPDX-License-Identifier: GPL-3.0-or-later
#include "wording/sensitivity_text.h"

#include "base/numbers.h"

#include <fmt/format.h>

#include <cmath>

namespace heteroscope {

std::string subjectText(const SensitivitySubject &subject)
{
    const std::size_t count = subject.members.size();
    switch (subject.kind) {
    case SensitivityKind::link:
        return count == 1 ? "link " + subject.name : fmt::format("{} links like {}", countText(count), subject.name);
    case SensitivityKind::nodeLink:
        return count == 1 ? "links inside " + subject.name
                          : fmt::format("links inside {} nodes like {}", countText(count), subject.name);
    case SensitivityKind::deviceSpeed:
        return "speed of " + subject.name;
    case SensitivityKind::deviceMemory:
        return "memory of " + subject.name;
    case SensitivityKind::nodeCount:
        return "number of " + subject.name;
    }
    return {};
}

std::string valueText(SensitivityKind kind, double value)
{
    switch (kind) {
    case SensitivityKind::link:
    case SensitivityKind::nodeLink:
        return bandwidthText(BytesPerSecond(value));
    case SensitivityKind::deviceSpeed:
        return flopsText(FlopPerSecond(value));
    case SensitivityKind::deviceMemory:
        return memoryText(Bytes(value));
    case SensitivityKind::nodeCount:
        return countText(static_cast<std::size_t>(std::lround(std::max(0.0, value))));
    }
    return {};
}

std::string thresholdText(const SensitivityItem &item)
{
    if (!item.enough)
        return {};
    const std::string what = subjectText(item.subject);
    if (item.enough->value <= 0)
        return fmt::format("{}: no bandwidth matters, down to a thousandth of it", what);
    const std::string value = valueText(item.subject.kind, item.enough->value);
    return fmt::format("{}: nothing above {} matters{}{}", what, value,
                       item.enough->value <= item.subject.present ? ", it has more" : "",
                       item.enough->certain ? "" : " (at most: a search on the way was not proved)");
}

} // namespace heteroscope
