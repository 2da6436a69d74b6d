// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules written by hand or exported from PyTorch (torch.distributed.pipelining, the CSV of its pipeline runtime).
// There is one row per stage, with its actions in order. The action "2F5" means: virtual stage 2, forward, micro-batch
// 5. The letters are F forward, B full backward, I input gradient, W weight gradient. Actions of communication and
// sharding (SEND_F, UNSHARD ...) are skipped, because the simulator places them itself. The two halves of an overlapped
// pair "(0F1;3B0)OVERLAP_F_B" run one after the other as one block; the sends of both begin at the end of the block.
#pragma once

#include "base/result.h"
#include "strategy/plan.h"
#include "strategy/work_item.h"

namespace heteroscope {

/// The rows of a CSV file without blank lines.
std::vector<std::string> scheduleRows(std::string_view csv);

/// The order of work of each stage. `way` lists the virtual stages in the order of their layers. Errors (path "/row" or
/// "/row/action"): the number of rows is not the number of stages, an action cannot be parsed, a virtual stage is in
/// the row of another stage, a micro-batch is out of range, a pass is duplicate or missing, a gradient precedes its
/// forward.
Result<std::vector<WorkOrder>> customOrders(const std::vector<std::string> &actions,
                                            const std::vector<VirtualStage> &way, int microBatches);

} // namespace heteroscope
