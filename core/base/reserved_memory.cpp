// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/reserved_memory.h"

#include <array>
#include <atomic>
#include <cstdlib>

namespace heteroscope {

namespace {

constexpr std::size_t partBytes = 1 << 20;
constexpr std::size_t parts = 16;

std::array<void *, parts> &reserve()
{
    static std::array<void *, parts> memory{};
    return memory;
}
std::atomic<std::size_t> partsLeft = 0;

} // namespace

void reserveMemory()
{
    if (partsLeft > 0)
        return;
    std::size_t taken = 0;
    while (taken < parts && (reserve()[taken] = std::malloc(partBytes)) != nullptr)
        ++taken;
    partsLeft = taken;
}

bool giveBackReserve()
{
    auto left = partsLeft.load();
    while (left > 0) {
        if (partsLeft.compare_exchange_weak(left, left - 1)) {
            std::free(reserve()[left - 1]);
            return true;
        }
    }
    return false;
}

} // namespace heteroscope
