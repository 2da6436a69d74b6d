// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kinds of layers in plain English.
#pragma once

#include "cost/group_cost.h"

#include <string>

namespace heteroscope {

/// "expert blocks". mixture: the model has experts, so that other blocks are called dense.
std::string layersText(LayerKind kind, bool mixture, bool several);

} // namespace heteroscope
