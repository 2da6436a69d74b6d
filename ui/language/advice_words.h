// SPDX-License-Identifier: GPL-3.0-or-later
//
// Advice about a project, and the rules of its device groups, in the language of the window.
#pragma once

#include "project/advice.h"

#include <QString>

namespace heteroscope {

/// What a rule asks of its group: "only stages A–C", "unused".
QString ruleText(const Mapping &rule);

QString sentenceOf(const Advice &advice);   ///< what was found: "a100-0 is not linked to the other nodes"
QString remarkOf(const Advice &advice);     ///< what to know about it; may be empty
QString suggestionOf(const Advice &advice); ///< what followAdvice does: "link a100-0 to switch"; empty when it cannot

} // namespace heteroscope
