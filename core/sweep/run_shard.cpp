// SPDX-License-Identifier: GPL-3.0-or-later
#include "sweep/run_shard.h"

#include "base/appended_lines.h"
#include "planner/parallel.h"
#include "project/file_lock.h"
#include "sweep/sweep_row.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <mutex>
#include <set>

namespace heteroscope {

namespace {

std::optional<std::size_t> countOf(std::string_view digits)
{
    std::size_t value = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool isWhole = problem == std::errc() && end == digits.data() + digits.size();
    return isWhole && value >= 1 && value <= maxShards ? std::optional(value) : std::nullopt;
}

/// The numbers of the rows that the file has.
Result<std::set<std::size_t>> finishedRows(const SweepSpec &spec, const AppendedLines &lines, const std::string &file)
{
    std::set<std::size_t> finished;
    for (std::size_t i = 0; i < lines.lines().size(); ++i) {
        const auto refuse = [&](Error error) {
            error.file = file;
            error.path = fmt::format("{}:1", i + 1);
            return error;
        };
        const auto row = parseRow(lines.lines()[i]);
        if (!row)
            return refuse(row.error());
        const RowPlace place = placeOf(*row);
        if (place.sweep != spec.id || place.rows != spec.rows())
            return refuse({Error::Code::invalid,
                           {},
                           {},
                           "a row of sweep " + quoteText(place.sweep),
                           "rows of this one, " + quoteText(spec.id),
                           "the sweep file, a file that it names or hscope has changed since: write to a new file"});
        finished.insert(place.row);
    }
    return finished;
}

} // namespace

Result<Shard> parseShard(std::string_view text)
{
    const std::size_t slash = text.find('/');
    const auto index = countOf(text.substr(0, slash));
    const auto count = slash == std::string_view::npos ? std::nullopt : countOf(text.substr(slash + 1));
    if (index && count && *index <= *count)
        return Shard{*index, *count};
    return Error{Error::Code::invalid,
                 {},
                 {},
                 quoteText(text),
                 "NUMBER/SHARDS, like 3/8",
                 "the number is from 1 to the number of shards"};
}

Result<ShardRun> runShard(const SweepSpec &spec, const Shard &shard, const std::string &file, unsigned threads,
                          const StopToken &stop, Progress *progress)
{
    const Result<FileLock> lock = lockForWriting(file);
    if (!lock)
        return lock.error();
    auto lines = AppendedLines::open(file);
    if (!lines)
        return lines.error();
    const auto finished = finishedRows(spec, *lines, file);
    if (!finished)
        return finished.error();

    ShardRun run;
    run.wasTorn = lines->wasTorn();
    const std::size_t rowsOfEach = spec.rowsOfCase();
    std::vector<std::size_t> missing; // cases
    for (std::size_t i = shard.index - 1; i < spec.cases.size(); i += shard.count) {
        std::size_t found = 0;
        for (std::size_t row = i * rowsOfEach; row < (i + 1) * rowsOfEach; ++row)
            found += finished->count(row);
        run.rows += rowsOfEach;
        run.found += found;
        if (found < rowsOfEach)
            missing.push_back(i);
    }
    std::mutex mutex;
    Status failure;
    parallelFor(threads > 0 ? threads : defaultThreads(), missing.size(), [&](std::size_t i, unsigned) {
        {
            const std::lock_guard guard(mutex);
            if (!failure || stop.stop_requested())
                return;
        }
        const auto rows = rowsOfCase(spec, missing[i], stop);
        const std::lock_guard guard(mutex);
        for (const Json &row : rows) {
            if (!failure || finished->count(placeOf(row).row) > 0)
                continue;
            failure = lines->append(rowLine(row));
            run.written += failure ? 1 : 0;
        }
        if (progress)
            progress->report({run.found + run.written, run.rows, ProgressTask::validating});
    });
    if (!failure)
        return failure.error();
    run.stopped = run.found + run.written < run.rows;
    return run;
}

std::vector<Json> allRows(const SweepSpec &spec, unsigned threads, const StopToken &stop)
{
    std::vector<std::vector<Json>> ofCase(spec.cases.size());
    parallelFor(threads > 0 ? threads : defaultThreads(), ofCase.size(), [&](std::size_t i, unsigned) {
        if (!stop.stop_requested())
            ofCase[i] = rowsOfCase(spec, i, stop);
    });
    std::vector<Json> rows;
    for (std::vector<Json> &some : ofCase)
        std::move(some.begin(), some.end(), std::back_inserter(rows));
    if (stop.stop_requested())
        rows.clear();
    return rows;
}

} // namespace heteroscope
