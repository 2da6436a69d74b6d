// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/explain/closest_first.h"

#include <algorithm>
#include <utility>

namespace heteroscope {

namespace {

enum class Closeness { bounded, tooLarge, other };

/// How far a family is from the answer: seconds or joules, bytes, nothing.
std::pair<Closeness, double> distanceOf(const RejectedFamily &family)
{
    if (const auto *bound = std::get_if<LowerBound>(&family.detail))
        return {Closeness::bounded, bound->value};
    if (family.rejection != Rejection::outOfMemory)
        return {Closeness::other, 0};
    if (const auto *shortfall = std::get_if<MemoryShortfall>(&family.detail))
        return {Closeness::tooLarge, shortfall->over.value};
    const bool known = family.peakMemory > family.memoryCapacity;
    return {Closeness::tooLarge, known ? (family.peakMemory - family.memoryCapacity).value : infinity};
}

} // namespace

std::vector<const RejectedFamily *> closestFirst(const SearchResult &result)
{
    // The distances of a hundred thousand families are taken once each.
    std::vector<std::pair<std::pair<Closeness, double>, const RejectedFamily *>> families;
    families.reserve(result.rejected.size());
    for (const auto &family : result.rejected)
        families.emplace_back(distanceOf(family), &family);
    std::stable_sort(families.begin(), families.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    std::vector<const RejectedFamily *> ordered;
    ordered.reserve(families.size());
    for (const auto &[distance, family] : families)
        ordered.push_back(family);
    return ordered;
}

} // namespace heteroscope
