// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/scene/routing_choice.h"

#include <QSettings>

namespace heteroscope {
namespace {

const QString routingKey = QStringLiteral("canvas/linkRouting");

} // namespace

LinkRouting keptLinkRouting()
{
    return linkRoutingNamed(QSettings().value(routingKey).toString().toStdString()).value_or(LinkRouting::straight);
}

void keepLinkRouting(LinkRouting routing)
{
    QSettings().setValue(routingKey, QString::fromUtf8(linkRoutingNames[static_cast<std::size_t>(routing)].data()));
}

} // namespace heteroscope
