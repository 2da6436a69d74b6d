// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computes one shard of a sweep into a file of rows (sweep_row.h), a line for each. A row is appended and flushed to
// disk when it is known, so a kill loses what was being computed and no more; the next run computes what is missing and
// nothing twice. The order of the lines depends on the threads; merge_rows.h puts them in the order of the sweep.
#pragma once

#include "base/progress.h"
#include "sweep/sweep_spec.h"

namespace heteroscope {

/// Number `index` of `count` shards, from 1. Case i of a sweep belongs to shard i mod count + 1, so that what is large
/// and what is small is spread over all.
struct Shard
{
    std::size_t index = 1;
    std::size_t count = 1;
};
inline constexpr std::size_t maxShards = 1'000'000;
/// Reads "3/8". Error (without file and path): no such text, or index > count.
Result<Shard> parseShard(std::string_view text);

struct ShardRun
{
    std::size_t rows = 0;    ///< of the shard
    std::size_t found = 0;   ///< that were in the file
    std::size_t written = 0; ///< by this run
    bool wasTorn = false;    ///< a line that another run had begun was removed
    bool stopped = false;    ///< rows are missing
};

/// Errors: the file cannot be written; another program writes it; it has a line that is no row of this sweep.
Result<ShardRun> runShard(const SweepSpec &spec, const Shard &shard, const std::string &file, unsigned threads,
                          const StopToken &stop = {}, Progress *progress = nullptr);

/// All rows in their order, without a file. Empty after a stop.
std::vector<Json> allRows(const SweepSpec &spec, unsigned threads, const StopToken &stop = {});

} // namespace heteroscope
