// SPDX-License-Identifier: GPL-3.0-or-later
//
// Advice (advice.h) about device groups: empty groups, devices in two groups with mappings, mappings that no plan can
// obey.
#pragma once

#include "project/advice.h"

namespace heteroscope {

void adviseGroups(const Project &project, std::vector<Advice> &advice);

/// followAdvice for these kinds of advice, with the same errors.
Result<Project> followGroupAdvice(const Project &project, const Advice &advice);

} // namespace heteroscope
