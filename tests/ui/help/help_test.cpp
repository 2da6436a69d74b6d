// SPDX-License-Identifier: GPL-3.0-or-later
//
// The help has the same pages in every language, finds what is searched for, and is reached by F1.
#include "help/help_window.h"

#include "settings/actions.h"
#include "strategy/schedule.h"
#include "support/strict_test.h"
#include "ui/support/opened_example.h"
#include "ui/support/window_fixture.h"

#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QTextTable>

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
