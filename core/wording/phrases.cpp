// SPDX-License-Identifier: GPL-3.0-or-later
#include "wording/phrases.h"

#include "base/embedded_files.h"
#include "json/json.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace heteroscope {

namespace {

constexpr std::string_view placeholder = "{}";
/// Bytes up to which a template is so general, like "{} with {}", that sentences are taken apart before it is tried.
constexpr std::size_t shortTemplate = 6;

std::vector<std::string> piecesOf(std::string_view text)
{
    std::vector<std::string> pieces;
    for (auto at = text.find(placeholder); at != std::string_view::npos; at = text.find(placeholder)) {
        pieces.emplace_back(text.substr(0, at));
        text.remove_prefix(at + placeholder.size());
    }
    pieces.emplace_back(text);
    return pieces;
}

/// Which bytes are between quotation marks, these not included.
std::vector<bool> quotedBytes(std::string_view text)
{
    std::vector<bool> quoted(text.size(), false);
    bool isInside = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (isInside && text[i] == '\\' && i + 1 < text.size()) {
            quoted[i] = quoted[i + 1] = true;
            ++i;
        } else if (text[i] == '"') {
            isInside = !isInside;
        } else {
            quoted[i] = isInside;
        }
    }
    return quoted;
}

/// The first place of `piece` from `from` on that does not begin between quotation marks.
std::size_t findOutside(std::string_view text, const std::vector<bool> &quoted, std::string_view piece,
                        std::size_t from)
{
    auto at = text.find(piece, from);
    while (at != std::string_view::npos && quoted[at])
        at = text.find(piece, at + 1);
    return at;
}

/// What the placeholders stand for, each as short as possible from the left; nullopt if the text does not match.
std::optional<std::vector<std::string_view>> matched(std::string_view text, const std::vector<bool> &quoted,
                                                     const std::vector<std::string> &pieces)
{
    if (pieces.size() == 1)
        return text == pieces.front() ? std::optional(std::vector<std::string_view>()) : std::nullopt;
    const std::string &last = pieces.back();
    if (text.size() < pieces.front().size() + last.size() || !text.starts_with(pieces.front()) || !text.ends_with(last))
        return std::nullopt;
    const std::size_t end = text.size() - last.size();
    if (!last.empty() && quoted[end])
        return std::nullopt;
    std::vector<std::string_view> values;
    std::size_t at = pieces.front().size();
    for (std::size_t i = 1; i + 1 < pieces.size(); ++i) {
        const auto found = findOutside(text.substr(0, end), quoted, pieces[i], at);
        if (found == std::string_view::npos)
            return std::nullopt;
        values.push_back(text.substr(at, found - at));
        at = found + pieces[i].size();
    }
    values.push_back(text.substr(at, end - at));
    return values;
}

/// A placeholder of a translation, at `at`: "{}" or "{2}", and which value it takes, from 0.
struct Place
{
    std::size_t at = 0;
    std::size_t size = 0;
    std::size_t value = 0;
};

std::vector<Place> placesOf(std::string_view translation)
{
    std::vector<Place> places;
    std::size_t next = 0;
    for (std::size_t at = translation.find('{'); at != std::string_view::npos; at = translation.find('{', at + 1)) {
        const auto rest = translation.substr(at);
        if (rest.starts_with(placeholder))
            places.push_back({at, 2, next++});
        else if (rest.size() > 2 && rest[1] >= '1' && rest[1] <= '9' && rest[2] == '}')
            places.push_back({at, 3, static_cast<std::size_t>(rest[1] - '1')});
    }
    return places;
}

/// A name in quotation marks, whether they are of the template or of the text, is no phrase.
bool isName(const std::string &before, std::string_view value, const std::string &after)
{
    return (before.ends_with('"') && after.starts_with('"')) ||
           (value.size() > 1 && value.front() == '"' && value.find('"', 1) == value.size() - 1);
}

} // namespace

const Phrases &Phrases::of(std::string_view language)
{
    // Each is read when it is first asked for: English needs none.
    static const Phrases none{std::string_view()};
    if (language == "de") {
        static const Phrases german(embeddedFile("phrases/de.json"));
        return german;
    }
    if (language == "zh_CN") {
        static const Phrases chinese(embeddedFile("phrases/zh_CN.json"));
        return chinese;
    }
    return none;
}

Phrases::Phrases(std::string_view json)
{
    const auto read = parseJson(json, {});
    if (!read || !read->is_object() || !read->contains("phrases") || !read->at("phrases").is_object())
        return;
    for (const auto &[english, translation] : read->at("phrases").items()) {
        if (!translation.is_string() || english.empty())
            continue;
        Template one{english, piecesOf(english), 0, translation.get<std::string>()};
        for (const std::string &piece : one.pieces)
            one.letters += piece.size();
        m_templates.push_back(std::move(one));
    }
    std::ranges::sort(m_templates, [](const Template &a, const Template &b) {
        return a.letters != b.letters ? a.letters > b.letters : a.english < b.english;
    });
}

bool Phrases::has(std::string_view english) const
{
    return std::ranges::any_of(m_templates, [english](const Template &one) { return one.english == english; });
}

std::vector<std::string> Phrases::mistakes() const
{
    std::vector<std::string> wrong;
    for (const Template &one : m_templates) {
        std::vector<bool> used(one.pieces.size() - 1, false);
        bool isRight = !one.translation.empty();
        for (const Place &place : placesOf(one.translation)) {
            isRight = isRight && place.value < used.size();
            if (isRight)
                used[place.value] = true;
        }
        if (!isRight || std::ranges::find(used, false) != used.end())
            wrong.push_back(one.english + ": " + one.translation);
    }
    return wrong;
}

std::string Phrases::translated(std::string_view english) const
{
    if (m_templates.empty() || english.size() > longestPhrase)
        return std::string(english);
    return translated(english, phraseDepth);
}

std::string Phrases::translated(std::string_view english, int depth) const
{
    static constexpr std::array<std::string_view, 4> sentenceEnds = {"; ", ". ", "\n", " \u00b7 "};
    static constexpr std::array<std::string_view, 2> commas = {", ", ": "};
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    if (depth == 0 || std::ranges::none_of(english, isLetter))
        return std::string(english);
    const auto quoted = quotedBytes(english);
    bool wasDivided = false;
    for (const Template &one : m_templates) {
        if (!wasDivided && one.letters <= shortTemplate) {
            wasDivided = true;
            if (const auto divided = inParts(english, quoted, sentenceEnds, depth))
                return *divided;
        }
        if (const auto values = matched(english, quoted, one.pieces))
            return filled(one, *values, depth);
    }
    return inParts(english, quoted, commas, depth).value_or(std::string(english));
}

std::string Phrases::filled(const Template &one, const std::vector<std::string_view> &values, int depth) const
{
    std::string result;
    std::size_t at = 0;
    for (const Place &place : placesOf(one.translation)) {
        result += one.translation.substr(at, place.at - at);
        at = place.at + place.size;
        if (place.value >= values.size())
            continue;
        const std::string_view value = values[place.value];
        result += isName(one.pieces[place.value], value, one.pieces[place.value + 1]) ? std::string(value)
                                                                                      : translated(value, depth - 1);
    }
    return result + one.translation.substr(at);
}

std::optional<std::string> Phrases::inParts(std::string_view english, const std::vector<bool> &quoted,
                                            std::span<const std::string_view> signs, int depth) const
{
    for (const std::string_view sign : signs) {
        std::string result;
        std::size_t begin = 0;
        for (auto at = findOutside(english, quoted, sign, 0); at != std::string_view::npos;
             at = findOutside(english, quoted, sign, begin)) {
            result += translated(english.substr(begin, at - begin), depth - 1);
            result += sign;
            begin = at + sign.size();
        }
        if (begin > 0)
            return result + translated(english.substr(begin), depth - 1);
    }
    return std::nullopt;
}

} // namespace heteroscope
