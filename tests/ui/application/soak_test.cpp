// SPDX-License-Identifier: GPL-3.0-or-later
//
// One window used for long: it opens examples, takes random edits, simulates, searches, is interrupted, undoes all and
// saves, again and again. Neither open files nor memory may grow from round to round. A few rounds by default; with
// HETEROSCOPE_SOAK_SECONDS=3600 rounds begin for an hour.
#include "project/project_file.h"
#include "settings/actions.h"
#include "shell/main_window.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/random_edits.h"
#include "ui/support/window_fixture.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>

#include <algorithm>

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace heteroscope;

namespace {

// Sanitizers keep freed memory for a while on purpose.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool countsMemory = false;
#else
constexpr bool countsMemory = true;
#endif

/// What must stay flat.
struct Usage
{
    qsizetype openFiles = 0;
    double megabytes = 0; ///< resident memory, after free blocks went back to the system
};

Usage usage()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
    Usage now;
    now.openFiles = QDir(QStringLiteral("/proc/self/fd")).entryList(QDir::AllEntries | QDir::System).size();
    QFile memory(QStringLiteral("/proc/self/statm"));
    if (memory.open(QIODevice::ReadOnly))
        now.megabytes = memory.readAll().split(' ').value(1).toDouble() * 4096 / 1e6;
    return now;
}

} // namespace

class SoakTest : public StrictTest
{
    Q_OBJECT

private slots:
    void memoryAndOpenFilesStayFlat()
    {
        // Fonts, caches and pools fill in the first rounds, and the heap finds its size in some more.
        constexpr std::size_t cycle = 5;
        const int seconds = qEnvironmentVariableIntValue("HETEROSCOPE_SOAK_SECONDS");
        const QDeadlineTimer deadline(qint64(seconds) * 1000);
        MainWindow window;
        Dialogs dialogs;
        dialogs.unsavedChanges = [](const QString &) { return Dialogs::Answer::discard; };
        dialogs.replaceFile = [](const QString &) { return true; };
        dialogs.report = [](const QString &, const QString &) {};
        dialogs.saveFile = [this](const QString &) { return m_settings.path(QStringLiteral("soak.hscope.json")); };
        window.setDialogs(dialogs);
        window.resize(1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.session()->setFollowDelay(0);
        window.session()->setLiveBudget(Seconds(0.05));

        const QDir examples(qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR") + QStringLiteral("/resources/examples"));
        const QStringList names = examples.entryList({QStringLiteral("*.hscope.json")}, QDir::Files);
        QVERIFY(!names.isEmpty());
        std::vector<Usage> after;
        for (std::uint32_t round = 0; after.size() < 2 * cycle || !deadline.hasExpired(); ++round) {
            const qsizetype turn = qsizetype(round) % names.size(); // the same work every so many rounds
            work(window, examples.filePath(names[turn]), static_cast<std::uint32_t>(turn));
            if (QTest::currentTestFailed())
                return;
            after.push_back(usage());
        }

        // The same work in both, so only what piles up makes them differ.
        const auto peak = [](auto from, auto to) {
            Usage max;
            for (; from != to; ++from)
                max = {std::max(max.openFiles, from->openFiles), std::max(max.megabytes, from->megabytes)};
            return max;
        };
        const auto settled = after.size() >= 6 * cycle ? after.begin() + 2 * cycle : after.begin();
        const Usage early = peak(settled, settled + cycle);
        const Usage late = peak(after.end() - cycle, after.end());
        qInfo("%zu rounds: %lld files and %.0f MB early, %lld and %.0f MB late", after.size(),
              static_cast<long long>(early.openFiles), early.megabytes, static_cast<long long>(late.openFiles),
              late.megabytes);
        QVERIFY2(late.openFiles <= early.openFiles, "open files grow from round to round");
        if (countsMemory && settled != after.begin())
            QVERIFY2(late.megabytes < early.megabytes * 1.25, "memory grows from round to round");
    }

private:
    /// A round: everything a user does in a while, then all of it undone.
    static void work(MainWindow &window, const QString &example, std::uint32_t seed)
    {
        QVERIFY(window.files().open(example));
        window.showWorkspace();
        Document &document = *window.document();
        Session &session = *window.session();
        const Project before = document.project();
        RandomEdits edits(document, seed + 1);
        for (int i = 0; i < 25; ++i) {
            edits.step(i);
            QCoreApplication::processEvents();
        }
        session.search();
        QVERIFY(QTest::qWaitFor([&] { return session.isIdle() || session.progress().done > 0; }, test::patience));
        session.cancelSearch();
        QVERIFY(QTest::qWaitFor([&] { return session.isIdle(); }, test::patience));
        window.actions()[ActionId::saveAs]->trigger();
        const auto saved = loadProject(document.filePath().toStdString());
        QVERIFY(saved.hasValue());
        QVERIFY(*saved == document.project());
        while (document.undoStack()->canUndo())
            document.undoStack()->undo();
        QVERIFY(document.project() == before);
        QVERIFY(QTest::qWaitFor([&] { return session.isIdle(); }, test::patience));
        window.grab();
        window.files().newProject(); // so that each round ends with the same things open
        QVERIFY(QTest::qWaitFor([&] { return session.isIdle(); }, test::patience));
    }

    PrivateSettings m_settings;
};

QTEST_MAIN(SoakTest)
#include "soak_test.moc"
