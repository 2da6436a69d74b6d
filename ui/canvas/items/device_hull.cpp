// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/items/device_hull.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

bool isSameRow(const QRectF &a, const QRectF &b) { return std::abs(a.top() - b.top()) < a.height() / 2; }

bool spanTheSame(const QRectF &a, const QRectF &b, double tolerance)
{
    return std::abs(a.left() - b.left()) < tolerance && std::abs(a.right() - b.right()) < tolerance;
}

/// Whether a device that is not of the group lies in the rectangle.
bool holdsOthers(const QRectF &rect, const std::vector<QRectF> &places, const std::vector<int> &devices)
{
    for (std::size_t i = 0; i < places.size(); ++i)
        if (rect.contains(places[i].center()) &&
            !std::binary_search(devices.begin(), devices.end(), static_cast<int>(i)))
            return true;
    return false;
}

/// Half the gap between neighbours, so that hulls side by side do not touch, within 1 and 4 pixels.
double padding(const std::vector<QRectF> &places, double pixel)
{
    double gap = 8 * pixel;
    for (std::size_t i = 0; i + 1 < places.size(); ++i)
        if (isSameRow(places[i], places[i + 1]))
            gap = std::min(gap, places[i + 1].left() - places[i].right());
    return std::clamp(gap / 2 - pixel, -pixel, 4 * pixel);
}

} // namespace

std::vector<QRectF> hullPieces(const std::vector<QRectF> &places, const std::vector<int> &devices, double pixel)
{
    std::vector<QRectF> pieces;
    int last = -2;
    for (const int device : devices) {
        if (device < 0 || static_cast<std::size_t>(device) >= places.size())
            continue;
        const QRectF &place = places[static_cast<std::size_t>(device)];
        if (device == last + 1 && isSameRow(pieces.back(), place))
            pieces.back() |= place;
        else
            pieces.push_back(place);
        last = device;
    }
    for (std::size_t i = 0; i + 1 < pieces.size();) {
        const QRectF both = pieces[i] | pieces[i + 1];
        if (spanTheSame(pieces[i], pieces[i + 1], pixel) && !holdsOthers(both, places, devices)) {
            pieces[i] = both;
            pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        } else {
            ++i;
        }
    }
    const double pad = padding(places, pixel);
    const double above = std::max(pad, 2 * pixel); // there is room above and below a row
    for (QRectF &piece : pieces)
        piece.adjust(-pad, -above, pad, above);
    return pieces;
}

} // namespace heteroscope
