// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands for lessons: the list of them and their start; for teachers a lesson from a file, the page on which
// lessons are written, exercise sheets and their grading.
#pragma once

#include "lessons/grading_dialog.h"
#include "lessons/lesson_author.h"
#include "lessons/sheet_dialog.h"
#include "settings/actions.h"
#include "shell/files/dialogs.h"

#include <QObject>
#include <QPointer>

namespace heteroscope {

class DockLayouts;
class Docks;
class LessonView;
class ProjectFiles;
class Session;

struct LessonParts
{
    const Actions &actions;
    Session &session;
    const Dialogs &dialogs;
    ProjectFiles &files;
    const Docks &docks;
    DockLayouts &layouts;
    QWidget &window;
};

class LessonCommands : public QObject
{
    Q_OBJECT

public:
    explicit LessonCommands(LessonParts parts);
    ~LessonCommands() override; ///< closes the page of the author without a question

    /// Shows the list of lessons, in the layout for teaching.
    void showLessons();
    /// Opens the lesson's project and plays it, unless the user keeps the old project. What was changed in the lesson
    /// before was a part of it, and is not asked about.
    void play(const Lesson &lesson);

    /// Reads a lesson file and plays it. False if it cannot be played; that has been reported then.
    bool openLesson(const QString &path);
    void chooseLesson();
    /// Begins with the lesson about the shown project, or with the first shipped one if there is none.
    void writeLesson();
    void makeSheets();
    void gradeHandIns();
    /// Closes the page of the author. False if the user wants to keep what is written there.
    bool mayClose();

    LessonAuthor *author() const { return m_author; }
    SheetDialog *sheets() const { return m_sheets; }
    GradingDialog *grading() const { return m_grading; }

signals:
    void said(const QString &text);

private:
    QString beginning() const;
    LessonView &view() const;

    LessonParts m_parts;
    bool m_isLesson = false;         ///< the document is the project of a lesson that was begun here
    QPointer<LessonAuthor> m_author; ///< while they are open
    QPointer<SheetDialog> m_sheets;
    QPointer<GradingDialog> m_grading;
};

} // namespace heteroscope
