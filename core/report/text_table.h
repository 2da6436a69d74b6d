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

private:
    std::vector<std::string> m_header;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace heteroscope
