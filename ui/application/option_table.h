// SPDX-License-Identifier: GPL-3.0-or-later
//
// The command line of `heteroscope` as a table, of which --help, man page and completion are made. In English, as all
// of the command line.
#pragma once

#include "usage/program_table.h"

namespace heteroscope {

/// `version` as runApplication takes it; the commit is left out.
ProgramTable heteroscopeTable(const std::string &version);

} // namespace heteroscope
