// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/commands/import_commands.h"

#include "editing/canvas_clipboard.h"
#include "shell/commands/connect_action.h"
#include "shell/files/file_imports.h"

#include <QApplication>
#include <QClipboard>

namespace heteroscope {

ImportCommands::ImportCommands(const Actions &actions, FileImports &imports) : m_actions(actions)
{
    onAction(actions, ActionId::importFiles, &imports, [&imports] { imports.openWithDialog(); });
    onAction(actions, ActionId::pasteAs, &imports,
             [&imports] { imports.takeTextAsked(QApplication::clipboard()->text()); });
    connect(QApplication::clipboard(), &QClipboard::dataChanged, this, &ImportCommands::refresh);
    refresh();
}

void ImportCommands::refresh() { enableAction(m_actions, ActionId::pasteAs, clipboardHasText()); }

} // namespace heteroscope
