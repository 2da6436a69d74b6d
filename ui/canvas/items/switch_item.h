// SPDX-License-Identifier: GPL-3.0-or-later
//
// A switch on the canvas.
#pragma once

#include "canvas/items/canvas_item.h"
#include "cluster/cluster.h"

#include <QString>

namespace heteroscope {

class SwitchItem : public CanvasItem
{
public:
    SwitchItem(CanvasScene &scene, const Switch &value);
    void setSwitch(const Switch &value, const QString &detail);

protected:
    QSizeF sizeAt(double zoom) const override;
    void paintOnScreen(QPainter &painter, const QSizeF &size) override;

private:
    Switch m_switch;
    QString m_detail; // "32 x 25.0 GB/s"
};

} // namespace heteroscope
