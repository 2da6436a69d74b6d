// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bars of a timeline as comma-separated values.
#pragma once

#include "base/files.h"
#include "simulator/result/step_result.h"

#include <memory>
#include <vector>

namespace heteroscope {

/// A line for each interval of these lanes that has a part within [from, to), work and waits, then traffic:
/// lane,row,kind,start,end,microBatch,chunk,peer,bytes. Times in seconds from the start of the step, whole intervals;
/// micro-batches count from 1 and are empty where there is none. With a header line.
TextSource timelineCsv(std::shared_ptr<const StepResult> result, std::vector<int> lanes, Ticks from, Ticks to);

} // namespace heteroscope
