// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/megatron/command_line.h"

#include "json/object_reader.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace heteroscope::megatron {

namespace {

bool isNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

using Variables = std::map<std::string, std::string, std::less<>>;

constexpr std::size_t longestWord = 4096;

/// Puts in what is known of $NAME, ${NAME} and ${NAME:-value}; the rest stays as it is.
std::string expanded(std::string_view word, const Variables &variables)
{
    std::string result;
    for (std::size_t i = 0; i < word.size() && result.size() < longestWord; ++i) {
        if (word[i] != '$' || i + 1 == word.size()) {
            result += word[i];
            continue;
        }
        const bool braced = word[i + 1] == '{';
        const std::size_t first = i + (braced ? 2 : 1);
        std::size_t end = first;
        while (end < word.size() && isNameCharacter(word[end]))
            ++end;
        const auto known = variables.find(word.substr(first, end - first));
        std::size_t next = end;
        std::string_view otherwise;
        if (braced) {
            const auto close = word.find('}', end);
            if (close == std::string_view::npos) {
                result += word[i];
                continue;
            }
            if (word.substr(end, 2) == ":-")
                otherwise = word.substr(end + 2, close - end - 2);
            next = close + 1;
        }
        if (known != variables.end())
            result += known->second;
        else if (!otherwise.empty())
            result += otherwise;
        else
            result += word.substr(i, next - i);
        i = next - 1;
    }
    if (result.size() > longestWord)
        result.resize(longestWord);
    return result;
}

/// "NAME=value": where the value begins; 0 when it is none.
std::size_t assignment(std::string_view word)
{
    std::size_t end = 0;
    while (end < word.size() && isNameCharacter(word[end]))
        ++end;
    return end > 0 && end < word.size() && word[end] == '=' ? end + 1 : 0;
}

} // namespace

CommandLine::CommandLine(std::string_view text, std::string file) : m_file(std::move(file))
{
    Variables variables;
    std::vector<std::string> *values = nullptr;
    std::string word;
    bool layout = false; // the brackets of a pipeline layout belong to its value
    const auto finish = [&] {
        if (word.empty())
            return;
        std::string_view plain = word;
        if (const std::size_t value = assignment(plain); value > 0) {
            // GPT_ARGS="--tensor... opens a list of options; NAME=8 is a variable.
            auto behind = expanded(plain.substr(value), variables);
            if (!behind.starts_with("--"))
                variables[std::string(plain.substr(0, value - 1))] = std::move(behind);
            else
                word = behind;
            if (!word.starts_with("--")) {
                word.clear();
                values = nullptr;
                return;
            }
            plain = word;
        }
        if (plain.starts_with("--") && plain.size() > 2) {
            const auto equals = std::min(plain.find('='), plain.size());
            values = &m_options[normal(std::string(plain.substr(2, equals - 2)))];
            values->clear(); // the last one wins
            layout = plain.substr(2, equals - 2) == "pipeline-model-parallel-layout";
            if (equals < plain.size())
                values->push_back(expanded(plain.substr(equals + 1), variables));
        } else if (values) {
            values->push_back(expanded(plain, variables));
        }
        word.clear();
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool comment = c == '#' && word.empty();
        if (comment) {
            while (i < text.size() && text[i] != '\n')
                ++i;
            finish();
            values = nullptr;
            continue;
        }
        const bool bracket =
            (c == '(' || c == ')') && !layout && !word.starts_with("--pipeline-model-parallel-layout=");
        const bool continued = c == '\\' && i + 1 < text.size() && (text[i + 1] == '\n' || text[i + 1] == '\r');
        const bool space = c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '"' || c == '\'' || bracket;
        if (continued || space) {
            finish();
            i += continued ? 1 : 0;
        } else if (word.size() < longestWord) {
            word += c;
        }
    }
    finish();
}

std::string CommandLine::normal(std::string key)
{
    std::replace(key.begin(), key.end(), '_', '-');
    return key;
}

std::string CommandLine::text(const std::string &key) const
{
    const auto found = m_options.find(normal(key));
    return found == m_options.end() || found->second.empty() ? std::string() : found->second.front();
}

int CommandLine::number(const std::string &key, int minimum, int maximum, int otherwise)
{
    return has(key) ? number(key, minimum, maximum) : otherwise;
}

int CommandLine::number(const std::string &key, int minimum, int maximum)
{
    const std::string value = text(key);
    int result = 0;
    const auto parsed = std::from_chars(value.data(), value.data() + value.size(), result);
    if (!value.empty() && parsed.ec == std::errc() && parsed.ptr == value.data() + value.size() && result >= minimum &&
        result <= maximum)
        return result;
    fail(key, value.empty() ? "nothing" : quoteText(value),
         "a whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum),
         value.find('$') != std::string::npos ? "put the values of the script's variables in"
                                              : "correct the value of this option");
    return minimum;
}

void CommandLine::fail(const std::string &key, std::string found, std::string expected, std::string hint)
{
    if (!m_error)
        m_error =
            Error{Error::Code::invalid, m_file, "--" + key, std::move(found), std::move(expected), std::move(hint)};
}

namespace {

/// Reads a layout with its repetitions; stops at a length that no model has.
class LayoutReader
{
public:
    LayoutReader(std::string_view text) : m_text(text) {}

    /// The letters with repetitions spelled out; none at a mistake.
    std::optional<std::string> read()
    {
        auto result = sequence(0);
        if (!result || m_at != m_text.size())
            return std::nullopt;
        return result;
    }
    std::size_t at() const { return m_at; }

private:
    static constexpr std::size_t longest = 100'000;

    std::optional<std::string> sequence(int depth)
    {
        std::string result;
        while (m_at < m_text.size() && m_text[m_at] != ')') {
            std::string part;
            const char c = m_text[m_at];
            if (c == ',') {
                ++m_at;
                continue;
            }
            if (c == '(') {
                if (depth > 20)
                    return std::nullopt;
                ++m_at;
                auto inner = sequence(depth + 1);
                if (!inner || m_at == m_text.size())
                    return std::nullopt;
                ++m_at;
                part = std::move(*inner);
            } else if (c == 'E' || c == 't' || c == 'm' || c == 'L' || c == '|') {
                part = c;
                ++m_at;
            } else {
                return std::nullopt;
            }
            std::size_t times = 1;
            if (m_at < m_text.size() && m_text[m_at] == '*') {
                const char *first = m_text.data() + m_at + 1;
                const auto parsed = std::from_chars(first, m_text.data() + m_text.size(), times);
                if (parsed.ec != std::errc())
                    return std::nullopt;
                m_at = static_cast<std::size_t>(parsed.ptr - m_text.data());
            }
            if (times > longest || result.size() + part.size() * times > longest)
                return std::nullopt;
            for (std::size_t i = 0; i < times; ++i)
                result += part;
        }
        return result;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace

Result<std::vector<LayoutStage>> readLayout(std::string_view text, const std::string &file)
{
    LayoutReader reader(text);
    const auto letters = reader.read();
    if (!letters)
        return Error{Error::Code::syntax,
                     file,
                     "--pipeline-model-parallel-layout",
                     quoteText(text) + " at character " + std::to_string(reader.at() + 1),
                     "letters E, t, m and L, stages parted by |, repeated by *n",
                     "for example Et*3|(tt|)*29,m|L"};
    std::vector<LayoutStage> stages(1);
    for (const char c : *letters) {
        if (c == '|')
            stages.emplace_back();
        else if (c == 'E')
            stages.back().embedding = true;
        else if (c == 't')
            ++stages.back().blocks;
        else if (c == 'm')
            ++stages.back().predictors;
        else
            stages.back().loss = true;
    }
    return stages;
}

} // namespace heteroscope::megatron
