// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/animated_png.h"

#include <QBuffer>
#include <QtEndian>

#include <algorithm>
#include <cmath>
#include <zlib.h>

namespace heteroscope {
namespace {

constexpr qsizetype signatureSize = 8;
constexpr qsizetype chunkFrame = 12; // length, type and checksum around the data

QByteArray bigEndian(quint32 value)
{
    QByteArray bytes(4, '\0');
    qToBigEndian(value, bytes.data());
    return bytes;
}

QByteArray bigEndian16(quint16 value)
{
    QByteArray bytes(2, '\0');
    qToBigEndian(value, bytes.data());
    return bytes;
}

QByteArray chunk(const QByteArray &type, const QByteArray &data)
{
    const QByteArray body = type + data;
    const uLong sum = crc32(0, reinterpret_cast<const Bytef *>(body.constData()), static_cast<uInt>(body.size()));
    return bigEndian(static_cast<quint32>(data.size())) + body + bigEndian(static_cast<quint32>(sum));
}

/// The data of all chunks of a type, one after the other.
QByteArray dataOf(const QByteArray &png, const QByteArray &type)
{
    QByteArray data;
    for (qsizetype at = signatureSize; at + chunkFrame <= png.size();) {
        const auto size = static_cast<qsizetype>(qFromBigEndian<quint32>(png.constData() + at));
        if (size > png.size() - at - chunkFrame)
            break;
        if (png.mid(at + 4, 4) == type)
            data += png.mid(at + 8, size);
        at += size + chunkFrame;
    }
    return data;
}

} // namespace

QByteArray pngOf(const QImage &picture)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    picture.convertToFormat(QImage::Format_RGB888).save(&buffer, "PNG");
    return bytes;
}

QByteArray animatedPng(const std::vector<TimedPicture> &pictures)
{
    if (pictures.empty())
        return {};
    const QByteArray header = dataOf(pictures.front().png, "IHDR");
    if (header.size() < signatureSize ||
        std::ranges::any_of(pictures, [&](const TimedPicture &one) { return dataOf(one.png, "IHDR") != header; }))
        return {};
    QByteArray file = pictures.front().png.left(signatureSize) + chunk("IHDR", header) +
                      chunk("acTL", bigEndian(static_cast<quint32>(pictures.size())) + bigEndian(0)) +
                      chunk("IDAT", dataOf(pictures.back().png, "IDAT")); // not a part of the animation
    quint32 sequence = 0;
    for (const TimedPicture &one : pictures) {
        const auto milliseconds = static_cast<quint16>(std::clamp(std::lround(one.seconds * 1000), 1L, 65535L));
        file += chunk("fcTL", bigEndian(sequence++) + header.left(8) + bigEndian(0) + bigEndian(0) +
                                  bigEndian16(milliseconds) + bigEndian16(1000) + QByteArray(2, '\0'));
        file += chunk("fdAT", bigEndian(sequence++) + dataOf(one.png, "IDAT"));
    }
    return file + chunk("IEND", {});
}

} // namespace heteroscope
