// SPDX-License-Identifier: GPL-3.0-or-later
//
// How each pair of a machine's devices and network cards is connected, as tools tell it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace heteroscope::node {

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

} // namespace heteroscope::node
