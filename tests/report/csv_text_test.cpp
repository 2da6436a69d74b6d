// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/csv_text.h"

#include "support/strict_test.h"

using namespace heteroscope;

class CsvTextTest : public StrictTest
{
    Q_OBJECT

private slots:
    void fieldsAreNoFormulas_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("field");
        QTest::newRow("plain") << QByteArray("TP 8, PP 4") << QByteArray("\"TP 8, PP 4\"");
        QTest::newRow("one word") << QByteArray("a-b=c") << QByteArray("a-b=c");
        QTest::newRow("empty") << QByteArray() << QByteArray();
        QTest::newRow("equals") << QByteArray("=1+1") << QByteArray("'=1+1");
        QTest::newRow("plus") << QByteArray("+1") << QByteArray("'+1");
        QTest::newRow("minus") << QByteArray("-1") << QByteArray("'-1");
        QTest::newRow("at") << QByteArray("@SUM(A1)") << QByteArray("'@SUM(A1)");
        QTest::newRow("tab") << QByteArray("\t=1") << QByteArray("\"'\t'=1\"");
        QTest::newRow("return") << QByteArray("\r=1") << QByteArray("\"'\r'=1\"");
        QTest::newRow("wide") << QByteArray("\uFF1D1") << QByteArray("'\uFF1D1");
        QTest::newRow("after a semicolon") << QByteArray("a;=1") << QByteArray("\"a;'=1\"");
        QTest::newRow("after a quote") << QByteArray("a\"=1") << QByteArray("\"a\"\"'=1\"");
        QTest::newRow("command") << QByteArray("=cmd|' /C calc'!A0") << QByteArray("'=cmd|' /C calc'!A0");
        QTest::newRow("lines") << QByteArray("a\n@b") << QByteArray("\"a\n'@b\"");
    }
    void fieldsAreNoFormulas()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, field);
        QCOMPARE(QByteArray::fromStdString(csvText(text.toStdString())), field);
    }
};

QTEST_GUILESS_MAIN(CsvTextTest)
#include "csv_text_test.moc"
