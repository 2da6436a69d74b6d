// SPDX-License-Identifier: GPL-3.0-or-later
//
// Settings of the memory allocator. A simulation allocates tens of megabytes and frees them again, many times a second
// while a user drags a link. If the allocator returned those pages to the kernel each time, a third of the simulation's
// time would go into mapping them again.
#pragma once

namespace heteroscope {

/// Lets the allocator keep up to 256 MiB of freed memory for later allocations. Call it once at the start of a program.
/// Has an effect with glibc only.
void keepFreedMemory();

} // namespace heteroscope
