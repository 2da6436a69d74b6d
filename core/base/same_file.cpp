// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/same_file.h"

#include <algorithm>
#include <filesystem>

namespace heteroscope {

bool isSameFile(const std::string &a, const std::string &b)
{
    std::error_code problem;
    if (std::filesystem::equivalent(a, b, problem))
        return true;
    std::error_code other;
    const auto first = std::filesystem::weakly_canonical(a, problem);
    const auto second = std::filesystem::weakly_canonical(b, other);
    return !problem && !other && first == second;
}

Status checkOutput(const std::string &output, const std::vector<std::string> &inputs)
{
    const auto same =
        std::find_if(inputs.begin(), inputs.end(), [&](const std::string &input) { return isSameFile(output, input); });
    if (same == inputs.end())
        return {};
    return Error{Error::Code::invalid,
                 output,
                 {},
                 *same == output ? "an output that is also read or written"
                                 : "an output that is also read or written, as " + *same,
                 "a file of its own for what is written",
                 "give another name for the output"};
}

} // namespace heteroscope
