// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shipped constants against what was measured for this project on one H100 (tests/validation/README.md): single
// kernels, and steps of small models on that one device. No constant was fitted to the steps.
#include "calibration/device_fit.h"
#include "calibration/validation.h"
#include "cluster/catalog.h"

#include "support/hscope_run.h"
#include "support/strict_test.h"

#include <cmath>
#include <fstream>
#include <sstream>

using namespace heteroscope;

namespace {

std::string measuredFile(const char *name) { return test::sourcePath(std::string("/tests/validation/h100/") + name); }

DeviceMeasurements kernels()
{
    const auto file = measuredFile("kernels.json");
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    auto measurements = parseDeviceMeasurements(text.str(), file);
    return measurements ? *measurements : DeviceMeasurements{};
}

/// Mean absolute error of a list of (predicted, measured).
double meanError(const std::vector<std::pair<Seconds, Seconds>> &times)
{
    double sum = 0;
    for (const auto &[predicted, measured] : times)
        sum += std::abs(predicted / measured - 1);
    return times.empty() ? 1 : sum / static_cast<double>(times.size());
}

QByteArray percent(double share) { return QByteArray::number(100 * share) + " %"; }

} // namespace

class OwnH100Test : public StrictTest
{
    Q_OBJECT

    const DeviceType &m_type = *builtinCatalog().findDevice("H100-80GB SXM");
    const EfficiencyCurves &m_curves = builtinCalibration().curvesOf(m_type.computeClass);

private slots:
    void productsTakeWhatTheClassSays()
    {
        std::vector<std::pair<Seconds, Seconds>> plain, ofExperts;
        for (const auto &product : kernels().products) {
            const bool odd = product.n % 8 != 0;
            const auto predicted = predictedTime(product, m_type, m_curves);
            QVERIFY(predicted);
            if (!odd)
                (product.experts > 1 ? ofExperts : plain).emplace_back(*predicted, product.time.seconds);
        }
        QCOMPARE(plain.size(), std::size_t(36));
        QCOMPARE(ofExperts.size(), std::size_t(15));
        QVERIFY2(meanError(plain) < 0.1, percent(meanError(plain)));
        QVERIFY2(meanError(ofExperts) < 0.2, percent(meanError(ofExperts)));
    }
    void attentionTakesWhatTheClassSays()
    {
        std::vector<std::pair<Seconds, Seconds>> times;
        for (const auto &one : kernels().attention) {
            times.emplace_back(*predictedTime(one, false, m_type, m_curves), one.forward.seconds);
            times.emplace_back(*predictedTime(one, true, m_type, m_curves), one.backward->seconds);
        }
        QCOMPARE(times.size(), std::size_t(40));
        QVERIFY2(meanError(times) < 0.15, percent(meanError(times)));
    }
    void stepsAreInTheirRanges()
    {
        const auto table = readCsvFile(measuredFile("steps.csv"));
        QVERIFY(table);
        auto rows = readRunRows(*table);
        QVERIFY(rows);
        QCOMPARE(rows->size(), std::size_t(34));
        std::vector<double> errors, memory;
        for (auto &row : *rows) {
            const auto predicted = predictRow(row.row, builtinCalibration());
            QVERIFY2(predicted.feasible, row.row.id.c_str());
            if (row.row.source == "compiled") {
                errors.push_back(std::abs(*predicted.error()));
                memory.push_back(std::abs(*predicted.memoryError()));
            }
        }
        QCOMPARE(errors.size(), std::size_t(13));
        std::sort(errors.begin(), errors.end());
        QVERIFY2(errors[6] < 0.08, percent(errors[6]));
        QVERIFY2(errors[11] < 0.2, percent(errors[11])); // the last one waits for its host
        std::sort(memory.begin(), memory.end());
        QVERIFY2(memory.back() < 0.25, percent(memory.back()));
    }
};

QTEST_GUILESS_MAIN(OwnH100Test)
#include "own_h100_test.moc"
