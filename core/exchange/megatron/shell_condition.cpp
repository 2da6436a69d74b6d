// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/megatron/shell_condition.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace heteroscope::megatron {

namespace {

std::optional<long long> wholeNumber(const std::string &text)
{
    if (text.empty() || text.size() > 15 ||
        !std::all_of(text.begin() + (text[0] == '-' ? 1 : 0), text.end(), [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
    return std::strtoll(text.c_str(), nullptr, 10);
}

} // namespace

Truth judgeTest(const std::vector<Expanded> &words)
{
    const auto truth = [](bool is) { return is ? Truth::yes : Truth::no; };
    std::size_t at = 0;
    bool negated = false;
    while (at < words.size() && words[at].text() == "!") {
        negated = !negated;
        ++at;
    }
    const auto result = [&](Truth is) {
        return !negated || is == Truth::open ? is : is == Truth::yes ? Truth::no : Truth::yes;
    };
    const std::size_t left = words.size() - at;
    if (left == 0)
        return result(Truth::no);
    if (left == 1)
        return result(words[at].unknown ? Truth::open : truth(!words[at].text().empty()));
    const std::string sign = words[at].text();
    const Expanded &second = words[at + 1];
    if (left == 2) {
        if (sign == "-z" || sign == "-n")
            return result(second.unknown ? Truth::open : truth(second.text().empty() == (sign == "-z")));
        return result(sign.size() == 2 && sign[0] == '-' ? Truth::yes : Truth::open); // files exist
    }
    const Expanded &third = words[at + 2];
    if (words[at].unknown || third.unknown)
        return Truth::open;
    const std::string how = second.text();
    if (how == "==" || how == "=")
        return result(truth(matchesPattern(sign.substr(0, 1024), third.text())));
    if (how == "!=")
        return result(truth(!matchesPattern(sign.substr(0, 1024), third.text())));
    const auto a = wholeNumber(sign);
    const auto b = wholeNumber(third.text());
    if (!a || !b)
        return Truth::open;
    const bool is = how == "-eq"   ? *a == *b
                    : how == "-ne" ? *a != *b
                    : how == "-gt" ? *a > *b
                    : how == "-ge" ? *a >= *b
                    : how == "-lt" ? *a < *b
                    : how == "-le" ? *a <= *b
                    : how == ">"   ? *a > *b
                                   : *a < *b;
    return result(truth(is));
}

} // namespace heteroscope::megatron
