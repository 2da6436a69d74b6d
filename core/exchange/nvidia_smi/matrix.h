// SPDX-License-Identifier: GPL-3.0-or-later
//
// The output of `nvidia-smi topo -m` and `nvidia-smi -L` as values.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace heteroscope::nvidiasmi {

/// The kind of connection between two devices, nearest first.
enum class Path { self, nvlink, oneSwitch, switches, hostBridge, numaNode, system };

struct Cell
{
    Path path = Path::self;
    int lanes = 0; ///< number of NVLinks
};

struct Matrix
{
    std::vector<std::string> names;       ///< GPU0, GPU1, ..., NIC0 or mlx5_0, ...
    std::vector<std::vector<Cell>> cells; ///< by row and column
    std::vector<std::string> numa;        ///< NUMA or CPU affinity of each row; empty if the matrix has none
    std::size_t gpus = 0;                 ///< number of GPUs; they are the first rows

    const Cell &at(std::size_t a, std::size_t b) const { return cells[a][b]; }
};

/// The first matrix in the text. Errors are located by line:column.
Result<Matrix> readMatrix(std::string_view text, const std::string &file);

/// The product names of all lines of the form "GPU 0: NVIDIA A100-SXM4-80GB (UUID: ...)", here "NVIDIA A100-SXM4-80GB".
std::vector<std::string> readDeviceList(std::string_view text);

/// The catalog name for a product name of nvidia-smi; empty if it is unknown.
std::string_view catalogName(std::string_view product);

} // namespace heteroscope::nvidiasmi
