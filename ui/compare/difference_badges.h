// SPDX-License-Identifier: GPL-3.0-or-later
//
// The difference of two compared results on the canvas: on each node or closed rack how much longer the second step is
// there on its critical path, and by which cause. The badges add up to the difference of the step times.
#pragma once

#include "analysis/node_difference.h"

#include <QGraphicsItem>
#include <QRectF>
#include <QString>

#include <vector>

namespace heteroscope {

class CanvasScene;

class DifferenceBadges : public QGraphicsItem
{
public:
    /// The scene owns it.
    explicit DifferenceBadges(CanvasScene &scene);

    /// Empty: nothing is drawn.
    void setDifferences(std::vector<NodeDifference> differences);

    struct Badge
    {
        QString thing; ///< what it stands on
        QString text;  ///< "+120 ms TP collectives"
        std::int64_t ticks = 0;
        QRectF rect; ///< in the scene, below the thing
    };
    /// As the drawing is now; of nodes in a closed rack one together. Nodes that are not drawn have none.
    std::vector<Badge> badges() const;
    /// Ticks of what is not drawn.
    std::int64_t missing() const;

    QRectF boundingRect() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    CanvasScene &m_scene;
    std::vector<NodeDifference> m_differences;
};

} // namespace heteroscope
