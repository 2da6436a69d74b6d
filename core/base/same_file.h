// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether two paths lead to one file, so that no program writes its result over what it has read.
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace heteroscope {

/// True also for paths over symbolic links and for hard links. Of files that do not exist yet: equal paths, once links
/// and dots are resolved.
bool isSameFile(const std::string &a, const std::string &b);

/// The error for an output that is one of the inputs, if it is. Error code invalid.
Status checkOutput(const std::string &output, const std::vector<std::string> &inputs);

} // namespace heteroscope
