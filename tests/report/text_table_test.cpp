// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/text_table.h"

#include "support/strict_test.h"

using namespace heteroscope;

class TextTableTest : public StrictTest
{
    Q_OBJECT

private slots:
    void alignsTextLeftAndNumbersRight()
    {
        TextTable table({"name", "value"});
        table.add({"long name", "1"});
        table.add({"\u00e9", "10"});
        QCOMPARE(table.text(), std::string("name       value\nlong name      1\n\u00e9             10\n"));
    }
    void threeSignificantDigits()
    {
        QCOMPARE(secondsText(Seconds(7.5)), std::string("7.50 s"));
        QCOMPARE(secondsText(Seconds(0.4123)), std::string("412 ms"));
        QCOMPARE(secondsText(Seconds(0)), std::string("0 s"));
        QCOMPARE(secondsText(Seconds(0.99999)), std::string("1.00 s"));
        QCOMPARE(bytesText(Bytes(68.8e9)), std::string("68.8 GB"));
        QCOMPARE(bandwidthText(BytesPerSecond(3.125e9)), std::string("3.12 GB/s"));
        QCOMPARE(percentText(0.2314), std::string("23.1 %"));
    }
};

QTEST_GUILESS_MAIN(TextTableTest)
#include "text_table_test.moc"
