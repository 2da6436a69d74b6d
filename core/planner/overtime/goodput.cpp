// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/overtime/goodput.h"

#include "planner/parallel.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace heteroscope {

namespace {

/// Times between failures, the same on every machine with the same logarithm.
class FailureTimes
{
public:
    FailureTimes(std::uint64_t seed, std::size_t run, double rate) : m_random(mixed(seed, run)), m_rate(rate) {}
    double next()
    {
        constexpr double all = 9007199254740992.0; // 2^53
        return -std::log((static_cast<double>(m_random() >> 11U) + 1) / all) / m_rate;
    }

private:
    /// SplitMix64 (Steele et al. 2014), so that runs of neighbouring numbers have nothing in common.
    static std::uint64_t mixed(std::uint64_t seed, std::size_t run)
    {
        std::uint64_t value = seed + 0x9e3779b97f4a7c15U * (static_cast<std::uint64_t>(run) + 1);
        value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
        value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
        return value ^ (value >> 31U);
    }
    std::mt19937_64 m_random;
    double m_rate;
};

struct GoodputRun
{
    double share = 0;
    double failures = 0;
};

GoodputRun goodputRun(const GoodputInput &input, double interval, std::size_t run)
{
    FailureTimes times(input.seed, run, input.failureRate());
    std::vector<double> spares(input.spares, 0.0); // when each is ready
    std::size_t missing = 0;                       // nodes that the job goes on without
    double at = 0, kept = 0;
    GoodputRun result;
    double failure = input.failureRate() > 0 ? times.next() : infinity;
    const double cycle = interval + input.checkpoint;
    while (at < input.horizon) {
        const double speed = missing == 0 ? 1 : input.shrunk[missing - 1];
        const auto next = std::min_element(spares.begin(), spares.end());
        const double grows = missing == 0 ? infinity : std::max(at, *next);
        const double end = std::min({failure, grows, input.horizon});
        const double cycles = cycle < infinity ? std::floor((end - at) / cycle) : 0;
        kept += cycles > 0 ? cycles * interval * speed : 0;
        const double rest = speed * std::min(interval, end - at - (cycles > 0 ? cycles * cycle : 0));
        if (end >= input.horizon) { // what is done at the end is kept
            kept += rest;
            break;
        }
        at = end;
        bool isUp = false;
        if (grows < failure) { // a checkpoint, then a restart with the node that is ready
            spares.erase(next);
            --missing;
            kept += failure >= at + input.checkpoint ? rest : 0;
            const double restarted = at + input.checkpoint + input.restart;
            isUp = failure >= restarted;
            at = isUp ? restarted : failure;
        }
        // Fail, find a spare or shrink, restart; a failure of the restart begins it again.
        while (!isUp && at < input.horizon) {
            ++result.failures;
            spares.push_back(at + input.repair);
            const auto first = std::min_element(spares.begin(), spares.end());
            if (*first > at && missing < input.shrunk.size()) {
                ++missing;
            } else {
                at = std::max(at, *first);
                spares.erase(first);
            }
            failure = at + times.next();
            isUp = failure >= at + input.restart;
            at = isUp ? at + input.restart : failure;
        }
    }
    result.share = kept / input.horizon;
    return result;
}

} // namespace

double youngInterval(double checkpoint, double meanTimeBetweenFailures)
{
    return std::sqrt(2 * checkpoint * meanTimeBetweenFailures);
}

double dalyInterval(double checkpoint, double meanTimeBetweenFailures)
{
    if (checkpoint >= 2 * meanTimeBetweenFailures)
        return meanTimeBetweenFailures;
    if (!(meanTimeBetweenFailures < infinity))
        return infinity;
    const double ratio = checkpoint / (2 * meanTimeBetweenFailures);
    return youngInterval(checkpoint, meanTimeBetweenFailures) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - checkpoint;
}

double dalyEfficiency(double interval, double checkpoint, double restart, double meanTimeBetweenFailures)
{
    const double mean = meanTimeBetweenFailures;
    if (!(mean < infinity))
        return 1;
    return interval / (mean * std::exp(restart / mean) * std::expm1((interval + checkpoint) / mean));
}

GoodputBand simulateGoodput(const GoodputInput &input, double interval)
{
    std::vector<GoodputRun> runs(std::max<std::size_t>(1, input.runs));
    const unsigned threads = input.threads == 0 ? defaultThreads() : input.threads;
    parallelFor(threads, runs.size(), [&](std::size_t i, unsigned) { runs[i] = goodputRun(input, interval, i); });
    GoodputBand band;
    std::vector<double> shares;
    for (const GoodputRun &run : runs) {
        shares.push_back(run.share);
        band.mean += run.share;
        band.failures += run.failures;
    }
    const auto count = static_cast<double>(runs.size());
    band.mean /= count;
    band.failures /= count;
    std::sort(shares.begin(), shares.end());
    const auto quantile = [&shares](double share) {
        return shares[static_cast<std::size_t>(share * static_cast<double>(shares.size() - 1) + 0.5)];
    };
    band.low = quantile(0.05);
    band.median = quantile(0.5);
    band.high = quantile(0.95);
    return band;
}

Goodput findGoodput(const GoodputInput &input, const StopToken &stop)
{
    Goodput result;
    const double mean = input.meanTimeBetweenFailures();
    result.young = youngInterval(input.checkpoint, mean);
    result.daly = dalyInterval(input.checkpoint, mean);
    result.closedForm = dalyEfficiency(result.daly, input.checkpoint, input.restart, mean);
    if (!(mean < infinity)) {
        result.best = infinity;
        result.atBest = simulateGoodput(input, infinity);
        return result;
    }
    constexpr int each = 8; // on both sides
    for (int i = -each; i <= each && !stop.stop_requested(); ++i) {
        const double interval = std::max(1.0, result.daly) * std::pow(4.0, i / static_cast<double>(each));
        const GoodputBand band = simulateGoodput(input, interval);
        if (band.mean > result.atBest.mean) {
            result.best = interval;
            result.atBest = band;
        }
    }
    return result;
}

} // namespace heteroscope
