// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/together.h"

#include "support/strict_test.h"

using namespace heteroscope;

class TogetherTest : public StrictTest
{
    Q_OBJECT

    /// What a program of two tests ends with if it is called so.
    static int endOf(std::string called)
    {
        char *arguments[] = {called.data(), nullptr};
        return test::runNamed(
            1, arguments, {{"test_a", [](int, char **) { return 10; }}, {"test_ab", [](int, char **) { return 11; }}});
    }

private slots:
    void theNameOfTheProgramSaysWhichTestRuns()
    {
        QCOMPARE(endOf("test_a"), 10);
        QCOMPARE(endOf("test_ab"), 11);
        QCOMPARE(endOf("/some/test_b/test_ab"), 11);
    }
    void anotherNameRunsNone()
    {
        QCOMPARE(endOf("tests_base_0"), 2);
        QCOMPARE(endOf("test_"), 2);
        QCOMPARE(endOf("test_a/"), 2);
        QCOMPARE(endOf(""), 2);
    }
};

QTEST_GUILESS_MAIN(TogetherTest)
#include "together_test.moc"
