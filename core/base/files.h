// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading and writing whole files. Reading is bounded in size and takes regular files only: a pipe or a device has no
// end that could be relied on. Writing is atomic: the file has its old content or all of the new one, also when the
// disk is full or the process is killed.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace heteroscope {

/// Max size of a file that is read whole, in bytes.
inline constexpr std::uintmax_t maxFileBytes = std::uintmax_t{1} << 30;

/// Max bytes in the name of a file, without its folder.
inline constexpr std::size_t maxFileName = 255;

/// The beginning of a name, at most that many bytes, cut between characters of UTF-8.
std::string fittingFileName(const std::string &name, std::size_t maxBytes);

/// Reads a whole file. Error code unreadable: no such file, no permission, a folder, pipe or device, more than
/// maxBytes.
Result<std::string> readTextFile(const std::string &path, std::uintmax_t maxBytes = maxFileBytes);

/// Reads a file that something read from a file names, by its path below a folder. Error code reference where the path
/// is absolute or leads out of the folder, also by a symbolic link; else as readTextFile.
Result<std::string> readFileBelow(const std::string &folder, const std::string &file, std::uintmax_t maxBytes);

/// A folder of third-party data that does not ship: the one that an environment variable names, else shared/NAME beside
/// the checkout that this program was built in (CHECKOUT/build/PRESET/*/PROGRAM). Empty if there is neither; does not
/// depend on the working folder.
std::string dataFolder(const char *variable, const std::string &name);

/// Replaces the content of a file, or makes a new one with the permissions that the process gives. A symbolic link
/// stays one: the file it leads to is replaced. Error code unreadable, for a write-protected file too; then the file is
/// as it was.
Status writeFileAtomically(const std::string &path, std::string_view text);

/// Takes text piece by piece. False: it could not be written, and no more is wanted.
using TextSink = std::function<bool(std::string_view text)>;
/// Makes text piece by piece, for content that would be too large in memory.
using TextSource = std::function<void(const TextSink &sink)>;
/// The same for text that is written as it is made.
Status writeFileAtomically(const std::string &path, const TextSource &source);

} // namespace heteroscope
