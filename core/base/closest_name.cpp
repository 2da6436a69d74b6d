// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/closest_name.h"

#include "base/text.h"

#include <algorithm>
#include <numeric>

namespace heteroscope {

namespace {

/// Levenshtein distance.
std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t(0));
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const auto above = row[j + 1];
            row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? 0u : 1u)});
            diagonal = above;
        }
    }
    return row.back();
}

} // namespace

std::optional<std::size_t> closestName(std::string_view found, const std::vector<std::string_view> &names,
                                       std::size_t most)
{
    constexpr std::size_t longest = 64;
    constexpr std::size_t maxNames = 1000;
    if (found.empty() || found.size() > longest || names.size() > maxNames)
        return {};
    const auto wanted = lowerCase(found);
    std::optional<std::size_t> best;
    std::size_t bestDistance = most + 1;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i].size() > longest)
            continue;
        if (const auto d = distance(wanted, lowerCase(names[i])); d < bestDistance) {
            bestDistance = d;
            best = i;
        }
    }
    return best;
}

std::string didYouMean(std::string_view found, const std::vector<std::string_view> &names)
{
    const auto best = closestName(found, names, std::max<std::size_t>(1, found.size() / 3));
    return best ? "did you mean \"" + std::string(names[*best]) + "\"?" : std::string();
}

} // namespace heteroscope
