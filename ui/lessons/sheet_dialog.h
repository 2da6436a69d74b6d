// SPDX-License-Identifier: GPL-3.0-or-later
//
// Makes exercise sheets: which lessons, how many students, a seed, a language and a folder. The files are those of
// `hscope sheet`; sheet and key are written as PDF, too. They are computed on another thread.
#pragma once

#include "jobs/latest_job.h"
#include "lesson/sheet_files.h"

#include <QDialog>

#include <functional>

class QComboBox;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace heteroscope {

class StatusLabel;

class SheetDialog : public QDialog
{
    Q_OBJECT

public:
    using AskForFolder = std::function<QString()>; ///< empty if cancelled
    explicit SheetDialog(AskForFolder askForFolder, QWidget *parent = nullptr);

    /// Makes the files; the button does the same.
    void make();
    bool isMaking() const { return m_job.isRunning(); }

    QListWidget *lessons() const { return m_lessons; }
    QSpinBox *students() const { return m_students; }
    QSpinBox *seed() const { return m_seed; }
    QComboBox *language() const { return m_language; }
    QLineEdit *folder() const { return m_folder; }
    QPushButton *makeButton() const { return m_make; }
    QString statusText() const;

signals:
    void said(const QString &text);

private:
    void fillLessons();
    SheetOrder order() const;
    void refresh();
    void take(const Result<std::vector<SheetFile>> &files, const QString &folder);
    void showStatus(const QString &text, bool isBad);

    AskForFolder m_askForFolder;
    QListWidget *m_lessons;
    QSpinBox *m_students;
    QSpinBox *m_seed;
    QComboBox *m_language;
    QLineEdit *m_folder;
    QPushButton *m_make;
    StatusLabel *m_status;
    LatestJob m_job; ///< last member: its thread is joined first
};

} // namespace heteroscope
