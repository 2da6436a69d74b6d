// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/explain/closest_first.h"

#include <algorithm>
#include <utility>

namespace heteroscope {

namespace {

/// Bounds above the best plan by no more than this share say the same.
constexpr double sameBound = 2e-3;

} // namespace

Closeness closenessOf(Rejection rejection, const Reason &detail, Bytes peakMemory, Bytes capacity)
{
    if (const auto *bound = std::get_if<LowerBound>(&detail)) {
        // The search gives families up when their bound reaches the best plan known then: just above it all are equal.
        const bool isAtTheBest = bound->best && bound->value < *bound->best * (1 + sameBound);
        return {Closeness::Kind::bounded, isAtTheBest ? *bound->best : bound->value};
    }
    if (rejection != Rejection::outOfMemory)
        return {};
    if (const auto *shortfall = std::get_if<MemoryShortfall>(&detail))
        return {Closeness::Kind::tooLarge, shortfall->over.value};
    return {Closeness::Kind::tooLarge, peakMemory > capacity ? (peakMemory - capacity).value : infinity};
}

std::vector<const RejectedFamily *> closestFirst(const SearchResult &result)
{
    std::vector<std::pair<Closeness, const RejectedFamily *>> families;
    families.reserve(result.rejected.size());
    for (const auto &family : result.rejected)
        families.emplace_back(closenessOf(family.rejection, family.detail, family.peakMemory, family.memoryCapacity),
                              &family);
    std::stable_sort(families.begin(), families.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    std::vector<const RejectedFamily *> ordered;
    ordered.reserve(families.size());
    for (const auto &[closeness, family] : families)
        ordered.push_back(family);
    return ordered;
}

} // namespace heteroscope
