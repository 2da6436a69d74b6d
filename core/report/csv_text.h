// SPDX-License-Identifier: GPL-3.0-or-later
//
// A text as one field of comma-separated values that no spreadsheet takes for a formula. Numbers are written as they
// are, without this function: -3 stays a number.
#pragma once

#include <string>
#include <string_view>

namespace heteroscope {

/// Spreadsheets run a cell that begins with = + - @, a tab or a line end, also in their wide forms (U+FF1D, U+FF0B,
/// U+FF0D, U+FF20). An apostrophe before it makes the cell a text. It also stands before such a character after a
/// comma, semicolon, tab, line end or quote, because a spreadsheet that separates fields otherwise begins a cell there.
/// The field is quoted if it holds one of these.
std::string csvText(std::string_view text);

} // namespace heteroscope
