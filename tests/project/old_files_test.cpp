// SPDX-License-Identifier: GPL-3.0-or-later
//
// Projects as earlier versions saved them, in tests/project/corpus/<formatVersion>/: they open without a mistake, hold
// what they held, and are saved in today's form. Files are added there, never changed.
#include "base/files.h"
#include "project/project_file.h"
#include "support/strict_test.h"

#include <QDir>

using namespace heteroscope;

namespace {

QDir corpus(int version)
{
    return QDir(qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR") + "/tests/project/corpus/" + QString::number(version));
}

} // namespace

class OldFilesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everyFormatVersionHasFiles()
    {
        for (int version = 1; version <= projectFormatVersion; ++version)
            QVERIFY2(!corpus(version).entryList({"*.hscope.json"}).isEmpty(), qPrintable(corpus(version).path()));
    }
    void theyOpenAndAreSavedAsTheyAre_data()
    {
        QTest::addColumn<QString>("file");
        for (int version = 1; version <= projectFormatVersion; ++version) {
            for (const QString &name : corpus(version).entryList({"*.hscope.json"}))
                QTest::addRow("%d/%s", version, qPrintable(name)) << corpus(version).filePath(name);
        }
    }
    void theyOpenAndAreSavedAsTheyAre()
    {
        QFETCH(QString, file);
        const auto text = readTextFile(file.toStdString());
        QVERIFY(text);
        const auto loaded = parseProject(*text, file.toStdString());
        for (const auto &error : loaded.findings.errors)
            qInfo("%s", toString(error).c_str());
        QVERIFY(loaded.findings.ok());
        const auto json = *parseJson(*text);
        const auto &project = loaded.project;
        QCOMPARE(project.title, json["title"].get<std::string>());
        QCOMPARE(project.cluster.nodes.size(), json["cluster"]["nodes"].size());
        QCOMPARE(project.cluster.switches.size(), json["cluster"]["switches"].size());
        QCOMPARE(project.plans.size(), json.contains("plans") ? json["plans"].size() : std::size_t(0));
        QVERIFY(findPlanMistakes(project).ok());
        const auto again = parseProject(projectText(project), "again");
        QVERIFY(again.findings.ok());
        QVERIFY(again.project == project);
    }
};

QTEST_GUILESS_MAIN(OldFilesTest)
#include "old_files_test.moc"
