// SPDX-License-Identifier: GPL-3.0-or-later
//
// Quantities as the command line and the window write them.
#include "base/numbers.h"

#include "support/property.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

namespace {

constexpr double gibi = 1024.0 * 1024 * 1024;

/// What people have to read twice.
bool hasExponent(const std::string &text)
{
    return text.find("e+") != std::string::npos || text.find("e-") != std::string::npos;
}

} // namespace

class NumbersTest : public StrictTest
{
    Q_OBJECT

private slots:
    void quantitiesHaveThreeDigitsAndOneUnit_data()
    {
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("written");
        const auto row = [](const char *expected, const std::string &written) {
            QTest::newRow(expected) << QString::fromUtf8(expected) << QString::fromStdString(written);
        };
        row("7.50 s", secondsText(Seconds(7.4968)));
        row("412 ms", secondsText(Seconds(0.4124)));
        row("1.00 s", secondsText(Seconds(0.9999)));
        row("60.0 µs", secondsText(Seconds(6e-5)));
        row("0 s", secondsText(Seconds(0)));
        row("12,346 s", secondsText(Seconds(12345.6)));
        row("+60.0 µs", signedSecondsText(Seconds(6e-5)));
        row("-1.52 s", signedSecondsText(Seconds(-1.52)));
        row("68.8 GB", bytesText(Bytes(68.8e9)));
        row("1.67 TB", bytesText(Bytes(1.67e12)));
        row("2 B", bytesText(Bytes(2)));
        row("0 B", bytesText(Bytes(0)));
        row("3.12 GB/s", bandwidthText(BytesPerSecond(3.12e9)));
        row("0 GB/s", bandwidthText(BytesPerSecond(0)));
        row("312 TFLOP/s", flopsText(FlopPerSecond(312e12)));
        row("1.20 EFLOP", flopText(Flop(1.2e18)));
        row("12.3 kJ", energyText(12345));
        row("700 W", powerText(700));
        row("0.0123 USD", costText(0.0123));
        row("1,670 USD", costText(1670));
        row("17.5 k tokens/s", rateText(17476, "tokens/s"));
        row("1.23 M tokens/s", rateText(1.234e6, "tokens/s"));
        row("3,118,233", countText(3118233));
        row("999", countText(999));
        row("1 family", countedText(1, "family"));
        row("0 families", countedText(0, "family"));
        row("3,118 switches", countedText(3118, "switch"));
        row("2 days", countedText(2, "day"));
        row("2 passes", countedText(2, "pass"));
        row("0.00123", significantText(0.001234));
        row("< 0.000001", significantText(1e-9));
        row("6.74 billion", largeCountText(6.738e9));
        row("1.02 trillion", largeCountText(1.02e12));
        row("12,345", largeCountText(12345));
        row("49,152", inputText(49152));
        row("0.7833", inputText(0.783333));
        row("151000000", factorText(151e6));
        row("0.25", factorText(0.25));
        row("–", secondsText(Seconds(infinity)));
        row("–", significantText(std::nan("")));
    }
    void quantitiesHaveThreeDigitsAndOneUnit()
    {
        QFETCH(QString, expected);
        QFETCH(QString, written);
        QCOMPARE(written, expected);
    }

    void memoryIsWrittenAsDevicesAreSold()
    {
        QCOMPARE(memoryText(Bytes(80 * gibi)), std::string("80 GiB")); // an "80 GB" device
        QCOMPARE(memoryText(Bytes(74.2 * gibi)), std::string("74.2 GiB"));
        QCOMPARE(memoryText(Bytes(0)), std::string("0 GiB"));
        QCOMPARE(memoryText(Bytes(5120 * gibi)), std::string("5 TiB"));
        QCOMPARE(memoryOfText(Bytes(74.2 * gibi), Bytes(80 * gibi)), std::string("74.2 / 80 GiB"));
        QCOMPARE(memoryOfText(Bytes(0.5 * gibi), Bytes(80 * gibi)), std::string("512 MiB / 80 GiB"));
    }

    void onlyAllIs100Percent()
    {
        QCOMPARE(percentText(1), std::string("100 %"));
        QCOMPARE(percentText(0.1 + 0.2 + 0.7), std::string("100 %")); // sums are not exact
        QCOMPARE(percentText(0.9999), std::string("> 99.9 %"));
        QCOMPARE(percentText(0.9999, 0), std::string("> 99 %"));
        QCOMPARE(percentText(0.99996, 2), std::string("> 99.99 %"));
        QCOMPARE(percentText(1.0001), std::string("> 100 %"));
        QCOMPARE(percentText(0), std::string("0 %"));
        QCOMPARE(percentText(0.0001), std::string("< 0.1 %"));
        QCOMPARE(percentText(0.005, 0), std::string("< 1 %"));
        QCOMPARE(percentText(-0.0001), std::string("> -0.1 %"));
        QCOMPARE(percentText(0.2314), std::string("23.1 %"));
        QCOMPARE(percentText(0.2314, 0), std::string("23 %"));
        QCOMPARE(percentText(1.2436), std::string("124 %"));
        QCOMPARE(percentText(12.5), std::string("1,250 %"));
        QCOMPARE(signedPercentText(0.009), std::string("+0.9 %"));
        QCOMPARE(signedPercentText(-0.125), std::string("-12.5 %"));
        QCOMPARE(signedPercentText(0.0001), std::string("< +0.1 %"));
        QCOMPARE(signedPercentText(0), std::string("0 %"));
    }

    void noNumberHasAnExponent()
    {
        HETEROSCOPE_PROPERTY("every text of any number is short and without an exponent", [](double mantissa) {
            const int exponent = *rc::gen::inRange(-15, 22);
            const double value = std::fmod(mantissa, 10) * std::pow(10, exponent);
            for (const auto &text :
                 {secondsText(Seconds(value)), signedSecondsText(Seconds(value)), bytesText(Bytes(value)),
                  memoryText(Bytes(value)), bandwidthText(BytesPerSecond(value)), flopsText(FlopPerSecond(value)),
                  energyText(value), powerText(value), costText(value), significantText(value), inputText(value),
                  factorText(value), percentText(value), signedPercentText(value)}) {
                RC_ASSERT(!hasExponent(text));
                RC_ASSERT(!text.empty());
            }
            // A quantity is its text, within the digits that the text has.
            if (std::abs(value) >= 1e-12 && std::abs(value) < 1e3) {
                const auto parts = secondsParts(Seconds(value));
                const double factor = parts.unit == "s"    ? 1
                                      : parts.unit == "ms" ? 1e-3
                                      : parts.unit == "µs" ? 1e-6
                                      : parts.unit == "ns" ? 1e-9
                                                           : 1e-12;
                RC_ASSERT(std::abs(std::stod(parts.number) * factor - value) <= 0.0051 * std::abs(value));
            }
        });
    }
};

QTEST_GUILESS_MAIN(NumbersTest)
#include "numbers_test.moc"
