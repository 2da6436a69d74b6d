// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lower bound on the step time of every plan that the simulator can run: any schedule, cut, order of devices,
// parallel degrees, micro-batches, recompute and sharding of states.
//
// Every sample has to pass every layer forwards and backwards. Let c(t, k) be the least device-seconds that a sample
// costs in a layer of kind k on a device of type t, whatever the sharding and the micro-batch:
//
//     c = scale / speed * sum over operations and passes of max(FLOP / (peak * best share), bytes / rate) + casts
//
// with the FLOPs, bytes and kernels of core/workload and core/cost/compute.h on one whole device. Sharding over TP, CP
// and EP divides them at best, and can only add to them. The best share is the product of the factors of the
// efficiency at the largest shape that any plan has, all samples of the step in one micro-batch and nothing sharded;
// waves of tiles, many experts in one launch and odd widths count as perfect. Launches, the host, collectives, sends,
// bubbles, accumulation of gradients, recompute, jitter and the optimizer count as nothing, and a layer whose measured
// times (CalibrationValues::profiles) are shorter takes those. speed is the max factor of the device's rate curve from
// the start of the step on; devices that are down at the start or lack the job's precision can be in no plan.
//
// Let w(k) be the samples times the layers of kind k. The step is at least the least T for which the devices can share
// the work:
//
//     T * devices(t) >= sum over k of c(t, k) x(t, k),  sum over t of x(t, k) >= w(k),  x >= 0
//
// whose dual gives a bound for any prices y(k) >= 0 of a sample in a layer:
//
//     T >= sum of w(k) y(k) / sum over t of devices(t) * max over k of y(k) / c(t, k)
//
// Which prices are allowed depends on TP groups of unlike types. The simulator gives such a group the times of the type
// with the longest block (forward and backward, collectives included).
//   * Devices of one type: y(k) = c(k), which is the optimum.
//   * One kind of block, no profile of a type, no device above its nominal speed at the start: the block takes the
//     group at least as long as any of its types alone. For the device and host times d, h and the time c of the
//     collectives, a pass takes f(d) + [f(d + c) - f(d)] with the soft maximum f(d) = (d^q + h^q)^(1/q), whose slope is
//     between 0 and 1. If a pass is longer on the chosen type B than on A, then its bracket is longer by at most
//     f(d_A) - d_A; otherwise it is not longer. So the computation on B is at least that of A without the host, which
//     is what c counts. Embedding and head could be faster on B, so they are priced for the device that is best at
//     them, at the value that the slowest device makes: y = min over t of c(t, k) * min over t of y(block) / c(t,
//     block).
//   * Always: y(k) = min over t of c(t, k), and no device makes more than 1 of it in a second: every device as good as
//     the best.
//
// To T comes what every device at work spends besides: the host's time of the step and of one micro-batch. Memory and
// links are not looked at: states that do not fit would give no bound on time, and a plan with one stage and one
// replica sends nothing.
#pragma once

#include "cluster/topology.h"
#include "cost/compute.h"
#include "cost/group_cost.h"

#include <array>
#include <map>
#include <optional>
#include <vector>

namespace heteroscope {

/// In seconds; 0 if no device can be in any plan. startTime: where on the axis of the rate curves the step begins.
Seconds universalBound(const Topology &topology, const Workload &workload, const CalibrationValues &calibration,
                       const SoftwareStack &stack, Seconds startTime = Seconds(0));

/// Alike devices at their nominal speed.
struct DeviceCount
{
    const DeviceType *type = nullptr; ///< of a catalog that outlives the UniversalBounds
    std::size_t count = 0;
};

/// The bound of many clusters whose devices run at nominal speed: what a type costs is computed once. Not thread-safe.
class UniversalBounds
{
public:
    /// All must outlive the object.
    UniversalBounds(const Workload &workload, const CalibrationValues &calibration, const SoftwareStack &stack)
        : m_workload(workload), m_calibration(calibration), m_stack(stack)
    {}

    /// Each type once. 0 if no device can be in any plan.
    Seconds of(const std::vector<DeviceCount> &devices);
    /// Can a device of this type be in any plan?
    bool canRun(const DeviceType &type) { return secondsOf(type).has_value(); }

private:
    /// Device-seconds per sample, by kind of layer.
    const std::optional<std::array<double, layerKindCount>> &secondsOf(const DeviceType &type);

    const Workload &m_workload;
    const CalibrationValues &m_calibration;
    const SoftwareStack &m_stack;
    std::map<const DeviceType *, std::optional<std::array<double, layerKindCount>>> m_seconds;
};

/// c of the header: device-seconds per sample of this layer on a device of the type at nominal speed, at least.
Seconds leastDeviceTime(const Workload &workload, int layer, const ComputeContext &context,
                        const LayerProfiles *profiles);

} // namespace heteroscope
