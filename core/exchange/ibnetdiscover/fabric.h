// SPDX-License-Identifier: GPL-3.0-or-later
//
// The output of ibnetdiscover (infiniband-diags): switches and channel adapters with the far end, width and speed of
// each port.
#pragma once

#include "exchange/import.h"

namespace heteroscope {

/// Reads one file. Adapters with the same name before "HCA-n" or "mlx5_n" are one host; an unnamed adapter is a host of
/// its own; aggregation nodes (SHARP) belong to their switch. Rates: lanes x 2.5 (SDR), 5 (DDR), 8 (QDR: 10 with 8b/10b
/// coding), 13.6 (FDR), 25 (EDR), 50 (HDR), 100 (NDR), 200 (XDR) Gbit/s. Uses options.device. Errors: no adapter, a
/// width and speed that are not known.
Result<Imported> importIbnetdiscover(const Project &into, const std::vector<ImportFile> &files,
                                     const ImportOptions &options);

} // namespace heteroscope
