// SPDX-License-Identifier: GPL-3.0-or-later
//
// Constants of links from measured collectives: the efficiency and latency with which cost/network.h gives the measured
// times on nodes of the catalog. All-reduces in the switches of a node tell inSwitch, all-to-alls tell pairs.
#pragma once

#include "calibration/calibration_fit.h"
#include "calibration/device_measurements.h"
#include "cluster/device_type.h"

namespace heteroscope {

struct CollectiveFit
{
    std::vector<LinkConstants> links;      ///< technologies that limit some measured call
    std::vector<FittedConstant> constants; ///< "NVLink/efficiency", ...
    std::size_t calls = 0;
    double errorBefore = 0; ///< mean absolute error of the calls
    double errorAfter = 0;
};

/// type: of all devices. network: what joins the nodes, as the column inter_link of measured steps says it ("8x
/// NDR/400G per node"); empty: the network cards of the catalog's node. Error: no node can be made of such devices.
Result<CollectiveFit> fitCollectives(const DeviceMeasurements &measurements, const DeviceType &type,
                                     const std::string &network, const CalibrationValues &start);

} // namespace heteroscope
