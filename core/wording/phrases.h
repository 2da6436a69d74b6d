// SPDX-License-Identifier: GPL-3.0-or-later
//
// Core's sentences in other languages: those of errors and of reports. Core writes them in English; resources/phrases/
// <language>.json says each once more, with a placeholder for each figure, name or sentence inside:
//
//     "a link from {} to {}": "eine Verbindung von {} nach {}"        in the order of the English text
//     "{} rows for {} nodes": "{2} Knoten in {1} Reihen"              in another order
//
// A finished sentence is looked up by matching it against these templates, so errors stay plain text and nothing that
// makes one knows of languages. The price: a name that is the same as a phrase, and is not in quotation marks, is
// translated like the phrase; and a text can only be translated if its parts can be told apart. The test
// wording/phrases reads the sources and fails for a text that the files lack.
//
// The template with most letters wins. Letters between quotation marks are never taken for those of a template. What a
// placeholder stands for is looked up in turn. A text without a template is divided at "; ", ". ", line ends and middle
// dots, before short templates like "{} with {}" are tried, and after them at ", " and ": ". What is unknown stays
// English. A text above `longestPhrase` bytes stays as it is; below it a translation takes at most phraseDepth passes
// over the text for each template.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

inline constexpr std::size_t longestPhrase = 2000; ///< bytes
inline constexpr int phraseDepth = 6;

/// Templates of a language and what they say there.
class Phrases
{
public:
    /// By the name of a file of resources/phrases: "de", "zh_CN"; no phrases for another language.
    static const Phrases &of(std::string_view language);

    /// From the text of such a file; no phrases if it is not one.
    explicit Phrases(std::string_view json);

    /// The text in this language; parts without a phrase stay as they are.
    std::string translated(std::string_view english) const;
    /// Whether the template is there, as it is written.
    bool has(std::string_view english) const;
    /// Translations that lack a placeholder of their template or have one too many, as "English: translation".
    std::vector<std::string> mistakes() const;

    struct Template
    {
        std::string english;
        std::vector<std::string> pieces; ///< between the placeholders, one more than those
        std::size_t letters = 0;         ///< bytes of the pieces
        std::string translation;
    };

private:
    std::string translated(std::string_view english, int depth) const;
    std::string filled(const Template &one, const std::vector<std::string_view> &values, int depth) const;
    /// The parts between one of the signs, each in this language; nullopt if none of the signs is there.
    std::optional<std::string> inParts(std::string_view english, const std::vector<bool> &quoted,
                                       std::span<const std::string_view> signs, int depth) const;

    std::vector<Template> m_templates; ///< those with most letters first, equal ones by text
};

} // namespace heteroscope
