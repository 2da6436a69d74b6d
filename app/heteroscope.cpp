// SPDX-License-Identifier: GPL-3.0-or-later
#include "application/application.h"
#include "version.h"

int main(int argc, char **argv) { return heteroscope::runApplication(argc, argv, heteroscope::versionText()); }
