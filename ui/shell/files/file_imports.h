// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files that are dropped on the window: a project is opened, files of other tools are imported into the current
// project. The format is recognized by content.
#pragma once

#include "exchange/import.h"
#include "shell/files/dialogs.h"

#include <QObject>

namespace heteroscope {

class Document;
class ProjectFiles;

class FileImports : public QObject
{
    Q_OBJECT

public:
    FileImports(Document &document, ProjectFiles &files, const Dialogs &dialogs);

    void take(const QStringList &paths);

signals:
    /// An import is about to start; if the window shows the welcome page, into a new project.
    void workspaceNeeded();
    /// Nodes were added to the drawing.
    void nodesAdded();
    void said(const QString &text);

private:
    void importAs(const ImportFormat &format, const std::vector<ImportFile> &files, const QString &name);
    void adopt(const Imported &imported, const QString &name);

    Document &m_document;
    ProjectFiles &m_files;
    const Dialogs &m_dialogs;
};

} // namespace heteroscope
