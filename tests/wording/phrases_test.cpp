// SPDX-License-Identifier: GPL-3.0-or-later
//
// Core's sentences in German and Chinese: the lookup, and that no fixed text of the held sources is missing. A new text
// fails here until resources/phrases/de.json and zh_CN.json have it.
#include "support/fixed_texts.h"
#include "support/property.h"
#include "support/strict_test.h"
#include "wording/phrases.h"

#include "json/object_reader.h"

#include <fmt/format.h>

#include <QDirIterator>
#include <QFile>

#include <set>

using namespace heteroscope;

namespace {

/// Folders of core, and files, each of whose sentences is translated. Not held: commands, usage and the rest of
/// wording, which the command line says; calibration, whose errors are translated, but whose keys of CSV files look
/// like sentences.
const QStringList heldSources = {"base",
                                 "json",
                                 "cluster",
                                 "workload",
                                 "strategy",
                                 "project",
                                 "cost",
                                 "simulator",
                                 "planner",
                                 "design",
                                 "lesson",
                                 "sweep",
                                 "exchange",
                                 "wording/planner_text.cpp",
                                 "wording/step_text.cpp",
                                 "report/html_report.cpp",
                                 "report/cluster_svg.cpp",
                                 "report/timeline_svg.cpp"};

/// Texts that are not for those who use the window in their language: the lesson that an author begins with, and words
/// that stand in all languages beside one another.
const QStringList notHeld = {"lesson/new_lesson.cpp", "lesson/sheet_page.cpp"};

const std::vector<const char *> languages = {"de", "zh_CN"};

QString coreFolder() { return qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR") + "/core/"; }

QStringList filesOf(const QString &held)
{
    if (held.contains('.'))
        return {coreFolder() + held};
    QStringList files;
    QDirIterator sources(coreFolder() + held, {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
    while (sources.hasNext()) {
        const QString file = sources.next();
        if (!notHeld.contains(file.mid(coreFolder().size())))
            files << file;
    }
    files.sort();
    return files;
}

/// What is added to another text is looked up together with it.
std::string whole(std::string text)
{
    if (text.front() == ' ' || text.front() == ',' || text.front() == ';')
        text.insert(0, "{}");
    if (text.back() == ' ')
        text += "{}";
    return text;
}

const Phrases &sample()
{
    static const Phrases phrases("{\"phrases\": {"
                                 "\"a link from {} to {}\": \"Verbindung von {} nach {}\","
                                 "\"{} rows for {} nodes\": \"{2} Knoten, {1} Reihen\","
                                 "\"the {}\": \"das {}\", \"the last {} of {}\": \"das letzte {1} ({2})\","
                                 "\"no node\": \"kein Knoten\", \"broken\": 7, \"nothing\": \"\","
                                 "\"add \\\"{}\\\"\": \"ergänze \\\"{}\\\"\"}}");
    return phrases;
}

} // namespace

class PhrasesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aSentenceIsMatchedWithItsValues()
    {
        const auto said = [](const char *text) { return sample().translated(text); };
        QCOMPARE(said("a link from \"a\" to \"b\""), std::string("Verbindung von \"a\" nach \"b\""));
        QCOMPARE(said("4 rows for 10 nodes"), std::string("10 Knoten, 4 Reihen"));
        QCOMPARE(said("the no node"), std::string("das kein Knoten"));                      // a phrase within
        QCOMPARE(said("the last no node of 3"), std::string("das letzte kein Knoten (3)")); // most letters
        QCOMPARE(said("x; no node. no node"), std::string("x; kein Knoten. kein Knoten"));
        QCOMPARE(said("an unknown text"), std::string("an unknown text"));
        QCOMPARE(said(""), std::string());
    }
    void namesInQuotationMarksStayAsTheyAre()
    {
        const auto said = [](const char *text) { return sample().translated(text); };
        QCOMPARE(said("a link from \"a to b\" to \"no node\""),
                 std::string("Verbindung von \"a to b\" nach \"no node\""));
        QCOMPARE(said("a link from \"a\\\" to b\" to \"c\""), std::string("Verbindung von \"a\\\" to b\" nach \"c\""));
        QCOMPARE(said("add \"no node\""), std::string("ergänze \"no node\""));
        QCOMPARE(said("\"a; no node\""), std::string("\"a; no node\""));
        QCOMPARE(said("a link from {2} to {}"), std::string("Verbindung von {2} nach {}")); // braces of a name
    }
    void whatIsNoFileOfPhrasesHasNone()
    {
        for (const char *text : {"", "[", "[]", "{}", "{\"phrases\": []}", "{\"phrases\": {\"\": \"x\"}}"})
            QCOMPARE(Phrases(text).translated("no node"), std::string("no node"));
        QCOMPARE(Phrases::of("en").translated("an object"), std::string("an object"));
        QCOMPARE(Phrases::of("../de").translated("an object"), std::string("an object"));
    }
    void hostileTextsEndAndKeepTheirContent()
    {
        // Longer than any sentence: as it is. Just below: each step of the search is a pass over the text.
        const std::string tooLong(longestPhrase + 1, 'a');
        QCOMPARE(Phrases::of("de").translated(tooLong), tooLong);
        for (const char *part : {"a to ", "; ", "\"", "\\", "{}", "{1}", ", : . ", "exceeds memory by ", "\xff\xfe"}) {
            std::string text;
            while (text.size() + 20 < longestPhrase)
                text += part;
            for (const char *language : languages)
                QVERIFY(!Phrases::of(language).translated(text).empty());
        }
    }
    void namesComeOutAsTheyWentIn()
    {
        HETEROSCOPE_PROPERTY("names in quotation marks", [] {
            const auto letters = rc::gen::elementOf(std::string("xyz {}1;,.:"));
            const auto name = quoteText(*rc::gen::container<std::string>(letters));
            RC_ASSERT(sample().translated("a link from " + name + " to 7") == "Verbindung von " + name + " nach 7");
        });
        HETEROSCOPE_PROPERTY("any bytes", [] {
            const auto text = *rc::gen::arbitrary<std::string>();
            for (const char *language : languages)
                RC_ASSERT(Phrases::of(language).translated(text).empty() == text.empty());
        });
    }
    void theScannerReadsExpressions()
    {
        const auto texts = [](const char *source) {
            std::vector<std::string> found;
            for (const FixedText &one : fixedTexts(source))
                found.push_back(one.text);
            return found;
        };
        using Texts = std::vector<std::string>;
        QCOMPARE(texts("f(\"no path from \" + name + \" to \" + quoteText(other));"), Texts({"no path from {} to {}"}));
        QCOMPARE(texts("return fmt::format(\"{:.1f} of {}\", a, all);"), Texts({"{} of {}"}));
        QCOMPARE(texts("const auto x = known ? \"a node\" : \"a device\";"), Texts({"a node", "a device"}));
        QCOMPARE(texts("g(fmt::format(\"{} {}\", one ? \"is\" : \"are\", n));"), Texts({"is {}", "are {}"}));
        QCOMPARE(texts("// \"a comment\"\nError{Code::x, {}, path(1), \"a\" \"b\", \"c\", {}};"), Texts({"ab", "c"}));
        QVERIFY(isProse("a node") && isProse("{} nodes") && isProse("at {}") && isProse("x, then {}"));
        QVERIFY(!isProse("node") && !isProse("{}: {}") && !isProse("{} GB") && !isProse("<p class=\"a b\">"));
    }
    void everyFixedTextIsTranslated()
    {
        QStringList missing;
        int texts = 0;
        for (const QString &held : heldSources) {
            for (const QString &name : filesOf(held)) {
                QFile file(name);
                QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(name));
                for (const FixedText &one : fixedTexts(file.readAll().toStdString())) {
                    if (!isProse(one.text))
                        continue;
                    ++texts;
                    for (const char *language : languages)
                        if (!Phrases::of(language).has(whole(one.text)))
                            missing << QStringLiteral("%1:%2: %3: %4")
                                           .arg(name.mid(coreFolder().size()))
                                           .arg(one.line)
                                           .arg(language, QString::fromStdString(whole(one.text)));
                }
            }
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
        QVERIFY2(texts > 1000, qPrintable(QString::number(texts))); // the scan saw them
    }
    void everyTranslationHasItsPlaceholders()
    {
        for (const char *language : languages) {
            const auto mistakes = Phrases::of(language).mistakes();
            QVERIFY2(mistakes.empty(), mistakes.empty() ? "" : mistakes.front().c_str());
        }
        QCOMPARE(Phrases(R"({"phrases": {"{} of {}": "{1}", "a": "{}", "b": "", "{} x {}": "{2} {1}"}})").mistakes(),
                 (std::vector<std::string>{"{} of {}: {1}", "a: {}", "b: "}));
    }
};

QTEST_GUILESS_MAIN(PhrasesTest)
#include "phrases_test.moc"
