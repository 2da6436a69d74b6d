// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a CSV of bandwidth over time as rate curves of links. The first column is the time in seconds, strictly rising;
// time stamps since 1970 are taken relative to the first row. Each further column is one link; its header is the name
// and the unit in brackets, "h-0 (Gbit/s)". Units: factor (default), B/s, MB/s, GB/s, Mbit/s, Gbit/s. An empty cell
// keeps the previous value; 0 is an outage.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// Whether the heading is a time and columns of which one at least states a unit.
bool isBandwidthCsv(std::string_view text);

/// One column, before its values are divided by the nominal bandwidth of the link.
struct BandwidthColumn
{
    std::string link;
    bool isFactor = true;                 ///< false: values are in bytes/s
    std::vector<RateCurve::Point> points; ///< the value is stored in Point::factor
};

/// Errors: no column, an unknown unit, a cell that is not a number, a negative value, times that do not rise.
Result<std::vector<BandwidthColumn>> readBandwidthCsv(std::string_view text, const std::string &file);

/// Reads any number of files. If there is a single column, options.things names the links it applies to, and its own
/// name is ignored. Bandwidths are divided by the nominal bandwidth of the link; factors above 1 are kept and noted.
/// Error: a column does not name a link.
Result<Imported> importBandwidthCsv(const Project &into, const std::vector<ImportFile> &files,
                                    const ImportOptions &options);

} // namespace heteroscope
