// SPDX-License-Identifier: GPL-3.0-or-later
//
// Questions of the window to its user, as functions so that tests answer them.
#pragma once

#include "shell/files/recovery_dialog.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

class QPrinter;

namespace heteroscope {

struct Dialogs
{
    enum class Answer { save, discard, cancel };
    std::function<Answer(const QString &name)> unsavedChanges;
    std::function<QString()> openFile; ///< empty: cancelled
    std::function<QString(const QString &suggested)> saveFile;
    std::function<QString()> exportFile;
    /// Another window has the file: whether to open a copy.
    std::function<bool(const QString &name, const QString &holder)> openCopy;
    /// The file changed on disk since it was opened: whether to write over it.
    std::function<bool(const QString &name)> overwriteChanged;
    /// Sets the printer up; false when it was cancelled.
    std::function<bool(QPrinter &printer)> print;
    std::function<RecoveryChoice(const std::vector<LostWork> &works)> recover;
    /// Which of these device types a node has that was imported without their names; empty: cancelled.
    std::function<QString(const QStringList &names)> chooseDevice;
    std::function<void(const QString &title, const QString &text)> report;
};

} // namespace heteroscope
