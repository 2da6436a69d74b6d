// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/picture_file.h"

#include "theme/theme.h"

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

QString paintToFile(const QString &path, QSize size, const std::function<void(QPainter &)> &paint)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    const QString unwritable = QObject::tr("%1: cannot be written").arg(path);
    if (ending == QStringLiteral("svg")) {
        QSvgGenerator generator;
        generator.setFileName(path);
        generator.setSize(size);
        generator.setViewBox(QRect(QPoint(), size));
        generator.setResolution(dotsPerInch);
        generator.setTitle(QStringLiteral("HeteroScope"));
        QPainter painter;
        if (!painter.begin(&generator))
            return unwritable;
        paint(painter);
        return painter.end() ? QString() : unwritable;
    }
    if (ending == QStringLiteral("pdf")) {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            return unwritable;
        QPdfWriter writer(&file);
        writer.setResolution(dotsPerInch);
        writer.setPageMargins(QMarginsF());
        writer.setPageSize(QPageSize(QSizeF(size) * 72.0 / dotsPerInch, QPageSize::Point, {}, QPageSize::ExactMatch));
        writer.setTitle(QStringLiteral("HeteroScope"));
        QPainter painter;
        if (!painter.begin(&writer))
            return unwritable;
        paint(painter);
        return painter.end() ? QString() : unwritable;
    }
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(currentTheme()[Role::base]);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    paint(painter);
    painter.end();
    return image.save(path, "PNG") ? QString() : unwritable;
}

QString writePicture(const QString &path, QSize size, const std::function<void(QPainter &)> &paint)
{
    if (!isPictureName(path))
        return QObject::tr("%1: the name must end in .png, .svg or .pdf").arg(path);
    const LightForExport light;
    return paintToFile(path, size, paint);
}

} // namespace heteroscope
