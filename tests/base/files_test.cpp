// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files.h"

#include "support/full_disk.h"
#include "support/strict_test.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <sys/stat.h>
#include <unistd.h>

using namespace heteroscope;

class FilesTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }
    QStringList files() const
    {
        return QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden | QDir::System);
    }

private slots:
    void cleanup()
    {
        for (const auto &file : files())
            QFile::remove(m_folder.filePath(file));
    }

    void readsWhatWasWritten()
    {
        std::string text(300'000, 'x');
        text[7] = '\0';
        QVERIFY(writeFileAtomically(path("a"), text));
        const auto read = readTextFile(path("a"));
        QVERIFY(read.hasValue());
        QVERIFY(*read == text);
        QVERIFY(writeFileAtomically(path("a"), ""));
        QCOMPARE(*readTextFile(path("a")), std::string());
    }

    void sizeIsBounded()
    {
        QVERIFY(writeFileAtomically(path("a"), "12345"));
        QCOMPARE(*readTextFile(path("a"), 5), std::string("12345"));
        const auto large = readTextFile(path("a"), 4);
        QVERIFY(!large);
        QCOMPARE(large.error().expected, std::string("at most 4 bytes"));
    }

    void pipesAndDevicesAreRefusedAtOnce()
    {
        QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
        for (const auto &file : {path("pipe"), std::string("/dev/zero"), std::string("/dev/null")}) {
            const auto read = readTextFile(file);
            QVERIFY2(!read, file.c_str());
            QCOMPARE(read.error().found, std::string("a pipe or device"));
        }
        QCOMPARE(readTextFile(m_folder.path().toStdString()).error().found, std::string("a folder"));
        QCOMPARE(readTextFile(path("missing")).error().code, Error::Code::unreadable);
    }

    void referencesStayInTheirFolder()
    {
        QVERIFY(QDir(m_folder.path()).mkpath("data"));
        QVERIFY(writeFileAtomically(path("secret"), "outside"));
        QVERIFY(writeFileAtomically(path("data/rows"), "inside"));
        QVERIFY(QFile::link(m_folder.filePath("secret"), m_folder.filePath("data/link")));
        const auto read = [this](const char *file) { return readFileBelow(path("data"), file, 100); };
        QCOMPARE(*read("rows"), std::string("inside"));
        QCOMPARE(*read("./rows"), std::string("inside"));
        for (const char *file : {"../secret", "link", "/etc/passwd", "", ".", "..", "x/../../secret"}) {
            const auto refused = read(file);
            QVERIFY2(!refused, file);
            QCOMPARE(refused.error().code, Error::Code::reference);
        }
        QCOMPARE(readFileBelow({}, "rows", 100).error().code, Error::Code::reference);
        QVERIFY(QDir(m_folder.filePath("data")).removeRecursively());
    }

    void theOldFileStaysWhereTheNewOneCannotBeWhole_data()
    {
        QTest::addColumn<int>("bytes");
        for (const int bytes : {0, 1, 100, 4096, 99'999})
            QTest::addRow("%d", bytes) << bytes;
    }
    void theOldFileStaysWhereTheNewOneCannotBeWhole()
    {
        QFETCH(int, bytes);
        QVERIFY(writeFileAtomically(path("a"), "old"));
        const auto status = [&] {
            const FullDisk full(static_cast<rlim_t>(bytes));
            return writeFileAtomically(path("a"), std::string(100'000, 'n'));
        }();
        QVERIFY(!status);
        QCOMPARE(*readTextFile(path("a")), std::string("old"));
        QCOMPARE(files(), QStringList{"a"});
    }

    void theLongestNamesCanBeWritten()
    {
        const std::string longest(maxFileName, 'n');
        QVERIFY(writeFileAtomically(path(longest.c_str()), "old"));
        QVERIFY(writeFileAtomically(path(longest.c_str()), "new"));
        QCOMPARE(*readTextFile(path(longest.c_str())), std::string("new"));
        QCOMPARE(files(), QStringList{QString::fromStdString(longest)});
        QVERIFY(!writeFileAtomically(path((longest + "n").c_str()), "new"));
        const std::string wide = "n\u6a21\u6a21"; // characters of three bytes
        QCOMPARE(fittingFileName(wide, 7), wide);
        QCOMPARE(fittingFileName(wide, 6), std::string("n\u6a21"));
        QCOMPARE(fittingFileName(wide, 3), std::string("n"));
    }

    void writeProtectedFilesAreKept()
    {
        QVERIFY(writeFileAtomically(path("a"), "old"));
        QCOMPARE(::chmod(path("a").c_str(), 0444), 0);
        const auto status = writeFileAtomically(path("a"), "new");
        QVERIFY(!status);
        QCOMPARE(status.error().found, std::string("a write-protected file"));
        QCOMPARE(*readTextFile(path("a")), std::string("old"));
    }
};

QTEST_GUILESS_MAIN(FilesTest)
#include "files_test.moc"
