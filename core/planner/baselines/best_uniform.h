// SPDX-License-Identifier: GPL-3.0-or-later
//
// The best uniform plan: what a good engineer gets with a tuner that knows of no device types, on the whole cluster or
// on the devices of one type alone. All devices that can work are taken for alike, in the order of the cluster; every
// degree is the same everywhere; blocks are divided as equally as can be. Tried are
//   TP        powers of two up to the devices of a node that divide the model
//   CP        powers of two that divide the sequence, with TP x CP up to 64
//   EP        powers of two that divide the experts
//   DP        divisors of the global batch
//   PP        as many stages as there are devices for, or the most of those that divide the blocks or are a power of 2
//   micro-batches of 1 to 16 samples, recompute, the ZeRO stages of the software stack, and of its schedules those with
//   a static order; 2 or 4 chunks where a schedule allows any number
// TP, CP and EP only where the software stack has them.
//
// These are thousands of plans. They are simulated in the order of an estimate until an effort is spent that is counted
// in simulated passes, so the result depends neither on time nor on threads. The estimate is
//
//     T = M t + idle + sends + synchronization
//
// with t the passes of the slowest stage on the slowest kind of group, or the time of the busiest link; the schedule's
// closed form of idle time (Schedule::idle); sends between the stages, of all pipelines at once; and the collectives of
// the first and the last stage. It only ranks: the plan found is the fastest
// of those simulated, and nothing is proved of it. A plan whose computation alone takes longer is not simulated.
#pragma once

#include "planner/baselines/baseline.h"
#include "planner/prices/price_book.h"

namespace heteroscope {

/// One plan of the grid.
struct UniformDegrees
{
    ScheduleKind schedule = ScheduleKind::oneFOneB;
    int chunks = 1;
    int tp = 1, cp = 1, ep = 1, dp = 1;
    int stages = 1;
    int microBatchSize = 1;
    int microBatches = 1;
    Recompute recompute = Recompute::none;
    RecomputeModules modules{}; ///< of selective recompute
    int zeroStage = 0;
    double computing = 0; ///< seconds of the slowest stage's passes, all micro-batches
    double estimate = 0;  ///< of the step in seconds; infinity if it cannot run
    std::size_t grid = 0; ///< of UniformGrids
};

/// Of all devices, or of those of one type. Not thread-safe, like the book.
class UniformGrid
{
public:
    explicit UniformGrid(PriceBook &book, std::optional<std::size_t> type = {});

    /// After a stop those found so far.
    std::vector<UniformDegrees> all();
    std::size_t devices() const { return m_devices.size(); }
    Plan plan(const UniformDegrees &degrees) const;
    /// Whether every stage fits in the smallest of the devices, with the activations that the schedule holds.
    bool fits(const UniformDegrees &degrees);

private:
    /// What a layer of each kind takes on the slowest of the unlike groups, in seconds.
    struct LayerTimes
    {
        std::array<double, layerKindCount> forward{}, inputGradient{}, weightGradient{};
        double activation = 0; ///< bytes that stages send to each other
    };

    void addStages(UniformDegrees degrees, std::vector<UniformDegrees> &found);
    void addMicroBatches(UniformDegrees degrees, std::vector<UniformDegrees> &found);
    void addSchedules(UniformDegrees degrees, const LayerTimes &times, std::vector<UniformDegrees> &found);
    std::vector<std::pair<ScheduleKind, int>> schedulesOf(int stages) const;
    void estimate(UniformDegrees &degrees, const LayerTimes &times);
    double synchronization(const UniformDegrees &degrees, double &pass);
    /// The costs of the first of each unlike kind of group; empty if one cannot be used.
    const std::vector<const GroupCost *> &costsOf(const UniformDegrees &degrees);
    std::vector<const GroupCost *> pricedCosts(const UniformDegrees &degrees);
    std::optional<LayerTimes> timesOf(const UniformDegrees &degrees);
    std::vector<DeviceId> devicesOf(int size, int group) const;
    const std::vector<int> &unlikeGroups(int size);
    /// What one byte from every stage to the next, and back, costs.
    struct Sends
    {
        double latency = 0;        ///< of the slowest, there and back
        double secondsPerByte = 0; ///< likewise, with the other pipelines on the same links
        double busiestLink = 0;    ///< seconds per byte of the link with most traffic, over all boundaries
    };
    const Sends &sendsOf(const UniformDegrees &degrees);
    void addSends(Sends &sends, std::vector<double> &load, const UniformDegrees &degrees, int from, int to);
    /// All-reduce or all-gather over the replicas, of the slower of the first and the last stage.
    SendPrice collective(const UniformDegrees &degrees, bool gather);
    /// Layers of a virtual stage, which are counted in the order of the layers.
    LayerRange layersOf(const UniformDegrees &degrees, int virtualStage) const;
    /// Layers of each chunk of each stage.
    std::vector<std::vector<LayerRange>> chunksOf(const UniformDegrees &degrees) const;
    const Workload &workload() const { return m_book.workload(); }
    const Topology &topology() const { return m_book.pricer().topology(); }

    PriceBook &m_book;
    std::vector<DeviceId> m_devices; ///< that can work, in the order of the cluster
    std::vector<int> m_kinds;        ///< by device: equal for those of one type and speed
    int m_nodes = 0;                 ///< of these devices
    int m_largestNode = 0;           ///< devices of it
    std::vector<std::pair<Recompute, RecomputeModules>> m_recomputes;
    std::vector<LayerParameters> m_parameters; ///< sums over the layers before this one
    std::vector<std::size_t> m_layerKinds;     ///< LayerKind, by layer
    std::map<int, std::vector<int>> m_unlike;  ///< by size of a group
    std::map<std::tuple<int, int, int, bool>, Sends> m_sends;
    std::map<std::tuple<int, int, int, int, bool>, SendPrice> m_collectives;
    std::map<std::tuple<int, int, int, int, int, int, Recompute, RecomputeModules>, std::vector<const GroupCost *>>
        m_costs;
};

/// The grid of all devices and, if they are of several types, those of each type alone. Not thread-safe.
class UniformGrids
{
public:
    explicit UniformGrids(PriceBook &book);

    /// By the estimate; after a stop those found so far.
    std::vector<UniformDegrees> all();
    PriceBook &book() const { return m_book; }
    Plan plan(const UniformDegrees &degrees) const { return m_grids[degrees.grid].plan(degrees); }
    bool fits(const UniformDegrees &degrees) { return m_grids[degrees.grid].fits(degrees); }

private:
    PriceBook &m_book;
    std::vector<UniformGrid> m_grids;
};

/// The fastest of these plans of the grids, in their order, that fits in memory and was simulated. The reason as of
/// makeBaseline.
///
/// threads: how many loop() uses; it calls body(index, pricer) for each index below count, every thread with a pricer
/// of its own. The result is the same for any number. Empty: no other threads.
using PricedLoop =
    std::function<void(std::size_t count, const std::function<void(std::size_t index, GroupPricer &)> &body)>;
Baseline makeBestUniform(UniformGrids &grids, const std::vector<UniformDegrees> &all, const BaselineCheck &check,
                         unsigned threads = 1, const PricedLoop &loop = {});

} // namespace heteroscope
