// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/edit_check.h"

#include "cluster/cluster_json.h"

#include <algorithm>

namespace heteroscope {

Error refusal(std::string found, std::string expected, Error::Code code)
{
    return {code, {}, {}, std::move(found), std::move(expected), {}};
}

Result<Project> checked(const Project &old, Project edited)
{
    const auto mistakes = findClusterMistakes(edited.cluster, "/cluster");
    if (mistakes.ok())
        return edited;
    const auto before = findClusterMistakes(old.cluster, "/cluster");
    for (const auto &mistake : mistakes.errors) {
        if (std::find(before.errors.begin(), before.errors.end(), mistake) == before.errors.end())
            return mistake;
    }
    return edited;
}

} // namespace heteroscope
