// SPDX-License-Identifier: GPL-3.0-or-later
//
// The help has the same pages in every language, finds what is searched for, and is reached by F1.
#include "help/help_window.h"

#include "headline/headline_strip.h"
#include "language/glossary_words.h"
#include "report/glossary.h"
#include "settings/actions.h"
#include "strategy/schedule.h"
#include "support/strict_test.h"
#include "ui/support/opened_example.h"
#include "ui/support/window_fixture.h"

#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QTextTable>
#include <QXmlStreamReader>

#include <set>

using namespace heteroscope;

namespace {

const QLocale english(QLocale::English);
const QLocale german(QLocale::German);
const QLocale chinese(QLocale::Chinese, QLocale::China);

} // namespace

class HelpTest : public StrictTest
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeKind::light); }

    void everyLanguageHasTheSamePages()
    {
        const auto pages = helpPages(english);
        QVERIFY(pages.size() >= 8);
        for (const QLocale &language : {german, chinese}) {
            const auto translated = helpPages(language);
            QCOMPARE(translated.size(), pages.size());
            for (std::size_t i = 0; i < pages.size(); ++i) {
                QCOMPARE(translated[i].name, pages[i].name);
                QVERIFY2(translated[i].markdown != pages[i].markdown, qPrintable(pages[i].name));
                // Every table has as many rows, every formula and every source is there.
                const auto same = [&](const QString &what) {
                    return translated[i].markdown.count(what) == pages[i].markdown.count(what);
                };
                QVERIFY2(same(QStringLiteral("\n|")), qPrintable(language.name() + pages[i].name));
                QVERIFY2(same(QStringLiteral("\n    ")), qPrintable(language.name() + pages[i].name));
                QVERIFY2(same(QStringLiteral("arXiv ")), qPrintable(language.name() + pages[i].name));
            }
        }
        QCOMPARE(helpPages(QLocale(QLocale::Finnish)).front().title, pages.front().title);
    }

    void everyScheduleIsExplained()
    {
        QString page;
        for (const HelpPage &one : helpPages(english))
            if (one.name.endsWith(QStringLiteral("schedules")))
                page = one.markdown;
        for (const ScheduleKind kind : {ScheduleKind::gpipe, ScheduleKind::oneFOneB, ScheduleKind::zbH1})
            QVERIFY2(page.contains(scheduleOf(kind).facts().displayName), scheduleOf(kind).facts().displayName);
    }

    /// Abbreviations are what a newcomer cannot guess: each one of any text of the window, its tooltips among them, is
    /// in the glossary, in every language; or it names a file format or another program.
    void everyAbbreviationOfTheWindowIsInTheGlossary()
    {
        const std::set<QString> others = {"APNG",      "ASTRA",   "CPU",  "CPUs",        "CSV",     "CUDA", "DeepSpeed",
                                          "FlagScale", "GNU",     "HTML", "HeteroScope", "JSON",    "LM",   "MMMM",
                                          "NCCL",      "NeMo",    "PDF",  "PNG",         "PyTorch", "RCCL", "SVG",
                                          "SimAI",     "SimuMax", "TOML", "USD",         "XML",     "YAML"};
        std::set<QString> known;
        for (const GlossaryEntry &entry : glossary("en"))
            for (const std::string &word : entry.words)
                known.insert(QString::fromStdString(word));
        QFile texts(qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR") +
                    QStringLiteral("/resources/translations/heteroscope_de.ts"));
        QVERIFY(texts.open(QIODevice::ReadOnly));
        QXmlStreamReader reader(&texts);
        static const QRegularExpression abbreviation(
            QStringLiteral("(?<![\\w%])[A-Z][A-Za-z]*[A-Z][A-Za-z0-9]*(?:-H[12]|-V)?\\b"));
        int seen = 0;
        while (!reader.atEnd()) {
            if (reader.readNext() != QXmlStreamReader::StartElement || reader.name() != QStringLiteral("source"))
                continue;
            const QString text = reader.readElementText();
            for (auto match = abbreviation.globalMatch(text); match.hasNext(); ++seen) {
                const QString word = match.next().captured();
                QVERIFY2(known.contains(word) || others.contains(word),
                         qPrintable(QStringLiteral("%1 in \"%2\"").arg(word, text)));
            }
        }
        QVERIFY(!reader.hasError());
        QVERIFY(seen > 100);
        // The parts of a step and of a device's memory, as the window names them.
        for (const char *word : {"bubble", "recompute", "optimizer", "weights", "gradients", "activations", "logits",
                                 "buffers", "reserve", "stage", "lane", "micro-batch", "exposed"})
            QVERIFY2(!termsIn(word, "en").empty(), word);
    }

    void tooltipsSayWhatTheGlossarySays()
    {
        const auto items = HeadlineStrip::items(nullptr);
        QCOMPARE(items[3].explanation, meaningOf("bubble"));
        QVERIFY(meaningOf("bubble").startsWith(QStringLiteral("Waiting for ")));
        for (const char *word : {"step time", "MFU", "throughput", "exposed"})
            QVERIFY2(meaningOf(word).endsWith(u'.'), word);
        QVERIFY(meaningOf("xylophone").isEmpty());
    }

    void wordsAreFoundInTitlesFirst()
    {
        const auto pages = helpPages(english);
        QCOMPARE(searchHelp(pages, QString()).size(), pages.size());
        const auto found = searchHelp(pages, QStringLiteral("MEMORY"));
        QVERIFY(found.size() > 2);
        QCOMPARE(pages[found.front().page].name, QStringLiteral("04-memory"));
        const auto two = searchHelp(pages, QStringLiteral("straggler slowed"));
        QCOMPARE(two.size(), std::size_t(1));
        QVERIFY(two.front().excerpt.startsWith(QStringLiteral("straggler – ")));
        QVERIFY(searchHelp(pages, QStringLiteral("xylophone")).empty());
        QCOMPARE(searchHelp(helpPages(chinese), QStringLiteral("掉队者")).size(), std::size_t(1));
    }

    void theWindowShowsAndMarksWhatIsSearched()
    {
        HelpWindow help(english);
        help.show();
        QCOMPARE(help.list()->count(), static_cast<int>(helpPages(english).size()));
        QVERIFY(help.page()->toPlainText().contains(QStringLiteral("Draw or open a cluster")));
        help.search({});
        QTest::keyClicks(help.field(), QStringLiteral("all-reduce"));
        QVERIFY(help.list()->count() > 1);
        QVERIFY(!help.page()->extraSelections().isEmpty());
        const QString before = help.page()->toPlainText();
        QTest::keyClick(help.field(), Qt::Key_Down);
        QVERIFY(help.page()->toPlainText() != before);
        help.search(QStringLiteral("xylophone"));
        QCOMPARE(help.list()->count(), 0);
        QVERIFY(help.page()->toPlainText().contains(QStringLiteral("No page")));
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            ThemeHolder::instance().setKind(kind);
            QApplication::processEvents(); // the palette
            help.search({});
            help.search(QStringLiteral("bubble"));
            QCOMPARE(help.list()->currentItem()->text().section(u'\n', 0, 0), QStringLiteral("Formulas"));
            help.list()->setCurrentRow(1);
            if (const QString pictures = qEnvironmentVariable("HETEROSCOPE_PICTURES"); !pictures.isEmpty())
                help.grab().save(pictures + (kind == ThemeKind::light ? "/help-light.png" : "/help-dark.png"));
        }
        ThemeHolder::instance().setKind(ThemeKind::light);
    }

    void theKeyForHelpOpensIt()
    {
        const PrivateSettings settings;
        OpenedExample o;
        o.pressKeyOf(ActionId::help);
        auto *help = o.window.findChild<HelpWindow *>();
        QVERIFY(help && help->isVisible());
        o.action(ActionId::help)->trigger(); // not a second one
        QCOMPARE(o.window.findChildren<HelpWindow *>().size(), 1);
        QTest::keyClick(help, Qt::Key_Escape);
        QTRY_VERIFY(o.window.findChildren<HelpWindow *>().isEmpty());
    }
};

QTEST_MAIN(HelpTest)
#include "help_test.moc"
