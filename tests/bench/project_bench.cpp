// SPDX-License-Identifier: GPL-3.0-or-later
//
// project/load: the largest shipped example from text to project. project/save: that project back to text.
#include "base/embedded_files.h"
#include "project/project_file.h"

#include <benchmark/benchmark.h>

namespace {

using namespace heteroscope;

std::string_view largestExample()
{
    std::string_view largest;
    for (const EmbeddedFile &file : embeddedFiles()) {
        if (file.path.starts_with("examples/") && file.content.size() > largest.size())
            largest = file.content;
    }
    return largest;
}

void projectLoad(benchmark::State &state)
{
    const std::string_view text = largestExample();
    if (text.empty()) {
        state.SkipWithError("no shipped example");
        return;
    }
    for (auto _ : state) {
        const LoadedProject loaded = parseProject(text, "example");
        if (!loaded.findings.ok()) {
            state.SkipWithError(toString(loaded.findings.errors.front()).c_str());
            return;
        }
        benchmark::DoNotOptimize(loaded.project.cluster.nodes.size());
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(projectLoad)->Name("project/load")->Unit(benchmark::kMillisecond);

void projectSave(benchmark::State &state)
{
    const LoadedProject loaded = parseProject(largestExample(), "example");
    if (!loaded.findings.ok()) {
        state.SkipWithError(toString(loaded.findings.errors.front()).c_str());
        return;
    }
    for (auto _ : state)
        benchmark::DoNotOptimize(projectText(loaded.project).size());
}
BENCHMARK(projectSave)->Name("project/save")->Unit(benchmark::kMillisecond);

} // namespace
