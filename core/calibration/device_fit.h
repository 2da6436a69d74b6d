// SPDX-License-Identifier: GPL-3.0-or-later
//
// A device class from measured kernels: the efficiency curves with which the formulas of cost/compute.h give the
// measured times. Products tell gemm of their precision, m0, n0, k0 and waveLoss, those of odd width misalignedGemm,
// those of several experts groupedRows, copies the share of the memory bandwidth, fused attention its shares and half
// points. What nothing was measured about keeps its start value.
#pragma once

#include "calibration/calibration_fit.h"
#include "calibration/device_measurements.h"
#include "cluster/device_type.h"

namespace heteroscope {

struct DeviceFit
{
    EfficiencyCurves curves;
    std::vector<FittedConstant> constants; ///< "gemm/bf16", "m0", ...: those that were measured
    std::size_t kernels = 0;               ///< measured times that were used, beside that of a launch
    std::size_t unsupported = 0;           ///< that were not: the device type has no peak of their precision
    double errorBefore = 0;                ///< mean absolute error of the kernels with the start values
    double errorAfter = 0;
};

/// type: its peak rates and memory bandwidth are what the shares are shares of. start: the curves that it has now.
/// Error: no kernel that tells anything; rates far above the peak of the type, or below a thousandth of it, which are
/// those of another device.
Result<DeviceFit> fitDevice(const DeviceMeasurements &measurements, const DeviceType &type,
                            const EfficiencyCurves &start);

/// Time of a measured kernel by the cost model; nullopt where the type has no peak of its precision.
std::optional<Seconds> predictedTime(const MeasuredProduct &product, const DeviceType &type,
                                     const EfficiencyCurves &curves);
std::optional<Seconds> predictedTime(const MeasuredAttention &attention, bool backward, const DeviceType &type,
                                     const EfficiencyCurves &curves);
std::optional<Seconds> predictedTime(const MeasuredStream &stream, const DeviceType &type,
                                     const EfficiencyCurves &curves);

} // namespace heteroscope
