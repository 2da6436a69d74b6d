// SPDX-License-Identifier: GPL-3.0-or-later
//
// The glossary of the help, resources/help/<language>/09-glossary.md: written once, and shown by the help, below the
// cards of lessons and at the end of reports. The rows are the same in every language and in the same order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// A row of the glossary.
struct GlossaryEntry
{
    std::vector<std::string> words; ///< "MFU", "HFU": as the row writes them; a word in brackets counts too
    std::string heading;            ///< the first cell as it is written: "Stufe (stage)"
    std::string meaning;
    friend bool operator==(const GlossaryEntry &, const GlossaryEntry &) = default;
};

/// By the name of a folder of the help: "en", "de", "zh_CN"; of another language the English one.
const std::vector<GlossaryEntry> &glossary(std::string_view language);

/// The rows with a word that occurs in the text, in the order of the text. Upper and lower case are the same,
/// "micro-batches" has "micro-batch", and a word of letters does not occur inside another word: "lane" not in "plane".
std::vector<const GlossaryEntry *> termsIn(std::string_view text, std::string_view language);

} // namespace heteroscope
