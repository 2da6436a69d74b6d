// SPDX-License-Identifier: GPL-3.0-or-later
//
// The products of several experts in one launch: against kernels/simumax_op_efficiency.csv of the measured data, and
// their limits.
#include "calibration/csv.h"
#include "calibration/measured_steps.h"
#include "cluster/catalog.h"
#include "cost/compute.h"

#include "support/clusters.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

namespace {

/// The products of `experts` experts on one device: (rows x depth) (depth x width) each.
Operation products(double experts, double rows, double width, double depth, double accumulator = 4)
{
    Operation operation;
    operation.kind = Operation::Kind::groupedGemm;
    operation.m = rows;
    operation.n = width;
    operation.k = depth;
    operation.count = experts;
    operation.forward = operation.inputGradient = operation.weightGradient = Flop(2 * rows * width * depth * experts);
    const double moved = 2 * (rows * depth + depth * width + rows * width) * experts;
    operation.forwardBytes = operation.backwardBytes = Bytes(moved);
    operation.weightBytes = Bytes((2 * (rows * depth + rows * width) + 2 * accumulator * depth * width) * experts);
    return operation;
}

double numberAfter(const std::string &text, const std::string &key)
{
    const auto at = text.find(key);
    return at == std::string::npos ? 0 : std::atof(text.c_str() + at + key.size());
}

} // namespace

class GroupedProductsTest : public StrictTest
{
    Q_OBJECT

    static ComputeContext context(const char *device)
    {
        return {builtinCatalog().findDevice(device),
                &builtinCalibration().curvesOf(builtinCatalog().findDevice(device)->computeClass),
                builtinCalibration().findStack("Megatron-LM"), Precision::bf16};
    }

    /// The table is of one box, whose steps reach a smaller share of the peak than the class (its source text says so).
    static const EfficiencyCurves &boxCurves()
    {
        static const auto curves = [] {
            auto box = *context("B200 SXM").curves;
            box.gemm[static_cast<std::size_t>(Precision::bf16)] = 0.4655;
            return box;
        }();
        return curves;
    }

private slots:
    void oneExpertIsAPlainProduct()
    {
        const auto h100 = context("H100-80GB SXM");
        auto plain = products(1, 8192, 8192, 4096);
        plain.kind = Operation::Kind::gemm;
        QCOMPARE(operationTimes(products(1, 8192, 8192, 4096), h100).forward.value,
                 operationTimes(plain, h100).forward.value);
    }
    void manyRowsApproachThePlainProduct()
    {
        const auto h100 = context("H100-80GB SXM");
        double before = 0;
        for (const double rows : {64.0, 256.0, 1024.0, 8192.0, 262144.0}) {
            auto plain = products(8, rows, 4096, 4096);
            plain.kind = Operation::Kind::gemm;
            const double share = operationTimes(plain, h100).forward.value /
                                 operationTimes(products(8, rows, 4096, 4096), h100).forward.value;
            QVERIFY(share >= before);
            before = share;
        }
        QVERIFY(before > 0.99);
    }
    void weightGradientsOfFewRowsWaitForTheirAccumulator()
    {
        // 128 rows: 8 bytes of the accumulator for each 256 FLOP.
        const auto b200 = context("B200 SXM");
        const auto terms = operationTerms(products(256, 128, 4096, 7168), b200);
        QVERIFY(terms.weightGradient.streaming() > terms.forward.streaming() * 3);
    }
    void measuredProductsAreMet()
    {
        const auto table = readCsvFile(measuredFolder() + "/kernels/simumax_op_efficiency.csv");
        if (!table)
            QSKIP("no measured data at hand (HETEROSCOPE_MEASURED)");
        double sum = 0, ofOneFactor = 0;
        int rows = 0;
        for (const auto &row : table->rows) {
            const auto &shape = table->cell(row, "shape key");
            if (table->cell(row, "op") != "group_matmul" ||
                table->cell(row, "system").find("b200") == std::string::npos)
                continue;
            const double measured = std::atof(table->cell(row, "efficiency = achieved/peak").c_str());
            const double peak = std::atof(table->cell(row, "peak_tflops").c_str()) * 1e12;
            auto b200 = context("B200 SXM");
            b200.curves = &boxCurves();
            const auto operation =
                products(numberAfter(shape, "ng="), numberAfter(shape, "M="), numberAfter(shape, "N="),
                         numberAfter(shape, "K="), shape.find("main_grad_dtype=bf16") != std::string::npos ? 2 : 4);
            const auto times = operationTimes(operation, b200);
            const double flops = operation.forward.value;
            const double seconds = shape.find("stage=fwd") != std::string::npos            ? times.forward.value
                                   : shape.find("stage=bwd_grad_act") != std::string::npos ? times.inputGradient.value
                                                                                           : times.weightGradient.value;
            const double predicted = flops / seconds / peak;
            sum += std::abs(predicted / measured - 1);
            // What one factor of all shapes reaches at best on this table is 25 %.
            auto plain = operation;
            plain.kind = Operation::Kind::gemm;
            ofOneFactor += std::abs(0.68 * flops / operationTimes(plain, b200).forward.value / peak / measured - 1);
            ++rows;
        }
        QCOMPARE(rows, 108);
        QVERIFY2(sum / rows < 0.18, std::to_string(sum / rows).c_str());
        QVERIFY(sum < 0.75 * ofOneFactor);
    }
};

QTEST_GUILESS_MAIN(GroupedProductsTest)
#include "grouped_products_test.moc"
