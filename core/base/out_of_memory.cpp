// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/out_of_memory.h"

namespace heteroscope {

Error outOfMemory()
{
    return {Error::Code::internal,
            {},
            {},
            "no memory left",
            "enough for this input",
            "close other programs or make the input smaller"};
}

} // namespace heteroscope
