// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dock "Jobs": a job of the selection, the steps together, planning in turn on its worker thread, by real events on
// four nodes behind one switch.
#include "together/jobs_view.h"

#include "planner/overtime/replan.h"
#include "support/clusters.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "together/jobs_model.h"
#include "ui/support/picture.h"
#include "ui/support/window_fixture.h"
#include "widgets/state_strip.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

using namespace heteroscope;

namespace {

/// Two nodes of two devices for each of two jobs; the further one has no plan.
Project twoJobs()
{
    Project project;
    project.cluster = test::star({test::node("a", "A100-80GB SXM", 2), test::node("b", "A100-80GB SXM", 2),
                                  test::node("c", "A100-80GB SXM", 2), test::node("d", "A100-80GB SXM", 2)},
                                 BytesPerSecond(2e8));
    project.workload = test::smallGpt();
    const int layers = project.workload.model.planLayers();
    Plan plan;
    plan.pipelines = {
        test::pipeline({{"a:0"}, {"b:0"}}, {layers / 2, layers - layers / 2}, project.workload.job.globalBatch)};
    project.plans = {{"mine", withUnusedDevices(plan, *Topology::build(project.cluster)), {}, {}}};
    return project;
}

struct JobsDock
{
    GatedEngine gated;
    Gate gate;
    Document document;
    Session session{&document, gated.engine()};
    JobsView view{&session, nullptr, work()};

    JobsDock()
    {
        session.setFollowDelay(0);
        session.setLive(false);
        document.reset(twoJobs());
        view.resize(1000, 240);
        view.show();
    }
    /// The real work in a small space, behind the gate.
    JobsTogether::Work work()
    {
        return [this](const SharedJobsInput &input, bool plan, SharedJobsOptions options, StopToken stop,
                      Progress *progress) {
            gate.pass(stop);
            options.search.space = SearchSpace::C;
            options.search.threads = 1;
            return plan ? planShared(input, options, stop, progress) : simulateShared(input, options, stop);
        };
    }
    void press(QPushButton *button) { QTest::mouseClick(button, Qt::LeftButton); }
    void addJob()
    {
        document.selection()->selectNames({"c", "d"});
        press(view.addButton());
    }
    void wait() { QTRY_VERIFY_WITH_TIMEOUT(!view.together()->isRunning(), test::patience); }
    QString cell(int row, int column)
    {
        return view.model()->data(view.model()->index(row, column), Qt::DisplayRole).toString();
    }
};

} // namespace

class JobsViewTest : public StrictTest
{
    Q_OBJECT

private slots:
    void init() { applyTheme(*qApp, ThemeKind::light); }

    void aJobIsMadeOfTheSelection()
    {
        JobsDock d;
        QCOMPARE(d.view.model()->rowCount(), 1);
        QVERIFY(!d.view.addButton()->isEnabled() && !d.view.planButton()->isEnabled());
        d.addJob();
        const auto &jobs = d.document.project().jobs;
        QCOMPARE(jobs.size(), std::size_t(1));
        QCOMPARE(jobs[0].devices, (std::vector<std::string>{"c", "d"}));
        QCOMPARE(d.view.model()->rowCount(), 2);
        QCOMPARE(d.cell(0, JobsModel::devices), QStringLiteral("4"));
        QCOMPARE(d.cell(1, JobsModel::devices), QStringLiteral("4"));
        // Selecting a job marks its devices.
        d.view.table()->selectRow(1);
        QCOMPARE(d.document.selection()->devices(), (NameSet{"c:0", "c:1", "d:0", "d:1"}));
        QVERIFY(d.view.removeButton()->isEnabled());
        d.press(d.view.removeButton());
        QVERIFY(d.document.project().jobs.empty());
        d.document.undoStack()->undo();
        QCOMPARE(d.document.project().jobs.size(), std::size_t(1));
    }
    void aFurtherJobGetsItsOwnModelAndTraining()
    {
        JobsDock d;
        QAbstractItemModelTester tester(d.view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        d.addJob();
        const auto jobs = [&d] { return d.document.project().jobs; };
        const auto edit = [&d](int column) -> QWidget * {
            QTableView &table = *d.view.table();
            const QModelIndex cell = d.view.model()->index(1, column);
            table.scrollTo(cell);
            table.setFocus();
            table.setCurrentIndex(cell);
            QTest::keyClick(&table, Qt::Key_F2);
            QWidget *editor = table.viewport()->findChild<QAbstractSpinBox *>();
            if (!editor)
                editor = table.viewport()->findChild<QComboBox *>();
            return editor ? editor : table.viewport()->findChild<QLineEdit *>();
        };
        const auto type = [&](int column, const QString &text) {
            QWidget *editor = edit(column);
            QVERIFY(editor);
            QTest::keyClick(editor, Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(editor, text);
            QTest::keyClick(editor, Qt::Key_Return);
            for (int i = 0; i < 3; ++i) { // the editor closes, the edit is asked for, the table is set anew
                QCoreApplication::processEvents();
                QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            }
        };
        type(JobsModel::job, QStringLiteral("evening"));
        QCOMPARE(jobs()[0].name, std::string("evening"));
        type(JobsModel::sequence, QStringLiteral("512"));
        QCOMPARE(jobs()[0].workload.job.sequenceLength, 512);
        type(JobsModel::batch, QStringLiteral("48"));
        QCOMPARE(jobs()[0].workload.job.globalBatch, 48);
        auto *box = qobject_cast<QComboBox *>(edit(JobsModel::model));
        QVERIFY(box);
        QTRY_VERIFY(box->view()->isVisible());
        box->view()->setCurrentIndex(box->model()->index(box->findText(QStringLiteral("Llama 3.1 8B")), 0));
        QTest::keyClick(box->view(), Qt::Key_Return);
        QTRY_COMPARE(jobs()[0].workload.model.name, std::string("Llama 3.1 8B"));
        QCOMPARE(d.cell(1, JobsModel::model), QStringLiteral("Llama 3.1 8B"));
        QVERIFY(d.document.project().workload == twoJobs().workload); // the project's own stays
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            applyTheme(*qApp, kind);
            savePicture(d.view, QStringLiteral("jobs-edited"));
        }
        // What cannot be is refused, and the project's own job is not edited here.
        type(JobsModel::batch, QStringLiteral("0"));
        QCOMPARE(jobs()[0].workload.job.globalBatch, 48);
        for (int column = 0; column < d.view.model()->columnCount(); ++column)
            QVERIFY(!(d.view.model()->flags(d.view.model()->index(0, column)) & Qt::ItemIsEditable));
        d.document.undoStack()->undo();
        QVERIFY(jobs()[0].workload.model.name != "Llama 3.1 8B");
    }
    void jobsArePlannedInTurnAndSeenTogether()
    {
        JobsDock d;
        QAbstractItemModelTester tester(d.view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        d.addJob();
        d.press(d.view.simulateButton()); // the new job has no plan yet
        d.wait();
        QVERIFY(d.view.strip()->tone() == StateStrip::Tone::caution);
        d.press(d.view.planButton());
        QCOMPARE(d.view.planButton()->text(), QStringLiteral("Stop"));
        d.wait();
        QVERIFY(d.view.together()->answer() && !d.view.together()->isStale());
        QVERIFY(d.cell(1, JobsModel::together) != QStringLiteral("–"));
        QVERIFY(d.view.useButton()->isEnabled());
        d.press(d.view.useButton());
        QVERIFY(d.document.project().jobs[0].plan.has_value());
        QVERIFY(d.view.together()->isStale());
        QCOMPARE(d.cell(1, JobsModel::together), QStringLiteral("–"));
        d.press(d.view.simulateButton());
        d.wait();
        QVERIFY(!d.view.together()->isStale());
        d.view.copy();
        QCOMPARE(QApplication::clipboard()->text().count(u'\n'), d.view.model()->rowCount() + 1);
        savePicture(d.view, QStringLiteral("jobs"));
    }
    void itCanBeStopped()
    {
        JobsDock d;
        d.addJob();
        d.gate.close();
        d.press(d.view.planButton());
        QVERIFY(d.view.together()->isRunning());
        d.press(d.view.planButton());
        d.wait();
        QVERIFY(!d.view.together()->answer());
        QVERIFY(d.view.together()->isStopped());
        QCOMPARE(d.view.planButton()->text(), QStringLiteral("Plan in turn"));
    }
};

QTEST_MAIN(JobsViewTest)
#include "jobs_view_test.moc"
