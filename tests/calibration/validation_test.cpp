// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/calibration_fit.h"
#include "calibration/layer_fit.h"
#include "calibration/measured_steps.h"
#include "calibration/run_case.h"
#include "calibration/validation.h"

#include "support/strict_test.h"

#include <bit>

using namespace heteroscope;

namespace {

/// Rows of a made-up machine room: one node of eight A100, a small GPT.
RunRow made(int layers, int tp, int pp, int microBatch, int globalBatch, double seconds)
{
    RunRow row;
    row.id = "made-" + std::to_string(layers) + "-" + std::to_string(tp);
    row.source = "made";
    auto &run = row.configuration;
    run.model = "GPT";
    run.layers = layers;
    run.hidden = 2048;
    run.heads = 16;
    run.ffn = 8192;
    run.vocab = 50304;
    run.sequence = 1024;
    run.gpu = "A100-80GB SXM";
    run.gpusPerNode = 8;
    run.gpus = 8;
    run.precision = "bf16";
    run.tp = tp;
    run.pp = pp;
    run.microBatch = microBatch;
    run.globalBatch = globalBatch;
    run.recompute = "full";
    run.flashAttention = "yes";
    run.framework = "Megatron-LM";
    row.measured = Seconds(seconds);
    return row;
}

/// Rows whose measured time is what the constants say, times a factor.
std::vector<RunRow> rowsOf(const CalibrationValues &values, double factor)
{
    std::vector<RunRow> rows;
    for (const int layers : {16, 24}) {
        for (const auto &[tp, pp] :
             {std::pair(1, 1), std::pair(2, 1), std::pair(1, 2), std::pair(2, 2), std::pair(4, 2)}) {
            for (const int microBatch : {1, 4}) {
                auto row = made(layers, tp, pp, microBatch, 64, 1);
                row.measured = *predictRow(row, values).predicted * factor;
                rows.push_back(row);
            }
        }
    }
    return rows;
}

RowPrediction predicted(double measured, double prediction)
{
    RowPrediction row;
    row.row = made(16, 1, 1, 1, 8, measured);
    row.predicted = Seconds(prediction);
    return row;
}

} // namespace

class ValidationTest : public StrictTest
{
    Q_OBJECT

private slots:
    void summarizesErrors()
    {
        const std::vector<RowPrediction> rows = {predicted(1, 1.1), predicted(2, 1.6), predicted(4, 4)};
        const auto summary = summarizeErrors({&rows[0], &rows[1], &rows[2]});
        QCOMPARE(summary.rows, std::size_t(3));
        QVERIFY(std::abs(summary.mape - 0.1) < 1e-12);
        QVERIFY(std::abs(summary.medianError - 0.1) < 1e-12);
        QVERIFY(std::abs(summary.maxError - 0.2) < 1e-12);
        QCOMPARE(summary.kendallTau.value_or(0), 1.0);
        QVERIFY(!summary.memoryMape);
    }
    void aRowWithoutTimeIsPredictedAndNotScored()
    {
        auto row = made(16, 1, 1, 1, 8, 1);
        row.measured.reset();
        const auto result = predictRow(row, builtinCalibration());
        QVERIFY(result.predicted && !result.error());
        QCOMPARE(summarizeErrors({&result}).rows, std::size_t(0));
    }
    void aRowThatCannotBeSaysWhy()
    {
        auto row = made(16, 3, 1, 1, 8, 1); // eight devices are no multiple of three
        const auto result = predictRow(row, builtinCalibration());
        QVERIFY(!result.predicted);
        QVERIFY(result.skipped.find("multiple") != std::string::npos);
        QCOMPARE(summarizeErrors({&result}).skipped, std::size_t(1));
    }
    void regretIsWhatTheChoiceCosts()
    {
        // Two jobs of the same source: in the first the plan predicted fastest takes 1.5 times the best, in the second
        // the prediction chooses right; a job with one plan has no choice.
        std::vector<RowPrediction> rows = {predicted(2, 2), predicted(3, 1), predicted(4, 4),
                                           predicted(5, 5), predicted(6, 6), predicted(1, 9)};
        for (const std::size_t i : {3U, 4U})
            rows[i].row.configuration.globalBatch = 16;
        rows[5].row.configuration.gpus = 16;
        std::vector<const RowPrediction *> all;
        for (const auto &row : rows)
            all.push_back(&row);
        const auto regret = summarizeErrors(all).regret;
        QCOMPARE(regret.groups, std::size_t(2));
        QCOMPARE(regret.worst, 0.5);
        QCOMPARE(regret.mean, 0.25);
    }
    void plansPredictedAlikeAreTakenAtRandom()
    {
        const std::vector<RowPrediction> rows = {predicted(4, 1), predicted(2, 1), predicted(3, 2)};
        const auto regret = summarizeErrors({&rows[0], &rows[1], &rows[2]}).regret;
        QCOMPARE(regret.worst, 0.5);
    }
    void aRunThatCannotBeIsCalledInfeasible()
    {
        auto row = made(2, 1, 8, 1, 8, 1); // eight stages for two layers, embedding and head
        row.measured.reset();
        row.failed = true;
        auto result = predictRow(row, builtinCalibration());
        QVERIFY(!result.predicted && result.refused);
        QCOMPARE(summarizeErrors({&result}).feasibility.failed, std::size_t(1));
        QCOMPARE(summarizeErrors({&result}).feasibility.failedCalledInfeasible, std::size_t(1));
        result.row.failed = false;
        QCOMPARE(summarizeErrors({&result}).feasibility.failed, std::size_t(0));
    }
    void feasibilityIsCountedApart()
    {
        std::vector<RowPrediction> rows = {predicted(1, 1), predicted(2, 2), predicted(3, 3), predicted(4, 4)};
        rows[1].feasible = false;
        for (const std::size_t i : {2U, 3U}) {
            rows[i].row.measured.reset();
            rows[i].row.failed = true;
        }
        rows[3].feasible = false;
        const auto count = summarizeErrors({&rows[0], &rows[1], &rows[2], &rows[3]}).feasibility;
        QCOMPARE(count.ran, std::size_t(2));
        QCOMPARE(count.ranCalledInfeasible, std::size_t(1));
        QCOMPARE(count.failed, std::size_t(2));
        QCOMPARE(count.failedCalledInfeasible, std::size_t(1));
    }
    void whatDoesNotFitIsCalledInfeasible()
    {
        auto row = made(80, 1, 1, 1, 8, 1); // 4 billion parameters with all their states on each device
        row.configuration.recompute = "none";
        row.configuration.microBatch = 8;
        row.configuration.globalBatch = 64;
        const auto result = predictRow(row, builtinCalibration());
        QVERIFY(result.predicted && !result.feasible);
        QVERIFY(predictRow(made(16, 1, 1, 1, 8, 1), builtinCalibration()).feasible);
    }
    void aRunThatDoesNotStateItsRecomputeMayRecomputeAll()
    {
        auto row = made(16, 1, 1, 64, 512, 1);
        const auto feasible = [&row](const char *recompute) {
            row.configuration.recompute = recompute;
            return predictRow(row, builtinCalibration()).feasible;
        };
        QVERIFY(!feasible("none"));
        QVERIFY(feasible("full"));
        QVERIFY(feasible(""));
        QVERIFY(feasible("norms and activation functions"));
        row.configuration.layers = 80; // too large for a device, whatever it recomputes
        QVERIFY(!feasible(""));
    }
    void whatRanLeftNothingFree()
    {
        const auto run = buildRunCase(made(16, 1, 1, 1, 8, 1).configuration);
        QVERIFY(run);
        QCOMPARE(run->workload.job.memoryHeadroom, std::optional(0.0));
    }
    void kendallCountsPairs()
    {
        QCOMPARE(kendallTau({1, 2, 3}, {10, 20, 30}).value(), 1.0);
        QCOMPARE(kendallTau({1, 2, 3}, {30, 20, 10}).value(), -1.0);
        QCOMPARE(kendallTau({1, 2, 3, 4}, {1, 2, 4, 3}).value(), 4.0 / 6);
        QVERIFY(!kendallTau({1, 1, 1}, {1, 2, 3}));
    }
    void quantilesInterpolate()
    {
        QCOMPARE(quantile({3, 1, 2}, 0.5), 2.0);
        QCOMPARE(quantile({0, 10}, 0.9), 9.0);
        QCOMPARE(quantile({}, 0.5), 0.0);
    }
    void threadsDoNotChangeTheResult()
    {
        std::vector<RowPrediction> rows;
        for (const auto &row : rowsOf(builtinCalibration(), 1))
            rows.push_back({row, {}, {}, 0, {}});
        const auto one = validateRows(rows, builtinCalibration(), {}, 1, {}, nullptr);
        const auto three = validateRows(rows, builtinCalibration(), {}, 3, {}, nullptr);
        for (std::size_t i = 0; i < rows.size(); ++i)
            QCOMPARE(one.rows[i].predicted->value, three.rows[i].predicted->value);
        QVERIFY(one.all.maxError < 1e-12);
    }
    void aFitFindsChangedConstants()
    {
        // Rows from constants with slower products and a slower host: the fit must bring the error down to theirs.
        auto changed = builtinCalibration();
        for (auto &curves : changed.curves) {
            if (curves.computeClass == "ampere")
                curves.gemm[static_cast<std::size_t>(Precision::bf16)] *= 0.85;
        }
        for (auto &stack : changed.stacks) {
            if (stack.name == "Megatron-LM")
                stack.hostLayer = stack.hostLayer * 1.5;
        }
        const auto rows = rowsOf(changed, 1);
        FitOptions options;
        options.iterations = 6;
        const auto fit = fitConstants(rows, builtinCalibration(), options);
        QVERIFY(fit);
        QVERIFY(fit->errorBefore > 0.08);
        QVERIFY2(fit->errorAfter < 0.01, std::to_string(fit->errorAfter).c_str());
        const auto again = fitConstants(rows, builtinCalibration(), options);
        QCOMPARE(toText(toJson(again->values)), toText(toJson(fit->values)));
    }
    void aFitSaysHowFarToTrustIt()
    {
        // Rows that scatter by 10 % around the model: no constant can follow them, and the uncertainty must say so.
        auto rows = rowsOf(builtinCalibration(), 1);
        QVERIFY(rows.size() >= 5);
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i].measured = *rows[i].measured * (std::popcount(i) % 2 == 0 ? 1.1 : 0.9); // in no order
        FitOptions options;
        options.iterations = 4;
        const auto fit = fitConstants(rows, builtinCalibration(), options);
        QVERIFY(fit);
        const double stated = fit->values.findStack("Megatron-LM")->uncertainty;
        QVERIFY2(stated > 0.05 && stated < 0.5, std::to_string(stated).c_str());
    }
    void stacksWithoutRowsFollowTheOthers()
    {
        auto rows = rowsOf(builtinCalibration(), 1.2);
        auto values = builtinCalibration();
        const auto host = [](const CalibrationValues &of, const char *stack) {
            return of.findStack(stack)->hostLayer.value;
        };
        FitOptions options;
        options.iterations = 4;
        const auto fit = fitConstants(rows, values, options);
        QVERIFY(fit);
        const double moved = host(fit->values, "Megatron-LM") / host(values, "Megatron-LM");
        QVERIFY(moved > 1.001);
        QVERIFY(std::abs(host(fit->values, "InternEvo") / host(values, "InternEvo") / moved - 1) < 1e-3);
        QCOMPARE(fit->values.findStack("InternEvo")->uncertainty, values.findStack("InternEvo")->uncertainty);
    }
    void thePriorsHaveEveryShippedClass()
    {
        const auto prior = priorCalibration();
        QVERIFY(prior);
        QCOMPARE(prior->curves.size(), builtinCalibration().curves.size());
        QCOMPARE(prior->stacks.size(), builtinCalibration().stacks.size());
        QCOMPARE(prior->links.size(), builtinCalibration().links.size());
    }
    void scaleIsTheMedianFactor()
    {
        const auto factor = fitScale(rowsOf(builtinCalibration(), 1.25), builtinCalibration());
        QVERIFY(factor && std::abs(*factor - 1.25) < 1e-9);
        QVERIFY(!fitScale({}, builtinCalibration()));
    }
    void aScaledStackTakesSoMuchLonger()
    {
        auto scaled = builtinCalibration();
        for (auto &stack : scaled.stacks)
            stack.scale = 1.5;
        for (const auto &row : rowsOf(builtinCalibration(), 1)) {
            const double ratio = predictRow(row, scaled).predicted->value / row.measured->value;
            QVERIFY2(std::abs(ratio - 1.5) < 1e-3, std::to_string(ratio).c_str());
        }
    }
    void layerProfilesMeetTheirRows()
    {
        // A machine whose layers take 30 % longer than the curves say; everything around them as it is.
        auto slower = builtinCalibration();
        for (auto &curves : slower.curves)
            curves.gemm[static_cast<std::size_t>(Precision::bf16)] *= 0.7;
        std::vector<RunRow> rows;
        for (const int layers : {16, 20, 24, 32}) {
            auto row = made(layers, 2, 1, 4, 64, 1);
            row.measured = *predictRow(row, slower).predicted;
            rows.push_back(row);
        }
        const auto profiles = fitLayerProfiles(rows, builtinCalibration(), 1);
        QVERIFY(profiles && profiles->size() == 1);
        auto values = builtinCalibration();
        values.profiles = std::make_shared<LayerProfiles>(*profiles);
        for (const auto &row : rows)
            QVERIFY(std::abs(*predictRow(row, values).error()) < 0.01);
        // Another micro-batch has no profile and keeps the curves.
        const auto other = made(16, 2, 1, 2, 64, 1);
        QCOMPARE(predictRow(other, values).predicted->value, predictRow(other, builtinCalibration()).predicted->value);
    }
    void measuredStepsAreMet()
    {
        const auto table = readCsvFile(measuredFolder() + "/steps_check.csv");
        if (!table)
            QSKIP("no measured data at hand (HETEROSCOPE_MEASURED)");
        auto rows = readRunRows(*table);
        QVERIFY(rows);
        const auto validation = validateRows(std::move(*rows), builtinCalibration(), {}, 2, {}, nullptr);
        QVERIFY(validation.all.skipped < validation.rows.size() / 20);
        QVERIFY2(validation.all.mape < 0.08, std::to_string(validation.all.mape).c_str());
        QVERIFY(validation.all.medianError < 0.05);
        QVERIFY(validation.all.kendallTau.value_or(0) > 0.8);
    }
};

QTEST_GUILESS_MAIN(ValidationTest)
#include "validation_test.moc"
