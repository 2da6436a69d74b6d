// SPDX-License-Identifier: GPL-3.0-or-later
//
// The command line of `heteroscope`: opens the window, or with --render draws a file and ends.
#pragma once

#include "language/language_choice.h"
#include "render/render.h"
#include "usage/completion.h"

#include <QStringList>

namespace heteroscope {

struct CommandLine
{
    bool help = false;
    bool version = false;
    bool man = false;                          ///< print the man page
    std::optional<CompletionShell> completion; ///< print the script of this shell
    QString project;                           ///< file to open; empty: show the welcome page
    bool comeBack = true;                      ///< without a project: reopen the projects that were open last
    std::optional<ThemeKind> theme;
    std::optional<LanguageChoice> language; ///< for this run
    std::optional<RenderRequest> render;
    QString mistake; ///< not empty: the arguments are wrong, and this says why
};

/// Parses the arguments without the program's name.
CommandLine parseCommandLine(const QStringList &arguments);

/// Exit status: 0 done, 1 no feasible plan, 2 wrong usage, 3 input that cannot be used. `version` is that of the
/// program, with its commit.
int runApplication(int argc, char **argv, const std::string &version);

} // namespace heteroscope
