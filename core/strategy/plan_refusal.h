// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a change of a plan is refused: an error at its pipelines.
#pragma once

#include "base/result.h"

namespace heteroscope {

inline Error planRefusal(std::string found, std::string expected, std::string hint = {})
{
    return {Error::Code::invalid, {}, "/pipelines", std::move(found), std::move(expected), std::move(hint)};
}

} // namespace heteroscope
