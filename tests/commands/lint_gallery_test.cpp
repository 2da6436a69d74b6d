// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope lint on the gallery of examples and on the projects that it shows.
#include "lesson/gallery.h"
#include "support/hscope_run.h"
#include "support/strict_test.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace heteroscope;
using namespace heteroscope::test;

class LintGalleryTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theShippedFilesHaveNoFindings()
    {
        const QDir folder(QString::fromStdString(sourcePath("/resources/gallery")));
        const auto files = folder.entryList({QStringLiteral("*.json")});
        QVERIFY(files.contains(QStringLiteral("gallery.json")));
        for (const QString &file : files) {
            const auto run = hscope({"lint", folder.filePath(file).toStdString()});
            QCOMPARE(run.status, 0);
            QCOMPARE(run.out, std::string("1 file, 0 errors, 0 warnings\n"));
        }
    }
    void aFigureThatDoesNotExistIsNamedWithItsPlace()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("own.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"formatVersion": 1, "examples": [{"project": "mixed-32.hscope.json", "question": "How fast?",
                       "answer": "{stepTme}"}]})");
        file.close();
        const auto run = hscope({"lint", path.toStdString()});
        QCOMPARE(run.status, 1);
        for (const char *part : {"own.json", "/examples/0/answer/en", "{stepTme}", "stepTime"})
            QVERIFY2(run.out.find(part) != std::string::npos, run.out.c_str());
    }
};

QTEST_GUILESS_MAIN(LintGalleryTest)
#include "lint_gallery_test.moc"
