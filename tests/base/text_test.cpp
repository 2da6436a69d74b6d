// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"

#include "support/strict_test.h"

using namespace heteroscope;

class TextTest : public StrictTest
{
    Q_OBJECT

private slots:
    void lowerCaseKeepsWhatIsNoAsciiLetter()
    {
        QCOMPARE(lowerCase("A100-80GB \xc3\x84"), std::string("a100-80gb \xc3\x84"));
        QCOMPARE(lowerCase(""), std::string());
    }

    void trimmedTakesBlanksAndTabsOffTheEndsOnly()
    {
        QCOMPARE(trimmed(" \t a b\t "), std::string_view("a b"));
        QCOMPARE(trimmed(" \t "), std::string_view());
        QCOMPARE(trimmed(""), std::string_view());
        QCOMPARE(trimmed("a\n"), std::string_view("a\n"));
    }
};

QTEST_GUILESS_MAIN(TextTest)
#include "text_test.moc"
