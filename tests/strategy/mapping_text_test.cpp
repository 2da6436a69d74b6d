// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/mapping_text.h"

#include "support/property.h"
#include "support/strict_test.h"

#include <set>

using namespace heteroscope;

class MappingTextTest : public StrictTest
{
    Q_OBJECT

    using Places = std::vector<int>;
    static constexpr auto stages = MappingTarget::stages;
    static constexpr auto pipelines = MappingTarget::pipelines;

private slots:
    void namesStagesAsTheWindowDoes()
    {
        QCOMPARE(stageName(0), std::string("A"));
        QCOMPARE(stageName(25), std::string("Z"));
        QCOMPARE(stageName(26), std::string("AA"));
        QCOMPARE(stageName(26 + 26 * 26), std::string("AAA"));
    }
    void writesRuns()
    {
        QCOMPARE(placesText(stages, {}), std::string());
        QCOMPARE(placesText(stages, {2, 0, 0}), std::string("A, C"));
        QCOMPARE(placesText(stages, {4, 0, 1, 2}), std::string("A–C, E"));
        QCOMPARE(placesText(pipelines, {0, 1}), std::string("1, 2"));
        QCOMPARE(placesText(pipelines, {0, 1, 2, 7}), std::string("1–3, 8"));
    }
    void readsWhatPeopleType()
    {
        for (const char *text : {"A, C-E", "a c–e", " A ,, c - E ", "C—E A"}) {
            const auto read = parsePlaces(stages, text);
            if (std::string_view(text).find("—") != std::string_view::npos) // another dash is no range
                QVERIFY(!read);
            else
                QCOMPARE(*read, (Places{0, 2, 3, 4}));
        }
        QCOMPARE(*parsePlaces(pipelines, "3, 1 2"), (Places{0, 1, 2}));
        QCOMPARE(*parsePlaces(stages, " "), Places());
    }
    void saysWhatIsNoPlace()
    {
        for (const char *text : {"1", "A-", "-A", "C-A", "A1", "A-B-C", "Ä", "ZZZZZZZZZZZZ"})
            QVERIFY2(!parsePlaces(stages, text), text);
        for (const char *text : {"A", "0", "-1", "2-1", "1.5", "100002", "99999999999999"})
            QVERIFY2(!parsePlaces(pipelines, text), text);
        QCOMPARE(parsePlaces(stages, "A, 7-8").error().found, std::string("\"7-8\""));
    }
    void comesBackFromItsText()
    {
        HETEROSCOPE_PROPERTY("parse(text(places)) is places, in order and once", [] {
            const auto places = *rc::gen::container<Places>(rc::gen::inRange(0, 2000));
            const auto target = *rc::gen::element(stages, pipelines);
            const std::set<int> sorted(places.begin(), places.end());
            const auto read = parsePlaces(target, placesText(target, places));
            RC_ASSERT(read.hasValue());
            RC_ASSERT(*read == Places(sorted.begin(), sorted.end()));
        });
    }
};

QTEST_GUILESS_MAIN(MappingTextTest)
#include "mapping_text_test.moc"
