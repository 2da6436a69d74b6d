// SPDX-License-Identifier: GPL-3.0-or-later
#include "json/json.h"

#include "support/strict_test.h"

using namespace heteroscope;

class ParseJsonTest : public StrictTest
{
    Q_OBJECT

private slots:
    void saysWhereTheMistakeIs_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("found");
        QTest::newRow("nothing") << QByteArray("") << "1:1"
                                 << "the end of the text";
        QTest::newRow("cut in an object") << QByteArray("{\"a\": 1,\n") << "2:1"
                                          << "the end of the text";
        QTest::newRow("cut in a text") << QByteArray("{\"a\": \"bc") << "1:10"
                                       << "the end of the text";
        QTest::newRow("garbage") << QByteArray("{\n  hello\n}") << "2:3"
                                 << "\"hello\"";
        QTest::newRow("more behind") << QByteArray("{} x") << "1:4"
                                     << "\"x\"";
        QTest::newRow("not a number") << QByteArray("[1,\n NaN]") << "2:2"
                                      << "\"NaN\"";
        QTest::newRow("infinite") << QByteArray("[-Infinity]") << "1:3"
                                  << "\"-Infinity\"";
        QTest::newRow("too large a number") << QByteArray("[1, 1e999]") << "1:9"
                                            << "\"1e999\"";
        QTest::newRow("broken UTF-8") << QByteArray("[\"a\xff\"]") << "1:4"
                                      << "";
        QTest::newRow("a zero byte") << QByteArray("{\0}", 3) << "1:2"
                                     << "";
        QTest::newRow("doubled key") << QByteArray("{\"a\": \"a\",\n \"b\\\"a\": {\"a\": 1},\n \"a\": 2}") << "3:2"
                                     << "the key \"a\" twice in one object";
        QTest::newRow("doubled key inside") << QByteArray("[{\"k\": [\"k\", {}]},\n {\"k\": 1, \"k\": 1}]") << "2:11"
                                            << "the key \"k\" twice in one object";
        QTest::newRow("deep") << (QByteArray("[\"[[\",\n") + QByteArray(200, '[')) << "2:64"
                              << "nesting deeper than 64 levels";
    }
    void saysWhereTheMistakeIs()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, place);
        QFETCH(QString, found);
        const auto json = parseJson(std::string_view(text.data(), static_cast<std::size_t>(text.size())), "file.json");
        QVERIFY(!json);
        QCOMPARE(json.error().code, Error::Code::syntax);
        QCOMPARE(json.error().file, std::string("file.json"));
        QCOMPARE(QString::fromStdString(json.error().path), place);
        if (!found.isEmpty())
            QCOMPARE(QString::fromStdString(json.error().found), found);
    }

    void survivesEndlessNesting()
    {
        QVERIFY(!parseJson(std::string(5'000'000, '[')));
        std::string objects;
        for (int i = 0; i < 100'000; ++i)
            objects += "{\"a\":";
        QVERIFY(!parseJson(objects));
    }

    void readsManyKeysInLinearTime()
    {
        constexpr int count = 200'000;
        std::string text = "{";
        for (int i = 0; i < count; ++i)
            text += (i ? ",\"" : "\"") + std::to_string(i) + "\":0";
        text += "}";
        const auto json = parseJson(text);
        QVERIFY(json.hasValue());
        QCOMPARE(json->size(), std::size_t(count));
    }

    void refusesMoreValuesThanMemoryShouldHold()
    {
        QVERIFY(parseJson("[0, [], {}, \"a\"]", {}, 5).hasValue());
        const auto json = parseJson("[0, [], {}, \"a\"]", {}, 4);
        QVERIFY(!json);
        QVERIFY(QString::fromStdString(json.error().found).startsWith("more than"));
    }

    void blanksBetweenTokensCostNothingAndMoveNothing()
    {
        const std::string blanks(1'000'000, ' ');
        const auto json = parseJson(blanks + "{" + blanks + "\"a  \\\" b\" :\r\n\t [1,  \" \\\\\"  , 2]}" + blanks);
        QVERIFY(json.hasValue());
        QCOMPARE(json->begin().key(), std::string("a  \" b"));
        QCOMPARE((*json)["a  \" b"][1].get<std::string>(), std::string(" \\"));
        // The place of a mistake is that of the text as it is written.
        QCOMPARE(parseJson("{  \"a\"  :\n\n   tru }").error().path, std::string("3:7"));
        QCOMPARE(parseJson("[1,\n\n\n    2,     ]").error().path, std::string("4:12"));
        QCOMPARE(parseJson(blanks).error().found, std::string("the end of the text"));
    }

    void aWatchEndsTheReadingAtTheFirstRefusal()
    {
        std::vector<std::string> places;
        const JsonWatch watch = [&](std::span<const JsonStep> around, const Json &item) -> std::optional<Error> {
            std::string place;
            for (const auto &step : around)
                place += step.key.empty() ? "/" + std::to_string(step.index) : "/" + step.key;
            places.push_back(place + " " + item.dump());
            if (item == 7)
                return Error{Error::Code::invalid, {}, "/a/1", "7", "less", "take less"};
            return {};
        };
        // What follows the refusal is not even JSON.
        const auto json = parseJson(R"({"a": [[1, 2], {"b": [7, !!! )", "f.json", maxJsonValues, watch);
        QVERIFY(!json);
        QVERIFY((json.error() == Error{Error::Code::invalid, "f.json", "/a/1", "7", "less", "take less"}));
        QVERIFY((places == std::vector<std::string>{"/0/a/0 1", "/0/a/0 2", "/0/a [1,2]", "/0/a/1/b 7"}));
    }

    void passesOverAByteOrderMark() { QVERIFY(parseJson("\xEF\xBB\xBF{\"a\": 1}").hasValue()); }

    void keepsTheOrderOfKeys()
    {
        const std::string text =
            "{\n  \"z\": 1,\n  \"a\": [1, \"b\", null, true],\n  \"m\": {\n    \"x\": 2.5\n  }\n}\n";
        QCOMPARE(toText(*parseJson(text)), text);
    }

    void writesNumbersThatComeBackAsTheSameText()
    {
        for (const double value :
             {0.0, -0.0, 1.0, 1e15, 3.12e14, 1e-6, 0.1, 1.0 / 3.0, 85899345920.0, 9007199254740993.0,
              9.2233720368547758e18, 1.8446744073709552e19, 1e22, 1e23, 1.7976931348623157e308, 5e-324}) {
            const auto text = toText(Json(value));
            const auto again = parseJson(text);
            QVERIFY(again.hasValue());
            QCOMPARE(again->get<double>(), value);
            QCOMPARE(toText(*again), text);
        }
    }

    void keepsNestedExtensionsWithTheMemberTheyBelongTo()
    {
        Extensions owner;
        keepNested(owner, "overlap", {{"x-note", "1"}});
        keepNested(owner, "rate/1", {{"x-a/b", "\"c\""}});
        Json json = {{"overlap", Json::object()}, {"rate", Json::array({Json::object(), Json::object()})}};
        writeExtensions(json, owner);
        QCOMPARE(json["overlap"]["x-note"].get<int>(), 1);
        QCOMPARE(json["rate"][1]["x-a/b"].get<std::string>(), std::string("c"));

        Json shorter = {{"rate", Json::array({Json::object()})}};
        writeExtensions(shorter, owner);
        QCOMPARE(toText(shorter), toText(Json{{"rate", Json::array({Json::object()})}}));
    }

    void saysWhyAFileCannotBeRead()
    {
        QCOMPARE(readTextFile("no/such/file").error().code, Error::Code::unreadable);
        QCOMPARE(readTextFile(".").error().found, std::string("a folder"));
    }
};

QTEST_GUILESS_MAIN(ParseJsonTest)
#include "parse_json_test.moc"
