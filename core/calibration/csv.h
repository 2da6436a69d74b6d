// SPDX-License-Identifier: GPL-3.0-or-later
//
// CSV text with a header line (RFC 4180 quoting), each record with the line it begins on, so that a message can name
// file, line and column.
#pragma once

#include "base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

struct CsvRow
{
    int line = 0;                   ///< 1 = first line of the text
    std::vector<std::string> cells; ///< as many as the header has
};

struct CsvTable
{
    std::string file;
    std::vector<std::string> header;
    std::vector<CsvRow> rows;

    std::optional<std::size_t> column(std::string_view name) const;
    /// The cell; empty when there is no such column.
    const std::string &cell(const CsvRow &row, std::string_view name) const;
};

/// Errors name line and, for a row of the wrong length, what the header has. Blank lines are passed over.
Result<CsvTable> parseCsv(std::string_view text, const std::string &file);

Result<CsvTable> readCsvFile(const std::string &path);

} // namespace heteroscope
