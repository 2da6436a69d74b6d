// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables of kernel times: single layers and single matrix products on one device, as others published them. A table is
// known by its columns. The work of a row is that of core/workload, so that a prediction uses the same formulas as that
// of a step.
#pragma once

#include "base/result.h"
#include "calibration/csv.h"
#include "cluster/device_type.h"
#include "workload/layer_work.h"

#include <string>
#include <vector>

namespace heteroscope {

/// The passes of a row. Backward is the input gradient and the weight gradient together.
enum class KernelPass { forward, backward };

/// One measured time.
struct KernelRow
{
    std::string source;   ///< the table; all sources of a class weigh the same
    std::string software; ///< rows of one source that ran the same kernels: "zorse fp16"
    std::string model;    ///< rows of one model are left out together
    std::string set;      ///< rows that differ in their number of samples only; each set weighs the same
    const DeviceType *device = nullptr;
    Precision precision = Precision::bf16;
    LayerWork work;
    KernelPass pass = KernelPass::forward;
    Bytes added;            ///< traffic beside that of the work: gradients cast and accumulated by separate kernels
    bool hostClock = false; ///< taken by the host, so launches are in it; else a sum of kernel durations
    Seconds measured;
};

/// The rows of one table. Left out are sets whose meaning is not certain: images (their sequence is not stated), heads
/// narrower than 16, devices without a catalog entry. Error: the columns are those of no known table.
Result<std::vector<KernelRow>> readKernelRows(const CsvTable &table);

} // namespace heteroscope
