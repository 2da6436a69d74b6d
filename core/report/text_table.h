// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text tables with aligned columns.
#pragma once

#include <string>
#include <vector>

namespace heteroscope {

/// Each column has the width of its longest cell (in UTF-8 characters); two spaces separate columns. A column whose
/// cells all begin with a digit, a sign, a dash, < or > is aligned to the right.
class TextTable
{
public:
    explicit TextTable(std::vector<std::string> header) : m_header(std::move(header)) {}
    void add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }
    std::string text() const;
    /// A pipe table of GitHub's Markdown; what Markdown would take for markup is escaped.
    std::string markdown() const;
    /// A tabular of LaTeX with booktabs rules (\usepackage{booktabs}), in UTF-8; special characters are escaped.
    std::string latex() const;
    /// Comma-separated values, the header first (report/csv_text.h).
    std::string csv() const;

private:
    bool isRight(std::size_t column) const;

    std::vector<std::string> m_header;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace heteroscope
