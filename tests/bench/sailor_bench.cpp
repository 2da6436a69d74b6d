// SPDX-License-Identifier: GPL-3.0-or-later
//
// plan/sailor/formula/CASE: the plan of space A with the least step time by Sailor's cost formula, until proved, on the
// published clusters of A100-40 + V100-16, one thread.
// plan/sailor/events/A/CASE, plan/sailor/events/Aplus/CASE: the same against the simulation of 1F1B with sends that
// only take time, in the spaces of tests/peers/sailor/event_plan.h, on all threads;
// plan/sailor/events/B/CASE: space A's best plan with the gap to a lower bound over unlike pipelines; after 10 s the
// best so far is taken with its gap. The profiles come from HETEROSCOPE_SAILOR_DATA (default
// ../shared/sailor); without them nothing is registered. Tables are built in every iteration; only reading the files is
// not counted. Counters: stepTime (s), proved, gap, lowerBound (s), firstBest (s after which the best plan was found).
#include "peers/sailor/event_search.h"
#include "peers/sailor/formula_search.h"
#include "planner/parallel.h"

#include <benchmark/benchmark.h>

namespace {

using namespace heteroscope;
using namespace heteroscope::sailor;

struct Case
{
    const char *name;
    int fast;
    int slow;
};
constexpr std::array<Case, 8> cases = {{{"8+8", 8, 8},
                                        {"16+16", 16, 16},
                                        {"32+32", 32, 32},
                                        {"64+64", 64, 64},
                                        {"128+128", 128, 128},
                                        {"128+384", 128, 384},
                                        {"32+96", 32, 96},
                                        {"80+240", 80, 240}}};

Result<Problem> problemOf(const Case &which)
{
    auto profiles = readProfiles(profileFolder());
    if (!profiles)
        return profiles.error();
    return Problem{std::move(*profiles), {which.fast, which.slow}, 1024};
}

template<class Search>
void run(benchmark::State &state, const Case &which, const Search &search)
{
    const auto problem = problemOf(which);
    if (!problem) {
        state.SkipWithError(toString(problem.error()).c_str());
        return;
    }
    for (auto _ : state) {
        const auto outcome = search(*problem);
        if (!(outcome.stepTime > 0)) {
            state.SkipWithError("no plan");
            return;
        }
        state.counters["stepTime"] = outcome.stepTime;
        state.counters["proved"] = outcome.proved ? 1 : 0;
        state.counters["gap"] = outcome.gap;
        state.counters["lowerBound"] = outcome.lowerBound;
        state.counters["firstBest"] = outcome.firstBestAt;
    }
}

const bool registeredSailor = [] {
    if (profileFolder().empty())
        return false;
    for (const Case &which : cases) {
        benchmark::RegisterBenchmark(
            (std::string("plan/sailor/formula/") + which.name).c_str(),
            [&which](benchmark::State &state) {
                run(state, which, [](const Problem &problem) { return searchByFormula(problem, {20.0, {}}); });
            })
            ->Unit(benchmark::kMillisecond);
        for (const EventSpace space : {EventSpace::A, EventSpace::Aplus}) {
            const std::string name = space == EventSpace::A ? "plan/sailor/events/A/" : "plan/sailor/events/Aplus/";
            benchmark::RegisterBenchmark((name + which.name).c_str(), [&which, space](benchmark::State &state) {
                run(state, which, [space](const Problem &problem) {
                    return searchByEvents(problem, space, {10.0, {}, defaultThreads()});
                });
            })->Unit(benchmark::kMillisecond);
        }
        benchmark::RegisterBenchmark((std::string("plan/sailor/events/B/") + which.name).c_str(),
                                     [&which](benchmark::State &state) {
                                         run(state, which, [](const Problem &problem) {
                                             return searchUnlikePipelines(problem, {10.0, {}, defaultThreads()});
                                         });
                                     })
            ->Unit(benchmark::kMillisecond);
    }
    return true;
}();

} // namespace
