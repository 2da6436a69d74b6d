// SPDX-License-Identifier: GPL-3.0-or-later
//
// The translations against the texts in the source: complete, with the same marks, without clashing mnemonics.
#include "application/application.h"
#include "language/language_choice.h"
#include "shell/main_window.h"
#include "support/strict_test.h"
#include "ui/support/window_fixture.h"

#include <QMenu>
#include <QProcess>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <algorithm>
#include <map>
#include <set>

using namespace heteroscope;

namespace {

constexpr const char *languages[] = {"de", "zh_CN"};

struct Entry
{
    QString context;
    QString source;
    QString comment;
    QString translation;
    bool finished = true;

    auto key() const { return std::tie(context, source, comment); }
    QString name() const
    {
        return QStringLiteral("%1: \"%2\"").arg(context, source) +
               (comment.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(comment));
    }
};

QString sourceFile(const char *language)
{
    return QStringLiteral("%1/resources/translations/heteroscope_%2.ts")
        .arg(qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR"), QLatin1String(language));
}

std::vector<Entry> readEntries(const QString &path)
{
    std::vector<Entry> entries;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return entries;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QStringLiteral("name"))
            context = xml.readElementText();
        else if (xml.name() == QStringLiteral("message"))
            entries.push_back({context, {}, {}, {}, true});
        else if (xml.name() == QStringLiteral("source"))
            entries.back().source = xml.readElementText();
        else if (xml.name() == QStringLiteral("comment"))
            entries.back().comment = xml.readElementText();
        else if (xml.name() == QStringLiteral("translation")) {
            entries.back().finished = !xml.attributes().hasAttribute(QStringLiteral("type"));
            entries.back().translation = xml.readElementText(QXmlStreamReader::IncludeChildElements);
        }
    }
    return xml.hasError() ? std::vector<Entry>{} : entries;
}

/// What a translation must have as often as its source: places for values, markup, tabs, the dots of a dialog.
std::multiset<QString> marksOf(const QString &text)
{
    static const QRegularExpression mark(
        QStringLiteral("%L?\\d|%n|\\[\\*\\]|<[^>]*>|&\\w+;|\\t|\\n|[…]|\\(\\*\\.[^)]*\\)"));
    std::multiset<QString> marks;
    for (auto it = mark.globalMatch(text); it.hasNext();)
        marks.insert(it.next().captured());
    if (text.trimmed().endsWith(QStringLiteral("...")))
        marks.insert(QStringLiteral("..."));
    return marks;
}

bool endsInDots(const QString &text)
{
    return text.endsWith(QStringLiteral(" …")) || text.endsWith(QStringLiteral(" ..."));
}

bool hasMnemonic(QString text)
{
    static const QRegularExpression entity(QStringLiteral("&\\w+;"));
    return !QKeySequence::mnemonic(text.remove(entity)).isEmpty();
}

} // namespace

class TranslationsTest : public StrictTest
{
    Q_OBJECT

    static void eachLanguage()
    {
        QTest::addColumn<QString>("language");
        for (const char *language : languages)
            QTest::newRow(language) << QString::fromLatin1(language);
    }

private slots:
    void cleanup() { speak(QLocale(QLocale::English)); }

    void everyTextOfTheSourceIsTranslated_data() { eachLanguage(); }
    void everyTextOfTheSourceIsTranslated()
    {
        QFETCH(QString, language);
        const QString kept = sourceFile(qPrintable(language));
        const QTemporaryDir folder;
        const QString fresh = folder.filePath(QFileInfo(kept).fileName());
        QVERIFY(QFile::copy(kept, fresh));
        QStringList command = QStringLiteral(HETEROSCOPE_LUPDATE).split(u'|');
        QProcess lupdate;
        lupdate.setProcessChannelMode(QProcess::MergedChannels);
        lupdate.start(command.takeFirst(), command << QStringLiteral("-ts") << fresh);
        QVERIFY2(lupdate.waitForFinished(-1), qPrintable(lupdate.errorString()));
        QVERIFY2(lupdate.exitCode() == 0, lupdate.readAll().constData());

        std::set<QString> known;
        for (const Entry &entry : readEntries(kept))
            known.insert(entry.name());
        const std::vector<Entry> wanted = readEntries(fresh);
        QVERIFY(wanted.size() > 500); // lupdate did find the source
        QStringList missing;
        for (const Entry &entry : wanted) {
            if (!entry.finished || entry.translation.isEmpty())
                missing << entry.name();
            known.erase(entry.name());
        }
        QVERIFY2(missing.isEmpty(),
                 qPrintable(QStringLiteral("%1 lacks what the source says. Build the target update_translations, then "
                                           "fill in what is marked unfinished:\n%2")
                                .arg(kept, missing.join(u'\n'))));
        QVERIFY2(known.empty(),
                 qPrintable(QStringLiteral("%1 holds what the source no longer says, as %2. Build the target "
                                           "update_translations.")
                                .arg(kept, known.empty() ? QString() : *known.begin())));
    }

    void everyActionIsTranslated_data() { eachLanguage(); }
    void everyActionIsTranslated()
    {
        // lupdate finds a text of the table only where it stands in QT_TRANSLATE_NOOP.
        QFETCH(QString, language);
        std::set<QString> known;
        for (const Entry &entry : readEntries(sourceFile(qPrintable(language))))
            if (entry.context == QStringLiteral("Actions"))
                known.insert(entry.source);
        std::vector<ActionSpec> specs = actionTable();
        std::ranges::move(dockActionSpecs(), std::back_inserter(specs));
        for (const ActionSpec &spec : specs) {
            const bool namesLanguage =
                spec.id == ActionId::english || spec.id == ActionId::german || spec.id == ActionId::chinese;
            QVERIFY2(namesLanguage || known.count(QString::fromUtf8(spec.text)), spec.text);
            QVERIFY2(!spec.submenu || known.count(QString::fromUtf8(spec.submenu)), spec.submenu);
        }
    }

    void translationsKeepTheMarksOfTheirSource_data() { eachLanguage(); }
    void translationsKeepTheMarksOfTheirSource()
    {
        QFETCH(QString, language);
        QStringList wrong;
        for (const Entry &entry : readEntries(sourceFile(qPrintable(language)))) {
            if (entry.translation.isEmpty())
                continue; // said by the test above
            if (marksOf(entry.source) != marksOf(entry.translation) ||
                endsInDots(entry.source) != endsInDots(entry.translation) ||
                hasMnemonic(entry.source) != hasMnemonic(entry.translation))
                wrong << entry.name() + QStringLiteral(" as \"%1\"").arg(entry.translation);
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void marksAreFound()
    {
        QVERIFY(marksOf(QStringLiteral("%1 of %2")) != marksOf(QStringLiteral("%1 von %1")));
        QVERIFY(marksOf(QStringLiteral("%1 of %2")) == marksOf(QStringLiteral("%2 的 %1")));
        QVERIFY(marksOf(QStringLiteral("<b>%1</b> more")) != marksOf(QStringLiteral("<b>%1 mehr")));
        QVERIFY(marksOf(QStringLiteral("Open …")) != marksOf(QStringLiteral("Öffnen")));
        QVERIFY(hasMnemonic(QStringLiteral("&Open")));
        QVERIFY(!hasMnemonic(QStringLiteral("a &nbsp; b")));
        QVERIFY(!hasMnemonic(QStringLiteral("this && that")));
    }

    void mnemonicsOfAMenuDiffer_data()
    {
        eachLanguage();
        QTest::newRow("en") << QStringLiteral("en");
    }
    void mnemonicsOfAMenuDiffer()
    {
        QFETCH(QString, language);
        speak(localeOf(*languageChoiceNamed(language)));
        GatedEngine gated;
        const MainWindow window(gated.engine());
        for (const QMenu *menu : window.findChildren<QMenu *>()) {
            std::map<QString, QString> texts;
            for (const QAction *action : menu->actions()) {
                const QString key = QKeySequence::mnemonic(action->text()).toString();
                if (key.isEmpty())
                    continue;
                const auto [it, isNew] = texts.emplace(key, action->text());
                QVERIFY2(isNew, qPrintable(QStringLiteral("%1: %2 and %3").arg(key, it->second, action->text())));
            }
        }
    }

    void theSystemAsksForTheLanguageThatItIsIn_data()
    {
        QTest::addColumn<QStringList>("wanted");
        QTest::addColumn<QString>("spoken");
        const auto row = [](const char *wanted, const char *spoken) {
            QTest::newRow(wanted) << QString::fromLatin1(wanted).split(u' ') << QString::fromLatin1(spoken);
        };
        row("en-US", "en_US");
        row("de-AT de-Latn-AT de", "de_DE");
        row("zh-Hans-CN zh-CN zh", "zh_CN");
        row("zh-Hant-TW zh-TW", "en_US"); // there is no traditional one
        row("fr-FR de-DE", "de_DE");
        row("en-GB de-DE", "en_US");
        row("C", "en_US");
    }
    void theSystemAsksForTheLanguageThatItIsIn()
    {
        QFETCH(QStringList, wanted);
        QFETCH(QString, spoken);
        QCOMPARE(localeOf(LanguageChoice::system, wanted).name(), spoken);
        QCOMPARE(localeOf(LanguageChoice::german, wanted).name(), QStringLiteral("de_DE"));
    }

    void theCommandLineChoosesForOneRun()
    {
        QCOMPARE(parseCommandLine({"--language", "de"}).language, std::optional(LanguageChoice::german));
        QCOMPARE(parseCommandLine({"--language=zh_CN", "p.json"}).language, std::optional(LanguageChoice::chinese));
        QVERIFY(!parseCommandLine({"p.json"}).language);
        QVERIFY(parseCommandLine({"--language", "fr"}).mistake.contains(QStringLiteral("expected en, de, zh_CN")));
    }

    void theChoiceIsKeptAndSaysWhenItHolds()
    {
        GatedEngine gated;
        MainWindow window(gated.engine());
        QStringList said;
        Dialogs dialogs;
        dialogs.report = [&said](const QString &title, const QString &) { said << title; };
        window.setDialogs(dialogs);
        Actions &actions = window.actions();
        QCOMPARE(keptLanguageChoice(), LanguageChoice::system);
        QVERIFY(actions[ActionId::systemLanguage]->isChecked());
        actions[ActionId::german]->trigger();
        QCOMPARE(keptLanguageChoice(), LanguageChoice::german);
        QCOMPARE(said.size(), 1);
        QVERIFY(actions[ActionId::german]->isChecked());
        QVERIFY(!actions[ActionId::systemLanguage]->isChecked());
        actions[ActionId::german]->trigger(); // again: it stays chosen
        QVERIFY(actions[ActionId::german]->isChecked());
        actions[ActionId::english]->trigger(); // spoken already
        QCOMPARE(keptLanguageChoice(), LanguageChoice::english);
        QCOMPARE(said.size(), 2);
        keepLanguageChoice(LanguageChoice::system);
    }

private:
    PrivateSettings m_settings;
};

QTEST_MAIN(TranslationsTest)
#include "translations_test.moc"
