// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/numbers.h"

#include "base/numbers.h"

#include <QFontMetricsF>
#include <QHash>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

constexpr QChar minusSign(0x2212);

QString shown(const std::string &text) { return QString::fromStdString(text).replace(u'-', minusSign); }

NumberWithUnit shown(const NumberParts &parts) { return {shown(parts.number), QString::fromStdString(parts.unit)}; }

bool isFigure(QChar c) { return c >= u'0' && c <= u'9'; }

// Of the widest figure. Kept by font, and by its height too, which differs between devices: a view draws hundreds of
// numbers.
double figureWidth(const QFont &font, const QFontMetricsF &metrics)
{
    static thread_local QHash<std::pair<QString, double>, double> known;
    const std::pair key(font.key(), metrics.height());
    if (const auto found = known.constFind(key); found != known.cend())
        return *found;
    double widest = 0;
    for (char16_t figure = u'0'; figure <= u'9'; ++figure)
        widest = std::max(widest, metrics.horizontalAdvance(QChar(figure)));
    known.insert(key, widest);
    return widest;
}

// Calls run(text, width, isFigure) for each figure and each stretch between figures.
template<class Visitor>
void forEachRun(const QString &text, const QPainter &painter, const QFontMetricsF &metrics, Visitor &&visit)
{
    const double cell = figureWidth(painter.font(), metrics);
    for (qsizetype i = 0; i < text.size();) {
        if (isFigure(text[i])) {
            visit(text.mid(i, 1), cell, true);
            ++i;
            continue;
        }
        const qsizetype from = i;
        while (i < text.size() && !isFigure(text[i]))
            ++i;
        const QString run = text.mid(from, i - from);
        visit(run, metrics.horizontalAdvance(run), false);
    }
}

double widthOf(const QString &text, const QPainter &painter, const QFontMetricsF &metrics)
{
    double total = 0;
    forEachRun(text, painter, metrics, [&total](const QString &, double width, bool) { total += width; });
    return total;
}

} // namespace

QString formatMoment(Seconds time, Seconds horizon)
{
    if (horizon < Seconds(60))
        return formatSeconds(time);
    const auto all = static_cast<qint64>(std::floor(time.value + 0.5));
    const auto two = [](qint64 number) { return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0')); };
    if (horizon < Seconds(3600))
        return QStringLiteral("%1:%2").arg(QString::number(all / 60), two(all % 60));
    return QStringLiteral("%1:%2:%3").arg(QString::number(all / 3600), two(all / 60 % 60), two(all % 60));
}

NumberWithUnit splitSeconds(Seconds time) { return shown(secondsParts(time)); }
NumberWithUnit splitMemory(Bytes amount) { return shown(memoryParts(amount)); }

NumberWithUnit splitRate(double perSecond, const QString &what)
{
    const NumberWithUnit parts = shown(rateParts(perSecond, "x"));
    return {parts.number, parts.unit.chopped(1) + what};
}

QString formatSeconds(Seconds time) { return shown(secondsText(time)); }
QString formatTicks(Ticks time) { return formatSeconds(toSeconds(time)); }
QString formatBytes(Bytes amount) { return shown(bytesText(amount)); }
QString formatMemory(Bytes amount) { return shown(memoryText(amount)); }
QString formatMemoryOf(Bytes held, Bytes capacity) { return shown(memoryOfText(held, capacity)); }
QString formatBandwidth(BytesPerSecond rate) { return shown(bandwidthText(rate)); }
QString formatFlop(Flop work) { return shown(flopText(work)); }
QString formatFlops(FlopPerSecond rate) { return shown(flopsText(rate)); }
QString formatEnergy(double joules) { return shown(energyText(joules)); }
QString formatPower(double watts) { return shown(powerText(watts)); }
QString formatCost(double dollars) { return shown(costText(dollars)); }
QString formatPercent(double share, int decimals) { return shown(percentText(share, decimals)); }
QString formatSignedPercent(double share) { return shown(signedPercentText(share)); }
QString formatSignedSeconds(Seconds difference) { return shown(signedSecondsText(difference)); }
QString formatCount(std::size_t count) { return shown(countText(count)); }
QString formatSignificant(double value) { return shown(significantText(value)); }
QString formatInput(double value) { return shown(inputText(value)); }
QString formatFactor(double value) { return shown(factorText(value)); }

double numberWidth(const QPainter &painter, const QString &text)
{
    return widthOf(text, painter, QFontMetricsF(painter.font(), painter.device()));
}

void drawNumber(QPainter &painter, const QRectF &rect, Qt::Alignment alignment, const QString &text)
{
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double total = widthOf(text, painter, metrics);
    double x = rect.left();
    if (alignment & Qt::AlignRight)
        x = rect.right() - total;
    else if (alignment & Qt::AlignHCenter)
        x = rect.center().x() - total / 2;
    double baseline = rect.top() + metrics.ascent();
    if (alignment & Qt::AlignVCenter)
        baseline = rect.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    else if (alignment & Qt::AlignBottom)
        baseline = rect.bottom() - metrics.descent();
    forEachRun(text, painter, metrics, [&](const QString &run, double width, bool figure) {
        const double shift = figure ? (width - metrics.horizontalAdvance(run)) / 2 : 0;
        painter.drawText(QPointF(x + shift, baseline), run);
        x += width;
    });
}

} // namespace heteroscope
