// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the edits and builders of this folder share; not for others.
#pragma once

#include "base/result.h"
#include "project/project.h"

namespace heteroscope {

/// Why an edit is not allowed.
Error refusal(std::string found, std::string expected, Error::Code code = Error::Code::invalid);

/// The edited project, or the first mistake that its cluster has and the old one had not.
Result<Project> checked(const Project &old, Project edited);

/// A node like the template, without what is said about the template itself.
Node nodeFrom(const Node &nodeTemplate, std::string name);
Link linkFrom(const LinkType &type, std::string name, std::string from, std::string to);

} // namespace heteroscope
