// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of measured support as a file: resources/calibration/support.json, whose format is
// resources/schema/support.schema.json.
#pragma once

#include "cost/support.h"
#include "json/json.h"

namespace heteroscope {

/// The shipped table, read once.
const SupportTable &builtinSupport();
const Findings &builtinSupportFindings();

/// Reads the JSON of one file; used for the shipped one and by lint.
SupportTable readSupport(const Json &json, const std::string &path, Findings &findings);
Json toJson(const SupportTable &table);

/// An answer, as `hscope simulate --json` writes it.
Json toJson(const Support &support);

} // namespace heteroscope
