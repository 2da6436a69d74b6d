// SPDX-License-Identifier: GPL-3.0-or-later
//
// The allocation of both programs: as the standard one, but small allocations live on the reserve when nothing else is
// left (base/reserved_memory.h).
#include "base/reserved_memory.h"

#include <cstdlib>
#include <new>

namespace {

void *allocate(std::size_t size) noexcept
{
    void *memory = std::malloc(size == 0 ? 1 : size);
    while (!memory && size <= heteroscope::smallAllocation && heteroscope::giveBackReserve())
        memory = std::malloc(size == 0 ? 1 : size);
    return memory;
}

} // namespace

void *operator new(std::size_t size)
{
    if (void *memory = allocate(size))
        return memory;
    throw std::bad_alloc();
}
void *operator new(std::size_t size, const std::nothrow_t &) noexcept { return allocate(size); }
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void *memory, const std::nothrow_t &) noexcept { std::free(memory); }
