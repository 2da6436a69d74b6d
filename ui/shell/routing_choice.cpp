// SPDX-License-Identifier: GPL-3.0-or-later
#include "shell/routing_choice.h"

#include <QSettings>

#include <array>

namespace heteroscope {
namespace {

const QString key = QStringLiteral("canvas/linkRouting");
const std::array<QString, 3> names = {QStringLiteral("straight"), QStringLiteral("curved"),
                                      QStringLiteral("orthogonal")};

} // namespace

LinkRouting keptLinkRouting()
{
    const QString kept = QSettings().value(key).toString();
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == kept)
            return static_cast<LinkRouting>(i);
    return LinkRouting::straight;
}

void keepLinkRouting(LinkRouting routing) { QSettings().setValue(key, names[static_cast<std::size_t>(routing)]); }

} // namespace heteroscope
