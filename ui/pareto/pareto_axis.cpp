// SPDX-License-Identifier: GPL-3.0-or-later
#include "pareto/pareto_axis.h"

#include "theme/numbers.h"

#include <QCoreApplication>

#include <cmath>

namespace heteroscope {

SearchObjective objectiveOf(ParetoAxis axis)
{
    switch (axis) {
    case ParetoAxis::stepCost:
    case ParetoAxis::tokenCost:
        return SearchObjective::cost;
    case ParetoAxis::stepEnergy:
    case ParetoAxis::tokenEnergy:
        return SearchObjective::energy;
    case ParetoAxis::stepTime:
        break;
    }
    return SearchObjective::time;
}

QString axisName(ParetoAxis axis)
{
    switch (axis) {
    case ParetoAxis::stepCost:
        return QCoreApplication::translate("ParetoAxis", "Cost per step");
    case ParetoAxis::tokenCost:
        return QCoreApplication::translate("ParetoAxis", "Cost per million tokens");
    case ParetoAxis::stepEnergy:
        return QCoreApplication::translate("ParetoAxis", "Energy per step");
    case ParetoAxis::tokenEnergy:
        return QCoreApplication::translate("ParetoAxis", "Energy per token");
    case ParetoAxis::stepTime:
        break;
    }
    return QCoreApplication::translate("ParetoAxis", "Step time");
}

QString shortAxisName(ParetoAxis axis)
{
    switch (axis) {
    case ParetoAxis::stepCost:
        return QCoreApplication::translate("ParetoAxis", "Cost");
    case ParetoAxis::tokenCost:
        return QCoreApplication::translate("ParetoAxis", "Cost, M tokens");
    case ParetoAxis::stepEnergy:
        return QCoreApplication::translate("ParetoAxis", "Energy");
    case ParetoAxis::tokenEnergy:
        return QCoreApplication::translate("ParetoAxis", "Energy, token");
    case ParetoAxis::stepTime:
        break;
    }
    return axisName(axis);
}

double axisValue(ParetoAxis axis, const StepResult &result)
{
    const double seconds = toSeconds(result.stepTime).value;
    const double tokens = result.tokensPerSecond * seconds;
    switch (axis) {
    case ParetoAxis::stepCost:
        return result.cost;
    case ParetoAxis::tokenCost:
        return tokens > 0 ? result.cost / tokens * 1e6 : 0;
    case ParetoAxis::stepEnergy:
        return result.energy;
    case ParetoAxis::tokenEnergy:
        return tokens > 0 ? result.energy / tokens : 0;
    case ParetoAxis::stepTime:
        break;
    }
    return seconds;
}

AxisUnit axisUnit(ParetoAxis axis, double largest)
{
    switch (objectiveOf(axis)) {
    case SearchObjective::time:
        return largest >= 1 ? AxisUnit{QStringLiteral("s"), 1} : AxisUnit{QStringLiteral("ms"), 1e-3};
    case SearchObjective::cost:
        return largest >= 0.1 ? AxisUnit{QStringLiteral("$"), 1}
                              : AxisUnit{QCoreApplication::translate("ParetoAxis", "cents"), 1e-2};
    case SearchObjective::energy:
        break;
    }
    return largest >= 1e6   ? AxisUnit{QStringLiteral("MJ"), 1e6}
           : largest >= 1e3 ? AxisUnit{QStringLiteral("kJ"), 1e3}
           : largest >= 1   ? AxisUnit{QStringLiteral("J"), 1}
                            : AxisUnit{QStringLiteral("mJ"), 1e-3};
}

QString axisText(ParetoAxis axis, double value)
{
    if (objectiveOf(axis) == SearchObjective::time)
        return formatSeconds(Seconds(value));
    const AxisUnit unit = axisUnit(axis, value);
    const QString number = formatSignificant(value / unit.factor);
    return unit.name == u'$' ? unit.name + number : number + u' ' + unit.name;
}

} // namespace heteroscope
