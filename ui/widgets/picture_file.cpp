// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/picture_file.h"

#include "base/files.h"
#include "language/sentences.h"
#include "theme/theme.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QObject>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

namespace heteroscope {
namespace {

constexpr int dotsPerInch = 96;

} // namespace

bool isPictureName(const QString &path)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    return ending == QStringLiteral("png") || ending == QStringLiteral("svg") || ending == QStringLiteral("pdf");
}

/// False if that format cannot hold the picture.
bool paintTo(QBuffer &buffer, const QString &ending, QSize size, const std::function<void(QPainter &)> &paint)
{
    if (ending == QStringLiteral("svg")) {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize(size);
        generator.setViewBox(QRect(QPoint(), size));
        generator.setResolution(dotsPerInch);
        generator.setTitle(QStringLiteral("HeteroScope"));
        QPainter painter;
        if (!painter.begin(&generator))
            return false;
        paint(painter);
        return painter.end();
    }
    if (ending == QStringLiteral("pdf")) {
        QPdfWriter writer(&buffer);
        writer.setResolution(dotsPerInch);
        writer.setPageMargins(QMarginsF());
        writer.setPageSize(QPageSize(QSizeF(size) * 72.0 / dotsPerInch, QPageSize::Point, {}, QPageSize::ExactMatch));
        writer.setTitle(QStringLiteral("HeteroScope"));
        QPainter painter;
        if (!painter.begin(&writer))
            return false;
        paint(painter);
        return painter.end();
    }
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(currentTheme()[Role::base]);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    paint(painter);
    painter.end();
    return image.save(&buffer, "PNG");
}

QString paintToFile(const QString &path, QSize size, const std::function<void(QPainter &)> &paint)
{
    // Painted whole before the file is touched: what is there stays if the disk is full.
    QBuffer buffer;
    if (!buffer.open(QIODevice::WriteOnly) || !paintTo(buffer, QFileInfo(path).suffix().toLower(), size, paint))
        return QObject::tr("%1: cannot be written").arg(path);
    const QByteArray &bytes = buffer.data();
    const Status status =
        writeFileAtomically(path.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
    return status ? QString() : QStringLiteral("%1: %2").arg(path, sentenceWithHint(status.error()));
}

QString writePicture(const QString &path, QSize size, const std::function<void(QPainter &)> &paint)
{
    if (!isPictureName(path))
        return QObject::tr("%1: the name must end in .png, .svg or .pdf").arg(path);
    const LightForExport light;
    return paintToFile(path, size, paint);
}

} // namespace heteroscope
