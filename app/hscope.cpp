// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/commands.h"
#include "version.h"

#include <csignal>
#include <iostream>

int main(int argc, char *argv[])
{
    std::signal(SIGPIPE, SIG_IGN); // a closed pipe is an error of the writing command, with an exit status of its own
    heteroscope::RunConditions conditions;
    conditions.endsProcess = true;
    conditions.version = heteroscope::versionText();
    return heteroscope::runHscope({argv + 1, argv + argc}, std::cout, std::cerr, conditions);
}
