// SPDX-License-Identifier: GPL-3.0-or-later
//
// What becomes of memory that runs out (std::bad_alloc) where work is started: an error of the work.
#pragma once

#include "base/result.h"

#include <new>
#include <stdexcept>

namespace heteroscope {

/// Error code internal: no memory left.
Error outOfMemory();

/// The value of the function, a Result or a Status; outOfMemory() if memory ran out inside.
template<class Function>
auto withinMemory(const Function &function) -> decltype(function())
{
    try {
        return function();
    } catch (const std::bad_alloc &) {
        return outOfMemory();
    } catch (const std::length_error &) { // a container larger than the address space
        return outOfMemory();
    }
}

} // namespace heteroscope
