// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/support_fit.h"
#include "calibration/validation.h"

#include "support/strict_test.h"

#include <algorithm>

using namespace heteroscope;

namespace {

/// A run of a small GPT on one node of eight.
RunRow made(const std::string &source, const std::string &framework, const std::string &gpu, int layers, int tp)
{
    RunRow row;
    row.id = source + "-" + std::to_string(layers) + "-" + std::to_string(tp);
    row.source = source;
    auto &run = row.configuration;
    run.model = "GPT";
    run.layers = layers;
    run.hidden = 2048;
    run.heads = 16;
    run.ffn = 8192;
    run.vocab = 50304;
    run.sequence = 1024;
    run.gpu = gpu;
    run.gpusPerNode = 8;
    run.gpus = 8;
    run.precision = "bf16";
    run.tp = tp;
    run.microBatch = 2;
    run.globalBatch = 64;
    run.recompute = "full";
    run.flashAttention = "yes";
    run.framework = framework;
    return row;
}

/// Rows of one source whose measured times differ from the prediction by the factors in turn.
void add(std::vector<RunRow> &rows, const std::string &source, const std::string &framework, const std::string &gpu,
         const std::vector<double> &factors)
{
    std::size_t i = 0;
    for (const int layers : {12, 16, 20, 24, 28}) {
        for (const int tp : {1, 2}) {
            auto row = made(source, framework, gpu, layers, tp);
            const auto predicted = predictRow(row, builtinCalibration()).predicted;
            if (!predicted)
                qFatal("no prediction");
            row.measured = *predicted * factors[i++ % factors.size()];
            rows.push_back(row);
        }
    }
}

SupportTable measured(const std::vector<RunRow> &rows, int threads = 1)
{
    SupportFitOptions options;
    options.threads = threads;
    options.source = "made";
    const auto table = measureSupport(rows, builtinCalibration(), builtinCalibration(), options);
    if (!table)
        qFatal("%s", toString(table.error()).c_str());
    return table->table;
}

SupportFold fold(const SupportTable &table, SupportLevel level) { return table.folds[static_cast<std::size_t>(level)]; }

} // namespace

class SupportFitTest : public StrictTest
{
    Q_OBJECT

private slots:
    void anEntryHoldsTheScatterOfItsRows()
    {
        std::vector<RunRow> rows;
        add(rows, "lab", "Megatron-LM", "A100-80GB SXM", {1.1, 1.1, 0.9, 1.1, 0.9, 0.9, 1.1});
        const auto table = measured(rows);
        QCOMPARE(table.entries.size(), std::size_t(1));
        const auto &entry = table.entries.front();
        QCOMPARE(entry.key, (SupportKey{"Megatron-LM", "ampere"}));
        QCOMPARE(entry.rows, 10);
        QCOMPARE(entry.sources, std::vector<std::string>{"lab"});
        QVERIFY2(entry.error > 0.08 && entry.error < 0.4, std::to_string(entry.error).c_str());
        // Nothing could be left out, so nothing is known of other stacks.
        QCOMPARE(fold(table, SupportLevel::newStack).folds, 0);
        QCOMPARE(table.find({"nobody's", "unheard of"}).error, 1.0);
    }
    void theWorstSourceOfAnEntryCounts()
    {
        std::vector<RunRow> rows;
        add(rows, "lab", "Megatron-LM", "A100-80GB SXM", {1});
        const double alone = measured(rows).entries.front().error;
        QVERIFY(alone < 0.01);
        add(rows, "shop", "Megatron-LM", "A100-80GB SXM", {1.3});
        const auto both = measured(rows);
        QCOMPARE(both.entries.size(), std::size_t(1));
        QCOMPARE(both.entries.front().sources, (std::vector<std::string>{"lab", "shop"}));
        QCOMPARE(fold(both, SupportLevel::oneSource).folds, 2);
        QVERIFY(both.entries.front().error > 0.2);
    }
    void stacksAndClassesAreLeftOut()
    {
        std::vector<RunRow> rows;
        add(rows, "lab", "Megatron-LM", "A100-80GB SXM", {1});
        add(rows, "lab", "NeMo/Megatron-Core", "H100-80GB SXM", {1});
        add(rows, "lab", "NeMo/Megatron-Core", "A100-80GB SXM", {1});
        const auto table = measured(rows);
        QCOMPARE(table.entries.size(), std::size_t(3));
        QCOMPARE(fold(table, SupportLevel::newPair).folds, 2);
        QCOMPARE(fold(table, SupportLevel::newClass).folds, 2);
        QCOMPARE(fold(table, SupportLevel::newStack).folds, 2);
        QCOMPARE(fold(table, SupportLevel::nothing).folds, 3);
        for (const auto &[near, far] : supportOrder)
            QVERIFY(fold(table, near).error <= fold(table, far).error);
        // The rows meet the prediction, so only what stands for a stack or class that is gone can be wrong.
        for (const auto &entry : table.entries)
            QVERIFY(entry.error < 0.01);
        QVERIFY(fold(table, SupportLevel::newStack).error > 0.02);
        QCOMPARE(measured(rows, 3), table);
    }
    void rowsOfUnknownFrameworksDoNotCount()
    {
        std::vector<RunRow> rows;
        add(rows, "lab", "Some framework", "A100-80GB SXM", {2});
        QVERIFY(!measureSupport(rows, builtinCalibration(), builtinCalibration(), {}));
        std::vector<RunRow> known;
        add(known, "shop", "Megatron-LM", "A100-80GB SXM", {1.05, 0.95});
        const auto alone = measured(known);
        known.insert(known.end(), rows.begin(), rows.end());
        QCOMPARE(measured(known), alone);
    }
    void aStopEndsIt()
    {
        std::vector<RunRow> rows;
        add(rows, "lab", "Megatron-LM", "A100-80GB SXM", {1});
        std::stop_source stop;
        stop.request_stop();
        SupportFitOptions options;
        options.stop = stop.get_token();
        const auto table = measureSupport(rows, builtinCalibration(), builtinCalibration(), options);
        QVERIFY(!table);
        QCOMPARE(table.error().code, Error::Code::cancelled);
    }
};

QTEST_GUILESS_MAIN(SupportFitTest)
#include "support_fit_test.moc"
