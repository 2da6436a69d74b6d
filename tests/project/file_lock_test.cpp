// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/file_lock.h"

#include "support/strict_test.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <sys/wait.h>
#include <unistd.h>

using namespace heteroscope;

class FileLockTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)).toStdString(); }

private slots:
    void theSecondOneIsToldWhoHasIt()
    {
        const FileLock first(path("a.lock"));
        QVERIFY(first.isMine());
        const FileLock second(path("a.lock"));
        QCOMPARE(second.state(), FileLock::State::others);
        QVERIFY2(second.holder().find("process " + std::to_string(::getpid())) != std::string::npos,
                 second.holder().c_str());
    }

    void releasingLeavesNothingBehind()
    {
        {
            const FileLock lock(path("b.lock"));
            QVERIFY(QFileInfo::exists(QString::fromStdString(lock.path())));
        }
        QVERIFY(!QFileInfo::exists(QString::fromStdString(path("b.lock"))));
        QVERIFY(FileLock(path("b.lock")).isMine());
    }

    void movesWithItsValue()
    {
        FileLock first(path("c.lock"));
        FileLock second = std::move(first);
        QVERIFY(second.isMine());
        QCOMPARE(FileLock(path("c.lock")).state(), FileLock::State::others);
        second = FileLock(path("d.lock"));
        QVERIFY(second.isMine());
        QVERIFY(FileLock(path("c.lock")).isMine());
    }

    void aKilledOwnerHoldsNothing()
    {
        const auto file = path("e.lock");
        int ready[2];
        QCOMPARE(::pipe(ready), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            const FileLock lock(file);
            const char state = lock.isMine() ? 'y' : 'n';
            if (::write(ready[1], &state, 1) == 1)
                ::pause();
            ::_exit(0);
        }
        char state = 0;
        QCOMPARE(::read(ready[0], &state, 1), ssize_t(1));
        QCOMPARE(state, 'y');
        QCOMPARE(FileLock(file).state(), FileLock::State::others);
        QCOMPARE(::kill(child, SIGKILL), 0);
        QCOMPARE(::waitpid(child, nullptr, 0), child);
        QVERIFY(QFileInfo::exists(QString::fromStdString(file)));
        QVERIFY(FileLock(file).isMine());
        ::close(ready[0]);
        ::close(ready[1]);
    }

    void isUnavailableWhereNothingCanBeWritten()
    {
        QCOMPARE(FileLock(path("missing/f.lock")).state(), FileLock::State::unavailable);
    }

    void aLinkInItsPlaceIsNotFollowed()
    {
        const auto kept = QByteArrayLiteral("not a lock");
        QFile target(m_folder.filePath(QStringLiteral("kept.txt")));
        QVERIFY(target.open(QIODevice::WriteOnly));
        QCOMPARE(target.write(kept), kept.size());
        target.close();
        QVERIFY(QFile::link(target.fileName(), m_folder.filePath(QStringLiteral("g.lock"))));
        QVERIFY(QFile::link(m_folder.filePath(QStringLiteral("nowhere")), m_folder.filePath(QStringLiteral("h.lock"))));
        QCOMPARE(FileLock(path("g.lock")).state(), FileLock::State::unavailable);
        QCOMPARE(FileLock(path("h.lock")).state(), FileLock::State::unavailable);
        QVERIFY(target.open(QIODevice::ReadOnly));
        QCOMPARE(target.readAll(), kept);
        QVERIFY(QFileInfo(m_folder.filePath(QStringLiteral("g.lock"))).isSymLink());
        QVERIFY(!QFileInfo::exists(m_folder.filePath(QStringLiteral("nowhere"))));
    }

    void theLongestNamesHaveLocksOfTheirOwn()
    {
        const std::string first(255, 'n');
        std::string second = first;
        second.back() = 'm';
        QVERIFY(lockPathOf(path(first.c_str())) != lockPathOf(path(second.c_str())));
        const FileLock held(lockPathOf(path(first.c_str())));
        QVERIFY(held.isMine());
        QCOMPARE(FileLock(lockPathOf(path(first.c_str()))).state(), FileLock::State::others);
        QVERIFY(FileLock(lockPathOf(path(second.c_str()))).isMine());
    }

    void writersAreToldWhoHasTheFile()
    {
        const auto file = path("w.hscope.json");
        const auto lock = lockForWriting(file);
        QVERIFY(lock && lock->isMine());
        const auto refused = lockForWriting(file);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, Error::Code::unreadable);
        QCOMPARE(refused.error().file, file);
        QVERIFY(refused.error().found.find("process") != std::string::npos);
        QVERIFY(lockForWriting("/proc/w.hscope.json")); // no lock can be made there; writing will say why
    }

    void everyWayToAFileMeetsOneLock()
    {
        QFile file(m_folder.filePath(QStringLiteral("real.hscope.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(QFile::link(file.fileName(), m_folder.filePath(QStringLiteral("link.hscope.json"))));
        QCOMPARE(lockPathOf(path("link.hscope.json")), lockPathOf(path("real.hscope.json")));
        QCOMPARE(QFileInfo(QString::fromStdString(lockPathOf(path("new.hscope.json")))).fileName(),
                 QStringLiteral(".new.hscope.json.lock"));
    }
};

QTEST_GUILESS_MAIN(FileLockTest)
#include "file_lock_test.moc"
