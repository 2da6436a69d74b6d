// SPDX-License-Identifier: GPL-3.0-or-later
//
// A program's man page of section 1 in the macros of man(7), which man-db, groff and mandoc read: name, synopsis,
// description, options, a part for each command, exit status.
#pragma once

#include "usage/program_table.h"

namespace heteroscope {

std::string manPage(const ProgramTable &program);

} // namespace heteroscope
