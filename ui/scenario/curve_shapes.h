// SPDX-License-Identifier: GPL-3.0-or-later
//
// The library of rate curves: shapes with a few parameters each, as plain functions. Those that are drawn at random are
// of cluster/scenario_shapes.h, and the same seed gives the same curve.
#pragma once

#include "base/result.h"
#include "cluster/rate_curve.h"

#include <QString>

#include <array>
#include <vector>

namespace heteroscope {

enum class CurveShape {
    diurnal,   ///< a cosine from highest over lowest back to highest, in equal steps
    flap,      ///< down and up again, several times
    decay,     ///< falls by the same ratio in each of equal steps
    outage,    ///< nothing at all for a while
    cloud,     ///< at random: the bandwidth of a cloud over days, with noise
    slowdowns, ///< at random: slower now and then, each time for another while
    spot,      ///< at random: there and gone in turn
};
inline constexpr std::array curveShapes = {CurveShape::diurnal, CurveShape::flap,  CurveShape::decay,
                                           CurveShape::outage,  CurveShape::cloud, CurveShape::slowdowns,
                                           CurveShape::spot};
QString shapeName(CurveShape shape);

struct ShapeParameter
{
    enum class Unit { time, share, count };
    QString name;
    Unit unit = Unit::time;
    double value = 0; ///< the default; seconds, 0..1 or a whole number
    double smallest = 0;
    double largest = 0;
};
/// The parameters with defaults that suit a scenario of that length.
std::vector<ShapeParameter> shapeParameters(CurveShape shape, Seconds horizon);

/// values: one for each parameter, in order. Errors: a value out of its range, a lowest rate above the highest, a curve
/// that ends beyond what a point may have as its time.
Result<RateCurve> makeShape(CurveShape shape, const std::vector<double> &values);

} // namespace heteroscope
