// SPDX-License-Identifier: GPL-3.0-or-later
//
// The output of `nvidia-smi topo -m` and `nvidia-smi -L` as values.
#pragma once

#include "base/result.h"
#include "exchange/node/matrix.h"

#include <string>
#include <string_view>
#include <vector>

namespace heteroscope::nvidiasmi {

/// The first matrix in the text. Errors are located by line:column.
Result<node::Matrix> readMatrix(std::string_view text, const std::string &file);

/// The product names of all lines of the form "GPU 0: NVIDIA A100-SXM4-80GB (UUID: ...)", here "NVIDIA A100-SXM4-80GB".
std::vector<std::string> readDeviceList(std::string_view text);

} // namespace heteroscope::nvidiasmi
