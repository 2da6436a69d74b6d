// SPDX-License-Identifier: GPL-3.0-or-later
//
// Aligned text for people.
#pragma once

#include "base/units.h"

#include <string>
#include <vector>

namespace heteroscope {

/// Columns as wide as their widest cell (counted in UTF-8 characters), two spaces between. Columns whose cells all
/// begin with a digit, a sign or a dash are aligned to the right.
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

// Three significant digits and one unit.
std::string secondsText(Seconds time);
std::string bytesText(Bytes bytes);
std::string bandwidthText(BytesPerSecond rate);
std::string percentText(double share);

} // namespace heteroscope
