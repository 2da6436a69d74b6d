// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/curve_shapes.h"

#include "cluster/limits.h"
#include "cluster/scenario_shapes.h"
#include "theme/numbers.h"

#include <cmath>
#include <numbers>

namespace heteroscope {
namespace {

using Unit = ShapeParameter::Unit;

constexpr double longest = limits::pointTime.maximum;
constexpr double shortest = 1e-6;
constexpr double changesDrawn = 288; // of a random curve at most: every five minutes of a day
constexpr double mostSeeds = 1e6;

QString valueText(Unit unit, double value)
{
    switch (unit) {
    case Unit::time:
        return formatSeconds(Seconds(value));
    case Unit::share:
        return formatPercent(value, 0);
    case Unit::count:
        break;
    }
    return QString::number(value);
}

Error notThat(const QString &found, const QString &expected)
{
    return Error{Error::Code::invalid, {}, {}, found.toStdString(), expected.toStdString(), {}};
}

RateCurve diurnal(double period, double lowest, double highest, int steps, int periods)
{
    RateCurve curve;
    for (int i = 0; i < steps * periods; ++i) {
        const double phase = 2 * std::numbers::pi * (i + 0.5) / steps; // of the middle of the step
        curve.points.push_back({Seconds(period * i / steps), lowest + (highest - lowest) * (1 + std::cos(phase)) / 2});
    }
    return curve;
}

RateCurve flap(double start, double down, double up, int times, double rate)
{
    RateCurve curve;
    for (int i = 0; i < times; ++i) {
        const double at = start + i * (down + up);
        curve.points.push_back({Seconds(at), rate});
        curve.points.push_back({Seconds(at + down), 1});
    }
    return curve;
}

RateCurve decay(double start, double length, double last, int steps)
{
    RateCurve curve;
    for (int i = 1; i <= steps; ++i)
        curve.points.push_back(
            {Seconds(start + length * (i - 1) / steps), std::pow(last, static_cast<double>(i) / steps)});
    return curve;
}

/// length: until its end.
RateCurve drawnCurve(ScenarioShape shape, double length, ShapeOptions options, double seed)
{
    options.horizon = Seconds(length);
    options.every = Seconds(length / changesDrawn);
    options.seed = static_cast<std::uint64_t>(std::lround(seed));
    return scenarioCurve(shape, options);
}

} // namespace

QString shapeName(CurveShape shape)
{
    switch (shape) {
    case CurveShape::diurnal:
        return QObject::tr("Diurnal");
    case CurveShape::flap:
        return QObject::tr("Flap");
    case CurveShape::decay:
        return QObject::tr("Decay");
    case CurveShape::cloud:
        return QObject::tr("Cloud bandwidth (random)");
    case CurveShape::slowdowns:
        return QObject::tr("Slowdowns (random)");
    case CurveShape::spot:
        return QObject::tr("Spot node (random)");
    case CurveShape::outage:
        break;
    }
    return QObject::tr("Outage");
}

std::vector<ShapeParameter> shapeParameters(CurveShape shape, Seconds horizon)
{
    const double length = horizon.value;
    const auto time = [](const QString &name, double value, double smallest) {
        return ShapeParameter{name, Unit::time, value, smallest, longest};
    };
    const auto share = [](const QString &name, double value, double smallest = 0) {
        return ShapeParameter{name, Unit::share, value, smallest, 1};
    };
    const auto count = [](const QString &name, double value, double largest) {
        return ShapeParameter{name, Unit::count, value, 1, largest};
    };
    switch (shape) {
    case CurveShape::diurnal:
        return {time(QObject::tr("Period"), length, shortest), share(QObject::tr("Min"), 0.3),
                share(QObject::tr("Max"), 1), count(QObject::tr("Steps"), 12, 200),
                count(QObject::tr("Periods"), 1, 50)};
    case CurveShape::flap:
        return {time(QObject::tr("From"), length / 10, 0), time(QObject::tr("Down for"), length / 20, shortest),
                time(QObject::tr("Up for"), length / 10, shortest), count(QObject::tr("Times"), 5, 1000),
                share(QObject::tr("Rate afterwards"), 0.1)};
    case CurveShape::decay:
        return {time(QObject::tr("From"), length / 10, 0), time(QObject::tr("Duration"), length * 0.8, shortest),
                share(QObject::tr("Down to"), 0.1, 0.001), count(QObject::tr("Steps"), 8, 200)};
    case CurveShape::cloud:
        return {time(QObject::tr("Duration"), length, shortest), time(QObject::tr("Period"), length, shortest),
                share(QObject::tr("Min"), 0.3), share(QObject::tr("Noise"), 0.1),
                count(QObject::tr("Seed"), 1, mostSeeds)};
    case CurveShape::slowdowns:
        return {time(QObject::tr("Duration"), length, shortest),
                time(QObject::tr("Mean time at full rate"), length / 6, shortest),
                time(QObject::tr("Mean slow time"), length / 20, shortest), share(QObject::tr("Rate when slow"), 0.3),
                count(QObject::tr("Seed"), 1, mostSeeds)};
    case CurveShape::spot:
        return {time(QObject::tr("Duration"), length, shortest),
                time(QObject::tr("Mean time there"), length / 4, shortest),
                time(QObject::tr("Mean time gone"), length / 10, shortest), count(QObject::tr("Seed"), 1, mostSeeds)};
    case CurveShape::outage:
        break;
    }
    return {time(QObject::tr("From"), length / 4, 0), time(QObject::tr("Duration"), length / 10, shortest)};
}

Result<RateCurve> makeShape(CurveShape shape, const std::vector<double> &values)
{
    const std::vector<ShapeParameter> parameters = shapeParameters(shape, Seconds(0));
    if (values.size() != parameters.size())
        return notThat(QObject::tr("%1 values").arg(values.size()), QObject::tr("%1 values").arg(parameters.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const ShapeParameter &parameter = parameters[i];
        if (!(values[i] >= parameter.smallest && values[i] <= parameter.largest))
            return notThat(
                QStringLiteral("%1 %2").arg(parameter.name, valueText(parameter.unit, values[i])),
                QObject::tr("%1 to %2")
                    .arg(valueText(parameter.unit, parameter.smallest), valueText(parameter.unit, parameter.largest)));
    }
    const auto whole = [&values](std::size_t i) { return static_cast<int>(std::lround(values[i])); };
    RateCurve curve;
    switch (shape) {
    case CurveShape::diurnal:
        if (values[1] > values[2])
            return notThat(QObject::tr("a min rate of %1").arg(formatPercent(values[1], 0)),
                           QObject::tr("at most the max, %1").arg(formatPercent(values[2], 0)));
        curve = diurnal(values[0], values[1], values[2], whole(3), whole(4));
        break;
    case CurveShape::flap:
        curve = flap(values[0], values[1], values[2], whole(3), values[4]);
        break;
    case CurveShape::decay:
        curve = decay(values[0], values[1], values[2], whole(3));
        break;
    case CurveShape::outage:
        curve = flap(values[0], values[1], shortest, 1, 0);
        break;
    case CurveShape::cloud: {
        ShapeOptions options;
        options.period = Seconds(values[1]);
        options.low = values[2];
        options.noise = values[3];
        curve = drawnCurve(ScenarioShape::diurnal, values[0], options, values[4]);
        break;
    }
    case CurveShape::slowdowns: {
        ShapeOptions options;
        options.meanUp = Seconds(values[1]);
        options.meanDown = Seconds(values[2]);
        options.low = values[3];
        curve = drawnCurve(ScenarioShape::slowdown, values[0], options, values[4]);
        break;
    }
    case CurveShape::spot: {
        ShapeOptions options;
        options.meanUp = Seconds(values[1]);
        options.meanDown = Seconds(values[2]);
        curve = drawnCurve(ScenarioShape::preemption, values[0], options, values[3]);
        break;
    }
    }
    if (curve.points.back().at.value > longest)
        return notThat(QObject::tr("a curve that ends at %1").arg(formatSeconds(curve.points.back().at)),
                       QObject::tr("an end before %1").arg(formatSeconds(Seconds(longest))));
    return curve;
}

} // namespace heteroscope
