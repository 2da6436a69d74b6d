// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks JSON against a JSON Schema (draft 7), using the valijson library.
#pragma once

#include "json/json.h"

namespace heteroscope {

/// Checks json against the schema at resources/schema/<schemaName>. Each violation is an Error with its JSON path and
/// an empty file name. An unknown or invalid schema is an Error with code internal.
Findings checkAgainstSchema(const Json &json, std::string_view schemaName);

/// Checks that json is a valid schema.
Findings checkSchema(const Json &schema);

} // namespace heteroscope
