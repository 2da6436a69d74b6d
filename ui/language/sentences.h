// SPDX-License-Identifier: GPL-3.0-or-later
//
// Errors of core as sentences in the language of the window, without the file name, which the caller shows.
#pragma once

#include "base/result.h"
#include "cluster/cluster.h"

#include <QString>

#include <string_view>

namespace heteroscope {

/// What core says in English, in the language of the window; parts without a translation stay English
/// (wording/phrases.h).
QString spoken(std::string_view english);

/// "/cluster/nodes/2: 12 devices, expected at most 8".
QString sentenceOf(const Error &error);
/// The same, with the hint how to fix it on a second line.
QString sentenceWithHint(const Error &error);
/// Of the open project, whose file nobody looks into: "leaf-1: 12 devices, expected at most 8", "the plan: 34 layers,
/// expected 58".
QString problemOf(const Error &error, const Cluster &cluster);
/// For one line beside the thing that was changed, which needs no place: "12 devices, expected at most 8 (remove 4)".
QString refusalOf(const Error &error);

} // namespace heteroscope
