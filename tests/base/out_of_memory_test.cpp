// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory that runs out becomes an error, on all threads; budgets come from what is free.
#include "base/memory_budget.h"
#include "base/out_of_memory.h"
#include "base/threads.h"
#include "support/strict_test.h"

#include <atomic>

using namespace heteroscope;

class OutOfMemoryTest : public StrictTest
{
    Q_OBJECT

private slots:
    void cleanup() { answerFreeMemoryWith({}); }

    void itIsAnErrorOfTheWork()
    {
        const auto result = withinMemory([]() -> Result<int> { throw std::bad_alloc(); });
        QVERIFY(!result);
        QVERIFY(result.error() == outOfMemory());
        QCOMPARE(result.error().code, Error::Code::internal);
        const auto status = withinMemory([]() -> Status {
            std::vector<int>().reserve(std::numeric_limits<std::size_t>::max());
            return {};
        });
        QVERIFY(!status);
        QCOMPARE(*withinMemory([]() -> Result<int> { return 3; }), 3);
    }
    void anExceptionOfAThreadLeavesTheLoop()
    {
        for (unsigned failing = 0; failing < 4; ++failing) {
            std::atomic<unsigned> ended = 0;
            bool seen = false;
            try {
                onThreads(4, [&](unsigned worker) {
                    if (worker == failing)
                        throw std::bad_alloc();
                    ++ended;
                });
            } catch (const std::bad_alloc &) {
                seen = true;
            }
            QVERIFY(seen);
            QCOMPARE(ended.load(), 3U); // all have ended before it left
        }
    }
    void theBudgetIsHalfOfWhatIsFree()
    {
        const Bytes free = freeMemory();
        QVERIFY(free > Bytes(0));
        answerFreeMemoryWith([] { return Bytes(6e9); });
        QCOMPARE(freeMemory(), Bytes(6e9));
        QCOMPARE(memoryBudget(), Bytes(3e9));
        QCOMPARE(memoryBudget(Bytes(1e9)), Bytes(1e9));
    }
};

QTEST_GUILESS_MAIN(OutOfMemoryTest)
#include "out_of_memory_test.moc"
