// SPDX-License-Identifier: GPL-3.0-or-later
//
// Errors as they arise, with their names and figures, in German and Chinese: nothing of the English sentence is left.
#include "base/embedded_files.h"
#include "cluster/topology.h"
#include "project/project_file.h"
#include "strategy/plan.h"
#include "support/mutate_json.h"
#include "support/strict_test.h"
#include "wording/phrases.h"

#include <QRegularExpression>

#include <algorithm>
#include <set>

using namespace heteroscope;

namespace {

/// Two English words side by side that are in both texts. What is in quotation marks or a key of a file is a name.
QString leftOver(const std::string &english, const std::string &translated)
{
    static const QRegularExpression quoted("\"[^\"]*\"|`[^`]*`|\\S*[/_]\\S*");
    static const QRegularExpression pair("(?=\\b([a-z]{2,} [a-z]{2,})\\b)");
    const QString text = QString::fromStdString(english).remove(quoted);
    const QString other = QString::fromStdString(translated).remove(quoted);
    for (const QRegularExpressionMatch &match : pair.globalMatch(text))
        if (other.contains(QRegularExpression("\\b" + match.captured(1) + "\\b")))
            return match.captured(1);
    return {};
}

/// Whether each quotation mark is closed. A long name is cut and never closed; the parser of JSON quotes what it read.
bool isWhole(const std::string &text) { return std::ranges::count(text, '"') % 2 == 0; }

/// Texts of the errors of a project file that was broken in many ways.
std::set<std::string> textsOfErrors(const std::string &file, std::uint64_t seeds)
{
    std::set<std::string> texts;
    const std::string project(embeddedFile(file));
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const LoadedProject loaded = parseProject(test::JsonMutator(seed).mutated(project), "x.hscope.json");
        Findings findings = loaded.findings;
        if (findings.ok()) {
            if (const auto topology = Topology::build(loaded.project.cluster); !topology)
                findings.errors.push_back(topology.error());
            else
                for (const NamedPlan &plan : loaded.project.plans)
                    findings.append(findPlanMistakes(plan.plan, *topology, loaded.project.workload, "/plan"));
        }
        for (const auto *errors : {&findings.errors, &findings.warnings})
            for (const Error &error : *errors)
                texts.insert({error.found, error.expected, error.hint});
    }
    return texts;
}

} // namespace

class ErrorPhrasesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void leftOverWordsAreSeen()
    {
        QCOMPARE(leftOver("a link from \"x\"", "eine a link from \"x\""), QString("link from"));
        QCOMPARE(leftOver("a link from \"x\"", "eine Verbindung von \"x\""), QString());
        QCOMPARE(leftOver("the key \"a link from\"", "der Schlüssel \"a link from\""), QString());
    }
    void brokenProjects_data()
    {
        QTest::addColumn<QString>("file");
        for (const char *name : {"examples/mixed-32", "examples/rtx3090-titan", "scenarios/two-jobs-32",
                                 "scenarios/diurnal-32", "gallery/mixtral-16", "gallery/noon-16"})
            QTest::newRow(name) << QString("%1.hscope.json").arg(name);
    }
    void brokenProjects()
    {
        QFETCH(QString, file);
        const auto texts = textsOfErrors(file.toStdString(), 150);
        QVERIFY2(texts.size() > 30, qPrintable(QString::number(texts.size())));
        QStringList left;
        for (const char *language : {"de", "zh_CN"})
            for (const std::string &text : texts)
                if (isWhole(text) && !leftOver(text, Phrases::of(language).translated(text)).isEmpty())
                    left << QString::fromStdString(text + " -> " + Phrases::of(language).translated(text));
        QVERIFY2(left.isEmpty(), qPrintable(left.join('\n')));
    }
};

QTEST_GUILESS_MAIN(ErrorPhrasesTest)
#include "error_phrases_test.moc"
