// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/printable_stream.h"

#include "support/strict_test.h"

#include <sstream>

using namespace heteroscope;

class PrintableStreamTest : public StrictTest
{
    Q_OBJECT

private slots:
    void plainTextStays()
    {
        const std::string text = "name\twith \xC3\xA9, \xE5\x90\x8D and \xF0\x9F\x98\x80\n";
        QCOMPARE(printable(text), text);
        QCOMPARE(printable(""), std::string());
    }
    void controlCharactersAreWrittenOut()
    {
        QCOMPARE(printable("\x1b[31mred"), std::string("\\x1b[31mred"));
        QCOMPARE(printable("a\rb\x07\x7f"), std::string("a\\x0db\\x07\\x7f"));
        QCOMPARE(printable("\xC2\x9B"
                           "2J"),
                 std::string("\\x9b2J")); // C1 in UTF-8
        QCOMPARE(printable("\x9B"
                           "2J"),
                 std::string("\\x9b2J"));                            // and as a lone byte
        QCOMPARE(printable("\xE2\x80\xAE"), std::string("\\u202e")); // right to left
        QCOMPARE(printable(std::string("\0", 1)), std::string("\\x00"));
    }
    void charactersThatComeInPiecesAreSeen()
    {
        std::ostringstream target;
        {
            PrintableStream stream(target);
            stream << 'x' << "\xC2" << std::flush << "\x9B" << '\x1b' << std::flush;
            QCOMPARE(target.str(), std::string("x\\x9b\\x1b"));
            stream << std::string(100'000, 'y') << "\xE2\x80"; // cut off: its second byte is written out
        }
        QCOMPARE(target.str().size(), std::size_t(9 + 100'000 + 5));
    }
    void failureIsPassedOn()
    {
        std::ostringstream target;
        target.setstate(std::ios::badbit);
        PrintableStream stream(target);
        stream << "text" << std::flush;
        QVERIFY(!stream);
    }
};

QTEST_GUILESS_MAIN(PrintableStreamTest)
#include "printable_stream_test.moc"
