// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lesson to begin with: what an author changes into one of their own.
#pragma once

#include "project/project.h"

#include <string>

namespace heteroscope {

/// The text of a lesson file about this project: one control, a question, the formula of the pipeline's bubble, a goal
/// with three hints, an exercise. Texts say what belongs there, in English and in `language` ("de", "zh_CN") beside it.
/// Its script can be read for every project with a plan; what it asks for is true of a plan with several stages.
std::string newLessonText(const Project &project, const std::string &language = "en");

} // namespace heteroscope
