// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/glossary.h"

#include "support/strict_test.h"

#include <algorithm>
#include <set>

using namespace heteroscope;

namespace {

std::vector<std::string> headingsIn(std::string_view text, std::string_view language = "en")
{
    std::vector<std::string> headings;
    for (const GlossaryEntry *entry : termsIn(text, language))
        headings.push_back(entry->heading);
    return headings;
}

} // namespace

class GlossaryTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everyLanguageHasTheSameRows()
    {
        const auto &english = glossary("en");
        QVERIFY(english.size() > 40);
        QCOMPARE(&glossary("fi"), &english);
        for (const char *language : {"en", "de", "zh_CN"}) {
            const auto &own = glossary(language);
            QCOMPARE(own.size(), english.size());
            std::set<std::string> words;
            for (const GlossaryEntry &entry : own) {
                QVERIFY2(!entry.words.empty() && !entry.meaning.empty(), entry.heading.c_str());
                for (const std::string &word : entry.words)
                    QVERIFY2(words.insert(word).second, (word + " stands twice").c_str());
            }
        }
        // Abbreviations are written alike in all of them, so rows of one place are of one thing.
        for (std::size_t i = 0; i < english.size(); ++i)
            for (const std::string &word : english[i].words)
                if (word.size() <= 4 && std::ranges::all_of(word, [](char c) { return c >= 'A' && c <= 'Z'; }))
                    for (const char *language : {"de", "zh_CN"}) {
                        const auto &same = glossary(language)[i].words;
                        QVERIFY2(std::ranges::find(same, word) != same.end(), word.c_str());
                    }
    }

    void wordsAreFoundWhereTheyStandForThemselves()
    {
        using Headings = std::vector<std::string>;
        QCOMPARE(headingsIn("An airplane with explanations"), Headings());
        QCOMPARE(headingsIn("A lane and a Bubble"), (Headings{"lane, row", "bubble"}));
        QCOMPARE(headingsIn("Micro-batches pass"), (Headings{"micro-batch", "pass, forward, backward"}));
        QCOMPARE(headingsIn(""), Headings());
        QCOMPARE(headingsIn("Die Stufen warten: eine Bubble", "de"), (Headings{"Stufe (stage)", "Bubble"}));
        QVERIFY(headingsIn("Stufenweise", "de").empty());
        QCOMPARE(headingsIn("\u6d41\u6c34\u7ebf\u4e2d\u7684\u6c14\u6ce1", "zh_CN"),
                 (Headings{"\u6d41\u6c34\u7ebf", "\u6c14\u6ce1\uff08bubble\uff09"}));
    }

    void aWordInBracketsIsOneToo()
    {
        const auto found = termsIn("the straggler", "de");
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found.front()->words, (std::vector<std::string>{"Nachz\u00fcgler", "straggler"}));
    }
};

QTEST_GUILESS_MAIN(GlossaryTest)
#include "glossary_test.moc"
