// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/program/step_program.h"
#include "support/property.h"
#include "support/strict_test.h"

using namespace heteroscope;

class StepProgramTest : public StrictTest
{
    Q_OBJECT

private slots:
    void thePartOfAllIsAll()
    {
        // The product of the two is no double, and the quotient was a tick short.
        QCOMPARE(scaled(Ticks(525'647'925), Ticks(854'073'871), Ticks(854'073'871)).count, 525'647'925);
        HETEROSCOPE_PROPERTY("all of it is all of it", [] {
            const Ticks whole(*rc::gen::inRange<std::int64_t>(0, 100'000'000'000));
            const Ticks of(*rc::gen::inRange<std::int64_t>(1, 100'000'000'000));
            RC_ASSERT(scaled(whole, of, of) == whole);
            RC_ASSERT(scaled(of, whole, of) == whole);
            RC_ASSERT(scaled(whole, Ticks(0), of) == Ticks(0));
        });
    }
    void partsKeepTheirShare()
    {
        QCOMPARE(scaled(Ticks(1000), Ticks(1), Ticks(4)).count, 250);
        QCOMPARE(scaled(Ticks(1000), Ticks(1), Ticks(3)).count, 333);
        QCOMPARE(scaled(Ticks(1000), Ticks(1), Ticks(0)).count, 0);
    }
};

QTEST_GUILESS_MAIN(StepProgramTest)
#include "step_program_test.moc"
