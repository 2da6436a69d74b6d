// SPDX-License-Identifier: GPL-3.0-or-later
//
// What resources/profiles/collect.py measures on a machine: matrix products, memory, fused attention, the launch of
// kernels, and collectives. The file format is resources/schema/measurements.schema.json. device_fit.h makes a device
// class of it, collective_fit.h the constants of links.
#pragma once

#include "base/result.h"
#include "cost/calibration_values.h"
#include "json/json.h"

namespace heteroscope {

/// Median of several runs.
struct MeasuredTime
{
    Seconds seconds;
    Seconds spread; ///< distance of the quartiles
    int runs = 1;
    friend bool operator==(const MeasuredTime &, const MeasuredTime &) = default;
};

/// Products (m x k)(k x n) of `experts` experts in one launch, m rows for each; of one, a plain product.
struct MeasuredProduct
{
    Precision precision = Precision::bf16;
    int m = 1, n = 1, k = 1;
    MeasuredTime time;
    int experts = 1;
    friend bool operator==(const MeasuredProduct &, const MeasuredProduct &) = default;
};

/// A kernel that reads and writes `bytes` in all.
struct MeasuredStream
{
    Bytes bytes;
    MeasuredTime time;
    friend bool operator==(const MeasuredStream &, const MeasuredStream &) = default;
};

/// Causal fused attention.
struct MeasuredAttention
{
    Precision precision = Precision::bf16;
    AttentionKernels kernels = AttentionKernels::open;
    int batch = 1, heads = 1, headDim = 1, sequence = 1;
    MeasuredTime forward;
    std::optional<MeasuredTime> backward;
    friend bool operator==(const MeasuredAttention &, const MeasuredAttention &) = default;
};

enum class CollectiveCall { allReduce, allGather, reduceScatter, allToAll, sendReceive };
inline constexpr std::array<std::string_view, 5> collectiveCallNames = {"allReduce", "allGather", "reduceScatter",
                                                                        "allToAll", "sendReceive"};

/// bytes = the whole tensor: the input of a reduction, the output of a gather, what one member sends in all.
struct MeasuredCollective
{
    CollectiveCall call = CollectiveCall::allReduce;
    int devices = 2;
    int nodes = 1; ///< over which the devices are spread evenly
    Bytes bytes;
    MeasuredTime time;
    friend bool operator==(const MeasuredCollective &, const MeasuredCollective &) = default;
};

enum class MeasuredKind { cuda, rocm, cpu };
inline constexpr std::array<std::string_view, 3> measuredKindNames = {"cuda", "rocm", "cpu"};

struct DeviceMeasurements
{
    std::string device; ///< as its driver calls it
    MeasuredKind kind = MeasuredKind::cuda;
    Bytes memory;
    int processors = 1;
    std::string pytorch, python, runtime, collectivesLibrary, date; ///< empty: not stated
    int leftOut = 0;                                                ///< measurements for which there was no time
    std::vector<MeasuredProduct> products;
    std::vector<MeasuredStream> streams;
    std::vector<MeasuredAttention> attention;
    std::optional<MeasuredTime> launch;
    std::vector<MeasuredCollective> collectives;
    Extensions extensions;
    friend bool operator==(const DeviceMeasurements &, const DeviceMeasurements &) = default;
};

/// True if the JSON is a file of measurements.
bool isMeasurementsFile(const Json &json);

DeviceMeasurements readDeviceMeasurements(const Json &json, const std::string &path, Findings &findings);
/// Error: the first of the findings, with `file`; a file without any measurement.
Result<DeviceMeasurements> parseDeviceMeasurements(std::string_view text, const std::string &file);
Json toJson(const DeviceMeasurements &measurements);

} // namespace heteroscope
