// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/commands.h"

#include <iostream>

int main(int argc, char *argv[])
{
    return heteroscope::runHscope({argv + 1, argv + argc}, std::cout, std::cerr);
}
