// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands that find commands and items, and explain: command palette, help, shortcut page, shortcut editor.
#pragma once

#include "settings/actions.h"

#include <QObject>

namespace heteroscope {

class Document;

class HelpCommands : public QObject
{
    Q_OBJECT

public:
    HelpCommands(Actions &actions, QWidget &window, const Document &document);

signals:
    /// Requests to show an item that was found.
    void jumpRequested(const QString &thing);

private:
    void find();
    void showHelp();
    void showShortcuts();
    void editShortcuts();

    Actions &m_actions;
    QWidget &m_window;
    const Document &m_document;
};

} // namespace heteroscope
