// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small questions to texts from files. ASCII only: what is compared this way are names of devices, units and columns.
#pragma once

#include <string>
#include <string_view>

namespace heteroscope {

/// In lower case; bytes that are no ASCII letters stay.
std::string lowerCase(std::string_view text);

/// Without the blanks and tabs at its ends.
std::string_view trimmed(std::string_view text);

} // namespace heteroscope
