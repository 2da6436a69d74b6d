// SPDX-License-Identifier: GPL-3.0-or-later
//
// One table of the files of a sweep's shards: every row once, in the order of the sweep. It has the same bytes however
// many shards, threads and interruptions there were.
#pragma once

#include "json/json.h"

#include <map>
#include <string>
#include <vector>

namespace heteroscope {

struct MergedRows
{
    std::string sweep;
    std::size_t rows = 0;              ///< that the sweep has
    std::map<std::size_t, Json> table; ///< by number of the row
    Findings findings;                 ///< errors and warnings

    std::size_t missing() const { return rows - table.size(); }
};

/// Errors of the findings: a file cannot be read, a line is no row or of another sweep, two rows of one number differ,
/// rows are missing (one error for each gap). Warnings: the same row twice, a torn last line, which is left out.
MergedRows mergeRows(const std::vector<std::string> &files);

/// {sweep, rows: [...]}; a row is as in the files, without the members sweep and rows.
Json mergedJson(const MergedRows &merged);
/// A line of titles, then one for each row: all members but sweep, rows and plan; null is an empty field.
std::string mergedCsv(const MergedRows &merged);
/// For people.
std::string mergedText(const MergedRows &merged);

} // namespace heteroscope
