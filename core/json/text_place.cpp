// SPDX-License-Identifier: GPL-3.0-or-later
#include "json/text_place.h"

#include "json/json.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

namespace heteroscope {

namespace {

/// Walks over the text without making values of it.
class TextWalk
{
public:
    explicit TextWalk(std::string_view text) : m_text(text) {}

    /// Goes to the value that the steps lead to, or to the last one on the way.
    TextPlace find(const std::vector<std::string> &steps)
    {
        skipBlanks();
        std::size_t at = m_at;
        for (const std::string &step : steps) {
            const auto child = enter(step);
            if (!child)
                break;
            at = *child;
        }
        m_at = at;
        skipValue(0);
        return {at, m_at - at};
    }

private:
    bool isEnd() const { return m_at >= m_text.size(); }
    char now() const { return m_text[m_at]; }
    bool take(char letter)
    {
        skipBlanks();
        if (isEnd() || now() != letter)
            return false;
        ++m_at;
        return true;
    }
    void skipBlanks()
    {
        while (!isEnd() && (now() == ' ' || now() == '\t' || now() == '\n' || now() == '\r'))
            ++m_at;
    }

    /// A string with its escapes as they are written.
    std::string_view takeString()
    {
        const std::size_t begin = ++m_at;
        while (!isEnd() && now() != '"')
            m_at += now() == '\\' ? 2 : 1;
        m_at = std::min(m_at, m_text.size());
        const auto content = m_text.substr(begin, m_at - begin);
        if (!isEnd())
            ++m_at;
        return content;
    }

    /// From a value to its member or item of this name; nullopt if it has none.
    std::optional<std::size_t> enter(const std::string &step)
    {
        if (take('{')) {
            while (!take('}') && !isEnd()) {
                if (now() != '"')
                    return std::nullopt;
                const bool isIt = takeString() == step;
                if (!take(':'))
                    return std::nullopt;
                skipBlanks();
                if (isIt)
                    return m_at;
                if (!skipValue(0) || (!take(',') && (isEnd() || now() != '}')))
                    return std::nullopt;
                skipBlanks();
            }
        } else if (take('[')) {
            std::size_t index = 0;
            if (std::from_chars(step.data(), step.data() + step.size(), index).ec != std::errc())
                return std::nullopt;
            for (std::size_t i = 0; !take(']') && !isEnd(); ++i) {
                if (i == index)
                    return m_at;
                if (!skipValue(0) || (!take(',') && (isEnd() || now() != ']')))
                    return std::nullopt;
                skipBlanks();
            }
        }
        return std::nullopt;
    }

    /// Behind the value. False where there is none, or one that is nested too deep.
    bool skipValue(int depth)
    {
        skipBlanks();
        if (isEnd() || depth > maxJsonDepth)
            return false;
        if (now() == '"') {
            takeString();
            return true;
        }
        if (now() == '{' || now() == '[') {
            const char close = now() == '{' ? '}' : ']';
            ++m_at;
            while (!take(close)) {
                const std::size_t before = m_at;
                if (isEnd() || !skipValue(depth + 1))
                    return false;
                (void)(take(':') || take(','));
                if (m_at == before)
                    return false;
            }
            return true;
        }
        const std::size_t begin = m_at;
        while (!isEnd() && std::string_view(",:]}[{\" \t\r\n").find(now()) == std::string_view::npos)
            ++m_at;
        return m_at > begin;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

/// "line:column" as an offset; nullopt if the path is none.
std::optional<std::size_t> offsetOfLine(std::string_view text, std::string_view path)
{
    std::size_t line = 0, column = 0;
    const char *const end = path.data() + path.size();
    const auto first = std::from_chars(path.data(), end, line);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != ':')
        return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, end, column);
    if (second.ec != std::errc() || second.ptr != end || line == 0)
        return std::nullopt;
    std::size_t at = 0;
    for (std::size_t i = 1; i < line; ++i) {
        const auto next = text.find('\n', at);
        if (next == std::string_view::npos)
            break;
        at = next + 1;
    }
    const auto lineEnd = std::min(text.find('\n', at), text.size());
    return std::min(at + std::max<std::size_t>(column, 1) - 1, lineEnd);
}

/// The steps of a JSON pointer: "/a~1b/0" is "a/b" and "0".
std::vector<std::string> stepsOf(std::string_view path)
{
    std::vector<std::string> steps;
    while (path.starts_with('/')) {
        const auto end = std::min(path.find('/', 1), path.size());
        std::string step;
        for (std::size_t i = 1; i < end; ++i) {
            const bool isEscape = path[i] == '~' && i + 1 < end && (path[i + 1] == '0' || path[i + 1] == '1');
            step += isEscape ? (path[++i] == '0' ? '~' : '/') : path[i];
        }
        steps.push_back(std::move(step));
        path.remove_prefix(end);
    }
    return steps;
}

} // namespace

TextPlace placeInText(std::string_view text, std::string_view path)
{
    if (const auto offset = offsetOfLine(text, path))
        return {*offset, *offset < text.size() ? std::size_t{1} : std::size_t{0}};
    return TextWalk(text).find(stepsOf(path.substr(0, std::min(path.find(' '), path.size()))));
}

} // namespace heteroscope
