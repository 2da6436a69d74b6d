// SPDX-License-Identifier: GPL-3.0-or-later
//
// The glossary of the help (report/glossary.h) for tooltips: what a word means is written once.
#pragma once

#include <QString>

#include <string_view>

namespace heteroscope {

/// What a word of the English glossary means, as a sentence in the language of the window; empty if it has no such
/// word.
QString meaningOf(std::string_view word);

} // namespace heteroscope
