// SPDX-License-Identifier: GPL-3.0-or-later
//
// Errors of core in the language of the window.
#include "language/sentences.h"

#include "language/language_choice.h"
#include "support/strict_test.h"

using namespace heteroscope;

class SentencesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void cleanup() { speak(QLocale(QLocale::English)); }

    void errorsSpeakTheLanguageOfTheWindow_data()
    {
        QTest::addColumn<QLocale>("locale");
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("refusal");
        QTest::newRow("en")
            << QLocale(QLocale::English)
            << "/cluster/links/3: the name \"a to b\", expected a name that no other node, switch, link "
               "or rack has"
            << "the name \"a to b\", expected a name that no other node, switch, link or rack has (rename "
               "one of them)";
        QTest::newRow("de") << localeOf(LanguageChoice::german)
                            << QStringLiteral(
                                   "/cluster/links/3: der Name \"a to b\", erwartet ein Name, den kein anderer "
                                   "Knoten, Switch, keine Verbindung und kein Rack hat")
                            << QStringLiteral(
                                   "der Name \"a to b\", erwartet ein Name, den kein anderer Knoten, Switch, "
                                   "keine Verbindung und kein Rack hat (einen davon umbenennen)");
        QTest::newRow("zh_CN")
            << localeOf(LanguageChoice::chinese)
            << QStringLiteral("/cluster/links/3: 名称 \"a to b\"，应为 其他节点、交换机、链路或机架都没有的名称")
            << QStringLiteral("名称 \"a to b\"，应为 其他节点、交换机、链路或机架都没有的名称 (给其中一个改名)");
    }
    void errorsSpeakTheLanguageOfTheWindow()
    {
        QFETCH(QLocale, locale);
        speak(locale);
        const Error error{Error::Code::invalid,
                          "x.json",
                          "/cluster/links/3",
                          "the name \"a to b\"",
                          "a name that no other node, switch, link or rack has",
                          "rename one of them"};
        QTEST(sentenceOf(error), "sentence");
        QTEST(refusalOf(error), "refusal");
        QCOMPARE(spoken("words that core has nowhere"), QStringLiteral("words that core has nowhere"));
    }
};

QTEST_MAIN(SentencesTest)
#include "sentences_test.moc"
