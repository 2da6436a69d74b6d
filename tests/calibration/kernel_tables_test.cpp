// SPDX-License-Identifier: GPL-3.0-or-later
//
// Device classes fitted to tables of kernel times: what the fit does with few and many rows, and the shipped classes
// against kernels/ of the measured data.
#include "calibration/calibration_fit.h"
#include "calibration/kernel_fit.h"
#include "calibration/measured_steps.h"
#include "calibration/validation.h"
#include "cluster/catalog.h"

#include "support/strict_test.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace heteroscope;

namespace {

constexpr const char *kernelTables[] = {"zorse_layer_latencies.csv", "amp_layer_profiles.csv",
                                        "sailor_layer_profiles.csv", "simumax_op_efficiency.csv",
                                        "mamf_max_achievable_matmul.csv"};

/// Large products on a T4 that reach the given share of its peak, as a table without software of its own states them.
std::vector<KernelRow> productsAt(double share, const std::string &source, int count)
{
    std::vector<KernelRow> rows;
    for (int i = 0; i < count; ++i) {
        KernelRow row;
        row.source = source;
        row.software = "simumax";
        row.model = row.set = source + std::to_string(i % 4);
        row.device = builtinCatalog().findDevice("T4");
        row.precision = Precision::fp16;
        auto &product = row.work.operations.emplace_back();
        product.kind = Operation::Kind::gemm;
        product.m = 4096 * (i % 4 + 1);
        product.n = product.k = 4096;
        product.forward = Flop(2 * product.m * product.n * product.k);
        auto curves = priorCalibration()->curvesOf(row.device->computeClass);
        curves.gemm[static_cast<std::size_t>(Precision::fp16)] = share;
        row.measured = Seconds(1); // until predicted
        row.measured = predictKernels(row, curves, startingSoftware().front());
        rows.push_back(std::move(row));
    }
    return rows;
}

double fittedShare(const std::vector<KernelRow> &rows)
{
    const auto fits = fitKernels(rows, *priorCalibration(), builtinCalibration(), "test");
    return fits ? fits->classes.front().curves.gemm[static_cast<std::size_t>(Precision::fp16)] : 0;
}

/// A fit to every eighth row, which takes an eighth of the time; the tables are dense in micro-batches.
const Result<KernelFits> &fitOfSome(const std::vector<KernelRow> &rows)
{
    static const Result<KernelFits> fits = [&rows] {
        std::vector<KernelRow> some;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (i % 16 < 2 || rows[i].source != "zorse") // forward and backward of a time
                some.push_back(rows[i]);
        }
        return fitKernels(some, *priorCalibration(), builtinCalibration(), "test");
    }();
    return fits;
}

/// Rows of all tables; empty where there is no data.
std::vector<KernelRow> measuredRows()
{
    std::vector<KernelRow> rows;
    for (const char *name : kernelTables) {
        const auto table = readCsvFile(measuredFolder() + "/kernels/" + name);
        auto part = table ? readKernelRows(*table) : Result<std::vector<KernelRow>>(Error{});
        if (part)
            std::move(part->begin(), part->end(), std::back_inserter(rows));
    }
    return rows;
}

} // namespace

class KernelTablesTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everyClassOfTheCatalogHasCurves()
    {
        // "ai-other": accelerators of which no table is known; a prediction says that it uses the default curves.
        for (const auto &device : builtinCatalog().devices) {
            if (device.computeClass != "ai-other")
                QVERIFY2(builtinCalibration().isCalibrated(device.computeClass), device.computeClass.c_str());
        }
        const auto priors = priorCalibration();
        QVERIFY(priors.hasValue());
        for (const auto &curves : builtinCalibration().curves)
            QVERIFY2(priors->isCalibrated(curves.computeClass), curves.computeClass.c_str());
    }
    void oneSourceIsHeldToItsPrior()
    {
        const double prior = priorCalibration()->curvesOf("tu104").gemm[static_cast<std::size_t>(Precision::fp16)];
        const double share = prior / 2;
        const double few = fittedShare(productsAt(share, "one", 8));
        QVERIFY(few > share * 1.02);
        QVERIFY(few < std::sqrt(share * prior));
        // Rows of the same source add nothing; another source does.
        QCOMPARE(fittedShare(productsAt(share, "one", 80)), few);
        auto two = productsAt(share, "one", 8);
        for (auto &row : productsAt(share, "two", 8))
            two.push_back(std::move(row));
        QVERIFY(fittedShare(two) < few);
    }
    void sourcesWeighTheSameWhateverTheirRows()
    {
        const auto both = [](double first, int firstRows, double second, int secondRows) {
            auto rows = productsAt(first, "one", firstRows);
            for (auto &row : productsAt(second, "two", secondRows))
                rows.push_back(std::move(row));
            return fittedShare(rows);
        };
        QCOMPARE(both(0.4, 200, 0.6, 4), both(0.4, 4, 0.6, 200));
        QVERIFY(both(0.4, 200, 0.6, 4) > 0.45 && both(0.4, 200, 0.6, 4) < 0.62);
    }
    void anchorsAreNotFitted()
    {
        auto rows = productsAt(0.5, "one", 4);
        for (auto &row : rows)
            row.device = builtinCatalog().findDevice("A100-80GB SXM");
        QVERIFY(!fitKernels(rows, *priorCalibration(), builtinCalibration(), "test").hasValue());
    }
    void anotherTableIsAnError()
    {
        const auto table = parseCsv("a,b\n1,2\n", "other.csv");
        QVERIFY(table.hasValue());
        const auto rows = readKernelRows(*table);
        QVERIFY(!rows.hasValue());
        QCOMPARE(rows.error().file, std::string("other.csv"));
    }
    void aTableIsRead()
    {
        const auto table =
            parseCsv("device,label,model,implementation,hidden,heads,kv_heads,ffn,gated,parameters,seq_len,image,"
                     "precision,kind,micro_batch,forward_s,backward_s,forward_s_per_sample,forward_s_base,"
                     "backward_s_per_sample,backward_s_base\n"
                     "T4,t4,llama,llama_simple,4096,32,32,11008,yes,,512,,fp16,measured,1,0.007,0.02,,,,\n"
                     "T4,t4,llama,llama_simple,4096,32,32,11008,yes,,512,,fp16,line,,,,0.006,0.001,0.01,0.01\n"
                     "L4,l4,gpt,gpt_simple,2048,16,16,8192,no,,512,,fp32,line,,,,0.006,0.001,0.01,0.01\n"
                     "T4,t4,vit,vit_simple,1792,16,16,15360,no,,,vit,fp32,measured,1,0.007,0.02,,,,\n"
                     "T4,t4,narrow,gpt_simple,512,128,128,2048,no,,512,,fp32,measured,1,0.007,0.02,,,,\n"
                     "Abacus,x,llama,llama_simple,4096,32,32,11008,yes,,512,,fp16,measured,1,0.007,0.02,,,,\n",
                     "layers.csv");
        QVERIFY(table.hasValue());
        const auto rows = readKernelRows(*table);
        QVERIFY(rows.hasValue());
        QCOMPARE(rows->size(), std::size_t(4)); // a line is read only where nothing was measured
        QCOMPARE(rows->at(0).device->name, std::string("T4"));
        QCOMPARE(rows->at(1).measured.value, 0.02);
        QCOMPARE(rows->at(2).measured.value, 0.049); // the line at micro-batch 8
        QVERIFY(rows->at(1).added.value > 0);
    }
    void measuredKernelsAreMet()
    {
        const auto rows = measuredRows();
        if (rows.empty())
            QSKIP("no measured data at hand (HETEROSCOPE_MEASURED)");
        const auto &fits = fitOfSome(rows);
        QVERIFY(fits.hasValue());
        const auto softwareOf = [&](const KernelRow &row) {
            return *std::find_if(fits->software.begin(), fits->software.end(),
                                 [&](const SoftwareStack &software) { return software.name == row.software; });
        };
        std::map<std::string, std::vector<double>> errors;
        for (const auto &row : rows) {
            const auto &name = row.device->computeClass;
            const auto seconds = predictKernels(row, builtinCalibration().curvesOf(name), softwareOf(row));
            errors[name].push_back(std::abs(seconds / row.measured - 1));
        }
        for (const auto &[name, limit] : limits()) {
            QVERIFY2(errors.contains(name), name.c_str());
            double sum = 0;
            for (const double error : errors[name])
                sum += error;
            const double mean = sum / static_cast<double>(errors[name].size());
            QVERIFY2(mean < limit, (name + " " + std::to_string(mean)).c_str());
        }
    }
    void statedUncertaintiesCoverTheTables()
    {
        const auto rows = measuredRows();
        if (rows.empty())
            QSKIP("no measured data at hand (HETEROSCOPE_MEASURED)");
        const auto &fits = fitOfSome(rows);
        QVERIFY(fits.hasValue());
        for (const auto &fit : fits->classes) {
            const auto &shipped = builtinCalibration().curvesOf(fit.curves.computeClass);
            if (shipped.computeClass == "blackwell-ultra")
                continue; // its curves are those of steps; two products are all that the tables have
            QVERIFY2(shipped.uncertainty > 0.8 * fit.errorLeftOut, shipped.computeClass.c_str());
            if (fit.sources.size() < 2)
                QVERIFY2(shipped.uncertainty >= 0.2, shipped.computeClass.c_str());
        }
    }

private:
    /// Mean errors over the rows of the tables that must not be exceeded: a quarter above those of the fit.
    static std::map<std::string, double> limits()
    {
        return {{"pascal", 0.14},      {"gp102", 0.20},     {"volta", 0.13},      {"tu104", 0.22}, {"tu102", 0.24},
                {"ampere-pcie", 0.08}, {"ga102", 0.11},     {"ga102-full", 0.14}, {"ad104", 0.24}, {"ad102", 0.21},
                {"hopper-nvl", 0.13},  {"blackwell", 0.24}, {"rdna2", 0.30}};
    }
};

QTEST_GUILESS_MAIN(KernelTablesTest)
#include "kernel_tables_test.moc"
