// SPDX-License-Identifier: GPL-3.0-or-later
//
// The language of formulas in lessons.
#include "lesson/expression.h"
#include "support/strict_test.h"

using namespace heteroscope;

namespace {

Result<double> figures(const std::string &name, const std::string &argument)
{
    if (name == "p")
        return 4.0;
    if (name == "work")
        return argument == "1" ? 0.5 : 0.25;
    return Error{Error::Code::reference, {}, {}, name, "p or work", "use one"};
}

Result<ExpressionType> types(const std::string &name, const std::string &)
{
    return ExpressionType{name == "work" ? LessonUnit{1, 0, 0} : LessonUnit{}, false};
}

double value(const char *text)
{
    const auto parsed = parseExpression(text);
    const auto result = parsed ? valueOf(*parsed, figures) : Result<double>(parsed.error());
    return result ? *result : -12345;
}

} // namespace

class ExpressionTest : public StrictTest
{
    Q_OBJECT

private slots:
    void computes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("expected");
        const std::pair<const char *, double> rows[] = {{"1 + 2 * 3", 7},      {"(1 + 2) * 3", 9},
                                                        {"8 - 3 - 2", 3},      {"8 / 4 / 2", 1},
                                                        {"-p + 1", -3},        {"(p - 1) / (8 + p - 1)", 3.0 / 11},
                                                        {"10 %", 0.1},         {"25 GB/s", 25e9},
                                                        {"8 Gb/s", 1e9},       {"2 GiB", 2147483648.0},
                                                        {"1.5 ms", 1.5e-3},    {"work[1] + 1 s", 1.5},
                                                        {"min(3, p, 2)", 2},   {"max(3, p)", 4},
                                                        {"abs(1 - p)", 3},     {"p < 5", 1},
                                                        {"p >= 5", 0},         {"p < 5 and p > 4", 0},
                                                        {"p < 5 or p > 4", 1}, {"1 <= 1", 1}};
        for (const auto &[text, expected] : rows)
            QTest::newRow(text) << QString::fromUtf8(text) << expected;
    }
    void computes()
    {
        QFETCH(QString, text);
        QFETCH(double, expected);
        QCOMPARE(value(text.toUtf8().constData()), expected);
    }

    void refusesWhatItCannotRead_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text :
             {"", "1 +", "(1", "work[1", "1 2", "p q", "min(1)", "#", "()", "1 <", "and 1", "max(,1)"})
            QTest::newRow(text) << QString::fromUtf8(text);
        QTest::newRow("deep") << QString(200, u'(') + u'1' + QString(200, u')');
        QTest::newRow("minus signs") << QString(900, u'-') + u'1';
        QTest::newRow("long") << QString(5000, u'1');
    }
    void refusesWhatItCannotRead()
    {
        QFETCH(QString, text);
        const auto parsed = parseExpression(text.toStdString());
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().code, Error::Code::syntax);
        QVERIFY(parsed.error().path.starts_with("1:"));
        QVERIFY(!parsed.error().hint.empty());
    }

    void unitsMustGoTogether()
    {
        const auto type = [](const char *text) { return typeOf(*parseExpression(text), types); };
        QVERIFY(!type("work[0] + p"));
        QVERIFY(!type("work[0] < 3"));
        QVERIFY(!type("(p < 3) < 4"));
        QVERIFY(!parseExpression("p < 3 < 4"));
        QVERIFY(!type("p and p"));
        QVERIFY(!type("max(work[0], 1 B)"));
        QVERIFY(type("work[0] / 1 ms")->unit == LessonUnit{});
        QVERIFY((type("1 GB / work[0]")->unit == LessonUnit{-1, 1, 0}));
        QVERIFY(type("work[0] < 3 ms")->isCondition);
        QCOMPARE(toString(LessonUnit{-1, 1, 0}), std::string("B/s"));
    }

    void divisionByZeroIsAnError() { QCOMPARE(value("1 / (p - 4)"), -12345.0); }

    void textHasOnlyTheBracketsItNeeds()
    {
        const auto text = [](const char *formula) {
            return expressionText(*parseExpression(formula),
                                  [](const std::string &name, const std::string &) { return name; });
        };
        QCOMPARE(text("((p) - (1)) / ((m + p) - 1)"), std::string("(p − 1) / (m + p − 1)"));
        QCOMPARE(text("a - (b - c)"), std::string("a − (b − c)"));
        QCOMPARE(text("(a * b) / c * d"), std::string("a × b / c × d"));
        QCOMPARE(text("a / (b * c)"), std::string("a / (b × c)"));
        QCOMPARE(text("-(a + b)"), std::string("−(a + b)"));
        QCOMPARE(text("10 % < min(a, b)"), std::string("10 % < min(a, b)"));
    }
};

QTEST_GUILESS_MAIN(ExpressionTest)
#include "expression_test.moc"
