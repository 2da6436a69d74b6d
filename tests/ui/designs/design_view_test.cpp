// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dock "What to buy": the form asks, a real search on a worker answers, chart and table agree, and the chosen
// cluster is drawn as one undo step.
#include "designs/design_view.h"

#include "charts/chart_table.h"
#include "designs/choice_model.h"
#include "designs/design_chart.h"
#include "designs/design_form.h"
#include "simulator/predict_step.h"
#include "support/clusters.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "theme/theme.h"
#include "ui/support/picture.h"
#include "widgets/state_strip.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QUndoStack>

using namespace heteroscope;

namespace {

/// A small job and choices of few devices, without the simulations of the session.
struct AskedDesigns
{
    Document document;
    Session session{&document};
    DesignView view{&session};

    AskedDesigns()
    {
        session.setLive(false);
        Project project;
        project.workload = test::smallGpt(4, 512, 8);
        document.reset(project);
        view.form()->choices()->setChoices(
            {{QStringLiteral("2 A100 hdr200"), 0, 2, 1, 4.0, {}}, {QStringLiteral("2 H100 ndr400"), 0, 1, 1, 9.0, {}}});
        view.resize(1200, 320);
        view.show();
    }
    bool found()
    {
        QTest::mouseClick(view.searchButton(), Qt::LeftButton);
        return QTest::qWaitFor([this] { return !view.isRunning() && view.answer(); }, test::patience);
    }
    QString cell(int row, int column) const
    {
        return view.model()->index(row, column).data(Qt::DisplayRole).toString();
    }
};

} // namespace

class DesignViewTest : public StrictTest
{
    Q_OBJECT

private slots:
    void init() { applyTheme(*qApp, ThemeKind::light); }

    void choicesAreAModel()
    {
        ChoiceModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy edited(&model, &ChoiceModel::edited);
        model.setChoices({{QStringLiteral("8 H100 ndr400x8"), 0, 4, 2, {}, {}}});
        model.add({QStringLiteral("8 A100 hdr200x4"), 1, 1, 1, 12.5, 8.0});
        QCOMPARE(edited.count(), 2);
        const Json json = model.json();
        QVERIFY(json[0]["counts"] == Json({0, 2, 4}));
        QVERIFY(!json[0]["nodes"][0].contains("pricePerHour"));
        QCOMPARE(json[1]["nodes"][0]["pricePerHour"].get<double>(), 12.5);
        QCOMPARE(json[1]["nodes"][0]["rackUnits"].get<double>(), 8.0);
        const auto set = [&model](int column, const QString &value) {
            return model.setData(model.index(0, column), value, Qt::EditRole);
        };
        for (const auto &[column, value] :
             {std::pair(ChoiceModel::fewest, "-1"), std::pair(ChoiceModel::most, "x"),
              std::pair(ChoiceModel::step, "0"), std::pair(ChoiceModel::price, "-2"), std::pair(ChoiceModel::node, " "),
              std::pair(ChoiceModel::most, "99999"), std::pair(ChoiceModel::rackUnits, "0")})
            QVERIFY(!set(column, QString::fromLatin1(value)));
        QVERIFY(set(ChoiceModel::fewest, QStringLiteral("6")));
        QCOMPARE(model.choices().front().most, 6); // never below the fewest
        QVERIFY(set(ChoiceModel::price, QStringLiteral("20")));
        QVERIFY(set(ChoiceModel::price, QString()));
        QVERIFY(!model.choices().front().pricePerHour);
        model.remove(0);
        model.remove(7);
        QCOMPARE(model.rowCount(), 1);
    }

    void aSearchAnswers()
    {
        AskedDesigns asked;
        QCOMPARE(asked.view.current(), -1);
        QVERIFY(!asked.view.drawButton()->isEnabled());
        const QAbstractItemModelTester tester(asked.view.model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(asked.found());
        const DesignResult &found = asked.view.answer()->found;
        QCOMPARE(found.enumerated, std::size_t(5));
        QVERIFY(!found.front.empty());
        QCOMPARE(asked.view.model()->rowCount(), static_cast<int>(found.front.size()));
        QVERIFY(asked.view.strip()->tone() == StateStrip::Tone::good);
        QCOMPARE(asked.view.current(), 0);
        QVERIFY(!asked.view.sentence().isEmpty());
        // The same numbers in chart and table.
        for (int i = 0; i < asked.view.model()->rowCount(); ++i) {
            const auto value = [&](int column) {
                return asked.view.model()->index(i, column).data(ChartTable::valueRole).toDouble();
            };
            const DesignDot &dot = asked.view.chart()->dots()[static_cast<std::size_t>(i)];
            QCOMPARE(dot.x, value(2));
            QCOMPARE(dot.y, value(3));
        }
    }
    void whatCannotBeAskedIsSaid()
    {
        AskedDesigns asked;
        asked.view.form()->choices()->setChoices({{QStringLiteral("8 Nonsense"), 0, 2, 1, {}, {}}});
        QTest::mouseClick(asked.view.searchButton(), Qt::LeftButton);
        QVERIFY(!asked.view.isRunning() && !asked.view.answer());
        QVERIFY(asked.view.strip()->tone() == StateStrip::Tone::bad);
        QVERIFY(asked.view.strip()->text().contains(QStringLiteral("Nonsense")));
        asked.view.form()->choices()->setChoices({{QStringLiteral("2 A100 hdr200"), 0, 1, 1, {}, {}}});
        QVERIFY(asked.view.strip()->tone() == StateStrip::Tone::neutral);
        asked.view.form()->choices()->setChoices({});
        QTest::mouseClick(asked.view.searchButton(), Qt::LeftButton);
        QVERIFY(asked.view.strip()->tone() == StateStrip::Tone::bad);
    }
    void limitsAndTokensAreAsked()
    {
        AskedDesigns asked;
        asked.view.form()->maxPrice()->setValue(8);
        asked.view.form()->billions()->setValue(1);
        asked.view.form()->maxPower()->setValue(500);
        asked.view.form()->maxDevices()->setValue(4);
        asked.view.form()->gap()->setValue(1);
        QTest::keyClick(asked.view.form()->fabrics(), Qt::Key_End);
        QTest::keyClicks(asked.view.form()->fabrics(), QStringLiteral("; spine 2:1"));
        QVERIFY(asked.found());
        const DesignAnswer &answer = *asked.view.answer();
        QCOMPARE(answer.spec.fabrics.size(), std::size_t(2));
        QCOMPARE(*answer.spec.tokens, 1e9);
        QCOMPARE(answer.spec.gap, 0.01);
        QCOMPARE(*answer.spec.maxPower, 500e3);
        for (const Design &design : answer.found.front)
            QVERIFY(design.pricePerHour <= 8 && design.devices <= 4);
        const double days = daysToTrain(answer.found.front.front(), answer.spec.workload, 1e9);
        QCOMPARE(asked.view.chart()->dots().front().y, days);
        asked.view.axis()->setCurrentIndex(DesignView::priceOfTraining);
        QCOMPARE(asked.view.chart()->dots().front().x,
                 costToTrain(answer.found.front.front(), answer.spec.workload, 1e9));
        asked.view.axis()->setCurrentIndex(DesignView::energy);
        QCOMPARE(asked.view.chart()->dots().front().x, answer.found.front.front().step->energy);
        // Rack units are limited only if every node says how many it takes.
        asked.view.form()->maxRackUnits()->setValue(4);
        QTest::mouseClick(asked.view.searchButton(), Qt::LeftButton);
        QVERIFY(asked.view.strip()->tone() == StateStrip::Tone::bad);
    }
    void rowsAreAddedAndRemoved()
    {
        AskedDesigns asked;
        QTest::mouseClick(asked.view.form()->addButton(), Qt::LeftButton);
        QCOMPARE(asked.view.form()->choices()->rowCount(), 3);
        QTest::mouseClick(asked.view.form()->removeButton(), Qt::LeftButton);
        QCOMPARE(asked.view.form()->choices()->rowCount(), 2);
    }
    void chartAndTableAreOneSelection()
    {
        AskedDesigns asked;
        QVERIFY(asked.found());
        const int last = asked.view.model()->rowCount() - 1;
        QVERIFY(last > 0);
        QApplication::processEvents();
        auto *plot = asked.view.chart()->findChild<QWidget *>();
        QVERIFY(plot);
        QTest::mouseClick(plot, Qt::LeftButton, {}, plot->mapFromParent(asked.view.chart()->placeOf(last)));
        QCOMPARE(asked.view.current(), last);
        const QString sentence = asked.view.sentence();
        QVERIFY(sentence.contains(QStringLiteral("more")) && sentence.contains(QStringLiteral("USD/h")));
        QTest::keyClick(asked.view.chart(), Qt::Key_Left);
        QCOMPARE(asked.view.current(), last - 1);
        QTest::keyClick(asked.view.chart(), Qt::Key_Right);
        QTest::keyClick(asked.view.chart(), Qt::Key_Right); // there is no further one
        QCOMPARE(asked.view.current(), last);
        QTest::keyClick(asked.view.table(), Qt::Key_Up);
        QCOMPARE(asked.view.chart()->current(), last - 1);
    }
    void theChosenClusterIsDrawn()
    {
        AskedDesigns asked;
        QVERIFY(asked.found());
        const Project before = asked.document.project();
        asked.view.setCurrent(asked.view.model()->rowCount() - 1);
        QTest::mouseClick(asked.view.drawButton(), Qt::LeftButton);
        const Design &design = asked.view.answer()->found.front.back();
        const Project drawn = asked.document.project();
        QCOMPARE(deviceCount(drawn.cluster), design.devices);
        QVERIFY(drawn.workload == before.workload);
        QVERIFY(drawn.plans.size() == 1 && drawn.plans.front().plan == design.plan);
        QCOMPARE(asked.document.undoStack()->count(), 1);
        // The drawn plan takes the time that the search said.
        const auto topology = Topology::build(drawn.cluster);
        const auto step = predictStep(*topology, drawn.workload, drawn.plans.front().plan);
        QVERIFY(step);
        QCOMPARE(step->stepTime, design.step->stepTime);
        asked.document.undoStack()->undo();
        QVERIFY(asked.document.project() == before);
        asked.view.table()->setFocus();
        QTest::keyClick(asked.view.table(), Qt::Key_Return);
        QCOMPARE(asked.document.undoStack()->count(), 1);
        QVERIFY(asked.document.project() == drawn);
    }
    void anotherJobMakesItStale()
    {
        AskedDesigns asked;
        QVERIFY(asked.found());
        Project project = asked.document.project();
        project.workload.job.globalBatch = 16;
        asked.document.edit(QStringLiteral("batch"), project);
        QVERIFY(asked.view.strip()->tone() == StateStrip::Tone::caution);
    }
    void aStopLeavesWhatWasPlanned()
    {
        AskedDesigns asked;
        asked.view.form()->choices()->setChoices({{QStringLiteral("8 A100 hdr200x4"), 1, 900, 1, 10.0, {}}});
        Project project = asked.document.project();
        project.workload.job.globalBatch = 512;
        asked.document.edit(QStringLiteral("batch"), project);
        QTest::mouseClick(asked.view.searchButton(), Qt::LeftButton);
        QVERIFY(asked.view.isRunning());
        QTest::mouseClick(asked.view.searchButton(), Qt::LeftButton);
        QTRY_VERIFY(!asked.view.isRunning());
        QVERIFY(asked.view.answer() && asked.view.answer()->found.stopped);
        QVERIFY(asked.view.strip()->tone() == StateStrip::Tone::caution);
    }
    void filesAreWritten()
    {
        AskedDesigns asked;
        QVERIFY(asked.found());
        QTemporaryDir folder;
        const QString question = folder.filePath(QStringLiteral("q.design.json"));
        asked.view.saveQuestion(question);
        const auto json = readJsonFile(question.toStdString());
        QVERIFY(json && readDesignSpec(*json).spec);
        const QString csv = folder.filePath(QStringLiteral("front.csv"));
        asked.view.exportCsv(csv);
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count('\n'), asked.view.model()->rowCount() + 1);
        asked.view.table()->setFocus();
        QTest::keyClick(asked.view.table(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), asked.view.model()->csv());
        QSignalSpy failed(&asked.view, &DesignView::failed);
        asked.view.saveQuestion(folder.filePath(QStringLiteral("none/q.json")));
        QCOMPARE(failed.count(), 1);
    }
    void looksRightInBothThemes()
    {
        for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
            applyTheme(*qApp, kind);
            AskedDesigns asked;
            asked.view.form()->billions()->setValue(100);
            QVERIFY(asked.found());
            asked.view.setCurrent(asked.view.model()->rowCount() - 1);
            QApplication::processEvents();
            savePicture(asked.view, QStringLiteral("designs"));
            QVERIFY(asked.view.chart()->rect().contains(asked.view.chart()->placeOf(0)));
        }
    }
};

QTEST_MAIN(DesignViewTest)
#include "design_view_test.moc"
