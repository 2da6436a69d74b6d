// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places of chips in a cell. Chips never overlap: what there is no room for is left out at the end, and an ellipsis
// stands for it.
#pragma once

#include <QFontMetricsF>
#include <QStringList>

#include <vector>

namespace heteroscope {

inline constexpr double chipGap = 4;  ///< between two chips
inline constexpr double chipSide = 4; ///< beside the text of a chip

struct ChipPlace
{
    QString text;
    double x = 0; ///< from the left edge of the cell
    double width = 0;
    int chip = -1; ///< index of its text; -1 for the ellipsis
};

/// Of a chip that is not cut.
double chipWidth(const QString &text, const QFontMetricsF &metrics);

/// The chips that fit into `width` pixels, in order. A first chip that is too long is elided itself; empty where not
/// even an ellipsis fits.
std::vector<ChipPlace> placedChips(const QStringList &texts, const QFontMetricsF &metrics, double width);

} // namespace heteroscope
