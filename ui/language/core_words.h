// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words of core in the language of the window. Core speaks English; what it says in sentences stays so, and the fixed
// words and assumptions that tables of the window show, such as the terms of the breakdown, are looked up here.
#pragma once

#include <QString>

#include <string>

namespace heteroscope {

/// The word as the window says it; the same when it is none of the fixed ones.
QString coreWord(const std::string &english);

} // namespace heteroscope
