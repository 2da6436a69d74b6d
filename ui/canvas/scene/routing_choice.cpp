// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/scene/routing_choice.h"

#include <QSettings>

namespace heteroscope {
namespace {

const QString key = QStringLiteral("canvas/linkRouting");

} // namespace

LinkRouting keptLinkRouting()
{
    return linkRoutingNamed(QSettings().value(key).toString().toStdString()).value_or(LinkRouting::straight);
}

void keepLinkRouting(LinkRouting routing)
{
    QSettings().setValue(key, QString::fromUtf8(linkRoutingNames[static_cast<std::size_t>(routing)].data()));
}

} // namespace heteroscope
