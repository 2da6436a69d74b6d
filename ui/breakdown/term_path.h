// SPDX-License-Identifier: GPL-3.0-or-later
//
// A term of an opened lane by the ids from its root (the step, or the memory) down to it.
#pragma once

#include "cost/term_id.h"

#include <vector>

namespace heteroscope {

using TermPath = std::vector<TermId>;

} // namespace heteroscope
