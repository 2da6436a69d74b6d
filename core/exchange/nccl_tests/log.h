// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a log of nccl-tests (all_reduce_perf, all_gather_perf, reduce_scatter_perf, sendrecv_perf) and derives
// bandwidth and latency of the machine. The fit is time = latency + bytes / bandwidth over the rows, with the relative
// errors of all rows weighted equally. Columns as nccl-tests prints them: sizes in bytes, times in microseconds, of
// which the out-of-place times are used.
#pragma once

#include "cost/calibration_values.h"
#include "exchange/import.h"

namespace heteroscope {

struct NcclMeasurement
{
    std::string collective; ///< "all_reduce", "all_gather", "reduce_scatter", "sendrecv"
    int ranks = 0;
    int hosts = 1;
    std::size_t rows = 0;
    BytesPerSecond busBandwidth; ///< for long messages
    Seconds latency;             ///< of the whole collective
    Seconds latencyPerStep;      ///< latency per ring step; an all-reduce has 2 (n-1) steps, the others n-1
    double worstDeviation = 0;   ///< max relative error of the fit
};

/// Reads a log. `collective` is used if the log does not name the collective; if it is empty too, the file name must.
/// Errors: no rows, no number of ranks, a value that is not a number.
Result<NcclMeasurement> readNcclTests(std::string_view text, const std::string &file);

/// The measurement as constants of a link technology, for links of this line rate and for this route latency of a ring
/// step.
LinkConstants linkConstants(const NcclMeasurement &measured, LinkTechnology technology, BytesPerSecond lineRate,
                            Seconds routeLatency);

/// Reads one file and sets the bandwidths of links so that the model of a ring over them predicts the measured bus
/// bandwidth. options.things names links, or nodes, for which the fastest links of their devices are set. By default a
/// log of several hosts sets all links of the cluster, a log of one host all nodes with the same number of devices.
Result<Imported> importNcclTests(const Project &into, const std::vector<ImportFile> &files,
                                 const ImportOptions &options);

} // namespace heteroscope
