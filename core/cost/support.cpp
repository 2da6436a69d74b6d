// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/support.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace heteroscope {

namespace {

/// Equal as far as the level asks. Unlike devices are never answered for by like ones, nor the other way round.
bool answers(const SupportKey &entry, const SupportKey &asked, SupportLevel level)
{
    auto key = entry;
    if (level >= SupportLevel::otherSharding)
        key.zeroStage = asked.zeroStage;
    if (level >= SupportLevel::otherNodes)
        key.manyNodes = asked.manyNodes;
    if (level >= SupportLevel::otherExperts)
        key.experts = asked.experts;
    return key == asked;
}

} // namespace

bool SupportTable::hasStack(std::string_view stack) const
{
    return std::any_of(entries.begin(), entries.end(), [&](const auto &entry) { return entry.key.stack == stack; });
}

bool SupportTable::hasClass(std::string_view computeClass) const
{
    return std::any_of(entries.begin(), entries.end(),
                       [&](const auto &entry) { return entry.key.computeClass == computeClass; });
}

Support SupportTable::find(const SupportKey &key) const
{
    const auto foldError = [this](SupportLevel level) { return folds[static_cast<std::size_t>(level)].error; };
    Support answer{.asked = key};
    using enum SupportLevel;
    for (const auto level : {exact, otherSharding, otherNodes, otherExperts}) {
        std::set<std::string_view> sources;
        for (const auto &entry : entries) {
            if (!answers(entry.key, key, level))
                continue;
            answer.rows += entry.rows;
            answer.error = std::max(answer.error, entry.error);
            sources.insert(entry.sources.begin(), entry.sources.end());
        }
        if (answer.rows == 0)
            continue;
        answer.sources = static_cast<int>(sources.size());
        answer.level = level == exact && answer.sources < 2 ? oneSource : level;
        if (answer.level != exact)
            answer.error = std::max(answer.error, foldError(answer.level));
        return answer;
    }
    const bool stack = hasStack(key.stack);
    const bool computeClass = hasClass(key.computeClass);
    answer.level = key.mixedDevices        ? nothing
                   : stack && computeClass ? newPair
                   : stack                 ? newClass
                   : computeClass          ? newStack
                                           : nothing;
    answer.error = foldError(answer.level);
    return answer;
}

double conservativeQuantile(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    const auto count = static_cast<double>(values.size());
    const auto rank = static_cast<std::size_t>(std::ceil(supportShare * (count + 1)));
    return values[std::min(rank, values.size()) - 1];
}

} // namespace heteroscope
