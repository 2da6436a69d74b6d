// SPDX-License-Identifier: GPL-3.0-or-later
//
// The questions of the window to the user, as functions, so that tests can answer them.
#pragma once

#include "shell/files/recovery_dialog.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

class QPrinter;

namespace heteroscope {

/// What is to be computed with from now on.
enum class CalibrationChoice { keep, use, shipped };

struct Dialogs
{
    enum class Answer { save, discard, cancel };
    std::function<Answer(const QString &name)> unsavedChanges;
    std::function<QString()> openFile; ///< empty if cancelled
    /// The name as the user wrote it, empty if cancelled; does not ask whether a file of that name may be replaced.
    std::function<QString(const QString &suggested)> saveFile;
    /// A file of that name exists: returns whether to replace it.
    std::function<bool(const QString &name)> replaceFile;
    std::function<QString()> exportFile;
    /// The file for an export with this title; empty if cancelled.
    std::function<QString(const QString &title, const QString &suggested)> exportAs;
    /// Files of other tools; empty if cancelled.
    std::function<QStringList()> importFiles;
    std::function<QString()> openLesson;                       ///< a lesson file; empty if cancelled
    std::function<QString()> openSheet;                        ///< an exercise sheet; empty if cancelled
    std::function<QStringList()> openHandIns;                  ///< students' projects; empty if cancelled
    std::function<QString(const QString &title)> chooseFolder; ///< empty if cancelled
    /// A format of other tools' files: an index into the titles, -1 if cancelled.
    std::function<int(const QString &title, const QString &question, const QStringList &titles)> chooseFormat;
    /// The file is open in another window: returns whether to open a copy.
    std::function<bool(const QString &name, const QString &holder)> openCopy;
    /// The file has changed on disk since it was opened: returns whether to overwrite it.
    std::function<bool(const QString &name)> overwriteChanged;
    /// Configures the printer; false if cancelled.
    std::function<bool(QPrinter &printer)> print;
    std::function<RecoveryChoice(const std::vector<LostWork> &works)> recover;
    /// Returns the device type of a node that was imported without device names; empty if cancelled.
    std::function<QString(const QStringList &names)> chooseDevice;
    /// The device type of a machine that was measured; empty if cancelled.
    std::function<QString(const QString &product, const QStringList &names)> chooseMeasuredDevice;
    /// Constants of a file, compared with those in use; mayReset: these are not the shipped ones.
    std::function<CalibrationChoice(const QString &title, const QString &comparison, bool mayReset)> chooseCalibration;
    std::function<void(const QString &title, const QString &text)> report;
};

} // namespace heteroscope
