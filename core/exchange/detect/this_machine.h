// SPDX-License-Identifier: GPL-3.0-or-later
//
// The machine that the program runs on as a node: what its tools print is read by the importers. The first one that
// tells of accelerators counts, in this order: nvidia-smi (topo -m, -q -x), rocm-smi (--showtopo and its list), lstopo
// (hwloc), /sys. The rate of the network cards is that of /sys, where it is the same for all and was not given.
#pragma once

#include "base/stop_token.h"
#include "exchange/import.h"

#include <optional>
#include <string>
#include <vector>

namespace heteroscope {

/// A place that was looked at, in words: "rocm-smi", "not in PATH".
struct LookedAt
{
    std::string where;
    std::string found;
};

struct Detected
{
    std::vector<LookedAt> lookedAt;
    std::optional<Imported> imported; ///< nothing: no accelerator was found
};

/// `sys` is the folder that stands for /sys. Uses options.name, device and networkCard. Errors: a tool told of
/// accelerators and the importer refused its text; an accelerator that the catalog does not have; cancelled.
Result<Detected> detectMachine(const Project &into, const ImportOptions &options, const std::string &sys = "/sys",
                               const StopToken &stop = {});

} // namespace heteroscope
