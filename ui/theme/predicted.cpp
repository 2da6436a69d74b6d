// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/predicted.h"

#include "theme/numbers.h"

namespace heteroscope {

QString uncertaintyText(double uncertainty)
{
    return uncertainty > 0 ? QStringLiteral("\u00b1 ") + formatPercent(uncertainty, 0) : QString();
}

QString withUncertainty(const QString &figure, double uncertainty)
{
    return uncertainty > 0 ? figure + u' ' + uncertaintyText(uncertainty) : figure;
}

QString formatPredicted(Ticks time, double uncertainty) { return withUncertainty(formatTicks(time), uncertainty); }

} // namespace heteroscope
