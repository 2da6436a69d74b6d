// SPDX-License-Identifier: GPL-3.0-or-later
//
// A simulation allocates tens of megabytes of rows and frees them again, many times a second while a user drags a link.
// Given back to the kernel each time, their pages are a third of its time.
#pragma once

namespace heteroscope {

/// Keeps up to 256 MiB of freed memory for the next allocations. Called once at the start of a program; does something
/// with glibc only.
void keepFreedMemory();

} // namespace heteroscope
