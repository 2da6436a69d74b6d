// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/megatron/shell_words.h"

#include "exchange/megatron/shell_arithmetic.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace heteroscope::megatron {

namespace {

constexpr std::size_t mostWritten = 4 << 20;

std::string joined(const std::vector<std::string> &words)
{
    std::string text;
    for (const std::string &word : words) {
        if (text.size() > longestShellWord)
            break;
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

/// Without the shortest (or longest) part at the end or beginning that matches: %, %%, # and ##.
std::string trimmed(const std::string &value, std::string_view how, std::string_view pattern)
{
    const std::size_t size = std::min<std::size_t>(value.size(), 1024);
    std::optional<std::string> found;
    for (std::size_t length = 0; length <= size; ++length) {
        const bool front = how[0] == '#';
        const std::string part = front ? value.substr(0, length) : value.substr(value.size() - length);
        if (!matchesPattern(part, pattern))
            continue;
        found = front ? value.substr(length) : value.substr(0, value.size() - length);
        if (how.size() == 1)
            break;
    }
    return found.value_or(value);
}

} // namespace

std::string ShellValue::text() const { return joined(words); }
std::string Expanded::text() const { return joined(words); }

bool matchesPattern(std::string_view text, std::string_view pattern)
{
    constexpr std::size_t longest = 1024;
    if (text.size() > longest || pattern.size() > longest)
        return text == pattern;
    // Greedy with one point to come back to: linear for one star, quadratic at worst.
    std::size_t t = 0, p = 0, star = std::string_view::npos, mark = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            mark = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

std::size_t assignedName(std::string_view word)
{
    std::size_t end = 0;
    while (end < word.size() && isNamePart(word[end]))
        ++end;
    if (end == 0 || (word[0] >= '0' && word[0] <= '9'))
        return 0;
    const auto behind = word.substr(end, 2);
    return behind.starts_with('=') || behind == "+=" ? end : 0;
}

const ShellValue *ShellVariables::find(std::string_view name) const
{
    const auto found = m_values.find(name);
    return found == m_values.end() ? nullptr : &found->second;
}

Expanded ShellVariables::arithmetic(std::string_view expression)
{
    std::string missing;
    const auto lookup = [&](std::string_view name) -> std::optional<std::int64_t> {
        const ShellValue *value = find(name);
        const std::string text = value ? value->text() : std::string();
        std::int64_t number = 0;
        const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
        if (!text.empty() && parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() &&
            number < mostWhole && number > -mostWhole)
            return number;
        if (missing.empty())
            missing = value && value->unknown && text.starts_with('$') ? text : "$" + std::string(name);
        return std::nullopt;
    };
    if (const auto value = shellArithmetic(expression, lookup))
        return {{std::to_string(*value)}, false};
    return {{missing.empty() ? "$((" + std::string(expression.substr(0, 200)) + "))" : missing}, true};
}

/// What stands between ${ and }, or behind $.
Expanded ShellVariables::parameter(std::string_view inside, bool inTest, int depth)
{
    const bool count = inside.size() > 1 && inside[0] == '#';
    if (count)
        inside.remove_prefix(1);
    std::size_t end = 0;
    while (end < inside.size() && isNamePart(inside[end]))
        ++end;
    if (end == 0 && !inside.empty())
        end = 1; // @, *, #, ?
    const std::string name(inside.substr(0, end));
    auto rest = inside.substr(end);
    const ShellValue *value = find(name);
    Expanded result;
    if (value)
        result = {value->words, value->unknown};
    if (rest.starts_with('[')) {
        const auto close = std::min(rest.find(']'), rest.size() - 1);
        const auto index = rest.substr(1, close > 0 ? close - 1 : 0);
        rest.remove_prefix(close + 1);
        if (index != "@" && index != "*") {
            const Expanded at = arithmetic(index);
            std::size_t number = 0;
            const std::string text = at.text();
            std::from_chars(text.data(), text.data() + text.size(), number);
            const bool there = !at.unknown && number < result.words.size();
            result.words = there ? std::vector{result.words[number]} : std::vector<std::string>{};
        }
    } else if (value && value->isArray && !result.words.empty()) {
        result.words.resize(1); // $ARRAY is its first element
    }
    if (count)
        return {{std::to_string(value && value->isArray ? result.words.size() : result.text().size())},
                value && value->unknown};
    const bool isPositional = !name.empty() && name[0] >= '0' && name[0] <= '9';
    const bool empty = !value || result.text().empty();
    const bool colon = rest.starts_with(':');
    const auto how = colon ? rest.substr(1, 1) : rest.substr(0, 1);
    const auto behind = rest.substr(std::min<std::size_t>(colon ? 2 : 1, rest.size()));
    // A blank at the beginning parts what follows from what stands before the expansion.
    const auto apart = [behind](Expanded words) {
        if (!behind.empty() && isBlank(behind[0]))
            words.words.insert(words.words.begin(), std::string());
        return words;
    };
    if (how == "-" || how == "=") {
        if (!(colon ? empty : !value))
            return result;
        Expanded otherwise = apart(expand(behind, inTest, depth + 1));
        if (how == "=" && depth < deepestShell)
            set(name, {otherwise.words, otherwise.unknown, false});
        return otherwise;
    }
    if (how == "+")
        return (colon ? empty : !value) ? Expanded{} : apart(expand(behind, inTest, depth + 1));
    if (value && !rest.empty() && (rest[0] == '%' || rest[0] == '#') && !value->isArray) {
        const std::size_t signs = rest.size() > 1 && rest[1] == rest[0] ? 2 : 1;
        return {{trimmed(result.text(), rest.substr(0, signs), rest.substr(signs))}, result.unknown};
    }
    if (value && (rest.empty() || how == "?"))
        return result;
    if (!value && name == "#")
        return {{"0"}, true};
    if (!value && (name == "@" || name == "*"))
        return {{}, inTest};
    if (!value && inTest && !isPositional)
        return {};
    return {{"$" + name}, true};
}

Expanded ShellVariables::expandWhole(std::string_view word, bool inTest)
{
    // As if the whole word stood in quotes, but for the quotes that it has.
    Expanded result;
    std::string text;
    for (std::size_t i = 0; i < word.size();) {
        if (word[i] == '$' || word[i] == '`') {
            const auto end = std::max(i + 1, expansionEnd(word, i));
            const auto part = expand("\"" + std::string(word.substr(i, end - i)) + "\"", inTest);
            text += part.text();
            result.unknown = result.unknown || part.unknown;
            i = end;
            continue;
        }
        std::size_t end = i + 1;
        if (word[i] == '\\') {
            end = i + 2;
        } else if (word[i] == '\'') {
            end = std::min(word.find('\'', i + 1), word.size() - 1) + 1;
        } else if (word[i] == '"') {
            while (end < word.size() && word[end] != '"')
                end = word[end] == '\\'                      ? end + 2
                      : word[end] == '$' || word[end] == '`' ? std::max(end + 1, expansionEnd(word, end))
                                                             : end + 1;
            ++end;
        }
        end = std::min(end, word.size());
        const auto part = expand(word.substr(i, end - i), inTest);
        text += part.text();
        result.unknown = result.unknown || part.unknown;
        i = end;
    }
    text.resize(std::min(text.size(), longestShellWord));
    result.words = {text};
    return result;
}

Expanded ShellVariables::expand(std::string_view word, bool inTest, int depth)
{
    Expanded result;
    if (depth > deepestShell || m_written > mostWritten)
        return result;
    std::string field;
    bool inField = false;
    const auto finish = [&] {
        if (inField) {
            field.resize(std::min(field.size(), longestShellWord));
            m_written += field.size() + 1;
            result.words.push_back(field);
        }
        field.clear();
        inField = false;
    };
    bool quoted = false;
    for (std::size_t i = 0; i < word.size() && field.size() <= longestShellWord; ++i) {
        const char c = word[i];
        if (c == '\\' && i + 1 < word.size()) {
            const char next = word[++i];
            if (quoted && next != '"' && next != '\\' && next != '$' && next != '`' && next != '\n')
                field += '\\';
            if (next != '\n')
                field += next;
            inField = true;
        } else if (c == '"') {
            quoted = !quoted;
            inField = true;
        } else if (c == '\'' && !quoted) {
            const auto end = std::min(word.find('\'', i + 1), word.size());
            field += word.substr(i + 1, end - i - 1);
            inField = true;
            i = end;
        } else if ((c == '$' || c == '`') && expansionEnd(word, i) > i + 1) {
            const auto end = expansionEnd(word, i);
            auto inside = word.substr(i, end - i);
            Expanded part;
            if (inside.starts_with("$((") && inside.ends_with("))"))
                part = arithmetic(inside.substr(3, inside.size() - 5));
            else if (inside.starts_with("$(") || inside.starts_with("`"))
                part = {{std::string(inside)}, true};
            else if (inside.starts_with("${"))
                part = parameter(inside.substr(2, inside.size() - 2 - (inside.ends_with('}') ? 1 : 0)), inTest, depth);
            else
                part = parameter(inside.substr(1), inTest, depth);
            const bool isList = inside.find("@") != std::string_view::npos;
            i = end - 1;
            result.unknown = result.unknown || part.unknown;
            if (quoted && !isList) {
                field += part.text();
                inField = true;
                continue;
            }
            // Blanks cut a value that stands outside quotes; of "${LIST[@]}" each element stays whole.
            for (std::size_t k = 0; k < part.words.size(); ++k) {
                if (k > 0)
                    finish();
                const bool whole =
                    quoted || (part.unknown && (part.words[k].starts_with("$(") || part.words[k].starts_with('`')));
                for (const char one : part.words[k]) {
                    if (!whole && isBlank(one)) {
                        finish();
                    } else {
                        field += one;
                        inField = true;
                    }
                }
                inField = inField || quoted;
            }
        } else if (!quoted && isBlank(c)) {
            finish();
        } else {
            field += c;
            inField = true;
        }
    }
    finish();
    return result;
}

} // namespace heteroscope::megatron
