// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tests of a shell: [ "$A" == b ], [[ -n $A ]], test 1 -lt 2.
#pragma once

#include "exchange/megatron/shell_words.h"

namespace heteroscope::megatron {

enum class Truth { no, yes, open };

/// One test, without its brackets and without && and ||. Open if it asks for a value that is unknown. Files exist.
Truth judgeTest(const std::vector<Expanded> &words);

} // namespace heteroscope::megatron
