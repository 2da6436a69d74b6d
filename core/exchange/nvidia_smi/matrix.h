// SPDX-License-Identifier: GPL-3.0-or-later
//
// What `nvidia-smi topo -m` and `nvidia-smi -L` print, as values.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace heteroscope::nvidiasmi {

/// How near two devices are, nearest first.
enum class Path { self, nvlink, oneSwitch, switches, hostBridge, numaNode, system };

struct Cell
{
    Path path = Path::self;
    int lanes = 0; ///< of NVLink
};

struct Matrix
{
    std::vector<std::string> names;       ///< GPU0, GPU1, ..., NIC0 or mlx5_0, ...
    std::vector<std::vector<Cell>> cells; ///< by row and column
    std::vector<std::string> numa;        ///< NUMA or CPU affinity of each row; empty when there is none
    std::size_t gpus = 0;                 ///< they come first

    const Cell &at(std::size_t a, std::size_t b) const { return cells[a][b]; }
};

/// The first matrix of the text. Places are line:column.
Result<Matrix> readMatrix(std::string_view text, const std::string &file);

/// "NVIDIA A100-SXM4-80GB" for each line "GPU 0: NVIDIA A100-SXM4-80GB (UUID: ...)".
std::vector<std::string> readDeviceList(std::string_view text);

/// The catalog's name of a device that nvidia-smi names; empty when none is known.
std::string_view catalogName(std::string_view product);

} // namespace heteroscope::nvidiasmi
