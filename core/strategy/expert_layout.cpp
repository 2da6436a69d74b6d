// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategy/expert_layout.h"

#include <algorithm>

namespace heteroscope {

bool canShareExperts(const Pipeline &a, const Pipeline &b)
{
    const auto sameDegrees = [](const TensorGroup &x, const TensorGroup &y) {
        return x.tp == y.tp && x.cp == y.cp && x.ep == y.ep;
    };
    return std::equal(a.stages.begin(), a.stages.end(), b.stages.begin(), b.stages.end(),
                      [&](const Stage &x, const Stage &y) {
                          return x.chunks == y.chunks && std::equal(x.groups.begin(), x.groups.end(), y.groups.begin(),
                                                                    y.groups.end(), sameDegrees);
                      });
}

} // namespace heteroscope
