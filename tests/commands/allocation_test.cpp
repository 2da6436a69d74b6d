// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory that runs out at any allocation that is not small (base/reserved_memory.h): the n-th one of a command fails,
// for many n. The command ends with its result or with exit status 4 and a message, and files are the old ones or the
// new ones, whole.
#include "base/reserved_memory.h"
#include "project/project_file.h"
#include "support/hscope_run.h"
#include "support/sample_cluster.h"
#include "support/strict_test.h"

#include <QTemporaryDir>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <new>

namespace {

std::atomic<bool> counting = false;
std::atomic<std::int64_t> allocations = 0;
std::atomic<std::int64_t> failingAt = 0; // 0: none
std::atomic<bool> failsFromThenOn = false;

void *allocate(std::size_t size)
{
    if (size > heteroscope::smallAllocation && counting.load(std::memory_order_relaxed)) {
        const auto n = ++allocations;
        const auto failing = failingAt.load();
        if (failing > 0 && (failsFromThenOn ? n >= failing && n < failing + 1000 : n == failing))
            return nullptr;
    }
    return std::malloc(size == 0 ? 1 : size);
}

} // namespace

void *operator new(std::size_t size)
{
    if (void *memory = allocate(size))
        return memory;
    throw std::bad_alloc();
}
void *operator new(std::size_t size, const std::nothrow_t &) noexcept { return allocate(size); }
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void *memory, const std::nothrow_t &) noexcept { std::free(memory); }

using namespace heteroscope;

class AllocationTest : public StrictTest
{
    Q_OBJECT

    static constexpr int places = 40; ///< that fail, spread over a command

    /// Counts the allocations of the work. If failing > 0 the one with this number fails, or a thousand from it on.
    static std::int64_t run(std::int64_t failing, bool fromThenOn, const std::function<void()> &work)
    {
        allocations = 0;
        failingAt = failing;
        failsFromThenOn = fromThenOn;
        counting = true;
        work();
        counting = false;
        return allocations;
    }

    /// Calls each with numbers of allocations from the first to the last; the first ones one by one.
    static void atManyPlaces(std::int64_t all, const std::function<void(std::int64_t place)> &each)
    {
        for (std::int64_t place = 1; place <= all; place += place <= 20 ? 1 : 1 + all / places)
            each(place);
    }

    static QByteArray contentOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void aCommandEndsWithItsResultOrWithStatus4_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const auto project = QString::fromStdString(test::example("rtx3090-titan"));
        QTest::addRow("simulate") << QStringList{"simulate", project, "--json", "-"};
        QTest::addRow("operations") << QStringList{"simulate", project, "--operations"};
        QTest::addRow("trace") << QStringList{"export", "perfetto", project, "-o", "-"};
        QTest::addRow("explain") << QStringList{"explain", project};
        QTest::addRow("lint") << QStringList{"lint", project};
        QTest::addRow("plan") << QStringList{"plan", project, "--threads", "1", "--space", "A", "--top", "1"};
        QTest::addRow("plan on threads") << QStringList{"plan", project, "--threads", "3", "--space", "A"};
    }
    void aCommandEndsWithItsResultOrWithStatus4()
    {
        QFETCH(QStringList, arguments);
        std::vector<std::string> words;
        for (const auto &argument : arguments)
            words.push_back(argument.toStdString());
        test::hscope(words); // what is made once is there
        test::HscopeRun whole;
        const auto all = run(0, false, [&] { whole = test::hscope(words); });
        QVERIFY(all > 0);
        int failed = 0;
        for (const bool fromThenOn : {false, true}) {
            atManyPlaces(all, [&](std::int64_t place) {
                int status = -1;
                std::string message;
                run(place, fromThenOn, [&] {
                    std::ostringstream out, err;
                    status = runHscope(words, out, err);
                    counting = false;
                    message = err.str();
                });
                failed += status == 4 ? 1 : 0;
                if (status == 4)
                    QVERIFY2(message.find("memory") != std::string::npos ||
                                 message.find("standard output") != std::string::npos, // which a stream says
                             message.c_str());
                else
                    QCOMPARE(status, whole.status);
            });
        }
        QVERIFY(failed > 0);
    }
    void aFileIsTheOldOneOrTheNewOne()
    {
        QTemporaryDir folder;
        const auto path = folder.filePath("p.hscope.json");
        auto older = samples::project();
        older.title = "older";
        auto newer = older;
        newer.title = "newer";
        QVERIFY(saveProject(older, path.toStdString()));
        const auto oldText = contentOf(path);
        const auto all = run(0, false, [&] { QVERIFY(saveProject(newer, path.toStdString())); });
        const auto newText = contentOf(path);
        QVERIFY(oldText != newText);
        int kept = 0;
        atManyPlaces(all, [&](std::int64_t place) {
            QVERIFY(saveProject(older, path.toStdString()));
            bool saved = false;
            run(place, false, [&] { saved = static_cast<bool>(saveProject(newer, path.toStdString())); });
            QCOMPARE(contentOf(path), saved ? newText : oldText);
            kept += saved ? 0 : 1;
            QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
        });
        QVERIFY(kept > 0);
    }
};

QTEST_GUILESS_MAIN(AllocationTest)
#include "allocation_test.moc"
