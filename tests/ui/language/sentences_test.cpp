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

    /// Of the project in the window no path is shown, but what it leads to.
    void mistakesOfTheProjectAreCalledByWhatTheyAreAbout()
    {
        Cluster cluster;
        cluster.nodes.resize(2);
        cluster.nodes[1].name = "leaf-1";
        DeviceGroup group;
        group.name = "old";
        cluster.deviceGroups = {group};
        const auto said = [&cluster](const char *path, const char *found) {
            return problemOf(Error{Error::Code::invalid, {}, path, found, "8", "less"}, cluster);
        };
        QCOMPARE(said("/pipelines/0/stages", "34 layers"), QStringLiteral("the plan: 34 layers, expected 8"));
        QCOMPARE(said("/workload/job/globalBatch", "0"), QStringLiteral("the job: 0, expected 8"));
        QCOMPARE(said("/workload/model/layers", "0"), QStringLiteral("the model: 0, expected 8"));
        QCOMPARE(said("/cluster/nodes/1/devices", "12 devices"), QStringLiteral("leaf-1: 12 devices, expected 8"));
        QCOMPARE(said("/cluster/nodes/1", "\"leaf-1\" twice"), QStringLiteral("\"leaf-1\" twice, expected 8"));
        QCOMPARE(said("/cluster/deviceGroups/0/devices", "none"), QStringLiteral("old: none, expected 8"));
        QCOMPARE(said("", "no device"), QStringLiteral("no device, expected 8"));
        QCOMPARE(problemOf(Error{Error::Code::invalid, {}, "/pipelines", {}, {}, "the sentence"}, cluster),
                 QStringLiteral("the plan: the sentence"));
    }
};

QTEST_MAIN(SentencesTest)
#include "sentences_test.moc"
