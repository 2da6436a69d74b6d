// SPDX-License-Identifier: GPL-3.0-or-later
//
// The XML of `nvidia-smi -q -x` (<nvidia_smi_log> with a <gpu> for each device): product names, PCIe generation and
// lanes, memory. It says nothing of NVLinks, of sockets and of network cards.
#pragma once

#include "base/result.h"
#include "exchange/node/node_builder.h"

#include <string>
#include <string_view>
#include <vector>

namespace heteroscope::nvidiasmi {

/// Whether the text is such an XML file.
bool isQuery(std::string_view text);

/// The product names of all devices, in their order: "NVIDIA A100-SXM4-80GB". Errors: not XML, another root element,
/// no device or more than 256.
Result<std::vector<std::string>> readProducts(std::string_view text, const std::string &file);

/// One node: modules with NVLink are joined by an NVSwitch, the rest meets at one host over PCIe of the lowest stated
/// generation and width; notes say what was assumed, and where the stated memory is not that of the type. `device`, if
/// not empty, is the type of all devices; types of `own` take precedence over the catalog. Errors: those of
/// readProducts, a product that the catalog does not have.
Result<node::BuiltNode> readQuery(std::string_view text, const std::string &file, const std::string &device,
                                  const Cluster &own);

} // namespace heteroscope::nvidiasmi
