// SPDX-License-Identifier: GPL-3.0-or-later
//
// The command line inside a test: what it prints and how it ends.
#pragma once

#include "commands/commands.h"

#include <QString>

#include <sstream>
#include <string>
#include <vector>

namespace heteroscope::test {

struct HscopeRun
{
    int status = 0;
    std::string out;
    std::string err;
};

inline HscopeRun hscope(const std::vector<std::string> &arguments)
{
    std::ostringstream out, err;
    const int status = runHscope(arguments, out, err);
    return {status, out.str(), err.str()};
}

/// Of a path below the source folder: "/resources/examples/x.json".
inline std::string sourcePath(const std::string &below)
{
    return qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR").toStdString() + below;
}

inline std::string example(const std::string &name)
{
    return sourcePath("/resources/examples/" + name + ".hscope.json");
}

} // namespace heteroscope::test
