// SPDX-License-Identifier: GPL-3.0-or-later
#include "json/text_place.h"

#include "support/property.h"
#include "support/strict_test.h"
#include "json/json.h"

using namespace heteroscope;

namespace {

/// A value of a few levels, with keys that need escapes in a pointer.
Json randomJson(int depth)
{
    const int kind = *rc::gen::inRange(0, depth > 0 ? 5 : 3);
    if (kind == 0)
        return *rc::gen::inRange(-1000, 1000);
    if (kind == 1)
        return *rc::gen::element(std::string("a\"b"), std::string("x, y: {}[]"), std::string());
    if (kind == 2)
        return *rc::gen::element(Json(), Json(true), Json(1.5));
    Json made = kind == 3 ? Json::array() : Json::object();
    const int count = *rc::gen::inRange(0, 4);
    for (int i = 0; i < count; ++i)
        if (kind == 3)
            made.push_back(randomJson(depth - 1));
        else
            made[*rc::gen::element(std::string("a"), std::string("b/c"), std::string("d~e"), std::string("f"))] =
                randomJson(depth - 1);
    return made;
}

void checkAll(const std::string &text, const Json &value, const Json::json_pointer &pointer)
{
    const auto place = placeInText(text, pointer.to_string());
    RC_ASSERT(place.offset + place.length <= text.size());
    RC_ASSERT(Json::parse(text.substr(place.offset, place.length)) == value);
    if (value.is_array())
        for (std::size_t i = 0; i < value.size(); ++i)
            checkAll(text, value[i], pointer / i);
    else if (value.is_object())
        for (const auto &[key, member] : value.items())
            checkAll(text, member, pointer / key);
}

} // namespace

class TextPlaceTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everyValueIsFound()
    {
        HETEROSCOPE_PROPERTY("the place of a pointer holds the value that it leads to", [] {
            const Json json = randomJson(4);
            checkAll(toText(json), json, Json::json_pointer());
            checkAll(json.dump(), json, Json::json_pointer());
        });
    }

    void whatIsMissingIsFoundAtItsObject()
    {
        const std::string text = R"({"steps": [{"card": "x"}, 7]})";
        const auto at = [&](const char *path) {
            const auto place = placeInText(text, path);
            return text.substr(place.offset, place.length);
        };
        QCOMPARE(at("/steps/0/predict/question"), std::string(R"({"card": "x"})"));
        QCOMPARE(at("/steps/9"), std::string(R"([{"card": "x"}, 7])"));
        QCOMPARE(at("/steps/1/x"), std::string("7"));
        QCOMPARE(at("/steps/0/card (two.hscope.json)"), std::string("\"x\""));
        QCOMPARE(at(""), text);
    }

    void linesAndColumnsCountFromOne()
    {
        const std::string text = "ab\ncde\n";
        QCOMPARE(placeInText(text, "1:1").offset, std::size_t{0});
        QCOMPARE(placeInText(text, "2:3").offset, std::size_t{5});
        QCOMPARE(placeInText(text, "2:99").offset, std::size_t{6});
        QCOMPARE(placeInText(text, "99:1").offset, std::size_t{7});
        QCOMPARE(placeInText(text, "0:1"), (TextPlace{0, 2}));
    }

    void brokenTextsHaveAPlaceToo()
    {
        HETEROSCOPE_PROPERTY("any text and path", [] {
            const auto text = *rc::gen::container<std::string>(
                rc::gen::element('{', '}', '[', ']', '"', '\\', ':', ',', 'a', '1', ' ', '\n', '/'));
            const auto path =
                *rc::gen::container<std::string>(rc::gen::element('/', 'a', '1', ':', '~', '0', ' ', '9'));
            const auto place = placeInText(text, path);
            RC_ASSERT(place.offset <= text.size());
            RC_ASSERT(place.offset + place.length <= text.size());
        });
        const std::string deep(100000, '[');
        QVERIFY(placeInText(deep, "/0/0/0").offset <= deep.size());
    }
};

QTEST_GUILESS_MAIN(TextPlaceTest)
#include "text_place_test.moc"
