// SPDX-License-Identifier: GPL-3.0-or-later
//
// reference/heap: the yardstick other machines are compared by. Push a million random doubles into a
// std::priority_queue, then pop them all.
#include <benchmark/benchmark.h>

#include <queue>
#include <random>
#include <vector>

namespace {

void referenceHeap(benchmark::State &state)
{
    constexpr std::size_t count = 1'000'000;
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    std::vector<double> values(count);
    for (double &value : values)
        value = uniform(random);

    for (auto _ : state) {
        std::priority_queue<double> heap;
        for (const double value : values)
            heap.push(value);
        double sum = 0;
        while (!heap.empty()) {
            sum += heap.top();
            heap.pop();
        }
        benchmark::DoNotOptimize(sum);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(2 * count));
}
BENCHMARK(referenceHeap)->Name("reference/heap");

} // namespace
