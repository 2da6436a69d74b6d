// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words for the results of a design search.
#pragma once

#include "design/design_change.h"

#include <QCoreApplication>
#include <QString>

namespace heteroscope {

/// Context of the translations.
class DesignWords
{
    Q_DECLARE_TR_FUNCTIONS(DesignWords)
};

/// "8 more H100-80GB SXM, 8 fewer A100-80GB SXM: −1.20 s, +14.0 USD/h; compute-bound".
QString sentenceOf(const DesignChange &change);
/// "compute-bound", "bound by PP transfers, fullest link n3".
QString limitWords(const StepLimit &limit, const std::string &link);
/// "above the limit of price": why clusters are not on the front, behind their number.
QString wordsOf(DesignRejection rejection);

} // namespace heteroscope
