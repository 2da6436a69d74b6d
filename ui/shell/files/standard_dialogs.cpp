// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/files/standard_dialogs.h"

#include "widgets/plain_text.h"

#include <QFileDialog>
#include <QInputDialog>
#include <QPrintDialog>
#include <QPrinter>
#include <QPushButton>

namespace heteroscope {

namespace {

/// Dialogs that ask for files and their formats.
void setFileDialogs(Dialogs &dialogs, QWidget *parent)
{
    const QString projects = QObject::tr("HeteroScope projects (*.hscope.json *.json)");
    dialogs.openFile = [parent, projects] {
        return QFileDialog::getOpenFileName(parent, QObject::tr("Open a project"), {}, projects);
    };
    // Whether a file may be replaced is asked once the name is complete, by replaceFile.
    dialogs.saveFile = [parent, projects](const QString &suggested) {
        return QFileDialog::getSaveFileName(parent, QObject::tr("Save the project"), suggested, projects, nullptr,
                                            QFileDialog::DontConfirmOverwrite);
    };
    dialogs.exportFile = [parent] {
        return QFileDialog::getSaveFileName(parent, QObject::tr("Export a picture"), QStringLiteral("heteroscope.png"),
                                            QObject::tr("Pictures (*.png *.svg *.pdf)"));
    };
    dialogs.exportAs = [parent](const QString &title, const QString &suggested) {
        return QFileDialog::getSaveFileName(parent, title, suggested);
    };
    dialogs.importFiles = [parent] {
        return QFileDialog::getOpenFileNames(parent, QObject::tr("Import files of other tools"));
    };
    dialogs.openLesson = [parent] {
        return QFileDialog::getOpenFileName(parent, QObject::tr("Open a lesson"), {},
                                            QObject::tr("Lessons (*.lesson.json *.json)"));
    };
    dialogs.openSheet = [parent] {
        return QFileDialog::getOpenFileName(parent, QObject::tr("Choose the sheet"), {},
                                            QObject::tr("Exercise sheets (sheet.json *.json)"));
    };
    dialogs.openHandIns = [parent, projects] {
        return QFileDialog::getOpenFileNames(parent, QObject::tr("Choose the hand-ins"), {}, projects);
    };
    dialogs.chooseFolder = [parent](const QString &title) { return QFileDialog::getExistingDirectory(parent, title); };
    dialogs.chooseFormat = [parent](const QString &title, const QString &question, const QStringList &titles) {
        bool isChosen = false;
        const QString chosen = QInputDialog::getItem(parent, title, question, titles, 0, false, &isChosen);
        return isChosen ? static_cast<int>(titles.indexOf(chosen)) : -1;
    };
}

/// Questions before something is lost.
void setQuestions(Dialogs &dialogs, QWidget *parent)
{
    dialogs.unsavedChanges = [parent](const QString &name) {
        PlainMessage box(QObject::tr("Save the changes to %1?").arg(name), {},
                         QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, parent);
        box.setWindowTitle(QObject::tr("Unsaved changes"));
        box.setDefaultButton(QMessageBox::Save);
        switch (box.exec()) {
        case QMessageBox::Save:
            return Dialogs::Answer::save;
        case QMessageBox::Discard:
            return Dialogs::Answer::discard;
        default:
            return Dialogs::Answer::cancel;
        }
    };
    const auto confirm = [parent](const QString &title, const QString &text, const QString &yes) {
        PlainMessage box(title, text, QMessageBox::Cancel, parent);
        QPushButton *agree = box.addButton(yes, QMessageBox::AcceptRole);
        box.setDefaultButton(QMessageBox::Cancel);
        box.exec();
        return box.clickedButton() == agree;
    };
    dialogs.openCopy = [confirm](const QString &name, const QString &holder) {
        return confirm(
            QObject::tr("%1 is open elsewhere").arg(name),
            QObject::tr("%1 has it open. Two windows that save the same file would undo each other's work; a copy "
                        "is saved under another name.")
                .arg(holder.isEmpty() ? QObject::tr("Somebody") : holder),
            QObject::tr("Open a copy"));
    };
    dialogs.replaceFile = [confirm](const QString &name) {
        return confirm(QObject::tr("%1 already exists").arg(name),
                       QObject::tr("Saving replaces what is in it. Cancel leads back to the choice of a name."),
                       QObject::tr("Replace it"));
    };
    dialogs.overwriteChanged = [confirm](const QString &name) {
        return confirm(
            QObject::tr("%1 was changed on disk").arg(name),
            QObject::tr("Another program wrote the file after this window opened it. Saving now replaces what "
                        "was written there; \"Save as\" keeps both."),
            QObject::tr("Replace it"));
    };
}

/// Questions about constants of the cost model.
void setCalibrationDialogs(Dialogs &dialogs, QWidget *parent)
{
    dialogs.chooseMeasuredDevice = [parent](const QString &product, const QStringList &names) {
        bool chosen = false;
        const QString name = QInputDialog::getItem(
            parent, QObject::tr("Which device was measured?"),
            QObject::tr("The catalog has no device that is called %1. Its peak rates are those of:").arg(product),
            names, 0, false, &chosen);
        return chosen ? name : QString();
    };
    dialogs.chooseCalibration = [parent](const QString &title, const QString &comparison, bool mayReset) {
        PlainMessage box(title, comparison, QMessageBox::NoButton, parent);
        box.setWindowTitle(QObject::tr("Calibration"));
        const QPushButton *use = box.addButton(QObject::tr("Use these"), QMessageBox::AcceptRole);
        QPushButton *keep = box.addButton(QObject::tr("Keep as it was"), QMessageBox::RejectRole);
        const QPushButton *shipped =
            mayReset ? box.addButton(QObject::tr("Use the shipped ones"), QMessageBox::ResetRole) : nullptr;
        box.setDefaultButton(keep);
        box.setEscapeButton(keep);
        box.exec();
        if (box.clickedButton() == use)
            return CalibrationChoice::use;
        return shipped && box.clickedButton() == shipped ? CalibrationChoice::shipped : CalibrationChoice::keep;
    };
}

} // namespace

Dialogs standardDialogs(QWidget *parent)
{
    Dialogs dialogs;
    setFileDialogs(dialogs, parent);
    setQuestions(dialogs, parent);
    setCalibrationDialogs(dialogs, parent);
    dialogs.recover = [parent](const std::vector<LostWork> &works) {
        RecoveryDialog dialog(works, parent);
        dialog.exec();
        return dialog.choice();
    };
    dialogs.chooseDevice = [parent](const QStringList &names) {
        bool chosen = false;
        const QString name = QInputDialog::getItem(
            parent, QObject::tr("Which devices are these?"),
            QObject::tr(
                "The matrix does not name the devices. Give the output of nvidia-smi -L along with it, or choose "
                "their type:"),
            names, 0, false, &chosen);
        return chosen ? name : QString();
    };
    dialogs.print = [parent](QPrinter &printer) {
        QPrintDialog dialog(&printer, parent);
        return dialog.exec() == QDialog::Accepted;
    };
    dialogs.report = [parent](const QString &title, const QString &text) {
        auto *box = new PlainMessage(title, text, QMessageBox::Ok, parent);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open();
    };
    return dialogs;
}

} // namespace heteroscope
