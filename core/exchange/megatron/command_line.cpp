// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/megatron/command_line.h"

#include "exchange/megatron/shell.h"
#include "json/object_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace heteroscope::megatron {

namespace {

using Words = std::vector<std::string>;

/// Options that say how a training is cut; the command that has most of them is the training.
constexpr std::array trainingOptions = {"--tensor-model-parallel-size",
                                        "--pipeline-model-parallel-size",
                                        "--micro-batch-size",
                                        "--global-batch-size",
                                        "--num-layers",
                                        "--hidden-size",
                                        "--num-attention-heads",
                                        "--seq-length",
                                        "--encoder-num-layers",
                                        "--decoder-num-layers",
                                        "--hybrid-layer-pattern",
                                        "--num-experts"};

std::string dashed(std::string_view word)
{
    std::string key(word.substr(0, word.find('=')));
    std::replace(key.begin(), key.end(), '_', '-');
    return key;
}

int trainingWords(const Words &words)
{
    int count = 0;
    for (const std::string &word : words)
        count += std::find(trainingOptions.begin(), trainingOptions.end(), dashed(word)) != trainingOptions.end();
    return count;
}

/// The words of the training: of the last command that has most of its options, and of lines that are options alone;
/// without such a command those of all variables.
Words trainingWordsOf(const ShellReading &shell)
{
    const Words *best = nullptr;
    int most = 0;
    Words alone;
    for (const Words &command : shell.commands) {
        if (command.front().starts_with("--")) {
            alone.insert(alone.end(), command.begin(), command.end());
        } else if (const int count = trainingWords(command); count > 0 && count >= most) {
            most = count;
            best = &command;
        }
    }
    Words result = best ? *best : Words{};
    result.insert(result.end(), alone.begin(), alone.end());
    if (!best && trainingWords(alone) == 0) {
        for (const Words &value : shell.values)
            result.insert(result.end(), value.begin(), value.end());
    }
    return result;
}

/// "1_000", as Python reads numbers.
std::string withoutUnderscores(std::string text)
{
    if (!text.empty() && text.front() >= '0' && text.front() <= '9')
        std::erase(text, '_');
    return text;
}

/// The first name that stands for a value: NAME of "$NAME"; empty if there is none.
std::string missingName(const std::string &value)
{
    const auto sign = value.find('$');
    if (sign == std::string::npos)
        return {};
    std::string name = value.substr(sign + 1);
    if (name.starts_with('('))
        return "the output of " + name.substr(0, 60);
    std::erase_if(name, [](char c) { return c == '{' || c == '}'; });
    const auto end = std::find_if_not(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
    return std::string(name.begin(), end);
}

} // namespace

CommandLine::CommandLine(std::string_view text, std::string file)
    : CommandLine({{file, std::string(text)}}, std::move(file))
{}

CommandLine::CommandLine(const std::vector<ImportFile> &files, std::string file) : m_file(std::move(file))
{
    ShellReading shell = readShell(files);
    m_variables = std::move(shell.variables);
    m_notes = std::move(shell.notes);
    std::vector<std::string> *values = nullptr;
    for (const std::string &word : trainingWordsOf(shell)) {
        if (word.ends_with(".py"))
            m_program = word.substr(word.find_last_of('/') + 1);
        if (word.starts_with("--") && word.size() > 2) {
            const auto equals = std::min(word.find('='), word.size());
            values = &m_options[normal(word.substr(2, equals - 2))];
            values->clear(); // the last one wins
            if (equals < word.size())
                values->push_back(word.substr(equals + 1));
        } else if (values) {
            values->push_back(word);
        }
    }
}

std::string CommandLine::joined(const std::string &key) const
{
    std::string result;
    const auto found = m_options.find(normal(key));
    for (std::size_t i = 0; found != m_options.end() && i < found->second.size(); ++i)
        result += found->second[i];
    return result;
}

void CommandLine::set(const std::string &key, std::string value) { m_options[normal(key)] = {std::move(value)}; }

std::string CommandLine::variable(std::string_view name) const
{
    const auto found = m_variables.find(name);
    return found == m_variables.end() || found->second.find('$') != std::string::npos ? std::string() : found->second;
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

std::vector<std::string> CommandLine::texts(const std::string &key) const
{
    const auto found = m_options.find(normal(key));
    return found == m_options.end() ? std::vector<std::string>() : found->second;
}

int CommandLine::number(const std::string &key, int minimum, int maximum, int otherwise)
{
    return has(key) ? number(key, minimum, maximum) : otherwise;
}

int CommandLine::number(const std::string &key, int minimum, int maximum)
{
    const std::string value = withoutUnderscores(text(key));
    int result = 0;
    const auto parsed = std::from_chars(value.data(), value.data() + value.size(), result);
    if (!value.empty() && parsed.ec == std::errc() && parsed.ptr == value.data() + value.size() && result >= minimum &&
        result <= maximum)
        return result;
    const std::string range = "a whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum);
    if (const std::string name = missingName(value); !name.empty())
        fail(key, "no value of " + name, range,
             name.find(' ') == std::string::npos && (name.front() < '0' || name.front() > '9')
                 ? "give a second file with the line " + name + "=<number>, or set it in the script"
                 : "put the number in its place in the script");
    else
        fail(key, value.empty() ? "nothing" : quoteText(value), range);
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
