// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/standard_dialogs.h"

#include <QFileDialog>
#include <QMessageBox>

namespace heteroscope {

Dialogs standardDialogs(QWidget *parent)
{
    Dialogs dialogs;
    dialogs.unsavedChanges = [parent](const QString &name) {
        QMessageBox box(QMessageBox::NoIcon, QObject::tr("Unsaved changes"),
                        QObject::tr("Save the changes to %1?").arg(name),
                        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, parent);
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
    const QString projects = QObject::tr("HeteroScope projects (*.hscope.json *.json)");
    dialogs.openFile = [parent, projects] {
        return QFileDialog::getOpenFileName(parent, QObject::tr("Open a project"), {}, projects);
    };
    dialogs.saveFile = [parent, projects](const QString &suggested) {
        const QString name =
            suggested.endsWith(QStringLiteral(".json")) ? suggested : suggested + QStringLiteral(".hscope.json");
        return QFileDialog::getSaveFileName(parent, QObject::tr("Save the project"), name, projects);
    };
    dialogs.exportFile = [parent] {
        return QFileDialog::getSaveFileName(parent, QObject::tr("Export a picture"), QStringLiteral("heteroscope.png"),
                                            QObject::tr("Pictures (*.png *.svg *.pdf)"));
    };
    dialogs.report = [parent](const QString &title, const QString &text) {
        auto *box = new QMessageBox(QMessageBox::NoIcon, title, title, QMessageBox::Ok, parent);
        box->setInformativeText(text);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open();
    };
    return dialogs;
}

} // namespace heteroscope
