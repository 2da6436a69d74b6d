// SPDX-License-Identifier: GPL-3.0-or-later
//
// The command line of `heteroscope`: opens the window, or with --render draws a file and ends.
#pragma once

#include "language/language_choice.h"
#include "render/render.h"

#include <QStringList>

namespace heteroscope {

struct CommandLine
{
    bool help = false;
    bool version = false;
    QString project;      ///< file to open; empty: show the welcome page
    bool comeBack = true; ///< without a project: reopen the projects that were open last
    std::optional<ThemeKind> theme;
    std::optional<LanguageChoice> language; ///< for this run
    std::optional<RenderRequest> render;
    QString mistake; ///< not empty: the arguments are wrong, and this says why
};

/// Parses the arguments without the program's name.
CommandLine parseCommandLine(const QStringList &arguments);
QString usageText();

/// Exit status: 0 done, 1 no feasible plan, 2 wrong usage, 3 input that cannot be used.
int runApplication(int argc, char **argv);

} // namespace heteroscope
