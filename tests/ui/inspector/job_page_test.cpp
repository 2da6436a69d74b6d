// SPDX-License-Identifier: GPL-3.0-or-later
//
// The job's page: the release of the software, by keyboard.
#include "cost/job_software.h"
#include "inspector/inspector.h"
#include "support/strict_test.h"
#include "ui/support/window_fixture.h"

#include <QComboBox>
#include <QLineEdit>

using namespace heteroscope;

namespace {

/// Nothing is selected, so the inspector shows the job.
struct JobShown
{
    GatedEngine gated;
    Document document;
    Session session{&document, gated.engine()};
    Inspector inspector{&session};

    JobShown()
    {
        session.setFollowDelay(0);
        Project project;
        project.workload.model = *findModel("Llama 2 7B");
        project.workload.job.softwareStack = "Megatron-Bridge";
        document.reset(project);
        inspector.resize(300, 800);
        inspector.show();
        inspector.activateWindow(); // else there is no focus to lose
        if (!QTest::qWaitForWindowActive(&inspector))
            qFatal("the inspector is not active");
    }
    const TrainingJob &job() const { return document.project().workload.job; }
    QLineEdit *release() const
    {
        for (QLineEdit *edit : inspector.page()->findChildren<QLineEdit *>())
            if (edit->accessibleName() == QStringLiteral("Software release"))
                return edit;
        qFatal("no field for the release");
    }
    /// Replaces the text, key by key, and leaves the field.
    void type(const QString &text, Qt::Key last = Qt::Key_Return) const
    {
        QLineEdit *edit = release();
        edit->setFocus();
        edit->selectAll();
        QTest::keyClick(edit, Qt::Key_Delete);
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, last);
    }
    std::string entry() const { return (*findSoftwareStack(builtinCalibration(), job()))->name; }
};

} // namespace

class JobPageTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aReleaseIsTyped()
    {
        JobShown in;
        QVERIFY(in.release()->text().isEmpty() && !in.release()->placeholderText().isEmpty());
        QCOMPARE(in.entry(), std::string("Megatron-Bridge"));
        const int steps = in.document.undoStack()->count();
        in.type(QStringLiteral(" 26.06 "));
        QCOMPARE(in.job().softwareRelease, std::string("26.06"));
        QCOMPARE(in.release()->text(), QStringLiteral("26.06"));
        QCOMPARE(in.document.undoStack()->count(), steps + 1);
        QCOMPARE(in.document.undoStack()->undoText(), QStringLiteral("Use release 26.06"));
        QCOMPARE(in.entry(), std::string("Megatron-Bridge 26.06"));
        // The same again is no edit.
        in.type(QStringLiteral("26.06"));
        QCOMPARE(in.document.undoStack()->count(), steps + 1);
        in.document.undoStack()->undo();
        QVERIFY(in.job().softwareRelease.empty() && in.release()->text().isEmpty());
        in.document.undoStack()->redo();
        QCOMPARE(in.release()->text(), QStringLiteral("26.06"));
    }
    void anEmptyReleaseIsAsMeasured()
    {
        JobShown in;
        in.type(QStringLiteral("25.09"), Qt::Key_Tab); // leaving the field is enough
        QCOMPARE(in.job().softwareRelease, std::string("25.09"));
        QCOMPARE(in.entry(), std::string("Megatron-Bridge"));
        in.type({});
        QVERIFY(in.job().softwareRelease.empty());
        QCOMPARE(in.document.undoStack()->undoText(), QStringLiteral("Software as measured"));
    }
    void whateverIsTypedIsKeptAsText()
    {
        JobShown in;
        in.type(QStringLiteral("<b>v2</b> & more"));
        QCOMPARE(in.job().softwareRelease, std::string("<b>v2</b> & more"));
        QCOMPARE(in.entry(), std::string("Megatron-Bridge"));
    }
};

QTEST_MAIN(JobPageTest)
#include "job_page_test.moc"
