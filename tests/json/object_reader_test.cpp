// SPDX-License-Identifier: GPL-3.0-or-later
#include "json/object_reader.h"

#include "support/strict_test.h"

#include <array>
#include <string_view>

using namespace heteroscope;

class ObjectReaderTest : public StrictTest
{
    Q_OBJECT

    static QString first(const Findings &findings)
    {
        return findings.ok() ? QString() : QString::fromStdString(toString(findings.errors.front()));
    }

private slots:
    void namesPlaceFoundAndExpected_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        QTest::newRow("missing") << QByteArray("{}") << "/t/n: found nothing, expected a number (add the key \"n\")";
        QTest::newRow("text") << QByteArray("{\"n\": \"5\"}")
                              << "/t/n: found \"5\", expected a number from 1 to 9 (write such a number, without "
                                 "quotation marks and unit)";
        QTest::newRow("null") << QByteArray("{\"n\": null}")
                              << "/t/n: found null, expected a number from 1 to 9 (write such a number, without "
                                 "quotation marks and unit)";
        QTest::newRow("too small")
            << QByteArray("{\"n\": 0.5}")
            << "/t/n: found 0.5, expected a number from 1 to 9 (write such a number, without quotation marks and unit)";
        QTest::newRow("too large") << QByteArray("{\"n\": 1e300}")
                                   << "/t/n: found 1e+300, expected a number from 1 to 9 (write such a number, without "
                                      "quotation marks and unit)";
        QTest::newRow("no object")
            << QByteArray("[1]")
            << "/t: found an array, expected an object (put its members in braces, each with its key)";
        QTest::newRow("unknown key")
            << QByteArray("{\"n\": 2, \"N\": 3}")
            << "/t/N: found the unknown key \"N\", expected a key this format knows (begin keys of "
               "your own with x-; did you mean \"n\"?)";
    }
    void namesPlaceFoundAndExpected()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        Findings findings;
        const auto json = parseJson(text.toStdString());
        ObjectReader reader(*json, "/t", findings);
        reader.number("n", {1, 9});
        reader.finish();
        QCOMPARE(first(findings), message);
    }

    void readsWholeNumbersOnly_data()
    {
        QTest::addColumn<QByteArray>("number");
        QTest::addColumn<bool>("good");
        QTest::newRow("int") << QByteArray("7") << true;
        QTest::newRow("as a float") << QByteArray("7.0") << true;
        QTest::newRow("half") << QByteArray("7.5") << false;
        QTest::newRow("beyond int") << QByteArray("4294967303") << false;
        QTest::newRow("beyond 64 bits") << QByteArray("18446744073709551623") << false;
        QTest::newRow("huge") << QByteArray("1e308") << false;
        QTest::newRow("negative") << QByteArray("-7") << false;
        QTest::newRow("bool") << QByteArray("true") << false;
    }
    void readsWholeNumbersOnly()
    {
        QFETCH(QByteArray, number);
        QFETCH(bool, good);
        Findings findings;
        const auto json = parseJson("{\"n\": " + number.toStdString() + "}");
        ObjectReader reader(*json, "", findings);
        QCOMPARE(reader.integer("n", 1, 100), std::int64_t(good ? 7 : 1));
        QCOMPARE(findings.ok(), good);
    }

    void goesOnAfterAMistake()
    {
        Findings findings;
        const auto json = parseJson(R"({"a": 1, "b": [], "c": "no word", "d": [1, "x"]})");
        ObjectReader reader(*json, "", findings);
        reader.text("a");
        reader.boolean("b", true);
        reader.word("c", std::array<std::string_view, 2>{"yes", "no"});
        QCOMPARE(reader.texts("d"), std::vector<std::string>{"x"});
        reader.finish();
        QCOMPARE(findings.errors.size(), std::size_t(4));
    }

    void stopsCollectingInAHopelessText()
    {
        Findings findings;
        Json json = Json::object();
        for (int i = 0; i < 5000; ++i)
            appendMember(json, "key" + std::to_string(i), i);
        ObjectReader(json, "", findings).finish();
        QCOMPARE(findings.errors.size(), Findings::most);
    }

    void keepsExtensionsAsCanonicalText()
    {
        Findings findings;
        const auto json = parseJson(R"({"x-a": {"z": 1.0, "b": [1,2]}, "x-": null})");
        const auto extensions = ObjectReader(*json, "", findings).finish();
        QVERIFY(findings.ok());
        QCOMPARE(extensions.size(), std::size_t(2));
        QCOMPARE(extensions.at("x-a"), std::string("{\n  \"z\": 1,\n  \"b\": [1, 2]\n}"));
    }

    void shortensAtCharacterBorders()
    {
        QCOMPARE(shortened("häuser", 6), std::string("hä..."));
        QCOMPARE(shortened("häuser", 5), std::string("h..."));
        QCOMPARE(shortened("kurz", 4), std::string("kurz"));
    }
};

QTEST_GUILESS_MAIN(ObjectReaderTest)
#include "object_reader_test.moc"
