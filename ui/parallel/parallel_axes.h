// SPDX-License-Identifier: GPL-3.0-or-later
//
// The axes of the parallel coordinates: what the simulated plans are made of and what comes of it, a value of each
// plan on each axis.
#pragma once

#include "pareto/pareto_points.h"

#include <QStringList>

#include <vector>

namespace heteroscope {

struct ParallelAxis
{
    QString title;              ///< "Step time"
    QString csv;                ///< heading in a file, with the unit
    std::vector<double> values; ///< by plan, in SI units; of an axis with names their index
    QStringList texts;          ///< by plan, as they are shown
    QStringList names;          ///< of an axis of names, lowest first; else empty
    double low = 0;             ///< the least value
    double high = 0;            ///< the largest one

    /// Where a value stands, 0 (foot) to 1 (top); the middle where all are equal.
    double placeOf(double value) const { return high > low ? (value - low) / (high - low) : 0.5; }
    double valueAt(double place) const { return low + place * (high - low); }
};

/// TP, PP, DP, micro-batches, schedule, then step time, MFU, bubble, exposed, memory, cost and energy; axes on which no
/// plan has a value above 0 are left out. Degrees of a plan with unlike stages are the largest.
std::vector<ParallelAxis> parallelAxes(const std::vector<PlanPoint> &plans);

} // namespace heteroscope
