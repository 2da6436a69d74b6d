// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keys beginning "x-" of a JSON object, kept with the thing they were read from so that they survive load, edit and
// save. The value is canonical JSON text; core never looks into it. A key "member/x-name" belongs to a member that has
// no Extensions of its own (see keepNested in json/json.h).
#pragma once

#include <map>
#include <string>

namespace heteroscope {

using Extensions = std::map<std::string, std::string>;

} // namespace heteroscope
