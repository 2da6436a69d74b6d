// SPDX-License-Identifier: GPL-3.0-or-later
//
// trace/200MB: a trace of the PyTorch profiler of 200 MB, one rank, read from disk as the window reads it, down to the
// median step. Counters: bytes; events, those of the device.
#include "exchange/trace/open_trace.h"

#include <QTemporaryDir>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <fstream>

namespace {

using namespace heteroscope;

constexpr std::size_t traceBytes = 200'000'000;

/// Of each ten events one kernel, one of NCCL among eight of these, and nine of the host, as the profiler records them.
std::size_t writeTrace(const std::string &path)
{
    std::ofstream file(path, std::ios::binary);
    std::string text = R"({"schemaVersion": 1, "distributedInfo": {"backend": "nccl", "rank": 0, "world_size": 8},)"
                       "\n\"traceEvents\": [\n";
    std::size_t written = 0, events = 0;
    for (std::size_t i = 0; written + text.size() < traceBytes; ++i) {
        const double at = 1.7e15 + static_cast<double>(i) * 2.5;
        if (i % 100'000 == 0) {
            text +=
                fmt::format(R"({{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#{}", "pid": 1, "tid": 1, )"
                            R"("ts": {:.3f}, "dur": 249000.0}},)"
                            "\n",
                            i / 100'000, at);
        } else if (i % 10 == 1) {
            ++events;
            text += fmt::format(
                R"({{"ph": "X", "cat": "kernel", "name": "{}", "pid": 0, "tid": 7, "ts": {:.3f}, "dur": 20.125,)"
                "\n"
                R"(  "args": {{"External id": {}, "queued": 0, "device": 0, "context": 1, "stream": 7, )"
                R"("correlation": {}, "grid": [8, 128, 1], "block": [256, 1, 1], "shared memory": 49152}}}},)"
                "\n",
                i % 80 == 1 ? "ncclDevKernel_AllReduce_Sum_bf16_RING_LL" : "ampere_bf16_s16816gemm_bf16_128x256_tn", at,
                i, i);
        } else {
            text += fmt::format(
                R"({{"ph": "X", "cat": "cpu_op", "name": "aten::linear", "pid": 4321, "tid": 4321, "ts": {:.3f}, )"
                R"("dur": 12.250,)"
                "\n"
                R"(  "args": {{"External id": {}, "Sequence number": {}, "Fwd thread id": 0, "Record function id": 0, )"
                R"("Input Dims": [[4096, 4096], [4096, 11008]], "Ev Idx": {}}}}},)"
                "\n",
                at, i, i, i);
        }
        if (text.size() > (std::size_t{1} << 20)) {
            file << text;
            written += text.size();
            text.clear();
        }
    }
    file << text << R"({"ph": "M", "name": "process_name", "pid": 0, "ts": 0, "args": {"name": "python"}}]})";
    return events;
}

void openLargeTrace(benchmark::State &state)
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("rank0.json")).toStdString();
    const std::size_t events = writeTrace(path);
    for (auto _ : state) {
        const auto trace = readTraceIfAny({path});
        if (!trace || !*trace || (*trace)->ranks.front().events.size() != events) {
            state.SkipWithError("not read");
            return;
        }
        benchmark::DoNotOptimize(medianSteps(**trace));
    }
    state.counters["bytes"] = static_cast<double>(traceBytes);
    state.counters["events"] = static_cast<double>(events);
}

BENCHMARK(openLargeTrace)->Name("trace/200MB")->Unit(benchmark::kSecond);

} // namespace
