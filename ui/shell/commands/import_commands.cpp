// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/commands/import_commands.h"

#include "editing/canvas_clipboard.h"
#include "shell/commands/connect_action.h"
#include "shell/files/file_imports.h"

#include <QApplication>
#include <QClipboard>

#include <algorithm>

namespace heteroscope {

QString titleOfFormat(std::string_view format)
{
    const auto known = std::find_if(pasteFormats.begin(), pasteFormats.end(),
                                    [&](const PasteAs &one) { return one.format == format; });
    return known == pasteFormats.end() ? QString::fromUtf8(format.data(), static_cast<qsizetype>(format.size()))
                                       : actionText(actionTable()[static_cast<std::size_t>(known->action)]);
}

ImportCommands::ImportCommands(const Actions &actions, FileImports &imports) : m_actions(actions)
{
    onAction(actions, ActionId::importFiles, &imports, [&imports] { imports.openWithDialog(); });
    for (const PasteAs &one : pasteFormats)
        onAction(actions, one.action, &imports, [&imports, format = findImportFormat(one.format)] {
            imports.takeText(QApplication::clipboard()->text(), *format);
        });
    connect(QApplication::clipboard(), &QClipboard::dataChanged, this, &ImportCommands::refresh);
    refresh();
}

void ImportCommands::refresh()
{
    for (const PasteAs &one : pasteFormats)
        enableAction(m_actions, one.action, clipboardHasText());
}

} // namespace heteroscope
