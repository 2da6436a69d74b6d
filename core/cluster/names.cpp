// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/cluster.h"

#include <algorithm>
#include <charconv>

namespace heteroscope {

std::string whyNotName(std::string_view name)
{
    constexpr std::size_t longest = 200;
    if (name.empty())
        return "a name";
    if (name.size() > longest)
        return "a name of at most " + std::to_string(longest) + " bytes";
    if (name.starts_with("x-"))
        return "a name that does not begin with x- (such keys belong to other programs)";
    if (name.find_first_of("/:#") != std::string_view::npos)
        return "a name without / : and # (they separate the parts of longer names)";
    if (std::any_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }))
        return "a name without control characters";
    if (name.front() == ' ' || name.back() == ' ')
        return "a name without spaces around it";
    return {};
}

std::optional<DeviceRange> deviceRange(std::string_view end, std::size_t deviceCount)
{
    if (!end.starts_with("gpu"))
        return std::nullopt;
    end.remove_prefix(3);
    if (end == "*")
        return deviceCount > 0 ? std::optional<DeviceRange>({0, deviceCount}) : std::nullopt;
    const auto number = [&end]() -> std::optional<std::size_t> {
        std::size_t value = 0;
        const auto parsed = std::from_chars(end.data(), end.data() + end.size(), value);
        if (parsed.ec != std::errc())
            return std::nullopt;
        end.remove_prefix(static_cast<std::size_t>(parsed.ptr - end.data()));
        return value;
    };
    const auto first = number();
    auto last = first;
    if (first && end.starts_with("-")) {
        end.remove_prefix(1);
        last = number();
    }
    if (!first || !last || !end.empty() || *last < *first || *last >= deviceCount)
        return std::nullopt;
    return DeviceRange{*first, *last - *first + 1};
}

} // namespace heteroscope
