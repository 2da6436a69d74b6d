// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pieces of a self-contained HTML page: style, headings, paragraphs, tables. The page loads nothing and is
// well-formed XML. Texts are escaped, but for cells that are marked as ready markup.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// What every page has in its head, by which it is known again.
inline constexpr std::string_view pageMark = "<meta name=\"generator\" content=\"HeteroScope\"/>";

class HtmlPage
{
public:
    using Row = std::vector<std::string>;

    /// language: of the page, "en".
    explicit HtmlPage(std::string_view title, std::string_view language = "en");

    void heading(std::string_view words);
    /// kind: a class of the style: quiet, ok, warn, bad; empty for plain text.
    void paragraph(std::string_view words, std::string_view kind = {});
    /// Columns whose letter in `kinds` is n hold numbers, h ready markup, others text.
    void table(std::string_view kinds, const Row &header, const std::vector<Row> &rows);
    /// Markup that is ready as it is.
    void markup(std::string_view ready) { m_out += ready; }
    /// A name above a value; between markup("<div class=\"facts\">") and markup("</div>").
    void fact(std::string_view name, std::string_view value);
    /// Begins a new sheet of paper when the page is printed.
    void newSheet();

    /// The markup up to here.
    std::string_view soFar() const { return m_out; }
    /// The whole page. The object is empty afterwards.
    std::string finish();

private:
    std::string m_out;
};

} // namespace heteroscope
