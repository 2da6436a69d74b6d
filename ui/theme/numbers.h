// SPDX-License-Identifier: GPL-3.0-or-later
//
// Quantities as the window writes them: those of core/base/numbers.h, which the command line shares, as texts of Qt
// with a real minus sign. They are the same in every language.
#pragma once

#include "base/units.h"

#include <QRectF>
#include <QString>

class QPainter;

namespace heteroscope {

QString formatSeconds(Seconds time);                   ///< "7.50 s", "412 ms", "10.0 µs", "0 s"
QString formatTicks(Ticks time);                       ///< the same
QString formatBytes(Bytes amount);                     ///< data that moves, in powers of 1000: "68.8 GB"
QString formatMemory(Bytes amount);                    ///< of a device, in powers of 1024: "74.2 GiB", "80 GiB"
QString formatMemoryOf(Bytes held, Bytes capacity);    ///< "74.2 / 80 GiB"
QString formatBandwidth(BytesPerSecond rate);          ///< "3.13 GB/s"
QString formatFlop(Flop work);                         ///< "312 TFLOP"
QString formatFlops(FlopPerSecond rate);               ///< "312 TFLOP/s"
QString formatEnergy(double joules);                   ///< "12.3 kJ"
QString formatPower(double watts);                     ///< "700 W"
QString formatCost(double dollars);                    ///< "1.23 USD"
QString formatPercent(double share, int decimals = 1); ///< "23.1 %"; "> 99.9 %" for nearly all, "100 %" only for all
QString formatSignedPercent(double share);             ///< "+0.9 %"
QString formatSignedSeconds(Seconds difference);       ///< "+38.0 ms", "−1.52 s"
QString formatCount(std::size_t count);                ///< "3,118,233"
QString formatSignificant(double value);               ///< three significant digits, no prefix: "17.5"
QString formatInput(double value);                     ///< of a formula: "49,152", "0.7833"
QString formatFactor(double value);                    ///< inside a formula: "192", "0.25"
/// A moment of a scenario that long: "1:30:00", "12:05", "4.50 s".
QString formatMoment(Seconds time, Seconds horizon);

/// A number with its unit apart, for the headline.
struct NumberWithUnit
{
    QString number;
    QString unit;
};
NumberWithUnit splitSeconds(Seconds time);
NumberWithUnit splitMemory(Bytes amount);
NumberWithUnit splitRate(double perSecond, const QString &what); ///< 17500, "tok/s" -> "17.5", "k tok/s"

/// Draws text whose figures all have the same width, so that numbers stand in columns whatever the font's default is.
/// alignment as for QPainter::drawText, on one line.
void drawNumber(QPainter &painter, const QRectF &rect, Qt::Alignment alignment, const QString &text);
/// Width that drawNumber needs in the painter's font.
double numberWidth(const QPainter &painter, const QString &text);

} // namespace heteroscope
