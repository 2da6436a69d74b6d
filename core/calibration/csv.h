// SPDX-License-Identifier: GPL-3.0-or-later
//
// CSV text with a header line (quoting as in RFC 4180). Each row knows the line on which it begins, so that messages
// can name file, line and column.
#pragma once

#include "base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

struct CsvRow
{
    int line = 0;                   ///< from 1
    std::vector<std::string> cells; ///< one per column of the header
};

struct CsvTable
{
    std::string file;
    std::vector<std::string> header;
    std::vector<CsvRow> rows;

    std::optional<std::size_t> column(std::string_view name) const;
    /// The cell of a row in the named column; empty if there is no such column.
    const std::string &cell(const CsvRow &row, std::string_view name) const;
};

/// Parses CSV text and skips blank lines. Errors name the line; for a row of wrong length also the number of columns of
/// the header.
Result<CsvTable> parseCsv(std::string_view text, const std::string &file);

Result<CsvTable> readCsvFile(const std::string &path);

} // namespace heteroscope
