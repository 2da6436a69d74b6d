// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/commands/lesson_commands.h"

#include "jobs/session.h"
#include "language/lesson_language.h"
#include "language/sentences.h"
#include "lesson/lesson_file.h"
#include "lesson/new_lesson.h"
#include "lessons/lesson_view.h"
#include "shell/commands/connect_action.h"
#include "shell/docks/dock_layouts.h"
#include "shell/docks/docks.h"
#include "shell/files/project_files.h"

#include <QFileInfo>

namespace heteroscope {

LessonCommands::LessonCommands(LessonParts parts) : m_parts(parts)
{
    onAction(parts.actions, ActionId::openLesson, this, [this] { chooseLesson(); });
    onAction(parts.actions, ActionId::writeLesson, this, [this] { writeLesson(); });
    onAction(parts.actions, ActionId::exerciseSheets, this, [this] { makeSheets(); });
    onAction(parts.actions, ActionId::gradeHandIns, this, [this] { gradeHandIns(); });
    connect(parts.session.document(), &Document::projectReplaced, this, [this] { m_isLesson = false; });
    connect(&view(), &LessonView::lessonChosen, this, [this](const QString &name) {
        if (const Lesson *lesson = findLesson(name.toStdString()))
            play(*lesson);
    });
    connect(&view(), &LessonView::fileRequested, this, &LessonCommands::chooseLesson);
    connect(&view(), &LessonView::authorRequested, this, &LessonCommands::writeLesson);
    connect(&view(), &LessonView::sheetsRequested, this, &LessonCommands::makeSheets);
    connect(&view(), &LessonView::gradingRequested, this, &LessonCommands::gradeHandIns);
}

LessonCommands::~LessonCommands() { delete m_author.data(); }

LessonView &LessonCommands::view() const { return *m_parts.docks.view<LessonView>(); }

void LessonCommands::showLessons()
{
    m_parts.layouts.choose(DockLayout::teach);
    view().showList();
    m_parts.docks.show<LessonView>();
}

void LessonCommands::play(const Lesson &lesson)
{
    Document &document = *m_parts.session.document();
    if (m_isLesson && document.filePath().isEmpty())
        document.undoStack()->setClean();
    if (!m_parts.files.openProject(lesson.project))
        return;
    m_isLesson = true;
    m_parts.layouts.choose(DockLayout::teach);
    view().begin(lesson);
    m_parts.docks.show<LessonView>();
}

bool LessonCommands::openLesson(const QString &path)
{
    auto lesson = loadLesson(path.toStdString());
    if (!lesson) {
        m_parts.dialogs.report(tr("%1 is no lesson that can be played").arg(QFileInfo(path).fileName()),
                               sentenceWithHint(lesson.error()));
        return false;
    }
    if (lesson->name.empty())
        lesson->name = QFileInfo(path).fileName().section(u'.', 0, 0).toStdString();
    play(*lesson);
    return true;
}

void LessonCommands::chooseLesson()
{
    if (const QString path = m_parts.dialogs.openLesson(); !path.isEmpty())
        openLesson(path);
}

QString LessonCommands::beginning() const
{
    Project project = m_parts.session.document()->project();
    if (const auto plan = m_parts.session.currentPlan(); plan && project.plans.empty())
        project.plans.push_back({"lesson", *plan, {}, {}});
    if (project.plans.empty())
        project = builtinLessons().front().project;
    return QString::fromStdString(newLessonText(project, lessonLanguage().toStdString()));
}

void LessonCommands::writeLesson()
{
    if (m_author) {
        m_author->activateWindow();
        return;
    }
    AuthorQuestions questions;
    questions.openFile = m_parts.dialogs.openLesson;
    questions.saveFile = [this](const QString &suggested) {
        return m_parts.dialogs.exportAs(tr("Save the lesson"), suggested);
    };
    questions.unsavedChanges = [this](const QString &name) {
        switch (m_parts.dialogs.unsavedChanges(name)) {
        case Dialogs::Answer::save:
            return AuthorQuestions::Answer::save;
        case Dialogs::Answer::discard:
            return AuthorQuestions::Answer::discard;
        case Dialogs::Answer::cancel:
            break;
        }
        return AuthorQuestions::Answer::cancel;
    };
    questions.report = [this](const QString &title, const QString &text) { m_parts.dialogs.report(title, text); };
    m_author = new LessonAuthor(m_parts.session.engine(), std::move(questions), &m_parts.window);
    m_author->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_author, &LessonAuthor::playRequested, this, &LessonCommands::play);
    m_author->setText(beginning());
    m_author->show();
}

void LessonCommands::makeSheets()
{
    if (m_sheets) {
        m_sheets->activateWindow();
        return;
    }
    m_sheets =
        new SheetDialog([this] { return m_parts.dialogs.chooseFolder(tr("Folder of the sheets")); }, &m_parts.window);
    m_sheets->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_sheets, &SheetDialog::said, this, &LessonCommands::said);
    m_sheets->show();
}

void LessonCommands::gradeHandIns()
{
    if (m_grading) {
        m_grading->activateWindow();
        return;
    }
    GradingQuestions questions;
    questions.sheet = m_parts.dialogs.openSheet;
    questions.handIns = m_parts.dialogs.openHandIns;
    questions.saveTable = [this](const QString &suggested) {
        return m_parts.dialogs.exportAs(tr("Save the verdicts"), suggested);
    };
    m_grading = new GradingDialog(std::move(questions), &m_parts.window);
    m_grading->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_grading, &GradingDialog::openRequested, &m_parts.files, &ProjectFiles::openInstead);
    connect(m_grading, &GradingDialog::said, this, &LessonCommands::said);
    m_grading->show();
}

bool LessonCommands::mayClose() { return !m_author || m_author->close(); }

} // namespace heteroscope
