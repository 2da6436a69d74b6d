// SPDX-License-Identifier: GPL-3.0-or-later
//
// The command line of a program as a table of plain values: what its help, its man page and the completion of the
// shells are made of (help_text.h, man_page.h, completion.h). hscope's table is read from its parser, so a new option
// appears in all of them.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace heteroscope {

/// What a shell offers for a value, besides the words of the option.
enum class ValueKind {
    text, ///< nothing
    file,
    jsonFile, ///< files whose names end in .json first
    folder,
};

struct OptionRow
{
    std::vector<std::string> names = {}; ///< "-o", "--output"; empty for a word that is told by its position
    std::string value = {};              ///< "PROJECT", "SECONDS"; empty for an option without a value
    std::string what = {};               ///< one sentence; lines after the first are a list, "NAME: sentence" each
    ValueKind kind = ValueKind::text;
    std::vector<std::string> words = {}; ///< values that are known
    bool required = false;
    bool repeated = false; ///< may have several values
};

struct CommandRow
{
    std::string name;
    std::string what; ///< without a capital and without a full stop
    std::vector<OptionRow> options;
};

struct ProgramTable
{
    std::string name;
    std::string version;
    std::string what;        ///< one line, as a command's
    std::string description; ///< paragraphs, parted by empty lines
    std::vector<OptionRow> options;
    std::vector<CommandRow> commands; ///< empty: the program has none
    std::vector<std::pair<int, std::string>> exitStatuses;
    std::vector<std::string> seeAlso; ///< "hscope(1)"
};

/// "PROJECT [OPTION]...", "[OPTION]... -o FILE": the words and the required options, in their order.
std::string synopsis(const std::vector<OptionRow> &options);
/// "-o, --output FILE", "PROJECT", "FILE...".
std::string optionTitle(const OptionRow &option);
/// Of a text: '\n' as the end of lines.
std::vector<std::string> linesOf(const std::string &text);

} // namespace heteroscope
