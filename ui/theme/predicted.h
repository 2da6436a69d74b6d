// SPDX-License-Identifier: GPL-3.0-or-later
//
// Predicted figures with their uncertainty. Every view writes them with these functions, so that a figure says
// everywhere how far it can be trusted. uncertainty: relative, of the step (StepResult::uncertainty); figures that
// follow from the step time (throughput, MFU, energy) have the same.
#pragma once

#include "base/units.h"

#include <QString>

namespace heteroscope {

QString uncertaintyText(double uncertainty);                        ///< "± 21 %"; empty if it is 0
QString withUncertainty(const QString &figure, double uncertainty); ///< "7.50 s ± 21 %"
QString formatPredicted(Ticks time, double uncertainty);            ///< the same

} // namespace heteroscope
