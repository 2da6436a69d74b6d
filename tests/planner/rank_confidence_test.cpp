// SPDX-License-Identifier: GPL-3.0-or-later
//
// The chance that a plan is faster, against drawn errors.
#include "planner/rank_confidence.h"

#include "support/property.h"
#include "support/strict_test.h"

#include <cmath>
#include <random>

using namespace heteroscope;

namespace {

StepResult step(double seconds, double error, const std::string &computeClass = "ampere")
{
    StepResult result;
    result.stepTime = Ticks(static_cast<std::int64_t>(seconds * Ticks::perSecond));
    result.uncertainty = error;
    result.support.asked.stack = "Megatron-LM";
    result.support.asked.computeClass = computeClass;
    return result;
}

/// Share of draws in which the first is faster: a common and an own normal error each.
double drawn(const StepResult &a, const StepResult &b, double common)
{
    std::mt19937_64 random(7);
    std::normal_distribution<double> normal;
    constexpr int draws = 200'000;
    int wins = 0;
    for (int i = 0; i < draws; ++i) {
        const double shared = normal(random) * std::sqrt(common);
        const auto time = [&](const StepResult &one) {
            const double own = normal(random) * std::sqrt(1 - common);
            return std::log(toSeconds(one.stepTime).value) +
                   std::log1p(one.uncertainty) / 1.2815515655 * (shared + own);
        };
        const double first = time(a);
        wins += first < time(b) ? 1 : 0;
    }
    return static_cast<double>(wins) / draws;
}

} // namespace

class RankConfidenceTest : public StrictTest
{
    Q_OBJECT

private slots:
    void itIsTheShareOfDraws()
    {
        for (const auto &[seconds, error] : {std::pair(1.05, 0.1), std::pair(1.2, 0.1), std::pair(1.5, 0.4)}) {
            const StepResult a = step(1, 0.1), b = step(seconds, error);
            QVERIFY(std::abs(chanceToBeFaster(a, b) - drawn(a, b, commonError)) < 0.005);
            const StepResult other = step(seconds, error, "hopper");
            QVERIFY(std::abs(chanceToBeFaster(a, other) - drawn(a, other, 0)) < 0.005);
            // A common error parts them more surely.
            QVERIFY(chanceToBeFaster(a, b) > chanceToBeFaster(a, other));
        }
    }
    void bothChancesAddUpToOne()
    {
        HETEROSCOPE_PROPERTY("one of two is faster", [] {
            const auto some = [] {
                return step(*rc::gen::inRange(1, 1000) / 100.0, *rc::gen::inRange(0, 100) / 100.0);
            };
            const StepResult a = some(), b = some();
            const double chance = chanceToBeFaster(a, b);
            RC_ASSERT(chance >= 0 && chance <= 1);
            RC_ASSERT(std::abs(chance + chanceToBeFaster(b, a) - 1) < 1e-12);
            RC_ASSERT((a.stepTime < b.stepTime ? chance >= 0.5 : true));
        });
    }
    void withoutErrorsItIsCertain()
    {
        QCOMPARE(chanceToBeFaster(step(1, 0), step(2, 0)), 1.0);
        QCOMPARE(chanceToBeFaster(step(2, 0), step(1, 0)), 0.0);
        QCOMPARE(chanceToBeFaster(step(1, 0), step(1, 0)), 0.5);
        QCOMPARE(chanceToBeFaster(step(1, 0.3), step(1, 0.3)), 0.5);
    }
};

QTEST_GUILESS_MAIN(RankConfidenceTest)
#include "rank_confidence_test.moc"
