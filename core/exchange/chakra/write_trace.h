// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chakra execution traces of a simulated step, in the binary form (exchange/chakra/trace.h), for simulators of networks
// such as ASTRA-sim, which take PREFIX.N.et of each rank N.
#pragma once

#include "simulator/result/step_result.h"

#include <string>
#include <vector>

namespace heteroscope {

/// The lane of each rank: ranks follow the lanes and, in a lane, its devices.
std::vector<std::size_t> lanesOfRanks(const StepResult &result);

/// The file of one rank, an index of lanesOfRanks. Passes, optimizer and overhead are COMP_NODE one after the other;
/// transfers between stages COMM_SEND_NODE and COMM_RECV_NODE with comm_src, comm_dst, comm_tag and comm_size;
/// collectives COMM_COLL_NODE with comm_type (ALL_TO_ALL for EP, else ALL_REDUCE: a step says the bytes of the
/// collectives of a pass together, not which they were), comm_size and pg_name (tp, ep, cp, dp). Starts and durations
/// are whole microseconds, rounded. Waiting is in no node: it follows from what a node needs. Linear in the lane's
/// intervals but for a sort. The result must have its timeline, without a summed part.
std::string chakraTrace(const StepResult &result, std::size_t rank);

} // namespace heteroscope
