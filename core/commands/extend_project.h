// SPDX-License-Identifier: GPL-3.0-or-later
//
// Projects that other tools' files, or what is found on this machine, are added to.
#pragma once

#include "commands/command.h"
#include "exchange/import.h"

#include <functional>

namespace heteroscope {

/// Adds to the project in `file`, or to a new one where there is no such file or `file` is empty, and saves it there if
/// that changed it. The file is locked from reading to writing, so that nothing that another program saves meanwhile is
/// lost. Errors: those of the file and of
/// `import`.
Result<Imported> extendProject(const std::string &file,
                               const std::function<Result<Imported>(const Project &into)> &import);

/// What was added, and the notes.
void printImported(const Imported &imported, const Streams &streams);

} // namespace heteroscope
