// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rows of a sweep: for each case what was asked and the answer of the planner, which is that of `hscope plan` for
// the same project. A row is one line of JSON. It holds nothing of the machine or the time that it was computed on, so
// the same row is the same bytes everywhere.
//
//     {sweep, rows, row, key, cluster, model, batch, sequence, stack, seed, devices, stepTime, jitteredStepTime,
//      uncertainty, tokensPerSecond, mfu, peakMemory, energy, cost, pricePerHour, proved, gap, lowerBound,
//      universalBound, beyond, label, reason, plan}
//
// sweep: SweepSpec::id; rows: of the whole sweep; row: number of this one, from 0; key: hash of project and options;
// times in seconds, memory in bytes, energy in joules a step, cost in USD a step. gap and lowerBound are of the
// searched space. beyond: the plan lies outside it. seed, jitteredStepTime: null without seeds. pricePerHour: null
// unless a design file says it; cost is then from it. Without a plan all from stepTime on is null but what is known of
// bounds, and reason says why; else reason is null, or what the software lacks for the plan.
#pragma once

#include "base/stop_token.h"
#include "sweep/sweep_spec.h"

namespace heteroscope {

/// The rows of the case, one for each seed or one; computed by one thread. Empty after a stop.
std::vector<Json> rowsOfCase(const SweepSpec &spec, std::size_t caseIndex, const StopToken &stop);

/// A row as a line, without line end.
std::string rowLine(const Json &row);

/// Where a row stands in the table.
struct RowPlace
{
    std::string sweep;
    std::size_t row = 0;
    std::size_t rows = 0;
};
/// Reads a line of a file of rows. Error, without file and path: no JSON, or no row.
Result<Json> parseRow(std::string_view line);
/// Of a row that parseRow read.
RowPlace placeOf(const Json &row);

} // namespace heteroscope
