// SPDX-License-Identifier: GPL-3.0-or-later
//
// The part of advice.h that is about device groups: groups that hold nothing, devices that two groups with mappings
// both hold, mappings that no plan can obey.
#pragma once

#include "project/advice.h"

namespace heteroscope {

void adviseGroups(const Project &project, std::vector<Advice> &advice);

/// Of one of those kinds. Errors: as followAdvice.
Result<Project> followGroupAdvice(const Project &project, const Advice &advice);

} // namespace heteroscope
