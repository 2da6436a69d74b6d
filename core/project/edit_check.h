// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions shared by the edits and builders of core/project; not for use outside this folder.
#pragma once

#include "base/result.h"
#include "project/project.h"

namespace heteroscope {

/// The error of an edit that is not allowed.
Error refusal(std::string found, std::string expected, std::string hint, Error::Code code = Error::Code::invalid);
/// The error of an edit of something that is not there.
Error absent(std::string found, std::string expected);

/// The edited project. Error: its cluster has a mistake that the old cluster did not have; the first such mistake.
Result<Project> checked(const Project &old, Project edited);

/// A node made from the template, without the template's source and notes.
Node nodeFrom(const Node &nodeTemplate, std::string name);
Link linkFrom(const LinkType &type, std::string name, std::string from, std::string to);

} // namespace heteroscope
