// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/mark_pixels.h"

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QTransform>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace heteroscope {

bool MarkPixels::start(QPainter &painter, const QRectF &area)
{
    const QTransform toDevice = painter.deviceTransform();
    if (!painter.paintEngine() || painter.paintEngine()->type() != QPaintEngine::Raster ||
        toDevice.type() > QTransform::TxScale || toDevice.m11() <= 0 || toDevice.m22() <= 0)
        return false;
    m_scaleX = toDevice.m11();
    m_scaleY = toDevice.m22();
    m_shiftX = toDevice.dx();
    m_shiftY = toDevice.dy();
    const QPaintDevice &device = *painter.device();
    const QRect pixels(0, 0, qRound(device.width() * device.devicePixelRatioF()),
                       qRound(device.height() * device.devicePixelRatioF()));
    m_area = pixelsOf(area) & pixels;
    if (m_image.width() < m_area.width() || m_image.height() < m_area.height())
        m_image = QImage(m_area.size().expandedTo(m_image.size()), QImage::Format_ARGB32_Premultiplied);
    m_first = reinterpret_cast<QRgb *>(m_image.bits());
    m_line = m_image.bytesPerLine() / qsizetype(sizeof(QRgb));
    for (int y = 0; y < m_area.height(); ++y)
        std::memset(m_first + y * m_line, 0, static_cast<std::size_t>(std::max(0, m_area.width())) * sizeof(QRgb));
    return true;
}

QRect MarkPixels::pixelsOf(const QRectF &rect) const
{
    const int left = qRound(rect.left() * m_scaleX + m_shiftX);
    const int top = qRound(rect.top() * m_scaleY + m_shiftY);
    return {left, top, qRound(rect.right() * m_scaleX + m_shiftX) - left,
            qRound(rect.bottom() * m_scaleY + m_shiftY) - top};
}

void MarkPixels::fill(const QRectF &rect, QRgb premultiplied)
{
    const QRect pixels = pixelsOf(rect);
    const int left = std::max(0, pixels.left() - m_area.left());
    const int right = std::min(m_area.width(), pixels.right() + 1 - m_area.left());
    const int bottom = std::min(m_area.height(), pixels.bottom() + 1 - m_area.top());
    for (int y = std::max(0, pixels.top() - m_area.top()); y < bottom; ++y)
        fillRow(y, left, right, premultiplied);
}

void MarkPixels::fillSmooth(const QRectF &rect, QRgb premultiplied)
{
    const QRect pixels = pixelsOf(rect);
    const int left = std::max(0, pixels.left() - m_area.left());
    const int right = std::min(m_area.width(), pixels.right() + 1 - m_area.left());
    const double top = std::max(0.0, rect.top() * m_scaleY + m_shiftY - m_area.top());
    const double bottom = std::min<double>(m_area.height(), rect.bottom() * m_scaleY + m_shiftY - m_area.top());
    for (int y = static_cast<int>(top); y < bottom; ++y) {
        const auto share = static_cast<uint>(std::lround(255 * (std::min(bottom, y + 1.0) - std::max<double>(top, y))));
        const auto part = [share](int channel) {
            return static_cast<int>((static_cast<uint>(channel) * share + 127) / 255);
        };
        fillRow(y, left, right,
                qRgba(part(qRed(premultiplied)), part(qGreen(premultiplied)), part(qBlue(premultiplied)),
                      part(qAlpha(premultiplied))));
    }
}

void MarkPixels::fillRow(int y, int left, int right, QRgb premultiplied)
{
    for (int x = left; x < right; ++x)
        m_first[y * m_line + x] = premultiplied;
}

void MarkPixels::draw(QPainter &painter)
{
    if (m_area.isEmpty())
        return;
    painter.save();
    // In pixels of the device, so that nothing is scaled.
    painter.resetTransform();
    painter.setWorldTransform(painter.deviceTransform().inverted());
    painter.drawImage(m_area.topLeft(), m_image, QRect(QPoint(0, 0), m_area.size()));
    painter.restore();
}

} // namespace heteroscope
