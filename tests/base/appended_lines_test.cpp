// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of lines that are cut off anywhere, on full disks and of other kinds.
#include "base/appended_lines.h"
#include "base/files.h"
#include "support/full_disk.h"
#include "support/strict_test.h"

#include <QTemporaryDir>

using namespace heteroscope;

class AppendedLinesTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)).toStdString(); }

private slots:
    void linesArePutBehindTheOthers()
    {
        const std::string file = path("two.jsonl");
        {
            auto lines = AppendedLines::open(file);
            QVERIFY(lines && lines->lines().empty() && !lines->wasTorn());
            QVERIFY(lines->append("one"));
        }
        auto lines = AppendedLines::open(file);
        QVERIFY(lines);
        QCOMPARE(lines->lines(), std::vector<std::string>{"one"});
        QVERIFY(lines->append("two"));
        QCOMPARE(*readTextFile(file), std::string("one\ntwo\n"));
    }
    void aTornEndIsRemovedWhereverItIsCut()
    {
        const std::string file = path("torn.jsonl");
        const std::string whole = "first\nsecond line\n";
        for (std::size_t length = 0; length <= whole.size(); ++length) {
            QVERIFY(writeFileAtomically(file, whole.substr(0, length)));
            const std::size_t lines = length == whole.size() ? 2 : length >= 6 ? 1 : 0;
            auto opened = AppendedLines::open(file);
            QVERIFY(opened);
            QCOMPARE(opened->lines().size(), lines);
            QCOMPARE(opened->wasTorn(), length != 0 && length != 6 && length != whole.size());
            QVERIFY(opened->append("next"));
            QCOMPARE(*readTextFile(file), (lines == 2   ? whole
                                           : lines == 1 ? std::string("first\n")
                                                        : std::string()) +
                                              "next\n");
        }
    }
    void aFullDiskLeavesTheOldLines()
    {
        const std::string file = path("full.jsonl");
        auto lines = AppendedLines::open(file);
        QVERIFY(lines && lines->append("there"));
        {
            const FullDisk disk(20);
            const auto failed = lines->append(std::string(100, 'x'));
            QVERIFY(!failed);
            QVERIFY(failed.error().code == Error::Code::unreadable && failed.error().file == file);
        }
        QCOMPARE(*readTextFile(file), std::string("there\n"));
        QVERIFY(lines->append("again"));
        QCOMPARE(*readTextFile(file), std::string("there\nagain\n"));
    }
    void otherKindsOfFilesAreRefused()
    {
        QVERIFY(!AppendedLines::open(m_folder.path().toStdString()));
        QVERIFY(!AppendedLines::open(path("no/such/folder.jsonl")));
        QVERIFY(!AppendedLines::open("/dev/null"));
    }
};

QTEST_GUILESS_MAIN(AppendedLinesTest)
#include "appended_lines_test.moc"
