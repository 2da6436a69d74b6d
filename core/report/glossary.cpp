// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/glossary.h"

#include "base/embedded_files.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>

namespace heteroscope {

namespace {

constexpr std::string_view blanks = " \t\r";
constexpr std::string_view ideographicComma = "\u3001";
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> brackets = {{{"(", ")"}, {"\uff08", "\uff09"}}};
/// Endings that a word has in the plural, or as the form of a verb.
constexpr std::array<std::string_view, 5> endings = {"", "s", "es", "n", "en"};

std::string trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string()
                                           : std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

/// The pieces between commas of both scripts.
std::vector<std::string> listed(std::string_view text)
{
    std::vector<std::string> words;
    while (!text.empty()) {
        const auto comma = text.find(',');
        const auto other = text.find(ideographicComma);
        const auto end = std::min({comma, other, text.size()});
        if (auto word = trimmed(text.substr(0, end)); !word.empty())
            words.push_back(std::move(word));
        text.remove_prefix(end == text.size() ? end : end + (end == comma ? 1 : ideographicComma.size()));
    }
    return words;
}

/// "Stufe (stage)" is both "Stufe" and "stage".
std::vector<std::string> wordsOf(std::string_view heading)
{
    for (const auto &[open, close] : brackets) {
        const auto begin = heading.find(open);
        const auto end = heading.find(close);
        if (begin == std::string_view::npos || end == std::string_view::npos || end < begin)
            continue;
        auto words = listed(heading.substr(0, begin));
        for (auto &word : listed(heading.substr(begin + open.size(), end - begin - open.size())))
            words.push_back(std::move(word));
        return words;
    }
    return listed(heading);
}

/// Rows of the table "| word | meaning |", without its heading.
std::vector<GlossaryEntry> readGlossary(std::string_view page)
{
    std::vector<GlossaryEntry> entries;
    int row = 0;
    while (!page.empty()) {
        const auto end = std::min(page.find('\n'), page.size());
        const auto line = page.substr(0, end);
        page.remove_prefix(std::min(end + 1, page.size()));
        const auto middle = line.find('|', 1);
        if (!line.starts_with('|') || middle == std::string_view::npos || ++row <= 2)
            continue;
        const auto last = line.rfind('|');
        GlossaryEntry entry;
        entry.heading = trimmed(line.substr(1, middle - 1));
        entry.meaning = trimmed(line.substr(middle + 1, std::max(last, middle + 1) - middle - 1));
        entry.words = wordsOf(entry.heading);
        entries.push_back(std::move(entry));
    }
    return entries;
}

char lowered(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

std::string lowered(std::string_view text)
{
    std::string result(text);
    for (char &letter : result)
        letter = lowered(letter);
    return result;
}

/// A letter or digit of words that are written with blanks between them; letters of German are more than a byte.
bool isInWord(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') ||
           (static_cast<unsigned char>(letter) >= 0xc3 && static_cast<unsigned char>(letter) <= 0xc5);
}

bool isOneByteEach(std::string_view word)
{
    return std::ranges::all_of(word, [](char letter) { return static_cast<unsigned char>(letter) < 0x80; });
}

/// Whether the word, with one of its endings, stands there for itself.
bool standsAt(std::string_view text, std::size_t at, std::string_view word)
{
    if (!isOneByteEach(word) && !isInWord(word.front()) && static_cast<unsigned char>(word.front()) >= 0xe3)
        return true; // Chinese has no blanks between words
    if (at > 0 && isInWord(text[at - 1]))
        return false;
    return std::ranges::any_of(endings, [&](std::string_view ending) {
        const auto after = at + word.size();
        return text.substr(after).starts_with(ending) &&
               (after + ending.size() == text.size() || !isInWord(text[after + ending.size()]));
    });
}

/// A word of the glossary in small letters.
struct Word
{
    std::string text;
    const GlossaryEntry *entry = nullptr;
};

/// By their first byte; longer ones first, so that "TP group" is not read as "TP".
using WordsByByte = std::array<std::vector<Word>, 256>;

WordsByByte wordsByByte(const std::vector<GlossaryEntry> &entries)
{
    WordsByByte words;
    for (const GlossaryEntry &entry : entries)
        for (const std::string &word : entry.words)
            words[static_cast<unsigned char>(lowered(word.front()))].push_back({lowered(word), &entry});
    for (auto &some : words)
        std::ranges::stable_sort(some, std::ranges::greater(), [](const Word &word) { return word.text.size(); });
    return words;
}

} // namespace

const std::vector<GlossaryEntry> &glossary(std::string_view language)
{
    static const auto all = [] {
        std::map<std::string, std::vector<GlossaryEntry>, std::less<>> read;
        for (const char *name : {"en", "de", "zh_CN"})
            read[name] = readGlossary(embeddedFile("help/" + std::string(name) + "/09-glossary.md"));
        return read;
    }();
    const auto found = all.find(language);
    return found == all.end() ? all.at("en") : found->second;
}

std::vector<const GlossaryEntry *> termsIn(std::string_view text, std::string_view language)
{
    const std::string searched = lowered(text);
    const WordsByByte words = wordsByByte(glossary(language));
    std::vector<const GlossaryEntry *> terms;
    for (std::size_t at = 0; at < searched.size();) {
        const auto &some = words[static_cast<unsigned char>(searched[at])];
        const auto found = std::ranges::find_if(some, [&](const Word &word) {
            return std::string_view(searched).substr(at).starts_with(word.text) && standsAt(searched, at, word.text);
        });
        if (found == some.end()) {
            ++at;
            continue;
        }
        if (std::ranges::find(terms, found->entry) == terms.end())
            terms.push_back(found->entry);
        at += found->text.size();
    }
    return terms;
}

} // namespace heteroscope
