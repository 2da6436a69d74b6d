// SPDX-License-Identifier: GPL-3.0-or-later
//
// The version of the programs. Its one source is project(VERSION) in the CMakeLists.txt at the top.
#pragma once

#include <string>

namespace heteroscope {

/// "0.1.0 (commit 1a2b3c4d5e6f)": with "+" behind the commit if files differed from it when the program was built;
/// without the bracket where the source is neither a clone nor an archive made by git.
std::string versionText();

} // namespace heteroscope
