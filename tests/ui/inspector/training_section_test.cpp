// SPDX-License-Identifier: GPL-3.0-or-later
//
// The section "Data, states and tuning" of the job's page, by mouse and keyboard.
#include "inspector/training_section.h"

#include "support/strict_test.h"
#include "theme/theme.h"
#include "ui/support/picture.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>

using namespace heteroscope;

namespace {

/// The section beside a job that takes its edits, as the page has it.
struct Tuned
{
    TrainingJob job;
    QStringList steps;
    TrainingSection section{nullptr};

    explicit Tuned(Precision precision = Precision::bf16)
    {
        job.precision = precision;
        section.resize(300, 560);
        section.show(job);
        section.QWidget::show();
        QObject::connect(&section, &TrainingSection::edited, &section,
                         [this](const QString &what, const TrainingJob &edited) {
                             job = edited;
                             steps << what;
                             section.show(job);
                         });
    }
    template<class Field>
    Field *field(const QString &name) const
    {
        for (Field *found : section.findChildren<Field *>())
            if (found->accessibleName() == name || found->property("text").toString() == name)
                return found;
        qFatal("no field %s", qPrintable(name));
    }
    /// Chooses entry `index` with the arrow keys.
    void choose(const QString &name, int index) const
    {
        auto *box = field<QComboBox>(name);
        box->setFocus();
        for (int press = 0; press < box->count() && box->currentIndex() != index; ++press)
            QTest::keyClick(box, box->currentIndex() < index ? Qt::Key_Down : Qt::Key_Up);
    }
    void click(const QString &name) const
    {
        auto *box = field<QCheckBox>(name);
        QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
    }
    void type(QLineEdit *edit, const QString &text) const
    {
        edit->setFocus();
        edit->selectAll();
        if (text.isEmpty())
            QTest::keyClick(edit, Qt::Key_Delete);
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
    }
};

} // namespace

class TrainingSectionTest : public StrictTest
{
    Q_OBJECT

private slots:
    void documentsAreTyped()
    {
        Tuned in;
        auto *documents = in.field<QLineEdit>(QStringLiteral("Lengths of documents"));
        in.type(documents, QStringLiteral("512 1024"));
        QVERIFY(in.job.documents == (std::vector<int>{512, 1024}));
        QCOMPARE(in.steps, QStringList{QStringLiteral("Pack documents")});
        in.type(documents, QStringLiteral("512 -3"));
        QVERIFY(documents->property("invalid").toBool());
        QVERIFY(in.job.documents == (std::vector<int>{512, 1024}));
        in.type(documents, QString());
        QVERIFY(in.job.documents.empty() && !documents->property("invalid").toBool());
        QCOMPARE(in.steps.back(), QStringLiteral("Do not pack documents"));
    }
    void recipesAreThoseOfThePrecision()
    {
        Tuned wide;
        QVERIFY(!wide.field<QComboBox>(QStringLiteral("Scaling recipe"))->isEnabled());
        QVERIFY(!wide.field<QCheckBox>(QStringLiteral("Weights in fp8"))->isEnabled());
        Tuned in(Precision::fp8);
        in.choose(QStringLiteral("Scaling recipe"), 2);
        QVERIFY(in.job.recipe == NarrowRecipe::blockwise);
        in.choose(QStringLiteral("Scaling recipe"), 0);
        QVERIFY(!in.job.recipe);
        in.click(QStringLiteral("Weights in fp8"));
        QVERIFY(in.job.narrowWeights);
        QCOMPARE(in.steps.back(), QStringLiteral("Hold weights in fp8"));
        in.click(QStringLiteral("Weights in fp8"));
        QVERIFY(!in.job.narrowWeights);
        in.choose(QStringLiteral("Precision of moments"), 3);
        QCOMPARE(in.job.momentPrecision, Precision::fp8);
        in.click(QStringLiteral("CUDA graphs"));
        QVERIFY(in.job.cudaGraphs);
    }
    void adaptersNeedAFrozenBase()
    {
        Tuned in(Precision::fp8);
        auto *rank = in.field<QSpinBox>(QStringLiteral("Adapter rank"));
        auto *targets = in.field<QComboBox>(QStringLiteral("Adapter targets"));
        auto *base = in.field<QComboBox>(QStringLiteral("Base weights"));
        QVERIFY(!rank->isEnabled() && !targets->isEnabled() && !base->isEnabled());
        in.click(QStringLiteral("Weights in fp8"));
        in.click(QStringLiteral("Frozen base (LoRA)"));
        QVERIFY(in.job.frozenBase && !in.job.narrowWeights);
        QVERIFY(rank->isEnabled() && base->isEnabled() && !targets->isEnabled());
        in.type(rank->findChild<QLineEdit *>(), QStringLiteral("16"));
        QCOMPARE(in.job.adapterRank, 16);
        QVERIFY(targets->isEnabled());
        in.choose(QStringLiteral("Adapter targets"), 2);
        QVERIFY(in.job.adapterTargets == AdapterTargets::experts);
        in.choose(QStringLiteral("Base weights"), 2);
        QVERIFY(in.job.baseWeights == BaseWeights::nf4);
        in.click(QStringLiteral("Frozen base (LoRA)"));
        QVERIFY(!in.job.frozenBase && in.job.adapterRank == 0 && in.job.baseWeights == BaseWeights::full);
    }
    void expertsAreDispatchedAsChosen()
    {
        Tuned in;
        in.choose(QStringLiteral("Dispatch of experts"), 2);
        QVERIFY(in.job.expertDispatch == ExpertDispatch::nodes);
        in.choose(QStringLiteral("Beside the dispatch of experts"), 1);
        QVERIFY(in.job.expertOverlap == ExpertOverlap::none);
        in.choose(QStringLiteral("Beside the dispatch of experts"), 3);
        QVERIFY(in.job.expertOverlap == ExpertOverlap::passes);
        in.choose(QStringLiteral("Beside the dispatch of experts"), 0);
        in.choose(QStringLiteral("Dispatch of experts"), 0);
        QVERIFY(!in.job.expertOverlap && !in.job.expertDispatch);
    }
    void itIsReadableInBothThemes()
    {
        for (const bool dark : {false, true}) {
            applyTheme(*qApp, dark ? ThemeKind::dark : ThemeKind::light);
            Tuned in(Precision::fp8);
            in.click(QStringLiteral("Frozen base (LoRA)"));
            for (const QWidget *field : in.section.findChildren<QWidget *>()) {
                if (field->isVisible() && field->parentWidget() == &in.section)
                    QVERIFY2(in.section.rect().contains(field->geometry()), qPrintable(field->accessibleName()));
            }
            QVERIFY2(in.section.minimumSizeHint().width() <= 260,
                     qPrintable(
                         QString::number(in.section.minimumSizeHint().width()))); // beside the margins of the inspector
            savePicture(in.section, QStringLiteral("training"));
        }
        applyTheme(*qApp, ThemeKind::light);
    }
};

QTEST_MAIN(TrainingSectionTest)
#include "training_section_test.moc"
