// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chakra execution traces of a simulated step, in the binary form (exchange/chakra/trace.h), for simulators of networks
// such as ASTRA-sim, which take PREFIX.N.et of each rank N.
#pragma once

#include "exchange/chakra/step_ranks.h"
#include "json/json.h"

#include <string>
#include <vector>

namespace heteroscope {

/// Numbers from 1 for the process groups of a step, in the order in which they are met, as ASTRA-sim names groups.
class ProcessGroups
{
public:
    std::size_t numberOf(const std::vector<std::size_t> &ranks);
    /// {"1": [0, 1, 2, 3], ...}: ASTRA-sim's file of communicator groups.
    Json json() const;

private:
    std::map<std::vector<std::size_t>, std::size_t> m_numbers;
};

/// The file of one rank. Passes, optimizer and overhead are COMP_NODE one after the other; transfers between stages
/// COMM_SEND_NODE and COMM_RECV_NODE with comm_src, comm_dst, comm_tag and comm_size; collectives COMM_COLL_NODE with
/// comm_type, comm_size and pg_name. comm_size is what this rank puts in. The collectives of a pass and kind are one
/// node, since a step says their bytes together: with ZeRO-3 the gathers and scatters of a backward pass too. Those
/// that computation hides as a whole are in no node. pg_name is tp, ep, cp or dp; with `groups` the number of the
/// group, and pg_desc is the word. Starts and durations are whole microseconds, rounded. Waiting is in no node: a pass
/// needs the pass before it, the transfers that it waits for and the collectives between the two, so that a simulator
/// with another network finds its own waiting; a receive is posted when the pass that needs it is next. Sends and
/// receives of two ranks pair up. Linear in the lane's intervals but for a sort. The result must have its timeline,
/// without a summed part.
std::string chakraTrace(const StepResult &result, const StepRanks &ranks, std::size_t rank,
                        ProcessGroups *groups = nullptr);

} // namespace heteroscope
