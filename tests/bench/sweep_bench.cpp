// SPDX-License-Identifier: GPL-3.0-or-later
//
// sweep/rows/N: a sweep of 10,000 small cases (1 to 4 devices of three types, GPT-3 1.3B) in N shards at a time, each
// by one thread into a file of its own, every row flushed to disk; N is 1 and the number of cores. Counters: rows;
// rows_per_core, rows a second and shard; rows_per_cpu, rows a second of processor time, which other programs on the
// machine disturb less. How far a rate of N shards lies below that of 1 is what they lose by running side by side.
#include "base/threads.h"
#include "planner/parallel.h"
#include "sweep/merge_rows.h"
#include "sweep/run_shard.h"

#include <benchmark/benchmark.h>

#include <ctime>
#include <filesystem>
#include <unistd.h>

namespace {

using namespace heteroscope;

SweepSpec smallCases()
{
    Json batches = Json::array(), sequences = Json::array();
    for (int i = 1; i <= 100; ++i)
        batches.push_back(4 * i);
    for (int i = 1; i <= 10; ++i)
        sequences.push_back(128 * i);
    const Json clusters = {"1x1 A100", "1x2 A100", "1x4 A100", "1x1 H100", "1x2 H100",
                           "1x4 H100", "1x1 V100", "1x2 V100", "1x4 V100", "2x1 V100 eth25"};
    const Json json = {{"formatVersion", 1},
                       {"grids", Json::array({{{"clusters", clusters},
                                               {"models", Json::array({"GPT-3 1.3B"})},
                                               {"batches", batches},
                                               {"sequences", sequences}}})}};
    auto read = readSweepSpec(json, ".");
    return read.spec ? *std::move(read.spec) : SweepSpec();
}

void sweepRows(benchmark::State &state)
{
    const SweepSpec spec = smallCases();
    const auto shards = static_cast<std::size_t>(state.range(0));
    const auto folder = std::filesystem::temp_directory_path() / ("heteroscope-sweep-" + std::to_string(::getpid()));
    double seconds = 0, processor = 0;
    std::size_t rows = 0;
    for (auto _ : state) {
        std::filesystem::remove_all(folder);
        std::filesystem::create_directory(folder);
        std::vector<std::string> files;
        for (std::size_t i = 1; i <= shards; ++i)
            files.push_back((folder / std::to_string(i)).string());
        std::atomic<std::size_t> failed = 0;
        const auto start = std::chrono::steady_clock::now();
        const auto ticks = std::clock();
        onThreads(static_cast<unsigned>(shards), [&](unsigned worker) {
            failed += runShard(spec, {worker + 1, shards}, files[worker], 1) ? 0 : 1;
        });
        seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        processor += static_cast<double>(std::clock() - ticks) / CLOCKS_PER_SEC;
        const MergedRows merged = mergeRows(files);
        if (failed > 0 || !merged.findings.ok() || merged.rows != 10'000) {
            state.SkipWithError("not all rows");
            break;
        }
        rows += merged.rows;
    }
    std::filesystem::remove_all(folder);
    state.counters["rows"] = static_cast<double>(rows);
    state.counters["rows_per_cpu"] = static_cast<double>(rows) / processor;
    state.counters["rows_per_core"] = static_cast<double>(rows) / (seconds * static_cast<double>(shards));
}

BENCHMARK(sweepRows)
    ->Name("sweep/rows")
    ->Apply([](benchmark::internal::Benchmark *benchmark) {
        benchmark->Arg(1);
        if (defaultThreads() > 1)
            benchmark->Arg(static_cast<std::int64_t>(defaultThreads()));
    })
    ->Unit(benchmark::kSecond)
    ->UseRealTime()
    ->Iterations(1);

} // namespace
