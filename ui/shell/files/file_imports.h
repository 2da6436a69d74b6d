// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files that are dropped on the window or chosen, and texts that are pasted: a project is opened, what other tools
// wrote is imported into the current project. The format is recognized by content, or named.
#pragma once

#include "exchange/import.h"
#include "shell/files/dialogs.h"

#include <QObject>

namespace heteroscope {

class CalibrationImport;
class Document;
class ProjectFiles;
class Session;

class FileImports : public QObject
{
    Q_OBJECT

public:
    /// Files that offer constants of the cost model (calibration_import.h) are compared with those in use.
    ///
    /// beginProject is called before an import: it begins a new project if the window shows the welcome page, and
    /// returns false if the user keeps the old one; then nothing is imported.
    FileImports(Session &session, ProjectFiles &files, const Dialogs &dialogs, std::function<bool()> beginProject);
    ~FileImports() override;

    void take(const QStringList &paths);
    /// Asks for files, and for their format if their content does not tell it.
    void openWithDialog();
    void takeText(const QString &text, const ImportFormat &format);
    /// Asks for the format.
    void takeTextAsked(const QString &text);
    /// The format of another tool that the text is in; nullptr if it is a project or of no known format.
    static const ImportFormat *formatOf(const QString &text);

signals:
    /// Nodes were added to the drawing.
    void nodesAdded();
    void said(const QString &text);

private:
    /// The text of each file; a project is opened instead. Empty if there is nothing to import.
    std::vector<ImportFile> read(const QStringList &paths);
    /// Empty if cancelled.
    const ImportFormat *askedFormat(const QString &question);
    void importAs(const ImportFormat &format, const std::vector<ImportFile> &files, const QString &name);
    void adopt(const Imported &imported, const QString &name);

    Document &m_document;
    ProjectFiles &m_files;
    const Dialogs &m_dialogs;
    std::function<bool()> m_beginProject;
    std::unique_ptr<CalibrationImport> m_calibrations; ///< last member: its thread is joined first
};

} // namespace heteroscope
