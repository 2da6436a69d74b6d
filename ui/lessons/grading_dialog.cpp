// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/grading_dialog.h"

#include "base/files.h"
#include "language/sentences.h"
#include "theme/theme.h"
#include "widgets/model_csv.h"
#include "widgets/plain_text.h"
#include "widgets/status_label.h"
#include "json/json.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QUrl>
#include <QVBoxLayout>

#include <memory>

namespace heteroscope {
namespace {

constexpr QSize usualGrading(1100, 600);
constexpr int gradingRow = 24;

} // namespace

GradingDialog::GradingDialog(GradingQuestions questions, QWidget *parent)
    : QDialog(parent),
      m_questions(std::move(questions)),
      m_sheet(new QLineEdit(this)),
      m_count(new PlainLabel(this)),
      m_table(new QTableView(this)),
      m_status(new StatusLabel(this)),
      m_sorted(new QSortFilterProxyModel(this))
{
    setWindowTitle(tr("Grade hand-ins"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    setObjectName(QStringLiteral("gradingDialog"));
    setAcceptDrops(true);
    resize(usualGrading);
    auto *layout = new QVBoxLayout(this);
    auto *what = new PlainLabel(
        tr("Each hand-in is a student's project. Its answer is compared with the simulation of the student's own "
           "numbers, and the project itself is simulated to see whether the goal is reached."),
        this);
    what->setWordWrap(true);
    layout->addWidget(what);
    addPlaces(layout);
    setUpTable();
    layout->addWidget(m_table, 1);
    m_status->setObjectName(QStringLiteral("gradingStatus"));
    m_status->setWordWrap(true);
    layout->addWidget(m_status);
    layout->addLayout(makeButtons());
    connect(m_sheet, &QLineEdit::textChanged, this, &GradingDialog::refresh);
    connect(&m_job, &LatestJob::runningChanged, this, &GradingDialog::refresh);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, m_table->viewport(), qOverload<>(&QWidget::update));
    setHandIns({});
    m_sheet->setFocus();
}

void GradingDialog::addPlaces(QVBoxLayout *layout)
{
    auto *form = new PlainForm;
    layout->addLayout(form);
    const auto addRow = [&](const QString &caption, QWidget *field, const char *name, const QString &tells, auto ask) {
        auto *choose = new QPushButton(tr("Choose …"), this);
        choose->setObjectName(QLatin1String(name));
        choose->setAccessibleName(tells);
        choose->setAutoDefault(false);
        connect(choose, &QPushButton::clicked, this, ask);
        auto *row = new QHBoxLayout;
        row->addWidget(field, 1);
        row->addWidget(choose);
        form->addRow(caption, row);
    };
    m_sheet->setAccessibleName(tr("Sheet"));
    m_sheet->setPlaceholderText(tr("sheet.json of the exercise sheets"));
    addRow(tr("Sheet"), m_sheet, "chooseSheet", tr("Choose the sheet"), [this] {
        if (const QString path = m_questions.sheet(); !path.isEmpty())
            m_sheet->setText(path);
    });
    addRow(tr("Hand-ins"), m_count, "chooseHandIns", tr("Choose the hand-ins"), [this] {
        if (const QStringList files = m_questions.handIns(); !files.isEmpty())
            setHandIns(files);
    });
}

void GradingDialog::setUpTable()
{
    m_sorted->setSourceModel(&m_model);
    m_sorted->setSortRole(GradingModel::sortRole);
    m_table->setModel(m_sorted);
    m_table->setAccessibleName(tr("Verdicts"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder); // as the files were chosen
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setMinimumSectionSize(gradingRow);
    m_table->verticalHeader()->setDefaultSectionSize(gradingRow);
    QHeaderView *header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setStretchLastSection(true);
    constexpr int widths[] = {200, 78, 170, 80, 92, 150};
    for (int column = 0; column < GradingModel::reason; ++column)
        header->resizeSection(column, widths[column]);
    connect(m_table, &QTableView::activated, this, &GradingDialog::openCurrent);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &GradingDialog::refresh);
}

QLayout *GradingDialog::makeButtons()
{
    auto *row = new QHBoxLayout;
    const auto add = [&](const QString &text, const char *name, auto function) {
        auto *button = new QPushButton(text, this);
        button->setObjectName(QLatin1String(name));
        button->setAutoDefault(false); // Enter belongs to the table
        connect(button, &QPushButton::clicked, this, function);
        row->addWidget(button);
        return button;
    };
    m_open = add(tr("Open the hand-in"), "openHandIn", &GradingDialog::openCurrent);
    m_save = add(tr("Save as CSV …"), "saveVerdicts", &GradingDialog::saveTable);
    row->addStretch(1);
    m_grade = add(tr("Grade"), "gradeHandIns", &GradingDialog::grade);
    return row;
}

void GradingDialog::setHandIns(const QStringList &files)
{
    m_job.abandon();
    m_model.setFiles(files);
    m_count->setText(files.isEmpty()     ? tr("none chosen yet; files can be dropped here, too")
                     : files.size() == 1 ? tr("1 file")
                                         : tr("%1 files").arg(files.size()));
    showStatus(QString(), false);
    refresh();
    if (!files.isEmpty())
        m_table->setCurrentIndex(m_sorted->index(0, 0));
}

void GradingDialog::refresh()
{
    m_grade->setEnabled(!m_job.isRunning() && !m_sheet->text().isEmpty() && m_model.rowCount() > 0);
    m_open->setEnabled(m_table->currentIndex().isValid());
    m_save->setEnabled(!m_job.isRunning() && m_model.checkedCount() > 0);
}

void GradingDialog::grade()
{
    if (m_sheet->text().isEmpty() || m_model.rowCount() == 0 || m_job.isRunning())
        return;
    showStatus(tr("Simulating …"), false);
    m_job.start(
        [this, path = m_sheet->text().toStdString(), files = m_model.files()](LatestJob::Handle &handle) -> Status {
            const auto opened = openSheet(path);
            if (!opened)
                return opened.error();
            handle.post([this, sheet = *opened] { m_model.setSheet(sheet); });
            for (int row = 0; row < files.size(); ++row) {
                auto graded = gradeFile(files[row].toStdString(), *opened, handle.stopToken());
                if (!graded && graded.error().code == Error::Code::cancelled)
                    break;
                handle.post([this, row, verdict = std::move(graded)] {
                    m_model.setVerdict(row, verdict);
                    showStatus(tr("Checked %1 of %2").arg(m_model.checkedCount()).arg(m_model.rowCount()), false);
                });
            }
            return {};
        },
        [this](const Status &done) {
            if (done)
                showSummary();
            else
                showStatus(sentenceWithHint(done.error()), true);
        });
}

void GradingDialog::showSummary()
{
    QStringList parts = {tr("%1 of %2 are right").arg(m_model.rightCount()).arg(m_model.rowCount())};
    if (const int unreadable = m_model.unreadableCount(); unreadable > 0)
        parts << (unreadable == 1 ? tr("1 cannot be graded") : tr("%1 cannot be graded").arg(unreadable));
    if (const int missing = m_model.missingCount(); missing > 0)
        parts << (missing == 1 ? tr("1 task of the sheet was not handed in")
                               : tr("%1 tasks of the sheet were not handed in").arg(missing));
    showStatus(parts.join(QStringLiteral(" · ")), false);
}

void GradingDialog::showStatus(const QString &text, bool isBad)
{
    m_status->say(text, isBad ? Role::error : Role::text);
}

QString GradingDialog::statusText() const { return m_status->text(); }

void GradingDialog::openCurrent()
{
    const QModelIndex row = m_sorted->mapToSource(m_table->currentIndex());
    if (row.isValid())
        emit openRequested(m_model.files()[row.row()]);
}

void GradingDialog::saveTable()
{
    const QString path = m_questions.saveTable(QStringLiteral("grades.csv"));
    if (path.isEmpty())
        return;
    if (const Status written = writeFileAtomically(path.toStdString(), csvOf(*m_sorted).toStdString()); !written) {
        showStatus(sentenceWithHint(written.error()), true);
        return;
    }
    emit said(tr("Wrote %1").arg(QFileInfo(path).fileName()));
}

void GradingDialog::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void GradingDialog::dropEvent(QDropEvent *event)
{
    QStringList handIns;
    for (const QUrl &url : event->mimeData()->urls()) {
        const QString path = url.toLocalFile();
        if (path.isEmpty())
            continue;
        if (const auto json = readJsonFile(path.toStdString()); json && readSheet(*json))
            m_sheet->setText(path);
        else
            handIns << path;
    }
    if (!handIns.isEmpty())
        setHandIns(handIns);
    event->acceptProposedAction();
}

} // namespace heteroscope
