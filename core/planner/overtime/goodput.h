// SPDX-License-Identifier: GPL-3.0-or-later
//
// Goodput: the share of the time in which a long training does work that is kept, with failures, checkpoints, restarts
// and spare nodes.
//
// Failures are independent and exponentially distributed, with a rate for each device and each link between nodes. The
// defaults are those of Llama 3 405B (arXiv 2407.21783, section 3.3.4 and table 5): 419 unexpected interruptions in 54
// days on 16,384 H100, of which 35 by switches and cables of the network, here counted for one link a device; the other
// 384 for the devices with their hosts. Other devices and other links have no published rate of this kind that is known
// here and take the same.
//
// A failure ends the step, and what was done since the last checkpoint is lost. Then a spare node takes the place of
// the broken one, which is repaired and is a spare afterwards. Without a free spare the job goes on with fewer nodes if
// it can (`shrunk`), else it waits for the next repair. Then it restarts: processes and the checkpoint are loaded. A
// job with fewer nodes fails as often as the whole one (a little too often), and when a node is ready it writes a
// checkpoint and restarts with it.
//
// Closed forms, for a checkpoint that takes d seconds and a mean time between failures of M: Young 1974 (CACM 17-9)
// sqrt(2 d M); Daly 2006 (FGCS 22-3, equation 37) sqrt(2 d M) (1 + sqrt(d / 2M) / 3 + (d / 2M) / 9) - d, M where
// d >= 2 M; and the efficiency of an interval t with restarts of R, t / (M e^(R/M) (e^((t+d)/M) - 1)) (equation 20),
// which counts failures during restarts and has a spare always at hand.
#pragma once

#include "base/stop_token.h"
#include "base/units.h"

#include <cstdint>
#include <vector>

namespace heteroscope {

struct FailureRates
{
    double perDevice = 384 / (54 * 86'400.0 * 16'384); ///< 1/s
    double perLink = 35 / (54 * 86'400.0 * 16'384);    ///< 1/s, of each link between nodes
};

struct GoodputInput
{
    std::size_t devices = 1;
    std::size_t links = 0;
    FailureRates rates{};
    double checkpoint = 60;      ///< seconds in which a checkpoint is written and nothing else is done
    double restart = 300;        ///< seconds from the failure to the next step: detect, restart, read the checkpoint
    double repair = 24 * 3600.0; ///< seconds until a broken node is a spare: an assumption
    std::size_t spares = 0;
    /// Elastic shrinking: speed of the plans with 1, 2, ... nodes less over that of the whole, 0..1. Work is counted in
    /// seconds of the whole. With more nodes missing it waits.
    std::vector<double> shrunk{};
    double horizon = 30 * 86'400.0; ///< seconds
    std::uint64_t seed = 1;
    std::size_t runs = 400;
    unsigned threads = 0; ///< 0: one per core

    double failureRate() const
    {
        return rates.perDevice * static_cast<double>(devices) + rates.perLink * static_cast<double>(links);
    }
    double meanTimeBetweenFailures() const { return failureRate() > 0 ? 1 / failureRate() : infinity; }
};

double youngInterval(double checkpoint, double meanTimeBetweenFailures);
double dalyInterval(double checkpoint, double meanTimeBetweenFailures);
/// 0..1.
double dalyEfficiency(double interval, double checkpoint, double restart, double meanTimeBetweenFailures);

/// Of several runs, sorted.
struct GoodputBand
{
    double mean = 0;
    double low = 0; ///< 5 % of the runs are below
    double median = 0;
    double high = 0;     ///< 5 % of the runs are above
    double failures = 0; ///< mean number in the horizon
};
/// Simulated runs with checkpoints after each `interval` seconds of work. The same for any number of threads: run i has
/// random numbers of its own, made from the seed and i.
GoodputBand simulateGoodput(const GoodputInput &input, double interval);

struct Goodput
{
    double young = 0; ///< seconds; infinity: no failures
    double daly = 0;
    double closedForm = 0; ///< efficiency at Daly's interval
    double best = 0;       ///< of the simulated intervals the one with the best mean
    GoodputBand atBest;
};
/// Simulates intervals from a quarter to four times Daly's in 17 equal ratios, all with the same failures.
Goodput findGoodput(const GoodputInput &input, const StopToken &stop = {});

} // namespace heteroscope
