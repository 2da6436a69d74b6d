// SPDX-License-Identifier: GPL-3.0-or-later
//
// Calibration of a project by one measured step: the devices of each type compute as much faster or slower as the
// trace says. The factor becomes part of their speed (Device::speed), so that a step simulated afterwards computes as
// long as the measured one, up to what does not scale with the device, such as launches. Where it came from stays with
// the devices, as the extension "x-calibratedFrom".
//
// Or the software stack gets one factor, over the ranks of all device types: what the stack makes of every device, of
// types that the trace did not run on, too. It becomes part of the speed of all devices of the project; stack, factor
// and trace stay with the job, as the extension "x-calibratedStack", so that a job of another stack can be told of it.
#pragma once

#include "cluster/topology.h"
#include "exchange/trace/measured_trace.h"
#include "project/project.h"
#include "simulator/result/step_result.h"

#include <optional>
#include <string>
#include <vector>

namespace heteroscope {

/// Of the ranks that are taken for lanes of one device type.
struct DeviceFactor
{
    std::string type;
    std::size_t ranks = 0;
    // Mean time of a step in which a device computes.
    Ticks simulated;
    Ticks measured;
    /// simulated / measured, within leastDeviceFactor and mostDeviceFactor: multiplies the compute rate.
    double factor = 1;
};

inline constexpr double leastDeviceFactor = 0.01, mostDeviceFactor = 100;

/// By name of the type. Without lanes of several types, and types that compute nothing on one of the sides. lanes: of
/// each rank (rank_lanes.h).
std::vector<DeviceFactor> deviceFactors(const StepResult &result, const Topology &topology, const MeasuredTrace &trace,
                                        const std::vector<int> &lanes);

/// Every device of the types with its speed times the factor at all times, as far as a project file allows. source: the
/// name of the trace.
Project withDeviceFactors(const Project &project, const std::vector<DeviceFactor> &factors, const std::string &source);

/// One factor of all devices that run a job of this stack.
struct StackFactor
{
    std::string stack;
    std::size_t ranks = 0;
    // As in DeviceFactor, over the ranks of all types.
    Ticks simulated;
    Ticks measured;
    double factor = 1;
};

/// nullopt without ranks, or if nothing computes on one of the sides. lanes: of each rank.
std::optional<StackFactor> stackFactor(const StepResult &result, const MeasuredTrace &trace,
                                       const std::vector<int> &lanes, const TrainingJob &job);

/// Every device of the project with its speed times the factor. source: the name of the trace.
Project withStackFactor(const Project &project, const StackFactor &factor, const std::string &source);

/// What the devices of a project were calibrated for.
struct StackOrigin
{
    std::string stack;
    std::string source; ///< the trace that was used last
    double factor = 1;  ///< product of all factors of this stack
};
/// nullopt: no stack had a factor yet.
std::optional<StackOrigin> stackCalibratedFrom(const TrainingJob &job);

/// The trace that the devices of a type were calibrated from last; empty: none.
std::string calibratedFrom(const Cluster &cluster, const std::string &type);

} // namespace heteroscope
