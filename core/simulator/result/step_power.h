// SPDX-License-Identifier: GPL-3.0-or-later
//
// The energy of a step in joules:
//
//     E = PUE (sum over devices of p (busy + w (T - busy)) + P T)
//
// with T the step time, p the max power of a device, busy the time in which it computes or runs the optimizer, w the
// share of its power that it draws else (waitingPowerShare), and P the power of all hosts and switches (Node::power,
// Switch::power), which draw it whatever they do. Everything that stands in the cluster counts for the whole step:
// unused devices as waiting ones, hosts and switches without work like all others. What states no power counts as 0.
//
// PUE, power usage effectiveness, is the energy of the site, with cooling and conversion, over that of its machines, so
// at least 1. Sources: The Green Grid, white paper 49, "PUE: A Comprehensive Examination of the Metric" (2012); ISO/IEC
// 30134-2.
#pragma once

#include "cluster/topology.h"

namespace heteroscope {

/// Power of a waiting device, relative to its max power. Written from memory of idle and communication power of
/// data-centre GPUs; no source.
inline constexpr double waitingPowerShare = 0.3;

/// P in watts.
double powerBesideDevices(const Topology &topology);

/// Watts of the whole site while no device computes: PUE (w sum of p + P).
double waitingSitePower(const Topology &topology);

} // namespace heteroscope
