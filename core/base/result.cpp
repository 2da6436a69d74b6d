// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/result.h"

#include <iterator>

namespace heteroscope {

std::string toString(const Error &error)
{
    std::string text;
    const auto add = [&text](const char *separator, const std::string &part) {
        if (part.empty())
            return;
        if (!text.empty())
            text += separator;
        text += part;
    };
    add("", error.file);
    add(": ", error.path);
    add(": ", error.found.empty() ? std::string() : "found " + error.found);
    add(error.found.empty() ? ": " : ", ", error.expected.empty() ? std::string() : "expected " + error.expected);
    if (!error.hint.empty())
        add(" ", "(" + error.hint + ")");
    return text;
}

void Findings::addError(Error error)
{
    if (!full())
        errors.push_back(std::move(error));
}

void Findings::append(Findings other)
{
    errors.insert(errors.end(), std::make_move_iterator(other.errors.begin()),
                  std::make_move_iterator(other.errors.end()));
    warnings.insert(warnings.end(), std::make_move_iterator(other.warnings.begin()),
                    std::make_move_iterator(other.warnings.end()));
}

} // namespace heteroscope
