// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks JSON against a JSON Schema (draft 7), by valijson.
#pragma once

#include "json/json.h"

namespace heteroscope {

/// Checks json against the schema at resources/schema/<schemaName>. Each violation is an Error with its JSON path.
/// The file name of the errors is left empty. An unknown or unusable schema is an error of code internal.
Findings checkAgainstSchema(const Json &json, std::string_view schemaName);

/// Checks that json is itself a schema that can be used.
Findings checkSchema(const Json &schema);

} // namespace heteroscope
