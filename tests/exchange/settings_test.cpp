// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/settings/read_settings.h"
#include "exchange/settings/settings.h"

#include "support/strict_test.h"

using namespace heteroscope;
using settings::Settings;

class SettingsTest : public StrictTest
{
    Q_OBJECT

    static std::string yaml(const std::string &text)
    {
        const auto read = settings::readYaml(text, "f");
        return read ? read->dump() : "refused: " + toString(read.error());
    }
    static std::string toml(const std::string &text)
    {
        const auto read = settings::readToml(text, "f");
        return read ? read->dump() : "refused: " + toString(read.error());
    }

private slots:
    void yamlScalarsAreRead()
    {
        QCOMPARE(yaml("a: 1\nb: 1.5\nc: yes\nd: ~\ne: '1'\nf: word\ng: 1_000\nh: +3"),
                 std::string(R"({"a":1,"b":1.5,"c":true,"d":null,"e":"1","f":"word","g":1000,"h":3})"));
        QCOMPARE(yaml("on: off"), std::string(R"({"on":false})")); // a key is a name
        QCOMPARE(yaml(""), std::string("null"));
        QCOMPARE(yaml("[1, [2, {a: b}]]"), std::string(R"([1,[2,{"a":"b"}]])"));
        QCOMPARE(yaml("a: 1\n---\na: 2"), std::string(R"({"a":1})"));
    }
    void theLastOfADoubledKeyCounts() { QCOMPARE(yaml("a: null\nb: 2\na: 3"), std::string(R"({"a":3,"b":2})")); }
    void aliasesAreRepeatedAndTablesMerged()
    {
        QCOMPARE(yaml("a: &x {k: 1, l: 2}\nb: *x\nc:\n  k: 3\n  <<: *x"),
                 std::string(R"({"a":{"k":1,"l":2},"b":{"k":1,"l":2},"c":{"k":3,"l":2}})"));
    }
    void yamlIsBounded()
    {
        QVERIFY(yaml(std::string(33, '[') + std::string(33, ']')).find("at most 32 levels") != std::string::npos);
        QVERIFY(yaml("a: [" + std::string(32, '[')).starts_with("refused: f: 1:"));
        std::string many = "[";
        for (int i = 0; i < 21'000; ++i)
            many += "1,";
        QVERIFY(yaml(many + "]").find("more than 20000 values") != std::string::npos);
        QVERIFY(yaml("? [a]\n: b").find("a name as a key") != std::string::npos);
        QVERIFY(yaml("a: b: c").starts_with("refused: f: 1:"));
        QVERIFY(yaml(std::string(settings::maxBytes + 1, ' ')).find("bytes") != std::string::npos);
    }
    void tomlIsRead()
    {
        QCOMPARE(toml("a = 1\n[b]\nc = [1.5, \"x\"]\nd.e = true"),
                 std::string(R"({"a":1,"b":{"c":[1.5,"x"],"d":{"e":true}}})"));
        QCOMPARE(toml("a = 2024-05-06\nb = inf"), std::string(R"({"a":"2024-05-06","b":"inf"})"));
        QVERIFY(toml("a =\n").starts_with("refused: f: 1:"));
        QVERIFY(toml("a = 1\na = 2").starts_with("refused: f: 2:"));
    }
    void whatTheTomlLibraryTakesForGrantedIsRefused()
    {
        for (const char *text : {"[[[", "[[[a]]]", "[=]", "[[ #", "[ [a]"})
            QVERIFY2(toml(text).starts_with("refused: f:"), text);
        // Where white space may stand.
        for (const std::string character : {"\uFD66", "\uFD7F", "\uFEFE"}) {
            QVERIFY(toml(character).starts_with("refused: f:"));
            QVERIFY(toml("[a]" + character).starts_with("refused: f:"));
            QVERIFY(toml("a = 1" + character).starts_with("refused: f:"));
            QCOMPARE(toml("a = \"" + character + "\" # " + character), R"({"a":")" + character + R"("})");
        }
    }
    void tomlIsBounded()
    {
        std::string dots = "a";
        for (int i = 0; i < 100; ++i)
            dots += ".a";
        QVERIFY(toml(dots + " = 1").find("at most 32 levels") != std::string::npos);
        for (int i = 0; i < 1000; ++i)
            dots += ".a";
        QVERIFY(toml(dots + " = 1").find("at most 32 levels") != std::string::npos);
        QCOMPARE(toml("#" + std::string(1000, '.') + "\na = 1"), std::string(R"({"a":1})"));
        QVERIFY(toml("a = " + std::string(500, '[') + std::string(500, ']')).starts_with("refused"));
    }
    void valuesAreFoundByTheirPath()
    {
        Settings file(Json::parse(R"({"a": {"b": 3, "t": "x", "n": null, "f": true, "l": [1, "2"], "w": ["x"]}})"),
                      "f");
        QCOMPARE(file.number("a.b", 1, 5), 3);
        QCOMPARE(file.number("a.none", 1, 5, 2), 2);
        QCOMPARE(file.number("a.n", 1, 5, 2), 2); // null is absent
        QCOMPARE(file.text("a.t"), std::string("x"));
        QVERIFY(file.flag("a.f", false) && file.flag("a.none", true));
        QCOMPARE(file.numbers("a.l", 0, 5), (std::vector<int>{1, 2}));
        QCOMPARE(file.texts("a.w"), (std::vector<std::string>{"x"}));
        QCOMPARE(file.number("a.l.0", 0, 5), 1);
        QCOMPARE(file.positive("a.b"), 3.0);
        QVERIFY(!file.has("a.b.c") && !file.has("b") && !file.has("a.l.2") && !file.has("a.l.x") &&
                !file.has("a.l.-1"));
        QVERIFY(!file.error());
        QCOMPARE(file.number("a.t", 1, 5), 1);
        (void)file.flag("a.b", false); // the first mistake stays
        QCOMPARE(file.error()->path, std::string("/a/t"));
        QCOMPARE(file.error()->found, std::string("\"x\""));
        QCOMPARE(file.error()->expected, std::string("a whole number from 1 to 5"));
    }
    void aNumberAboveZeroIsRequired()
    {
        for (const char *path : {"zero", "text", "none"}) {
            Settings file(Json::parse(R"({"zero": 0, "text": "1"})"), "f");
            QCOMPARE(file.positive(path), 1.0);
            QCOMPARE(file.error()->expected, std::string("a number above 0"));
        }
    }
};

QTEST_GUILESS_MAIN(SettingsTest)
#include "settings_test.moc"
