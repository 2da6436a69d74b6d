// SPDX-License-Identifier: GPL-3.0-or-later
//
// All files of an exercise sheet, for hscope sheet and the window.
#pragma once

#include "lesson/exercise.h"

#include <string>
#include <vector>

namespace heteroscope {

struct SheetOrder
{
    std::vector<std::string> lessons; ///< names under which SheetLessons has them
    int students = 1;
    std::uint64_t seed = 1;
    std::string language = "en"; ///< of lessonLanguages
};

struct SheetFile
{
    std::string name; ///< in the folder of the sheet
    std::string text;
};

/// sheet.json for hscope grade, sheet.html to hand out, key.html for the teacher, and the students' projects. The same
/// order gives the same bytes. Errors: those of makeSheet, of the tasks and of their simulation.
Result<std::vector<SheetFile>> sheetFiles(const SheetOrder &order, const SheetLessons &lessons,
                                          const StopToken &stop = {});

/// Makes the folder and writes the files into it; files of the same name are replaced. Error: the first that failed.
Status writeSheetFiles(const std::vector<SheetFile> &files, const std::string &folder);

} // namespace heteroscope
