// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/mapping_text.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace heteroscope {

namespace {

constexpr int letters = 26;
constexpr std::string_view enDash = "\u2013";

std::string nameOf(MappingTarget target, int place)
{
    return target == MappingTarget::stages ? stageName(place) : std::to_string(place + 1);
}

std::optional<int> stageNamed(std::string_view name)
{
    int stage = 0;
    for (const char c : name) {
        const int letter = c >= 'a' && c <= 'z' ? c - 'a' : c - 'A';
        if (letter < 0 || letter >= letters || stage > largestMappingIndex)
            return std::nullopt;
        stage = stage * letters + letter + 1;
    }
    return name.empty() ? std::nullopt : std::optional(stage - 1);
}

std::optional<int> pipelineNumbered(std::string_view digits)
{
    int number = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size() || number < 1)
        return std::nullopt;
    return number - 1;
}

std::optional<int> placeOf(MappingTarget target, std::string_view text)
{
    const auto place = target == MappingTarget::stages ? stageNamed(text) : pipelineNumbered(text);
    return place && *place <= largestMappingIndex ? place : std::nullopt;
}

/// Without spaces around dashes and with a plain dash, so that what is left between spaces and commas is one range.
std::string tidied(std::string_view text)
{
    std::string plain;
    for (std::size_t i = 0; i < text.size();) {
        const bool dash = text.substr(i).starts_with(enDash);
        plain += dash ? '-' : text[i];
        i += dash ? enDash.size() : 1;
    }
    std::string tidy;
    for (const char c : plain) {
        const bool space = c == ' ' || c == '\t' || c == ',' || c == ';';
        if (space && (tidy.empty() || tidy.back() == ' ' || tidy.back() == '-'))
            continue;
        if (c == '-' && !tidy.empty() && tidy.back() == ' ')
            tidy.pop_back();
        tidy += space ? ' ' : c;
    }
    if (!tidy.empty() && tidy.back() == ' ')
        tidy.pop_back();
    return tidy;
}

Error notAPlace(MappingTarget target, std::string_view text)
{
    return {Error::Code::invalid,
            {},
            {},
            "\"" + std::string(text) + "\"",
            target == MappingTarget::stages ? "stages by their letters, such as A, C–E"
                                            : "pipelines by their numbers, such as 1, 3–5",
            "separate them by commas"};
}

} // namespace

std::string stageName(int stage)
{
    std::string name;
    for (int rest = std::max(stage, 0); rest >= 0; rest = rest / letters - 1)
        name.insert(name.begin(), static_cast<char>('A' + rest % letters));
    return name;
}

std::string placesText(MappingTarget target, const std::vector<int> &places)
{
    const std::set<int> sorted(places.begin(), places.end());
    std::string text;
    for (auto it = sorted.begin(); it != sorted.end();) {
        const int first = *it;
        int last = first;
        for (++it; it != sorted.end() && *it == last + 1; ++it)
            last = *it;
        text += (text.empty() ? "" : ", ") + nameOf(target, first);
        if (last > first)
            text += (last == first + 1 ? ", " : std::string(enDash)) + nameOf(target, last);
    }
    return text;
}

Result<std::vector<int>> parsePlaces(MappingTarget target, std::string_view text)
{
    const std::string tidy = tidied(text);
    std::set<int> places;
    for (std::size_t at = 0; at < tidy.size();) {
        const std::size_t end = std::min(tidy.find(' ', at), tidy.size());
        const auto token = std::string_view(tidy).substr(at, end - at);
        at = end + 1;
        const std::size_t dash = std::min(token.find('-'), token.size());
        const auto first = placeOf(target, token.substr(0, dash));
        const auto last = dash == token.size() ? first : placeOf(target, token.substr(dash + 1));
        if (!first || !last || *last < *first)
            return notAPlace(target, token);
        for (int place = *first; place <= *last; ++place)
            places.insert(place);
    }
    return std::vector<int>(places.begin(), places.end());
}

} // namespace heteroscope
