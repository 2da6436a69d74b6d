// SPDX-License-Identifier: GPL-3.0-or-later
//
// File > Import, and Edit > Paste as: files and texts of other tools.
#pragma once

#include "settings/actions.h"

#include <QObject>

namespace heteroscope {

class FileImports;

class ImportCommands : public QObject
{
    Q_OBJECT

public:
    ImportCommands(const Actions &actions, FileImports &imports);

private:
    void refresh();

    const Actions &m_actions;
};

} // namespace heteroscope
