// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a launch script would run, found without running anything: quotes, continued lines, comments, variables with
// defaults, arrays, arithmetic, conditions, case, for, functions, here-documents, `bash -c '...'` and sourced files
// that are given too. Commands are never executed, so what only a command or the caller knows stays unknown: a word
// keeps
// "$NAME" (or "$1", "$(...)") in its place.
//
// Assumed where the script does not say: files exist, an unset variable is empty in a test, of an undecided `if` the
// branch that does not exit is taken, a `while` is left out. Bounded: 64 KiB a word, 4 MiB in all, 200,000 commands,
// nesting of 48.
#pragma once

#include "exchange/import.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope::megatron {

struct ShellReading
{
    /// Words of every command that has an option (a word that begins with "--"), in the order in which they would run.
    std::vector<std::vector<std::string>> commands;
    /// Words of every variable or array whose value has options, in the order of assignment.
    std::vector<std::vector<std::string>> values;
    std::map<std::string, std::string, std::less<>> variables; ///< last values; unknown ones have "$" in them
    std::vector<std::string> notes;                            ///< what was assumed
};

/// The script is the file that sources another of them, else the one with the most options; the others are read before
/// it, and their values stand where the script's own are unknown. Lines "#SBATCH --nodes=2" set what Slurm would.
ShellReading readShell(const std::vector<ImportFile> &files);

} // namespace heteroscope::megatron
