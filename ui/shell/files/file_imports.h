// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files that are dropped on the window: a project is opened, what other tools wrote is imported into the present one.
// What a file is, its content tells.
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
    /// Something is about to be imported: into a new project, if the window shows the welcome page.
    void workspaceNeeded();
    /// The drawing has more nodes.
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
