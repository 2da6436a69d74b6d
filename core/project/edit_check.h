// SPDX-License-Identifier: GPL-3.0-or-later
//
// What edits.cpp and group_edits.cpp share. For those files only.
#pragma once

#include "base/result.h"
#include "project/project.h"

namespace heteroscope {

/// Why an edit is not allowed.
Error refusal(std::string found, std::string expected, Error::Code code = Error::Code::invalid);

/// The edited project, or the first mistake that its cluster has and the old one had not.
Result<Project> checked(const Project &old, Project edited);

} // namespace heteroscope
