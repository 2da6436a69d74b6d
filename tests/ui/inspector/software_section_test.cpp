// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the software runs, ticked on the job's page with mouse and keyboard.
#include "cost/job_software.h"
#include "inspector/inspector.h"
#include "project/edits.h"
#include "support/strict_test.h"
#include "ui/support/window_fixture.h"

#include <QCheckBox>

using namespace heteroscope;

namespace {

/// Nothing is selected, so the inspector shows the job, whose software is Megatron-LM.
struct SoftwareShown
{
    GatedEngine gated;
    Document document;
    Session session{&document, gated.engine()};
    Inspector inspector{&session};

    SoftwareShown()
    {
        session.setFollowDelay(0);
        Project project;
        project.workload.model = *findModel("Llama 2 7B");
        document.reset(project);
        inspector.resize(300, 800);
        inspector.show();
    }
    QCheckBox *box(const QString &name) const
    {
        for (QCheckBox *found : inspector.page()->findChildren<QCheckBox *>())
            if (found->accessibleName() == name)
                return found;
        qFatal("no box %s", qPrintable(name));
    }
    QCheckBox *whole() const
    {
        for (QCheckBox *found : inspector.page()->findChildren<QCheckBox *>())
            if (found->text() == QStringLiteral("As the software"))
                return found;
        qFatal("no box for all lists");
    }
};

} // namespace

class SoftwareSectionTest : public StrictTest
{
    Q_OBJECT

private slots:
    void whatTheSoftwareRunsIsTicked()
    {
        SoftwareShown in;
        const auto ticks = [&] { return in.document.project().workload.job.runs; };
        const auto box = [&](const char *name) { return in.box(QString::fromUtf8(name)); };
        QCheckBox *whole = in.whole();
        QVERIFY(whole->isChecked());
        // Megatron-LM's defaults.
        QVERIFY(box("Software runs 1F1B")->isChecked() && !box("Software runs ZB-H1")->isChecked());
        QVERIFY(box("Software runs ZeRO-1")->isChecked() && !box("Software runs ZeRO-3")->isChecked());
        QVERIFY(box("Software runs tensor parallelism")->isChecked());
        QVERIFY(box("Software runs states sharded over groups of replicas")->isChecked());
        QVERIFY(box("Software runs ZB-H1")->toolTip().contains(QStringLiteral("Megatron-LM does not have it")));
        // A click with the mouse, one step to undo.
        const int steps = in.document.undoStack()->count();
        QCheckBox *zb = box("Software runs ZB-H1");
        QTest::mouseClick(zb, Qt::LeftButton, {}, QPoint(8, zb->height() / 2));
        QCOMPARE(in.document.undoStack()->count(), steps + 1);
        QCOMPARE(in.document.undoStack()->undoText(), QStringLiteral("Software runs ZB-H1"));
        QVERIFY((ticks().schedules == std::vector<std::string>{"1f1b", "interleaved", "zb-h1"}));
        QVERIFY(!ticks().zeroStages && !ticks().degrees && !whole->isChecked() && zb->isChecked());
        // Space on the box that has the focus.
        QCheckBox *tensors = box("Software runs tensor parallelism");
        tensors->setFocus();
        QTest::keyClick(tensors, Qt::Key_Space);
        QVERIFY(ticks().degrees == (SoftwareDegrees{false, true, true}));
        QTest::keyClick(box("Software runs ZeRO-3"), Qt::Key_Space);
        QVERIFY((ticks().zeroStages == std::vector{0, 1, 3}));
        QCheckBox *activation = box("Software runs recompute: MLP activation");
        QVERIFY(box("Software runs recompute: norms")->isChecked() && !activation->isChecked());
        QTest::mouseClick(activation, Qt::LeftButton, {}, QPoint(8, activation->height() / 2));
        RecomputeModules modules = builtinCalibration().findStack("Megatron-LM")->recomputeModules;
        modules.add(RecomputeModule::mlpActivation);
        QVERIFY(ticks().recomputeModules == modules && activation->isChecked());
        QTest::keyClick(zb, Qt::Key_Space);
        QVERIFY((ticks().schedules == std::vector<std::string>{"1f1b", "interleaved"}));
        QCOMPARE(in.document.undoStack()->undoText(), QStringLiteral("Software does not run ZB-H1"));
        // Back to what the stack has; undone, the ticks are back.
        QTest::mouseClick(whole, Qt::LeftButton, {}, QPoint(8, whole->height() / 2));
        QVERIFY(ticks().isEmpty() && tensors->isChecked());
        QCOMPARE(in.document.undoStack()->undoText(), QStringLiteral("Software as Megatron-LM"));
        in.document.undoStack()->undo();
        QVERIFY(ticks().degrees == (SoftwareDegrees{false, true, true}) && !tensors->isChecked());
        while (in.document.undoStack()->count() > steps && in.document.undoStack()->index() > steps)
            in.document.undoStack()->undo();
        QVERIFY(ticks().isEmpty() && whole->isChecked());
        // Unticked as a whole, the present defaults are the job's own.
        QTest::keyClick(whole, Qt::Key_Space);
        QVERIFY((ticks().schedules == std::vector<std::string>{"1f1b", "interleaved"}));
        QVERIFY(ticks().degrees == SoftwareDegrees() && (ticks().zeroStages == std::vector{0, 1}));
        QVERIFY(ticks().recomputeModules == builtinCalibration().findStack("Megatron-LM")->recomputeModules);
        // Another software changes what is left to it only.
        TrainingJob job = in.document.project().workload.job;
        job.softwareStack = "PyTorch FSDP";
        job.runs.degrees.reset();
        Workload workload = in.document.project().workload;
        workload.job = job;
        in.document.edit(QStringLiteral("stack"), setWorkload(in.document.project(), workload));
        QVERIFY(box("Software runs 1F1B")->isChecked() && !tensors->isChecked());
    }
};

QTEST_MAIN(SoftwareSectionTest)
#include "software_section_test.moc"
