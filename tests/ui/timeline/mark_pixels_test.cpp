// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rectangles put into pixels look as those that QPainter fills, on any screen.
#include "support/strict_test.h"
#include "timeline/mark_pixels.h"

#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QRandomGenerator>

using namespace heteroscope;

class MarkPixelsTest : public StrictTest
{
    Q_OBJECT

private:
    struct Mark
    {
        QRectF rect;
        QColor color;
    };

    /// Opaque and translucent ones side by side; some reach out of the area.
    static std::vector<Mark> marks(QRandomGenerator &random)
    {
        std::vector<Mark> made;
        for (double x = 10; x < 130;) {
            const double width = random.bounded(7.0);
            const double height = 1 + random.bounded(17.0);
            made.push_back({QRectF(x, 34 - height, width, height),
                            QColor::fromRgb(random.bounded(256), random.bounded(256), random.bounded(256),
                                            random.bounded(3) == 0 ? 128 : 255)});
            x += width;
        }
        return made;
    }

    /// Blending rounds in one place or the other, by `levels` of 255 at most.
    static void compareColours(const QImage &filled, const QImage &put, int levels, int round)
    {
        for (int y = 0; y < put.height(); ++y)
            for (int x = 0; x < put.width(); ++x) {
                const QColor a = filled.pixelColor(x, y), b = put.pixelColor(x, y);
                QVERIFY2(
                    std::abs(a.red() - b.red()) <= levels && std::abs(a.green() - b.green()) <= levels &&
                        std::abs(a.blue() - b.blue()) <= levels,
                    qPrintable(
                        QStringLiteral("round %1 at %2, %3: %4, %5").arg(round).arg(x).arg(y).arg(a.name(), b.name())));
            }
    }

private slots:
    void theyLookAsFilledOnes_data()
    {
        QTest::addColumn<double>("ratio");
        QTest::addColumn<QTransform>("transform");
        QTest::newRow("plain") << 1.0 << QTransform();
        QTest::newRow("moved") << 1.0 << QTransform::fromTranslate(-20, 7);
        QTest::newRow("flat") << 1.0 << QTransform::fromScale(1, 0.39);
        QTest::newRow("two device pixels each") << 2.0 << QTransform();
        QTest::newRow("a pixel and a half, moved") << 1.5 << QTransform::fromTranslate(3.3, 0.4);
    }
    void theyLookAsFilledOnes()
    {
        QFETCH(double, ratio);
        QFETCH(QTransform, transform);
        QRandomGenerator random(7);
        MarkPixels pixels;
        for (int round = 0; round < 50; ++round) {
            const std::vector<Mark> drawn = marks(random);
            const QRectF area(10, 12, 100, 22);
            QImage filled(QSize(120, 40) * ratio, QImage::Format_ARGB32_Premultiplied);
            filled.setDevicePixelRatio(ratio);
            filled.fill(Qt::lightGray);
            QImage put = filled;
            QPainter filler(&filled);
            filler.setTransform(transform);
            filler.setClipRect(area);
            for (const Mark &mark : drawn)
                filler.fillRect(mark.rect, mark.color);
            filler.end();
            QPainter painter(&put);
            painter.setTransform(transform);
            QVERIFY(pixels.start(painter, area));
            for (const Mark &mark : drawn)
                pixels.fill(mark.rect, qPremultiply(mark.color.rgba()));
            pixels.draw(painter);
            QCOMPARE(painter.transform(), transform);
            painter.end();
            compareColours(filled, put, 1, round);
            if (QTest::currentTestFailed())
                return;
        }
    }

    void smoothOnesLookAsSmoothlyFilledOnes_data()
    {
        QTest::addColumn<double>("ratio");
        QTest::addColumn<QTransform>("transform");
        QTest::newRow("plain") << 1.0 << QTransform();
        QTest::newRow("moved") << 1.0 << QTransform::fromTranslate(-20, 7.3);
        QTest::newRow("flat") << 1.0 << QTransform::fromScale(1, 0.39);
        QTest::newRow("two device pixels each") << 2.0 << QTransform();
    }
    void smoothOnesLookAsSmoothlyFilledOnes()
    {
        QFETCH(double, ratio);
        QFETCH(QTransform, transform);
        QRandomGenerator random(11);
        MarkPixels pixels;
        for (int round = 0; round < 50; ++round) {
            QImage filled(QSize(120, 40) * ratio, QImage::Format_ARGB32_Premultiplied);
            filled.setDevicePixelRatio(ratio);
            filled.fill(Qt::lightGray);
            QImage put = filled;
            QPainter filler(&filled);
            filler.setTransform(transform);
            filler.setRenderHint(QPainter::Antialiasing);
            QPainter painter(&put);
            painter.setTransform(transform);
            QVERIFY(pixels.start(painter, QRectF(0, 0, 120, 40)));
            // As the columns of memory: whole pixels wide, of any height.
            for (int x = 0; x < 110;) {
                const int width = 1 + random.bounded(9);
                const double height = (1 + random.bounded(64)) / 8.0;
                const QRectF rect(x, 20 - height, width, height);
                const QColor color = QColor::fromRgb(random.bounded(256), random.bounded(256), random.bounded(256),
                                                     255 - random.bounded(2) * 90);
                filler.fillRect(rect, color);
                pixels.fillSmooth(rect, qPremultiply(color.rgba()));
                x += width;
            }
            filler.end();
            pixels.draw(painter);
            painter.end();
            compareColours(filled, put, 3, round);
            if (QTest::currentTestFailed())
                return;
        }
    }

    void whatHasNoPixelsIsRefused()
    {
        MarkPixels pixels;
        QBuffer buffer;
        QVERIFY(buffer.open(QIODevice::WriteOnly));
        QPdfWriter pdf(&buffer);
        QPainter onPaper(&pdf);
        QVERIFY(!pixels.start(onPaper, QRectF(0, 0, 10, 10)));
        onPaper.end();
        QImage image(20, 20, QImage::Format_ARGB32_Premultiplied);
        QPainter turned(&image);
        turned.rotate(30);
        QVERIFY(!pixels.start(turned, QRectF(0, 0, 10, 10)));
    }
};

QTEST_MAIN(MarkPixelsTest)
#include "mark_pixels_test.moc"
