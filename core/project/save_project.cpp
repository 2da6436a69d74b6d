// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/project_file.h"

#include "base/files.h"
#include "base/out_of_memory.h"

namespace heteroscope {

Status saveProject(const Project &project, const std::string &path)
{
    return withinMemory([&]() -> Status {
        const auto text = projectText(project);
        if (auto again = parseProject(text, path); !again.findings.ok()) // rather no file than one that does not open
            return std::move(again.findings.errors.front());
        return writeFileAtomically(path, text);
    });
}

} // namespace heteroscope
