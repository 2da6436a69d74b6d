// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/numbers.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace heteroscope {

namespace {

constexpr QChar minusSign(0x2212);

struct Prefix
{
    double factor;
    const char16_t *unit;
};

QString threeDigits(double value)
{
    const double size = std::abs(value);
    // Rounding may carry into the next decade: 9.996 is "10.0".
    const int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    return QString::number(size == 0 ? 0.0 : value, 'f', size == 0 ? 0 : decimals);
}

template<std::size_t n>
NumberWithUnit withPrefix(double value, const std::array<Prefix, n> &prefixes)
{
    if (!std::isfinite(value))
        return {QStringLiteral("\u2013"), QString()};
    const double size = std::abs(value);
    for (const Prefix &prefix : prefixes)
        if (size >= prefix.factor * 0.9995)
            return {threeDigits(value / prefix.factor), QString::fromUtf16(prefix.unit)};
    const Prefix &last = prefixes.back();
    if (size < last.factor * 0.0005)
        return {QStringLiteral("0"), QString::fromUtf16(prefixes[n > 1 ? 1 : 0].unit)};
    return {threeDigits(value / last.factor), QString::fromUtf16(last.unit)};
}

constexpr std::array<Prefix, 5> bytePrefixes = {{{1e12, u"TB"}, {1e9, u"GB"}, {1e6, u"MB"}, {1e3, u"kB"}, {1, u"B"}}};
constexpr std::array<Prefix, 4> ratePrefixes = {{{1e12, u"TB/s"}, {1e9, u"GB/s"}, {1e6, u"MB/s"}, {1e3, u"kB/s"}}};
constexpr std::array<Prefix, 4> flopPrefixes = {
    {{1e18, u"EFLOP/s"}, {1e15, u"PFLOP/s"}, {1e12, u"TFLOP/s"}, {1e9, u"GFLOP/s"}}};
constexpr std::array<Prefix, 5> timePrefixes = {
    {{1, u"s"}, {1e-3, u"ms"}, {1e-6, u"µs"}, {1e-9, u"ns"}, {1e-12, u"ps"}}};

QString joined(const NumberWithUnit &parts)
{
    return parts.unit.isEmpty() ? parts.number : parts.number + u' ' + parts.unit;
}

bool isFigure(QChar c) { return c >= u'0' && c <= u'9'; }

double figureWidth(const QFontMetricsF &metrics)
{
    double widest = 0;
    for (char16_t figure = u'0'; figure <= u'9'; ++figure)
        widest = std::max(widest, metrics.horizontalAdvance(QChar(figure)));
    return widest;
}

// Calls run(text, width, isFigure) for each figure and each stretch between figures.
template<class Visitor>
void forEachRun(const QString &text, const QFontMetricsF &metrics, Visitor &&visit)
{
    const double cell = figureWidth(metrics);
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

double widthOf(const QString &text, const QFontMetricsF &metrics)
{
    double total = 0;
    forEachRun(text, metrics, [&total](const QString &, double width, bool) { total += width; });
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

NumberWithUnit splitSeconds(Seconds time)
{
    if (time.value == 0)
        return {QStringLiteral("0"), QStringLiteral("s")};
    return withPrefix(time.value, timePrefixes);
}

NumberWithUnit splitBytes(Bytes amount)
{
    if (amount.value == 0)
        return {QStringLiteral("0"), QStringLiteral("B")};
    return withPrefix(amount.value, bytePrefixes);
}

NumberWithUnit splitRate(double perSecond, const QString &what)
{
    if (!std::isfinite(perSecond))
        return {QStringLiteral("\u2013"), what};
    const double size = std::abs(perSecond);
    if (size >= 999500)
        return {threeDigits(perSecond / 1e6), QStringLiteral("M ") + what};
    if (size >= 999.5)
        return {threeDigits(perSecond / 1e3), QStringLiteral("k ") + what};
    return {threeDigits(perSecond), what};
}

QString formatSeconds(Seconds time) { return joined(splitSeconds(time)); }

QString formatTicks(Ticks time) { return formatSeconds(toSeconds(time)); }

QString formatBytes(Bytes amount) { return joined(splitBytes(amount)); }

QString formatBandwidth(BytesPerSecond rate)
{
    return rate.value == 0 ? QStringLiteral("0 GB/s") : joined(withPrefix(rate.value, ratePrefixes));
}

QString formatFlops(FlopPerSecond rate)
{
    return rate.value == 0 ? QStringLiteral("0 TFLOP/s") : joined(withPrefix(rate.value, flopPrefixes));
}

QString formatPercent(double share, int decimals)
{
    if (!std::isfinite(share))
        return QStringLiteral("\u2013");
    return QString::number(share * 100, 'f', decimals) + QStringLiteral(" %");
}

QString formatSignedPercent(double share)
{
    if (!std::isfinite(share))
        return QStringLiteral("\u2013");
    return (share < 0 ? minusSign : QChar(u'+')) + QString::number(std::abs(share) * 100, 'f', 1) +
           QStringLiteral(" %");
}

QString formatSignedSeconds(Seconds difference)
{
    return (difference.value < 0 ? minusSign : QChar(u'+')) + formatSeconds(Seconds(std::abs(difference.value)));
}

QString formatCount(std::size_t count)
{
    QString digits = QString::number(count);
    for (qsizetype i = digits.size() - 3; i > 0; i -= 3)
        digits.insert(i, u',');
    return digits;
}

QString formatSignificant(double value) { return std::isfinite(value) ? threeDigits(value) : QStringLiteral("\u2013"); }

double numberWidth(const QPainter &painter, const QString &text)
{
    return widthOf(text, QFontMetricsF(painter.font(), painter.device()));
}

void drawNumber(QPainter &painter, const QRectF &rect, Qt::Alignment alignment, const QString &text)
{
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double total = widthOf(text, metrics);
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
    forEachRun(text, metrics, [&](const QString &run, double width, bool figure) {
        const double shift = figure ? (width - metrics.horizontalAdvance(run)) / 2 : 0;
        painter.drawText(QPointF(x + shift, baseline), run);
        x += width;
    });
}

} // namespace heteroscope
