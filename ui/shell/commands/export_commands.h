// SPDX-License-Identifier: GPL-3.0-or-later
//
// File > Export: the shown step and plan in the formats of `hscope export`, `hscope report`, `hscope simulate --json`
// and plan files, and the ranking as a table. What is written is what the window shows.
#pragma once

#include "base/files.h"
#include "settings/actions.h"
#include "shell/files/dialogs.h"

#include <QObject>

namespace heteroscope {

class Session;
struct Simulation;

struct ExportParts
{
    const Actions &actions;
    const Session &session;
    const Dialogs &dialogs;
    std::function<QString()> rankingCsv;  ///< the table of the strategies; empty without a ranking
    std::function<std::string()> asShown; ///< the project with what the window shows of it
};

class ExportCommands : public QObject
{
    Q_OBJECT

public:
    explicit ExportCommands(ExportParts parts);

signals:
    void said(const QString &text);

private:
    struct Written
    {
        TextSource text;
        QString verdict = {};     ///< whether the plan runs with it
        QStringList remarks = {}; ///< why; shown with the verdict, if any
    };
    /// Asks for a file and writes what `make` makes of the shown simulation.
    void onExport(ActionId id, const char *ending, std::function<Written(const Simulation &)> make);
    void write(ActionId id, const QString &ending, const std::function<Written()> &make);
    /// Asks for the tool and says whether it runs the plan as it is.
    void exportLaunch(const Simulation &shown);
    /// The page of `hscope report`.
    std::string reportOf(const Simulation &shown) const;
    void refresh();

    ExportParts m_parts;
};

} // namespace heteroscope
