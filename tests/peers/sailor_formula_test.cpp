// SPDX-License-Identifier: GPL-3.0-or-later
#include "peers/sailor/formula_search.h"
#include "peers/sailor/price_master.h"

#include "peers/sailor/random_problem.h"
#include "support/property.h"
#include "support/strict_test.h"

#include <algorithm>
#include <cmath>

using namespace heteroscope;
using namespace heteroscope::sailor;

namespace {

/// Sailor's own data where the user has it; tests that need it are skipped without.
std::optional<Problem> realProblem(int fast, int slow, int batch = 1024, const std::vector<int> &layers = {})
{
    const char *named = std::getenv("HETEROSCOPE_SAILOR_DATA");
    const char *source = std::getenv("HETEROSCOPE_SOURCE_DIR");
    for (const std::string &folder :
         {std::string(named ? named : ""), std::string(source ? source : ".") + "/../shared/sailor"}) {
        const auto profiles = readProfiles(folder);
        if (profiles)
            return Problem{layers.empty() ? *profiles : withLayers(*profiles, layers), {fast, slow}, batch};
    }
    return std::nullopt;
}

int pattern(int a, int b)
{
    for (std::size_t k = 0; k < patternCount; ++k) {
        if (patterns()[k].degree == std::array<int, typeCount>{a, b})
            return static_cast<int>(k);
    }
    return -1;
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

} // namespace

class SailorFormulaTest : public StrictTest
{
    Q_OBJECT

private slots:
    void workedCaseIsThePublishedOne()
    {
        const auto problem = realProblem(16, 16);
        if (!problem)
            QSKIP("Sailor's data is not there");
        const SpaceAPlan plan{1, 16, 32, {{0, 6, pattern(0, 1)}, {7, 25, pattern(1, 0)}}};
        QVERIFY(isAllowed(*problem, plan));
        QVERIFY(std::abs(syncTime(problem->profiles, plan.stages[0], 16) - 0.8044160770) < 1e-10);
        QVERIFY(std::abs(syncTime(problem->profiles, plan.stages[1], 16) - 1.2094325514) < 1e-10);
        QVERIFY(std::abs(formulaTime(*problem, plan) - 12.0619316998) < 1e-10);
        QCOMPARE(stageMemory(*problem, plan, 0, 1), 13791450112.0);
        QCOMPARE(stageMemory(*problem, plan, 1, 0), 23333432320.0);
    }
    void knownOptimaAreFoundAndProved()
    {
        const std::vector<std::pair<int, double>> known = {{8, 22.4539}, {16, 12.0619}, {32, 6.6428}};
        for (const auto &[each, seconds] : known) {
            const auto problem = realProblem(each, each);
            if (!problem)
                QSKIP("Sailor's data is not there");
            const auto outcome = searchByFormula(*problem);
            QVERIFY(outcome.proved);
            QVERIFY2(std::abs(outcome.stepTime - seconds) < 6e-5, std::to_string(outcome.stepTime).c_str());
            QVERIFY(isAllowed(*problem, *outcome.plan));
            QCOMPARE(formulaTime(*problem, *outcome.plan), outcome.stepTime);
        }
    }
    void tinyCaseIsTheOneOfBruteForce()
    {
        const auto problem = realProblem(2, 4, 24, {0, 1, 2, 3, 4, 25});
        if (!problem)
            QSKIP("Sailor's data is not there");
        const auto outcome = searchByFormula(*problem);
        QVERIFY(outcome.proved);
        QVERIFY(std::abs(outcome.stepTime - 0.497222) < 1e-6);
    }
    void optimumIsThatOfBruteForceOnRandomProblems()
    {
        int feasible = 0;
        for (unsigned seed = 1; seed <= 300; ++seed) {
            const Problem problem =
                test::randomProblem(seed, 2 + static_cast<int>(seed % 3), 4 + static_cast<int>(seed % 4), 16);
            double best = std::numeric_limits<double>::infinity();
            test::forEachPlan(problem,
                              [&](const SpaceAPlan &plan) { best = std::min(best, formulaTime(problem, plan)); });
            const auto outcome = searchByFormula(problem);
            QCOMPARE(outcome.plan.has_value(), std::isfinite(best));
            if (!outcome.plan)
                continue;
            ++feasible;
            QVERIFY(outcome.proved);
            QVERIFY2(near(outcome.stepTime, best), qPrintable(QString("seed %1: %2, brute force %3")
                                                                  .arg(seed)
                                                                  .arg(outcome.stepTime, 0, 'g', 12)
                                                                  .arg(best, 0, 'g', 12)));
            for (const JobProof &job : outcome.jobs)
                QVERIFY(job.bound >= best * (1 - 1e-8));
        }
        QVERIFY(feasible > 200);
    }
    void jobBoundsHoldForEveryPlan()
    {
        for (unsigned seed = 1; seed <= 60; ++seed) {
            const Problem problem = test::randomProblem(1000 + seed, 3, 6, 24);
            const auto outcome = searchByFormula(problem);
            test::forEachPlan(problem, [&](const SpaceAPlan &plan) {
                const double time = formulaTime(problem, plan);
                for (const JobProof &job : outcome.jobs) {
                    if (job.microBatch == plan.microBatch &&
                        job.samples == plan.groups * microBatchSizes[static_cast<std::size_t>(plan.microBatch)])
                        QVERIFY(job.bound <= time * (1 + 1e-9));
                }
            });
        }
    }
    void devicesOfMixedStagesAreSplitExactly()
    {
        std::mt19937 random(7);
        const auto whole = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
        for (int round = 0; round < 3000; ++round) {
            const int groups = whole(2, 6), count = whole(1, 4);
            const std::array<int, typeCount> devices = {whole(0, 30), whole(0, 30)};
            DeviceUse use;
            std::vector<std::array<int, typeCount>> reached = {{0, 0}};
            for (int s = 0; s < count; ++s) {
                const int k = whole(0, static_cast<int>(patternCount) - 1);
                use.add(k, groups);
                const auto &degree = patterns()[static_cast<std::size_t>(k)].degree;
                std::vector<std::array<int, typeCount>> next;
                for (const auto &sum : reached) {
                    for (int a = 0; a <= groups; ++a) {
                        if ((a > 0) == (degree[0] > 0) && (a < groups) == (degree[1] > 0))
                            next.push_back({sum[0] + a * degree[0], sum[1] + (groups - a) * degree[1]});
                    }
                }
                std::sort(next.begin(), next.end());
                next.erase(std::unique(next.begin(), next.end()), next.end());
                reached = std::move(next);
            }
            const bool possible = std::any_of(reached.begin(), reached.end(), [&](const auto &sum) {
                return sum[0] <= devices[0] && sum[1] <= devices[1];
            });
            QCOMPARE(use.fits(devices), possible);
        }
    }
    void pricesOfTheMasterAreDual()
    {
        // The dual value of random columns equals the value of the mixture, and no column is cheaper than its price.
        std::mt19937 random(3);
        std::uniform_real_distribution<double> uniform(0, 1);
        for (int round = 0; round < 300; ++round) {
            Prices supply;
            for (double &row : supply)
                row = 1 + 5 * uniform(random);
            PriceMaster master(supply, 10);
            std::vector<std::pair<double, Prices>> columns = {{10.0, supply}};
            for (int c = 0; c < 12; ++c) {
                Prices use;
                for (double &row : use)
                    row = 10 * uniform(random);
                columns.emplace_back(8 * uniform(random), use);
                master.addColumn(columns.back().first, use);
            }
            const Prices prices = master.solve();
            double bound = std::numeric_limits<double>::infinity();
            for (const auto &[cost, use] : columns) {
                double priced = cost;
                for (std::size_t row = 0; row < resourceCount; ++row)
                    priced += prices[row] * (use[row] - supply[row]);
                bound = std::min(bound, priced);
            }
            QVERIFY(std::abs(bound - master.value()) < 1e-7);
        }
    }
    void aStoppedSearchSaysItsGap()
    {
        const Problem problem = test::randomProblem(5, 8, 12, 64);
        std::stop_source source;
        source.request_stop();
        const auto outcome = searchByFormula(problem, {1e9, source.get_token()});
        QVERIFY(!outcome.proved);
        QVERIFY(!outcome.plan || outcome.lowerBound <= outcome.stepTime);
    }
    void missingDataIsAnError()
    {
        const auto profiles = readProfiles("no-such-folder");
        QVERIFY(!profiles);
        QCOMPARE(profiles.error().code, Error::Code::unreadable);
    }
};

QTEST_GUILESS_MAIN(SailorFormulaTest)
#include "sailor_formula_test.moc"
