// SPDX-License-Identifier: GPL-3.0-or-later
//
// parseJson: nlohmann's event parser with our own builder behind it, which checks depth, size and doubled keys while it
// builds, and does not search an object for each key that is added.
#include "json/json.h"
#include "json/object_reader.h"

#include <algorithm>
#include <unordered_set>

namespace heteroscope {

namespace {

std::string lineAndColumn(std::string_view text, std::size_t position)
{
    position = std::min(position, text.size());
    const auto head = text.substr(0, position);
    const auto line = 1 + std::count(head.begin(), head.end(), '\n');
    const auto lineStart = head.rfind('\n');
    const auto column = lineStart == std::string_view::npos ? position + 1 : position - lineStart;
    return std::to_string(line) + ":" + std::to_string(column);
}

/// The position of the n-th token (from 1) of a kind: string literals, or opening brackets. The text before it is known
/// to be correct JSON.
enum class TokenKind { string, opening };
std::size_t positionOfToken(std::string_view text, TokenKind kind, std::size_t n)
{
    std::size_t seen = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') {
            if (kind == TokenKind::string && ++seen == n)
                return i;
            for (++i; i < text.size() && text[i] != '"'; ++i)
                i += text[i] == '\\' ? 1 : 0;
        } else if (kind == TokenKind::opening && (text[i] == '{' || text[i] == '[') && ++seen == n) {
            return i;
        }
    }
    return text.size();
}

/// The word around a position, in quotation marks; for messages.
std::string wordAt(std::string_view text, std::size_t position)
{
    constexpr std::string_view separators = " \t\r\n,:[]{}\"";
    constexpr std::size_t reach = 30;
    auto begin = position;
    auto end = position + 1;
    if (separators.find(text[position]) == std::string_view::npos) {
        while (begin > 0 && position - begin < reach && separators.find(text[begin - 1]) == std::string_view::npos)
            --begin;
        while (end < text.size() && end - position < reach && separators.find(text[end]) == std::string_view::npos)
            ++end;
    }
    return Json(std::string(text.substr(begin, end - begin))).dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Goes through a text without the repetitions in runs of blanks between tokens, which the parser would keep in memory.
class WithoutBlanks
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char *;
    using reference = const char &;

    WithoutBlanks(const char *at, const char *end) : m_at(at), m_end(end) {}
    reference operator*() const { return *m_at; }
    WithoutBlanks &operator++()
    {
        const char passed = *m_at++;
        if (m_inString) {
            m_inString = m_escaped || passed != '"';
            m_escaped = !m_escaped && passed == '\\';
        } else if (passed == '"') {
            m_inString = true;
        } else if (isBlank(passed)) {
            while (m_at != m_end && isBlank(*m_at))
                ++m_at;
        }
        return *this;
    }
    friend bool operator==(const WithoutBlanks &one, const WithoutBlanks &other) { return one.m_at == other.m_at; }

    /// The position in the text of the n-th character that it gives, from 0.
    static std::size_t position(std::string_view text, std::size_t n)
    {
        const char *end = text.data() + text.size();
        WithoutBlanks at(text.data(), end);
        while (n-- > 0 && at.m_at != end)
            ++at;
        return static_cast<std::size_t>(at.m_at - text.data());
    }

private:
    static bool isBlank(char letter) { return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r'; }

    const char *m_at;
    const char *m_end;
    bool m_inString = false;
    bool m_escaped = false;
};

class Builder : public nlohmann::json_sax<Json>
{
public:
    Builder(std::string_view text, std::size_t maxValues, const JsonWatch &watch)
        : m_text(text), m_maxValues(maxValues), m_watch(watch)
    {}

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t &) override { return add(value); }
    bool binary(binary_t &) override { return false; }
    bool string(string_t &value) override
    {
        ++m_strings;
        return add(std::move(value));
    }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t &name) override
    {
        ++m_strings;
        if (!m_open.back().keys.insert(name).second)
            return fail(positionOfToken(m_text, TokenKind::string, m_strings),
                        "the key " + quoteText(name) + " twice in one object", "each key once", "remove one of them");
        m_key = std::move(name);
        return true;
    }
    bool parse_error(std::size_t position, const std::string &, const nlohmann::detail::exception &e) override
    {
        std::string what = e.what();
        if (const auto prefix = what.find("] "); what.starts_with("[") && prefix != std::string::npos)
            what.erase(0, prefix + 2);
        if (const auto start = what.find("syntax error"); start != std::string::npos)
            what.erase(0, start);
        const auto at = WithoutBlanks::position(m_text, position > 0 ? position - 1 : 0);
        return fail(at, at >= m_text.size() ? "the end of the text" : wordAt(m_text, at), "JSON text",
                    "correct the text here: " + shortened(what, 300));
    }

    Json takeRoot() { return std::move(m_root); }
    const Error &error() const { return m_error; }

private:
    struct Open
    {
        Json json;
        std::string key; // under which it goes into the one around it
        std::unordered_set<std::string> keys;
    };

    bool fail(std::size_t position, std::string found, std::string expected, std::string hint)
    {
        m_error = Error{Error::Code::syntax, {}, lineAndColumn(m_text, position), std::move(found), std::move(expected),
                        std::move(hint)};
        return false;
    }

    bool add(Json value)
    {
        if (!count())
            return false;
        place(std::move(value));
        return isWanted();
    }

    bool count()
    {
        return ++m_values <= m_maxValues || fail(m_text.size(), "more than " + std::to_string(m_maxValues) + " values",
                                                 "at most " + std::to_string(m_maxValues), "split the file");
    }

    void place(Json value)
    {
        if (m_open.empty())
            m_root = std::move(value);
        else if (m_open.back().json.is_array())
            m_open.back().json.push_back(std::move(value));
        else
            appendMember(m_open.back().json, std::move(m_key), std::move(value));
    }

    /// Asks the watch about the item that was added last.
    bool isWanted()
    {
        if (!m_watch || m_open.empty() || !m_open.back().json.is_array())
            return true;
        auto refusal = m_watch(m_around, m_open.back().json.back());
        if (refusal)
            m_error = std::move(*refusal);
        return !refusal;
    }

    bool open(Json container)
    {
        ++m_openings;
        if (m_open.size() >= static_cast<std::size_t>(maxJsonDepth))
            return fail(positionOfToken(m_text, TokenKind::opening, m_openings),
                        "nesting deeper than " + std::to_string(maxJsonDepth) + " levels",
                        "at most " + std::to_string(maxJsonDepth) + " levels", "put less into one another");
        if (!count())
            return false;
        const bool inArray = !m_open.empty() && m_open.back().json.is_array();
        m_around.push_back({m_key, inArray ? m_open.back().json.size() : 0});
        m_open.push_back({std::move(container), std::move(m_key), {}});
        m_key.clear();
        return true;
    }

    bool close()
    {
        Open done = std::move(m_open.back());
        m_open.pop_back();
        m_around.pop_back();
        m_key = std::move(done.key);
        place(std::move(done.json));
        return isWanted();
    }

    std::string_view m_text;
    std::size_t m_maxValues;
    const JsonWatch &m_watch;
    std::vector<Open> m_open;
    std::vector<JsonStep> m_around; ///< the same, for the watch
    std::string m_key;
    Json m_root;
    Error m_error;
    std::size_t m_strings = 0;
    std::size_t m_openings = 0;
    std::size_t m_values = 0;
};

} // namespace

Result<Json> parseJson(std::string_view text, const std::string &file, std::size_t maxValues, const JsonWatch &watch)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    Builder builder(text, maxValues, watch);
    const char *end = text.data() + text.size();
    if (Json::sax_parse(WithoutBlanks(text.data(), end), WithoutBlanks(end, end), &builder))
        return builder.takeRoot();
    Error error = builder.error();
    error.file = file;
    return error;
}

} // namespace heteroscope
