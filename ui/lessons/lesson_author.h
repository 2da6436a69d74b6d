// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page on which teachers write lessons: the text of a lesson file, what is wrong with it and where, and beside it
// the step in which the cursor stands, as learners see it, with values simulated for its project. The preview follows
// while one types; a text with mistakes leaves the last one that had none, dimmed.
#pragma once

#include "jobs/engine.h"
#include "jobs/latest_job.h"
#include "jobs/session.h"
#include "lesson/lesson.h"

#include <QDialog>
#include <QTextCursor>
#include <QTimer>

#include <functional>
#include <optional>

class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace heteroscope {

class StatusLabel;

class LessonView;

/// What the page asks the user; empty answers cancel.
struct AuthorQuestions
{
    std::function<QString()> openFile;
    std::function<QString(const QString &suggested)> saveFile;
    enum class Answer { save, discard, cancel };
    std::function<Answer(const QString &name)> unsavedChanges;
    std::function<void(const QString &title, const QString &text)> report;
};

class LessonAuthor : public QDialog
{
    Q_OBJECT

public:
    LessonAuthor(Engine engine, AuthorQuestions questions, QWidget *parent = nullptr);
    ~LessonAuthor() override;

    /// Text that is in no file yet.
    void setText(const QString &text);
    /// False if it cannot be read; that has been reported then.
    bool open(const QString &path);
    bool save();
    bool saveAs();

    /// Reads the text now instead of when typing rests.
    void readNow();
    /// Plays the lesson on another thread, as `hscope lint` does, and lists what it finds.
    void checkByPlaying();
    bool isChecking() const { return m_job.isRunning(); }

    QPlainTextEdit *editor() const { return m_editor; }
    QListWidget *findings() const { return m_findings; }
    LessonView *preview() const { return m_preview; }
    /// The lesson of the text; nullptr while it has mistakes.
    const Lesson *lesson() const { return m_lesson ? &*m_lesson : nullptr; }
    QString statusText() const;

    void reject() override;

signals:
    /// The lesson is to be played in the window.
    void playRequested(const heteroscope::Lesson &lesson);

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    QWidget *makeLeft();
    QLayout *makeButtons();
    QString fileName() const;
    bool mayLeave();
    void follow();
    void followCursor();
    void showFindings(const Findings &findings);
    void showStatus(const QString &text, bool isBad);
    void jumpTo(int row);
    void mark(int row);
    QTextCursor cursorAt(const std::string &path) const;
    std::size_t stepAtCursor() const;

    AuthorQuestions m_questions;
    QString m_path;     ///< of the file; empty: none yet
    std::string m_read; ///< text that was read last, UTF-8
    std::optional<Lesson> m_lesson;
    std::size_t m_step = 0; ///< that the preview shows
    std::vector<Error> m_errors;
    Document m_document;
    Session m_session;
    QPlainTextEdit *m_editor = nullptr;
    QListWidget *m_findings = nullptr;
    StatusLabel *m_status = nullptr;
    QPushButton *m_check = nullptr;
    QPushButton *m_play = nullptr;
    LessonView *m_preview = nullptr;
    QTimer m_timer;
    LatestJob m_job; ///< last member: its thread is joined first
};

} // namespace heteroscope
