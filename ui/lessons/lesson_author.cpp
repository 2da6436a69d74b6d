// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_author.h"

#include "base/files.h"
#include "language/sentences.h"
#include "lesson/lesson_file.h"
#include "lessons/lesson_view.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"
#include "widgets/status_label.h"
#include "json/json.h"
#include "json/text_place.h"

#include <QCloseEvent>
#include <QFileInfo>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace heteroscope {
namespace {

constexpr QSize usualAuthor(1240, 760);
constexpr int restBeforeReading = 300; // ms without a key
constexpr int heightOfFindings = 120;
constexpr double previewBudget = 0.05; // s of a search whose answer nobody looks at

} // namespace

LessonAuthor::LessonAuthor(Engine engine, AuthorQuestions questions, QWidget *parent)
    : QDialog(parent), m_questions(std::move(questions)), m_session(&m_document, std::move(engine))
{
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    setObjectName(QStringLiteral("lessonAuthor"));
    setAccessibleName(tr("Write a lesson"));
    resize(usualAuthor);
    m_session.setLiveBudget(Seconds(previewBudget));
    auto *splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(makeLeft());
    m_preview = new LessonView(&m_session, splitter);
    m_preview->setAccessibleName(tr("Preview of the lesson"));
    splitter->addWidget(m_preview);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(splitter, 1);
    layout->addLayout(makeButtons());
    m_timer.setSingleShot(true);
    m_timer.setInterval(restBeforeReading);
    connect(&m_timer, &QTimer::timeout, this, &LessonAuthor::readNow);
    connect(m_editor, &QPlainTextEdit::textChanged, this, &LessonAuthor::follow);
    connect(m_editor, &QPlainTextEdit::cursorPositionChanged, this, &LessonAuthor::followCursor);
    connect(m_editor->document(), &QTextDocument::modificationChanged, this, &QWidget::setWindowModified);
    m_editor->setFocus();
}

LessonAuthor::~LessonAuthor()
{
    m_document.disconnect();
    m_session.disconnect();
    delete m_preview; // before the session that it listens to
}

QWidget *LessonAuthor::makeLeft()
{
    auto *left = new QWidget(this);
    auto *layout = new QVBoxLayout(left);
    layout->setContentsMargins(0, 0, 0, 0);
    m_editor = new QPlainTextEdit(left);
    m_editor->setAccessibleName(tr("Text of the lesson"));
    m_editor->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_editor->setTabChangesFocus(true);
    layout->addWidget(m_editor, 1);
    m_status = new StatusLabel(left);
    m_status->setWordWrap(true);
    layout->addWidget(m_status);
    m_findings = new QListWidget(left);
    m_findings->setAccessibleName(tr("Mistakes of the lesson"));
    m_findings->setWordWrap(true);
    m_findings->setFixedHeight(heightOfFindings);
    m_findings->setToolTip(plainTip(tr("Enter or a double click leads to the place in the text")));
    connect(m_findings, &QListWidget::itemActivated, this, [this] { jumpTo(m_findings->currentRow()); });
    layout->addWidget(m_findings);
    return left;
}

QLayout *LessonAuthor::makeButtons()
{
    auto *row = new QHBoxLayout;
    const auto add = [&](const QString &text, const char *name, auto function) {
        auto *button = new QPushButton(text, this);
        button->setObjectName(QLatin1String(name));
        button->setAutoDefault(false); // Enter belongs to the text
        connect(button, &QPushButton::clicked, this, function);
        row->addWidget(button);
        return button;
    };
    add(tr("Open …"), "openText", [this] {
        if (mayLeave())
            if (const QString path = m_questions.openFile(); !path.isEmpty())
                open(path);
    });
    add(tr("Save"), "saveText", [this] { save(); });
    add(tr("Save as …"), "saveTextAs", [this] { saveAs(); });
    row->addStretch(1);
    m_check = add(tr("Check by playing"), "checkText", [this] { checkByPlaying(); });
    m_check->setToolTip(plainTip(tr("Simulates every step: one right answer to each question, goals that can be "
                                    "reached, formulas that agree")));
    m_play = add(tr("Play in the window"), "playText", [this] {
        if (m_lesson)
            emit playRequested(*m_lesson);
    });
    add(tr("Close"), "closeText", [this] { close(); });
    return row;
}

QString LessonAuthor::fileName() const
{
    return m_path.isEmpty() ? tr("new.lesson.json") : QFileInfo(m_path).fileName();
}

void LessonAuthor::setText(const QString &text)
{
    m_path.clear();
    m_editor->setPlainText(text);
    m_editor->document()->setModified(false);
    setWindowTitle(tr("%1[*] – write a lesson").arg(fileName()));
    m_step = 0;
    readNow();
}

bool LessonAuthor::open(const QString &path)
{
    const auto text = readTextFile(path.toStdString(), maxJsonBytes);
    if (!text) {
        m_questions.report(tr("%1 cannot be opened").arg(QFileInfo(path).fileName()), sentenceWithHint(text.error()));
        return false;
    }
    m_path = path;
    m_editor->setPlainText(QString::fromStdString(*text));
    m_editor->document()->setModified(false);
    setWindowTitle(tr("%1[*] – write a lesson").arg(fileName()));
    m_step = 0;
    readNow();
    return true;
}

bool LessonAuthor::save()
{
    if (m_path.isEmpty())
        return saveAs();
    if (const Status written = writeFileAtomically(m_path.toStdString(), m_editor->toPlainText().toStdString());
        !written) {
        m_questions.report(tr("%1 was not written").arg(m_path), sentenceWithHint(written.error()));
        return false;
    }
    m_editor->document()->setModified(false);
    return true;
}

bool LessonAuthor::saveAs()
{
    QString path = m_questions.saveFile(fileName());
    if (path.isEmpty())
        return false;
    if (!path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive))
        path += QStringLiteral(".lesson.json");
    const QString before = std::exchange(m_path, path);
    if (!save()) {
        m_path = before;
        return false;
    }
    setWindowTitle(tr("%1[*] – write a lesson").arg(fileName()));
    readNow(); // the folder decides which project a path names
    return true;
}

void LessonAuthor::follow()
{
    m_job.abandon(); // what it plays is another text now
    m_check->setEnabled(m_lesson.has_value());
    m_timer.start();
}

void LessonAuthor::readNow()
{
    m_timer.stop();
    m_read = m_editor->toPlainText().toStdString();
    LoadedLesson loaded = parseLesson(m_read, m_path.isEmpty() ? "new.lesson.json" : m_path.toStdString());
    const bool isRead = loaded.findings.ok();
    if (isRead) {
        loaded.lesson.name = fileName().section(u'.', 0, 0).toStdString();
        m_lesson = std::move(loaded.lesson);
        m_step = std::min(stepAtCursor(), m_lesson->steps.size());
        m_document.reset(m_lesson->project);
        m_preview->preview(*m_lesson, m_step);
        showStatus(tr("The text is a lesson of %1 steps.").arg(m_lesson->steps.size()), false);
    } else {
        m_lesson.reset();
        showStatus(loaded.findings.errors.size() == 1
                       ? tr("1 mistake; the preview is as it was before it.")
                       : tr("%1 mistakes; the preview is as it was before them.").arg(loaded.findings.errors.size()),
                   true);
    }
    m_preview->setEnabled(isRead);
    m_check->setEnabled(isRead);
    m_play->setEnabled(isRead);
    showFindings(loaded.findings);
}

void LessonAuthor::followCursor()
{
    if (!m_lesson || m_timer.isActive())
        return;
    if (const std::size_t step = stepAtCursor(); step != m_step) {
        m_step = step;
        m_document.reset(m_lesson->project); // as if the lesson had come to the step by itself
        m_preview->preview(*m_lesson, step);
    }
}

/// The step of the script that the cursor is in; the end of the lesson in its last texts; else the one shown before.
std::size_t LessonAuthor::stepAtCursor() const
{
    const QString before = m_editor->toPlainText().left(m_editor->textCursor().position());
    const auto at = static_cast<std::size_t>(before.toUtf8().size());
    const auto isIn = [&](const std::string &path) {
        const TextPlace place = placeInText(m_read, path);
        return at >= place.offset && at <= place.offset + place.length;
    };
    for (std::size_t i = 0; i < m_lesson->steps.size(); ++i)
        if (isIn("/steps/" + std::to_string(i)))
            return i;
    return isIn("/seen") || isIn("/reference") ? m_lesson->steps.size() : m_step;
}

void LessonAuthor::showFindings(const Findings &findings)
{
    m_errors = findings.errors;
    m_errors.insert(m_errors.end(), findings.warnings.begin(), findings.warnings.end());
    m_findings->clear();
    for (const Error &error : m_errors)
        m_findings->addItem(sentenceWithHint(error));
    mark(0);
    m_findings->setVisible(!m_errors.empty());
}

void LessonAuthor::showStatus(const QString &text, bool isBad) { m_status->say(text, isBad ? Role::error : Role::ok); }

QString LessonAuthor::statusText() const { return m_status->text(); }

QTextCursor LessonAuthor::cursorAt(const std::string &path) const
{
    const TextPlace place = placeInText(m_read, path);
    const auto lettersTo = [this](std::size_t bytes) {
        return QString::fromUtf8(m_read.data(), static_cast<qsizetype>(bytes)).size();
    };
    const auto last = static_cast<int>(m_editor->document()->characterCount()) - 1;
    QTextCursor cursor(m_editor->document());
    cursor.setPosition(std::min(static_cast<int>(lettersTo(place.offset)), last));
    cursor.setPosition(std::min(static_cast<int>(lettersTo(place.offset + place.length)), last),
                       QTextCursor::KeepAnchor);
    return cursor;
}

void LessonAuthor::mark(int row)
{
    QList<QTextEdit::ExtraSelection> marks;
    if (row >= 0 && row < static_cast<int>(m_errors.size())) {
        QTextEdit::ExtraSelection one;
        one.cursor = cursorAt(m_errors[static_cast<std::size_t>(row)].path);
        one.format.setBackground(currentTheme()[Role::warnFill]);
        one.format.setForeground(currentTheme()[Role::text]);
        marks << one;
    }
    m_editor->setExtraSelections(marks);
}

void LessonAuthor::jumpTo(int row)
{
    if (row < 0 || row >= static_cast<int>(m_errors.size()))
        return;
    mark(row);
    QTextCursor cursor = cursorAt(m_errors[static_cast<std::size_t>(row)].path);
    cursor.setPosition(cursor.selectionStart());
    m_editor->setTextCursor(cursor);
    m_editor->ensureCursorVisible();
    m_editor->setFocus();
}

void LessonAuthor::checkByPlaying()
{
    if (!m_lesson)
        return;
    m_check->setEnabled(false);
    showStatus(tr("Playing …"), false);
    m_job.start([lesson = *m_lesson](LatestJob::Handle &handle) { return playLesson(lesson, handle.stopToken()); },
                [this](const Findings &found) {
                    m_check->setEnabled(true);
                    if (found.ok())
                        showStatus(tr("Played to its end: each question has one right answer, each goal can be "
                                      "reached, and the formulas agree with the simulation."),
                                   false);
                    else
                        showStatus(found.errors.size() == 1
                                       ? tr("Playing it found 1 mistake.")
                                       : tr("Playing it found %1 mistakes.").arg(found.errors.size()),
                                   true);
                    showFindings(found);
                });
}

bool LessonAuthor::mayLeave()
{
    if (!m_editor->document()->isModified())
        return true;
    switch (m_questions.unsavedChanges(fileName())) {
    case AuthorQuestions::Answer::save:
        return save();
    case AuthorQuestions::Answer::discard:
        return true;
    case AuthorQuestions::Answer::cancel:
        break;
    }
    return false;
}

void LessonAuthor::closeEvent(QCloseEvent *event)
{
    if (mayLeave())
        event->accept();
    else
        event->ignore();
}

void LessonAuthor::reject() { close(); }

} // namespace heteroscope
