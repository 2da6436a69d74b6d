// SPDX-License-Identifier: GPL-3.0-or-later
//
// What joins the devices of a node, read from the words of the catalog (DeviceType::intraLinkTechnology). This is the
// one place that reads them.
#pragma once

#include "cluster/device_type.h"

namespace heteroscope {

/// Of "NVLink 4 (NVL72)", "PCIe 4 x16 (NVLink bridge 56)", "Infinity Fabric bridge" and the like.
struct IntraLink
{
    int nvlink = 0;            ///< generation of the NVLink that joins modules; 1 if the words give none; 0: no NVLink
    int pcie = 0;              ///< generation of the PCIe that joins cards; 0: none is named
    bool nvlinkBridge = false; ///< a bridge joins pairs of cards
    bool isModule = false;     ///< on a board of the maker's, by links of their own: neither cards in slots nor bridged
};

IntraLink intraLink(const DeviceType &type);

} // namespace heteroscope
