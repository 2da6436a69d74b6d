// SPDX-License-Identifier: GPL-3.0-or-later
//
// The "x-" keys of a JSON object: data of other programs, kept with the value they were read with, so that they
// survive load, edit and save. Key: the JSON key. Value: its canonical JSON text, which core never reads. The key
// "member/x-name" belongs to a member that has no Extensions of its own (see keepNested in json/json.h).
#pragma once

#include <map>
#include <string>

namespace heteroscope {

using Extensions = std::map<std::string, std::string>;

} // namespace heteroscope
