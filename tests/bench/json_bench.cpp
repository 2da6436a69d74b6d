// SPDX-License-Identifier: GPL-3.0-or-later
//
// json/parse: the largest shipped JSON file from text to value. json/write: that value back to canonical text.
#include "base/embedded_files.h"
#include "json/json.h"

#include <benchmark/benchmark.h>

#include <algorithm>

namespace {

using namespace heteroscope;

std::string_view largestFile()
{
    const auto &files = embeddedFiles();
    const auto largest = std::max_element(files.begin(), files.end(), [](const EmbeddedFile &a, const EmbeddedFile &b) {
        return a.content.size() < b.content.size();
    });
    return largest == files.end() ? std::string_view() : largest->content;
}

void jsonParse(benchmark::State &state)
{
    const std::string_view text = largestFile();
    for (auto _ : state) {
        const Result<Json> json = parseJson(text);
        if (!json) {
            state.SkipWithError(toString(json.error()).c_str());
            return;
        }
        benchmark::DoNotOptimize(json->size());
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(jsonParse)->Name("json/parse");

void jsonWrite(benchmark::State &state)
{
    const Result<Json> json = parseJson(largestFile());
    if (!json) {
        state.SkipWithError(toString(json.error()).c_str());
        return;
    }
    std::size_t size = 0;
    for (auto _ : state) {
        const std::string text = toText(*json);
        size = text.size();
        benchmark::DoNotOptimize(text.data());
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(size));
}
BENCHMARK(jsonWrite)->Name("json/write");

} // namespace
