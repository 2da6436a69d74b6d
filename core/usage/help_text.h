// SPDX-License-Identifier: GPL-3.0-or-later
//
// What --help prints for a program without commands. hscope's is written by its parser, CLI11.
#pragma once

#include "usage/program_table.h"

namespace heteroscope {

/// Usage, the words, then a line or more for each option, at most 100 characters wide.
std::string helpText(const ProgramTable &program);

} // namespace heteroscope
