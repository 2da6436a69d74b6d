// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/mark_pixels.h"

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QTransform>

#include <algorithm>

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
    for (int y = 0; y < m_area.height(); ++y)
        std::fill_n(reinterpret_cast<QRgb *>(m_image.scanLine(y)), m_area.width(), QRgb(0));
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
    const QRect pixels = pixelsOf(rect) & m_area;
    if (pixels.isEmpty())
        return;
    const qsizetype line = m_image.bytesPerLine() / qsizetype(sizeof(QRgb));
    QRgb *at =
        reinterpret_cast<QRgb *>(m_image.bits()) + (pixels.top() - m_area.top()) * line + pixels.left() - m_area.left();
    for (int y = 0; y < pixels.height(); ++y, at += line)
        for (int x = 0; x < pixels.width(); ++x)
            at[x] = premultiplied;
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
