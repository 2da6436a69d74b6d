// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/html_page.h"

#include "report/timeline_svg.h"

#include <fmt/format.h>

namespace heteroscope {

namespace {

constexpr std::string_view pageStyle = R"(
body{font:13px/1.5 Inter,"Noto Sans",sans-serif;color:#1B2430;background:#fff;margin:24px auto;max-width:1180px;padding:0 16px;
font-variant-numeric:tabular-nums}
h1{font-size:22px;font-weight:600;margin:0}h2{font-size:16px;font-weight:600;margin:32px 0 8px}
p{margin:4px 0 8px;max-width:80ch}.quiet{color:#4B5768}
table{border-collapse:collapse;margin:8px 0}th,td{text-align:left;padding:3px 14px 3px 0;border-bottom:1px solid #D5DBE3;vertical-align:top}
th{font-weight:600;color:#4B5768}td.n,th.n{text-align:right}
.facts{display:flex;flex-wrap:wrap;gap:8px 32px;background:#F5F7FA;border:1px solid #D5DBE3;border-radius:6px;padding:12px 16px;margin:16px 0}
.facts div span{display:block;color:#4B5768;font-size:11px}.facts div b{font-size:18px;font-weight:600}
.ok{color:#1B6E3C}.warn{color:#8A5A00}.bad{color:#B3261E}
.key{display:inline-block;width:12px;height:12px;margin:0 6px -1px 0;border-radius:2px}
figure{margin:8px 0;overflow-x:auto}li{margin:2px 0}
.sheet{break-before:page}
@media print{body{margin:0;max-width:none}figure{overflow:visible}svg{max-width:100%;height:auto}}
)";

/// The attribute of a cell in a column of this kind.
std::string_view cellClass(char kind) { return kind == 'n' ? " class=\"n\"" : ""; }

} // namespace

HtmlPage::HtmlPage(std::string_view title, std::string_view language)
{
    m_out =
        fmt::format("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"{0}\">\n<head>\n<meta "
                    "charset=\"utf-8\"/>\n{3}\n<title>{1}</title>\n<style>{2}</style>\n</head>\n<body>\n<h1>{1}</h1>\n",
                    escapedMarkup(language), escapedMarkup(title), pageStyle, pageMark);
}

void HtmlPage::heading(std::string_view words) { m_out += fmt::format("<h2>{}</h2>\n", escapedMarkup(words)); }

void HtmlPage::paragraph(std::string_view words, std::string_view kind)
{
    m_out += kind.empty() ? "<p>" : fmt::format("<p class=\"{}\">", kind);
    m_out += escapedMarkup(words) + "</p>\n";
}

void HtmlPage::table(std::string_view kinds, const Row &header, const std::vector<Row> &rows)
{
    m_out += "<table>\n<thead><tr>";
    for (std::size_t i = 0; i < header.size(); ++i)
        m_out += fmt::format("<th{}>{}</th>", cellClass(kinds[i]), escapedMarkup(header[i]));
    m_out += "</tr></thead>\n<tbody>\n";
    for (const Row &row : rows) {
        m_out += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i)
            m_out +=
                fmt::format("<td{}>{}</td>", cellClass(kinds[i]), kinds[i] == 'h' ? row[i] : escapedMarkup(row[i]));
        m_out += "</tr>\n";
    }
    m_out += "</tbody>\n</table>\n";
}

void HtmlPage::fact(std::string_view name, std::string_view value)
{
    m_out += fmt::format("<div><span>{}</span><b>{}</b></div>\n", escapedMarkup(name), escapedMarkup(value));
}

void HtmlPage::newSheet() { m_out += "<div class=\"sheet\"></div>\n"; }

std::string HtmlPage::finish()
{
    m_out += "</body>\n</html>\n";
    return std::move(m_out);
}

} // namespace heteroscope
