// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fixed_texts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <span>

namespace heteroscope {

namespace {

/// Cases of one expression; more are cut, so that a sum of many choices ends.
constexpr std::size_t mostCases = 64;

struct Token
{
    enum class Kind { text, word, sign };
    Kind kind = Kind::sign;
    std::string text;
    int line = 0;
    std::size_t partner = 0; ///< of an opening bracket: the index of its closing one

    bool is(std::string_view sign) const { return kind != Kind::text && text == sign; }
};
using Tokens = std::span<const Token>;

bool isWordLetter(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }

class Tokenizer
{
public:
    explicit Tokenizer(std::string_view source) : m_source(source) {}

    std::vector<Token> read()
    {
        while (m_at < m_source.size()) {
            const char letter = m_source[m_at];
            if (letter == '\n') {
                ++m_line;
                ++m_at;
            } else if (std::isspace(static_cast<unsigned char>(letter)) != 0) {
                ++m_at;
            } else if (letter == '#' || startsWith("//")) {
                skipUntil("\n");
            } else if (startsWith("/*")) {
                skipUntil("*/");
            } else if (startsWith("R\"")) {
                readRawText();
            } else if (letter == '"') {
                readText();
            } else if (letter == '\'') {
                m_tokens.push_back({Token::Kind::word, "letter", m_line, 0});
                ++m_at;
                while (m_at < m_source.size() && m_source[m_at] != '\'')
                    m_at += m_source[m_at] == '\\' ? 2 : 1;
                ++m_at;
            } else if (isWordLetter(letter)) {
                readWord();
            } else {
                readSign();
            }
        }
        pair();
        return std::move(m_tokens);
    }

private:
    bool startsWith(std::string_view what) const { return m_source.substr(m_at).starts_with(what); }

    void skipUntil(std::string_view end)
    {
        const auto to = std::min(m_source.find(end, m_at), m_source.size());
        m_line += static_cast<int>(std::count(m_source.begin() + static_cast<std::ptrdiff_t>(m_at),
                                              m_source.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
        m_at = end == "\n" ? to : std::min(to + end.size(), m_source.size());
    }

    void readRawText()
    {
        const auto open = m_source.find('(', m_at);
        const std::string end = ")" + std::string(m_source.substr(m_at + 2, open - m_at - 2)) + "\"";
        const auto close = m_source.find(end, open);
        addText(std::string(m_source.substr(open + 1, close - open - 1)));
        m_at = open;
        skipUntil(end);
    }

    void readWord()
    {
        const auto begin = m_at;
        while (m_at < m_source.size() && (isWordLetter(m_source[m_at]) || isPartOfNumber(begin)))
            ++m_at;
        m_tokens.push_back({Token::Kind::word, std::string(m_source.substr(begin, m_at - begin)), m_line, 0});
    }

    /// The point of 0.5 and the sign between the digits of 1'000.
    bool isPartOfNumber(std::size_t begin) const
    {
        return std::isdigit(static_cast<unsigned char>(m_source[begin])) != 0 &&
               (m_source[m_at] == '.' || m_source[m_at] == '\'');
    }

    void readSign()
    {
        static constexpr std::array<std::string_view, 10> longSigns = {
            "::", "->", "+=", "==", "!=", "<=", ">=", "<<", "&&", "||"};
        const auto sign = std::ranges::find_if(longSigns, [this](std::string_view one) { return startsWith(one); });
        const auto size = sign == longSigns.end() ? std::size_t(1) : sign->size();
        m_tokens.push_back({Token::Kind::sign, std::string(m_source.substr(m_at, size)), m_line, 0});
        m_at += size;
    }

    void readText()
    {
        std::string text;
        for (++m_at; m_at < m_source.size() && m_source[m_at] != '"'; ++m_at) {
            if (m_source[m_at] == '\\')
                readEscape(text);
            else
                text += m_source[m_at];
        }
        ++m_at;
        addText(std::move(text));
    }

    void readEscape(std::string &text)
    {
        const char letter = m_source[++m_at];
        if (letter == 'n')
            text += '\n';
        else if (letter == 't')
            text += '\t';
        else if (letter == 'u') {
            addLetter(text,
                      static_cast<std::uint32_t>(std::stoul(std::string(m_source.substr(m_at + 1, 4)), nullptr, 16)));
            m_at += 4;
        } else if (letter != '0' && letter != 'r' && letter != 'x')
            text += letter;
    }

    /// In UTF-8.
    static void addLetter(std::string &text, std::uint32_t code)
    {
        if (code < 0x80) {
            text += static_cast<char>(code);
        } else if (code < 0x800) {
            text += static_cast<char>(0xc0 | (code >> 6));
            text += static_cast<char>(0x80 | (code & 0x3f));
        } else {
            text += static_cast<char>(0xe0 | (code >> 12));
            text += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
            text += static_cast<char>(0x80 | (code & 0x3f));
        }
    }

    /// Literals that stand side by side are one.
    void addText(std::string text)
    {
        if (!m_tokens.empty() && m_tokens.back().kind == Token::Kind::text)
            m_tokens.back().text += text;
        else
            m_tokens.push_back({Token::Kind::text, std::move(text), m_line, 0});
    }

    void pair()
    {
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i < m_tokens.size(); ++i) {
            const Token &token = m_tokens[i];
            if (token.is("(") || token.is("[") || token.is("{")) {
                open.push_back(i);
            } else if ((token.is(")") || token.is("]") || token.is("}")) && !open.empty()) {
                m_tokens[open.back()].partner = i;
                open.pop_back();
            }
        }
        for (const std::size_t left : open)
            m_tokens[left].partner = m_tokens.size();
    }

    std::string_view m_source;
    std::size_t m_at = 0;
    int m_line = 1;
    std::vector<Token> m_tokens;
};

class Reader
{
public:
    explicit Reader(const std::vector<Token> &tokens) : m_tokens(tokens) {}

    std::vector<FixedText> read()
    {
        readList(0, m_tokens.size());
        std::ranges::stable_sort(m_found, {}, &FixedText::line);
        return std::move(m_found);
    }

private:
    using Cases = std::vector<std::string>;

    bool isOpen(std::size_t at) const { return m_tokens[at].partner > at; }
    std::size_t after(std::size_t at) const { return isOpen(at) ? m_tokens[at].partner + 1 : at + 1; }

    /// What stands between commas, semicolons, assignments and comparisons is an expression of its own.
    void readList(std::size_t begin, std::size_t end)
    {
        static constexpr std::array<std::string_view, 12> separators = {
            ",", ";", "=", "+=", "<<", "==", "!=", "&&", "||", "!", "return", "case"};
        std::size_t start = begin;
        for (std::size_t at = begin; at < end; at = after(at)) {
            const bool isBody = m_tokens[at].is("{") && at > start;
            if (std::ranges::any_of(separators, [&](std::string_view sign) { return m_tokens[at].is(sign); })) {
                readExpression(start, at);
                start = at + 1;
            } else if (isBody && !isCall(at)) {
                readExpression(start, at);
                readList(at + 1, m_tokens[at].partner);
                start = after(at);
            }
        }
        readExpression(start, end);
    }

    /// A brace behind a name, as of Error{...}.
    bool isCall(std::size_t brace) const
    {
        return m_tokens[brace - 1].kind == Token::Kind::word && !m_tokens[brace - 1].is("else") &&
               !m_tokens[brace - 1].is("const") && !m_tokens[brace - 1].is("do");
    }

    void readExpression(std::size_t begin, std::size_t end)
    {
        if (begin >= end)
            return;
        const std::size_t literal = firstLiteral(begin, end);
        for (std::string &text : casesOf(begin, end))
            if (literal < end && text != "{}" && !text.empty())
                m_found.push_back({std::move(text), m_tokens[literal].line});
    }

    std::size_t firstLiteral(std::size_t begin, std::size_t end) const
    {
        std::size_t at = begin;
        while (at < end && m_tokens[at].kind != Token::Kind::text)
            ++at;
        return at;
    }

    std::size_t find(std::size_t begin, std::size_t end, std::string_view sign) const
    {
        std::size_t at = begin;
        while (at < end && !m_tokens[at].is(sign))
            at = after(at);
        return std::min(at, end);
    }

    Cases casesOf(std::size_t begin, std::size_t end)
    {
        if (const std::size_t question = find(begin, end, "?"); question < end) {
            std::size_t colon = question + 1;
            for (int open = 1; colon < end; colon = after(colon)) {
                open += m_tokens[colon].is("?") ? 1 : m_tokens[colon].is(":") ? -1 : 0;
                if (open == 0)
                    break;
            }
            readList(begin, question);
            Cases cases = casesOf(question + 1, std::min(colon, end));
            for (std::string &text : casesOf(std::min(colon + 1, end), end))
                cases.push_back(std::move(text));
            return cases;
        }
        Cases cases = {{}};
        for (std::size_t at = begin; at < end;) {
            const std::size_t plus = find(at, end, "+");
            cases = joinedCases(cases, piece(at, plus));
            at = plus + 1;
        }
        return cases;
    }

    static Cases joinedCases(const Cases &left, const Cases &right)
    {
        Cases cases;
        for (const std::string &one : left)
            for (const std::string &other : right)
                if (cases.size() < mostCases)
                    cases.push_back(one.ends_with("{}") && other == "{}" ? one : one + other);
        return cases;
    }

    /// A summand: a literal, a choice in brackets, a string made of one, a format; else a placeholder.
    Cases piece(std::size_t begin, std::size_t end)
    {
        if (begin >= end)
            return {{}};
        const Token &first = m_tokens[begin];
        if (first.kind == Token::Kind::text && end == begin + 1)
            return {withoutBraces(first.text)};
        const std::size_t last = lastBracket(begin, end);
        if (last == end)
            return {"{}"};
        const std::size_t close = m_tokens[last].partner;
        const std::string_view name = last > begin ? std::string_view(m_tokens[last - 1].text) : std::string_view();
        if (close + 1 == end && m_tokens[last].is("(")) {
            if (last == begin || name == "string" || name == "string_view")
                return casesOf(last + 1, close);
            if (name == "format" && last + 1 < close && m_tokens[last + 1].kind == Token::Kind::text)
                return formatCases(last + 1, close);
        }
        for (std::size_t at = begin; at < end; at = after(at))
            if (isOpen(at))
                readList(at + 1, std::min(m_tokens[at].partner, end));
        return {"{}"};
    }

    /// The last bracket that opens at this level; `end` without one.
    std::size_t lastBracket(std::size_t begin, std::size_t end) const
    {
        std::size_t last = end;
        for (std::size_t at = begin; at < end; at = after(at))
            if (isOpen(at))
                last = at;
        return last;
    }

    Cases formatCases(std::size_t begin, std::size_t end)
    {
        std::vector<Cases> arguments;
        const std::size_t comma = find(begin, end, ",");
        for (std::size_t at = comma + 1; at < end;) {
            const std::size_t next = find(at, end, ",");
            arguments.push_back(casesOf(at, next));
            at = next + 1;
        }
        Cases cases = {{}};
        const std::string &text = m_tokens[begin].text;
        std::size_t index = 0;
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (text[at] == '{' && at + 1 < text.size() && text[at + 1] != '{') {
                const auto close = text.find('}', at);
                const auto place = text.substr(at + 1, close - at - 1);
                const auto which = !place.empty() && std::isdigit(static_cast<unsigned char>(place.front())) != 0
                                       ? static_cast<std::size_t>(std::stoul(place))
                                       : index++;
                cases = joinedCases(cases, which < arguments.size() ? arguments[which] : Cases{"{}"});
                at = close;
            } else {
                at += text[at] == '{' || text[at] == '}' ? 1 : 0;
                for (std::string &one : cases)
                    one += text[at];
            }
        }
        return cases;
    }

    /// A brace in a text is no placeholder.
    static std::string withoutBraces(const std::string &text) { return text == "{}" ? std::string() : text; }

    const std::vector<Token> &m_tokens;
    std::vector<FixedText> m_found;
};

} // namespace

std::vector<FixedText> fixedTexts(std::string_view source)
{
    const std::vector<Token> tokens = Tokenizer(source).read();
    return Reader(tokens).read();
}

bool isProse(std::string_view text)
{
    if (text.find("</") != std::string_view::npos || text.find("=\"") != std::string_view::npos ||
        text.starts_with('<') || text.find('\n') != std::string_view::npos || text.find("  ") != std::string_view::npos)
        return false; // markup, or lines of a file that is written
    const auto isSmall = [](char letter) { return letter >= 'a' && letter <= 'z'; };
    const auto isLetter = [&](char letter) { return isSmall(letter) || (letter >= 'A' && letter <= 'Z'); };
    for (std::size_t blank = text.find(' '); blank != std::string_view::npos; blank = text.find(' ', blank + 1)) {
        if (blank < 1 || blank + 2 >= text.size())
            continue;
        const char before = text[blank - 1];
        const char after = text[blank + 1];
        const bool isWordBefore = blank > 1 && isSmall(before) && isLetter(text[blank - 2]);
        const bool isWordAfter = isLetter(after) && isSmall(text[blank + 2]);
        if ((isWordBefore && (isLetter(after) || after == '{')) ||
            (isWordAfter && (isLetter(before) || before == '}' || before == ',' || before == ':' || before == ';')))
            return true;
    }
    return false;
}

} // namespace heteroscope
