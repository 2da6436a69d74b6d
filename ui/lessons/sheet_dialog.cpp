// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/sheet_dialog.h"

#include "language/lesson_language.h"
#include "language/sentences.h"
#include "lesson/lesson_file.h"
#include "lesson/sheet_page.h"
#include "theme/theme.h"
#include "widgets/page_pdf.h"
#include "widgets/plain_text.h"
#include "widgets/status_label.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace heteroscope {
namespace {

constexpr QSize usualSheets(560, 620);
constexpr int usualStudents = 20;
constexpr int maxSeed = 1'000'000'000;

} // namespace

SheetDialog::SheetDialog(AskForFolder askForFolder, QWidget *parent)
    : QDialog(parent),
      m_askForFolder(std::move(askForFolder)),
      m_lessons(new QListWidget(this)),
      m_students(new QSpinBox(this)),
      m_seed(new QSpinBox(this)),
      m_language(new QComboBox(this)),
      m_folder(new QLineEdit(this)),
      m_make(new QPushButton(tr("Make the sheets"), this)),
      m_status(new StatusLabel(this))
{
    setWindowTitle(tr("Exercise sheets"));
    setObjectName(QStringLiteral("sheetDialog"));
    resize(usualSheets);
    m_students->setRange(1, maxStudents);
    m_students->setValue(usualStudents);
    m_seed->setRange(0, maxSeed);
    m_seed->setValue(1);
    m_status->setWordWrap(true);
    // Languages are named in themselves.
    for (const auto &[code, name] :
         {std::pair("en", "English"), std::pair("de", "Deutsch"), std::pair("zh_CN", "中文")})
        m_language->addItem(QString::fromUtf8(name), QString::fromLatin1(code));
    m_language->setCurrentIndex(m_language->findData(lessonLanguage()));

    auto *layout = new QVBoxLayout(this);
    auto *what =
        new PlainLabel(tr("Each student gets the tasks of these lessons with numbers of their own, and hands in "
                          "a project. The key is computed by simulation; \"Grade hand-ins\" checks what comes "
                          "back."),
                       this);
    what->setWordWrap(true);
    layout->addWidget(what);
    m_lessons->setAccessibleName(tr("Lessons of the sheet"));
    layout->addWidget(m_lessons, 1);
    auto *form = new PlainForm;
    layout->addLayout(form);
    const auto addRow = [&](const QString &name, QWidget *field) {
        field->setAccessibleName(name);
        form->addRow(name, field);
    };
    addRow(tr("Students"), m_students);
    addRow(tr("Seed"), m_seed);
    m_seed->setToolTip(plainTip(tr("The same seed gives the same sheets")));
    addRow(tr("Language"), m_language);
    auto *choose = new QPushButton(tr("Choose …"), this);
    choose->setAccessibleName(tr("Choose a folder"));
    auto *place = new QHBoxLayout;
    m_folder->setAccessibleName(tr("Folder"));
    place->addWidget(m_folder, 1);
    place->addWidget(choose);
    form->addRow(tr("Folder"), place);
    layout->addWidget(m_status);
    layout->addWidget(m_make, 0, Qt::AlignRight);
    m_make->setDefault(true);
    fillLessons();
    connect(choose, &QPushButton::clicked, this, [this] {
        if (const QString folder = m_askForFolder(); !folder.isEmpty())
            m_folder->setText(folder);
    });
    connect(m_make, &QPushButton::clicked, this, &SheetDialog::make);
    connect(m_folder, &QLineEdit::textChanged, this, &SheetDialog::refresh);
    connect(m_lessons, &QListWidget::itemChanged, this, &SheetDialog::refresh);
    refresh();
    m_lessons->setFocus();
}

void SheetDialog::fillLessons()
{
    const std::string spoken = lessonLanguage().toStdString();
    for (const Lesson &lesson : builtinLessons()) {
        if (!lesson.exercise)
            continue;
        auto *item = new QListWidgetItem(QString::fromStdString(lesson.title.in(spoken)), m_lessons);
        item->setData(Qt::UserRole, QString::fromStdString(lesson.name));
        item->setToolTip(plainTip(QString::fromStdString(lesson.exercise->task.in(spoken))));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(m_lessons->count() == 1 ? Qt::Checked : Qt::Unchecked);
    }
    m_lessons->setCurrentRow(0);
}

SheetOrder SheetDialog::order() const
{
    SheetOrder order;
    for (int row = 0; row < m_lessons->count(); ++row)
        if (m_lessons->item(row)->checkState() == Qt::Checked)
            order.lessons.push_back(m_lessons->item(row)->data(Qt::UserRole).toString().toStdString());
    order.students = m_students->value();
    order.seed = static_cast<std::uint64_t>(m_seed->value());
    order.language = m_language->currentData().toString().toStdString();
    return order;
}

void SheetDialog::refresh()
{
    m_make->setEnabled(!m_job.isRunning() && !m_folder->text().isEmpty() && !order().lessons.empty());
}

void SheetDialog::make()
{
    const SheetOrder order = this->order();
    if (order.lessons.empty() || m_folder->text().isEmpty() || m_job.isRunning())
        return;
    showStatus(tr("Simulating …"), false);
    m_job.start(
        [order](LatestJob::Handle &handle) {
            SheetLessons lessons;
            for (const std::string &name : order.lessons)
                lessons.emplace(name, *findLesson(name));
            return sheetFiles(order, lessons, handle.stopToken());
        },
        [this, folder = m_folder->text()](const Result<std::vector<SheetFile>> &files) { take(files, folder); });
    refresh();
}

void SheetDialog::take(const Result<std::vector<SheetFile>> &files, const QString &folder)
{
    m_make->setEnabled(true);
    if (!files) {
        showStatus(sentenceWithHint(files.error()), true);
        return;
    }
    std::vector<SheetFile> all = *files;
    for (const SheetFile &file : *files)
        if (file.name.ends_with(".html"))
            all.push_back({file.name.substr(0, file.name.size() - 4) + "pdf",
                           pdfOfPage(QString::fromStdString(file.text)).toStdString()});
    if (const Status written = writeSheetFiles(all, folder.toStdString()); !written) {
        showStatus(sentenceWithHint(written.error()), true);
        return;
    }
    showStatus(tr("Wrote %1 files into %2: sheet.pdf to hand out, key.pdf for you, the students' projects.")
                   .arg(all.size())
                   .arg(folder),
               false);
    emit said(tr("Wrote the sheets into %1").arg(folder));
}

void SheetDialog::showStatus(const QString &text, bool isBad) { m_status->say(text, isBad ? Role::error : Role::text); }

QString SheetDialog::statusText() const { return m_status->text(); }

} // namespace heteroscope
