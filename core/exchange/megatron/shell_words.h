// SPDX-License-Identifier: GPL-3.0-or-later
//
// The words of a shell script: cutting a text into them, and putting the values of variables in.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope::megatron {

inline constexpr std::size_t longestShellWord = 65'536;
inline constexpr int deepestShell = 48;

inline bool isNamePart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

inline bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

struct ShellToken
{
    bool isWord = false;
    std::string text; ///< a word with its quotes; else an operator: "\n" ";" ";;" "&" "&&" "|" "||" "(" ")" "<" ">"
};

/// Words and operators; comments and here-documents are left out. `NAME=(...)` is one word, and so is what stands
/// behind --pipeline-model-parallel-layout and --moe-layer-freq, whose values have brackets and bars.
std::vector<ShellToken> shellTokens(std::string_view text);

/// The end of an expansion that begins with $ or ` at `at`; at + 1 if it is none.
std::size_t expansionEnd(std::string_view text, std::size_t at);

struct ShellValue
{
    std::vector<std::string> words; ///< one, unless it is an array
    bool unknown = false;
    bool isArray = false;

    std::string text() const;
};

struct Expanded
{
    std::vector<std::string> words;
    bool unknown = false; ///< a value that only a command or the caller knows is in it
    std::string text() const;
};

class ShellVariables
{
public:
    const ShellValue *find(std::string_view name) const;
    void set(const std::string &name, ShellValue value) { m_values[name] = std::move(value); }
    const std::map<std::string, ShellValue, std::less<>> &all() const { return m_values; }

    /// The words that a word becomes. What is unknown stays as "$NAME"; in a test an unset variable is empty.
    Expanded expand(std::string_view word, bool inTest = false, int depth = 0);
    /// The same without splitting at blanks, as in an assignment.
    Expanded expandWhole(std::string_view word, bool inTest = false);
    /// The value of an arithmetic expression; else the name that it lacks, with "$".
    Expanded arithmetic(std::string_view expression);

    std::size_t written() const { return m_written; } ///< bytes of all words so far

private:
    Expanded parameter(std::string_view inside, bool inTest, int depth);

    std::map<std::string, ShellValue, std::less<>> m_values;
    std::size_t m_written = 0;
};

/// Whether a text matches a pattern of * and ?.
bool matchesPattern(std::string_view text, std::string_view pattern);

/// "NAME=..." or "NAME+=...": the name's length; 0 if the word is no assignment.
std::size_t assignedName(std::string_view word);

} // namespace heteroscope::megatron
