// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/commands/help_commands.h"

#include "document/document.h"
#include "help/help_window.h"
#include "language/language_choice.h"
#include "shell/command_palette.h"
#include "shell/commands/connect_action.h"
#include "shell/shortcut_editor.h"
#include "shell/shortcut_sheet.h"

#include <algorithm>

namespace heteroscope {

HelpCommands::HelpCommands(Actions &actions, QWidget &window, const Document &document)
    : m_actions(actions), m_window(window), m_document(document)
{
    onAction(actions, ActionId::findCommand, this, [this] { find(); });
    onAction(actions, ActionId::help, this, [this] { showHelp(); });
    onAction(actions, ActionId::shortcuts, this, [this] { showShortcuts(); });
    onAction(actions, ActionId::editShortcuts, this, [this] { editShortcuts(); });
}

void HelpCommands::find()
{
    const auto jump = [this](const QString &thing) { emit jumpRequested(thing); };
    std::vector<PaletteEntry> entries = paletteEntries(m_actions, m_document.project().cluster, jump);
    std::ranges::move(noteEntries(m_document.project().notes, jump), std::back_inserter(entries));
    auto *palette = new CommandPalette(std::move(entries), &m_window);
    palette->setAttribute(Qt::WA_DeleteOnClose);
    palette->move(m_window.mapToGlobal(QPoint((m_window.width() - palette->width()) / 2, m_window.height() / 8)));
    palette->show();
}

void HelpCommands::showHelp()
{
    if (auto *open = m_window.findChild<HelpWindow *>()) {
        open->activateWindow();
        return;
    }
    auto *help = new HelpWindow(spokenLanguage(), &m_window);
    help->setAttribute(Qt::WA_DeleteOnClose);
    help->show();
}

void HelpCommands::showShortcuts()
{
    auto *sheet = new ShortcutSheet(m_actions, &m_window);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->show();
}

void HelpCommands::editShortcuts()
{
    auto *editor = new ShortcutEditor(m_actions, &m_window);
    editor->setAttribute(Qt::WA_DeleteOnClose);
    editor->open();
}

} // namespace heteroscope
