// SPDX-License-Identifier: GPL-3.0-or-later
//
// A log of nccl-tests (all_reduce_perf, all_gather_perf, reduce_scatter_perf, sendrecv_perf): the bandwidth and latency
// that a real machine reaches, fitted as time = latency + bytes / bandwidth over the rows, each row's relative error
// counting the same. Columns as nccl-tests prints them: sizes in bytes, times in microseconds; the out-of-place times
// are used.
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
    BytesPerSecond busBandwidth; ///< of long messages
    Seconds latency;             ///< of the whole collective
    Seconds latencyPerStep;      ///< of one ring step: 2 (n-1) of an all-reduce, n-1 of the others
    double worstDeviation = 0;   ///< of the fit, relative
};

/// collective: what the log is of when it does not say; "" = all_reduce by name of the file or else an error. Errors:
/// no rows, ranks that are not told, numbers that are none.
Result<NcclMeasurement> readNcclTests(std::string_view text, const std::string &file);

/// The same as constants of a link technology, for links of this line rate and latency along a ring step.
LinkConstants linkConstants(const NcclMeasurement &measured, LinkTechnology technology, BytesPerSecond lineRate,
                            Seconds routeLatency);

/// Sets bandwidths so that a ring over them predicts the measured bus bandwidth (the model takes a share of the line
/// rate, by technology). One file. options.things: links, or nodes, whose devices' fastest links are meant then.
/// Without them a log over several hosts means all links of the cluster, one of a single host all its nodes with as
/// many devices.
Result<Imported> importNcclTests(const Project &into, const std::vector<ImportFile> &files,
                                 const ImportOptions &options);

} // namespace heteroscope
