// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measurements of a machine, steps and calibration files that come into the window: compared, taken, and given up
// again.
#include "jobs/calibration_in_use.h"
#include "shell/status_bar.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/opened_example.h"
#include "ui/support/window_fixture.h"
#include "json/json.h"

#include <QFile>
#include <QTemporaryDir>

using namespace heteroscope;

namespace {

Json timeOf(double seconds) { return {{"seconds", seconds}, {"spread", 0.0}, {"runs", 10}}; }

/// An H100 of which products reach 30 % of the peak, half of what the shipped class states.
Json slowDevice(const char *name)
{
    Json products = Json::array();
    for (const auto &[m, n, k] : {std::tuple(8192, 8192, 8192), std::tuple(1024, 8192, 8192),
                                  std::tuple(8192, 1024, 8192), std::tuple(8192, 8192, 1024)}) {
        const double flop = 2.0 * m * n * k;
        products.push_back(
            {{"precision", "bf16"}, {"m", m}, {"n", n}, {"k", k}, {"time", timeOf(flop / 0.3 / 989e12)}});
    }
    return {{"formatVersion", 1},
            {"device", {{"name", name}, {"kind", "cuda"}, {"memory", 85899345920}, {"processors", 132}}},
            {"measurements", {{"products", products}}}};
}

/// The example, with answers to the questions.
struct Calibrated : OpenedExample
{
    QTemporaryDir folder;
    QStringList files, comparisons, reports;
    QString device;
    CalibrationChoice choice = CalibrationChoice::keep;
    bool mayReset = false;

    Calibrated()
    {
        Dialogs dialogs;
        dialogs.unsavedChanges = [](const QString &) { return Dialogs::Answer::discard; };
        dialogs.report = [this](const QString &title, const QString &text) { reports << title + u'\n' + text; };
        dialogs.importFiles = [this] { return files; };
        dialogs.chooseMeasuredDevice = [this](const QString &, const QStringList &) { return device; };
        dialogs.chooseCalibration = [this](const QString &, const QString &comparison, bool reset) {
            comparisons << comparison;
            mayReset = reset;
            return choice;
        };
        window.setDialogs(dialogs);
    }
    void write(const QString &name, const Json &json)
    {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(toText(json)));
        files = {file.fileName()};
    }
    /// Imports the files; true once the user was asked or told something.
    bool import()
    {
        const auto said = comparisons.size() + reports.size();
        action(ActionId::importFiles)->trigger();
        return QTest::qWaitFor([this, said] { return comparisons.size() + reports.size() > said; }, test::patience);
    }
    Ticks step() { return settled() ? window.session()->result()->stepTime : Ticks(0); }
};

} // namespace

class CalibrationImportTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void cleanup() { CalibrationInUse::instance().use(nullptr, {}); }

    void measurementsAreComparedTakenAndGivenUp()
    {
        Calibrated c;
        const Ticks shipped = c.step();
        QVERIFY(shipped > Ticks(0));
        c.write(QStringLiteral("mine.json"), slowDevice("NVIDIA H100 80GB HBM3"));
        QVERIFY(c.import());
        QCOMPARE(c.comparisons.size(), 1);
        QVERIFY2(c.comparisons.front().contains(QStringLiteral("Measured kernels (4)")),
                 qPrintable(c.comparisons.front()));
        QVERIFY2(c.comparisons.front().contains(QStringLiteral("H200 SXM")), qPrintable(c.comparisons.front()));
        QVERIFY(!c.mayReset && !CalibrationInUse::values());
        QCOMPARE(c.step(), shipped); // kept as it was
        c.choice = CalibrationChoice::use;
        QVERIFY(c.import());
        QVERIFY(CalibrationInUse::values());
        QVERIFY(c.window.windowTitle().contains(QStringLiteral("mine.json")));
        QVERIFY2(c.step() > shipped, "half the rate takes longer");
        c.choice = CalibrationChoice::shipped;
        QVERIFY(c.import());
        QVERIFY(c.mayReset && !CalibrationInUse::values());
        QVERIFY(!c.window.windowTitle().contains(QStringLiteral("mine.json")));
        QCOMPARE(c.step(), shipped);
        QVERIFY(c.reports.isEmpty());
        QCOMPARE(c.window.session()->document()->undoStack()->count(), 0); // no project holds constants
    }

    void theDeviceIsAskedForWhereItIsUnknown()
    {
        Calibrated c;
        c.write(QStringLiteral("mine.json"), slowDevice("Prototype 7"));
        c.action(ActionId::importFiles)->trigger(); // cancelled at the question
        QVERIFY(c.comparisons.isEmpty() && c.reports.isEmpty());
        c.device = QStringLiteral("H100-80GB SXM");
        QVERIFY(c.import());
        QCOMPARE(c.comparisons.size(), 1);
        c.device = QStringLiteral("T4"); // cannot be that fast
        QVERIFY(c.import());
        QCOMPARE(c.reports.size(), 1);
        QVERIFY2(c.reports.front().contains(QStringLiteral("mine.json")), qPrintable(c.reports.front()));
    }

    void aCalibrationFileIsTakenAsItIs()
    {
        Calibrated c;
        CalibrationValues half;
        half.curves.push_back(builtinCalibration().curvesOf("hopper"));
        for (double &share : half.curves.front().gemm)
            share /= 2;
        const Ticks shipped = c.step();
        c.write(QStringLiteral("half.json"), toJson(half));
        c.choice = CalibrationChoice::use;
        QVERIFY(c.import());
        QVERIFY(c.step() > shipped);
        Json broken = toJson(half);
        broken["kernels"][0]["gemm"]["bf16"] = -1;
        c.write(QStringLiteral("broken.json"), broken);
        QVERIFY(c.import());
        QCOMPARE(c.reports.size(), 1);
        QVERIFY(CalibrationInUse::values()); // those of before
    }
};

QTEST_MAIN(CalibrationImportTest)
#include "calibration_import_test.moc"
