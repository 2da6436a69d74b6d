// SPDX-License-Identifier: GPL-3.0-or-later
//
// A CSV of bandwidth over time as rate curves of links. The first column is the time in seconds, rising (a time stamp
// since 1970 counts from the first row); each further column is one link: its name, and its unit in brackets, "h-0
// (Gbit/s)". Units: factor (without one), B/s, MB/s, GB/s, Mbit/s, Gbit/s. An empty cell leaves the value before it; a
// value of 0 is an outage.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// One column, before it is known what its link's full rate is.
struct BandwidthColumn
{
    std::string link;
    bool isFactor = true;                 ///< else bytes/s
    std::vector<RateCurve::Point> points; ///< value in factor
};

/// Errors: no column, a unit or number that is none, a negative value, times that do not rise.
Result<std::vector<BandwidthColumn>> readBandwidthCsv(std::string_view text, const std::string &file);

/// Any number of files. options.things: the link, or links, that a single column is about, whatever its name. A
/// bandwidth becomes a factor of the link's own; values above it are kept and noted. Errors: columns that name no link.
Result<Imported> importBandwidthCsv(const Project &into, const std::vector<ImportFile> &files,
                                    const ImportOptions &options);

} // namespace heteroscope
