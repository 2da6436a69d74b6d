// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules written by hand or exported from PyTorch (torch.distributed.pipelining, the CSV of its pipeline runtime):
// a row for each stage, its actions in order. An action is "2F5": virtual stage 2, forward (F), full backward (B),
// input gradient (I) or weight gradient (W), micro-batch 5. Actions of communication and sharding (SEND_F, UNSHARD ...)
// are skipped, the simulator places them itself. The two halves of an overlapped pair "(0F1;3B0)OVERLAP_F_B" run one
// after the other as a block, and what they send leaves at its end.
#pragma once

#include "base/result.h"
#include "strategy/plan.h"
#include "strategy/work_item.h"

namespace heteroscope {

/// The rows of a CSV file, blank lines left out.
std::vector<std::string> scheduleRows(std::string_view csv);

/// One order for each stage of a pipeline that goes the given way. Errors (path "/row" or "/row/action"): rows that are
/// not one per stage, an action that cannot be read, a virtual stage on another row, a micro-batch out of range, a pass
/// twice or missing, a gradient before its forward.
Result<std::vector<WorkOrder>> customOrders(const std::vector<std::string> &actions,
                                            const std::vector<VirtualStage> &way, int microBatches);

} // namespace heteroscope
