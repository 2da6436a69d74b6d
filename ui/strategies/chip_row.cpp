// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/chip_row.h"

#include <cmath>

namespace heteroscope {

double chipWidth(const QString &text, const QFontMetricsF &metrics)
{
    return std::ceil(metrics.horizontalAdvance(text)) + 2 * chipSide;
}

std::vector<ChipPlace> placedChips(const QStringList &texts, const QFontMetricsF &metrics, double width)
{
    static const QString ellipsis(QChar(0x2026));
    const auto widthOf = [&metrics](const QString &text) { return chipWidth(text, metrics); };
    const double rest = widthOf(ellipsis);
    std::vector<ChipPlace> places;
    double x = 0;
    for (qsizetype i = 0; i < texts.size(); ++i) {
        const double wide = widthOf(texts[i]);
        const bool last = i + 1 == texts.size();
        if (x + wide + (last ? 0 : chipGap + rest) <= width) {
            places.push_back({texts[i], x, wide, static_cast<int>(i)});
            x += wide + chipGap;
            continue;
        }
        if (i == 0) {
            // Also a first chip that just fits is cut, if others have no room: the ellipsis stands for them.
            const double room = std::min(width - 2 * chipSide, metrics.horizontalAdvance(texts[i]) - (last ? 0 : 1));
            const QString elided = metrics.elidedText(texts[i], Qt::ElideRight, room);
            if (!elided.isEmpty() && width >= rest)
                places.push_back({elided, 0, std::min(width, widthOf(elided)), 0});
        } else {
            places.push_back({ellipsis, x, rest, -1});
        }
        break;
    }
    return places;
}

} // namespace heteroscope
