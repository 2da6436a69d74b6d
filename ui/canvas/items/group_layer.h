// SPDX-License-Identifier: GPL-3.0-or-later
//
// Device groups on the canvas, above nodes and below notes: a quiet outline around each thing that a group holds
// something of, dotted where that is not all of it, and one tag with the name. Several groups on a thing lie around
// each other. Near by the outline is that of the devices where a group does not hold the whole node.
#pragma once

#include "project/device_groups.h"

#include <QCoreApplication>
#include <QGraphicsItem>

#include <vector>

namespace heteroscope {

class CanvasItem;
class CanvasScene;

class GroupLayer : public QGraphicsItem
{
    Q_DECLARE_TR_FUNCTIONS(GroupLayer)

public:
    explicit GroupLayer(CanvasScene &scene);

    /// Updates the items from the scene's project.
    void sync();
    /// Key of the group whose tag is under the point; empty if there is none.
    std::string tagAt(QPointF scenePoint) const;
    /// Where the tag of a group stands, in the scene; empty when it is not drawn.
    QRectF tagOf(const std::string &key) const;
    /// The outlines of a group, in the scene.
    std::vector<QRectF> outlinesOf(const std::string &key) const;

    QRectF boundingRect() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    struct Group
    {
        std::string key;
        QString name;
        QString rules;
        std::vector<GroupPart> parts;
    };
    /// An item, or a device in it, that contains members of a group.
    struct Mark
    {
        QRectF rect;    // in the scene
        int around = 0; // groups that lie closer to it
        bool whole = true;
    };
    /// How far tags have filled the room above a thing: rows upwards, pixels of the last one.
    struct Shelf
    {
        int row = 0;
        double used = 0;
    };
    struct Drawn
    {
        const Group *group = nullptr;
        std::vector<Mark> marks;
        QString text;
        QRectF tag; // in the scene
    };
    std::vector<Drawn> layOut() const;
    void placeTag(Drawn &drawn, const QRectF &thing, Shelf &shelf) const;
    std::vector<std::pair<const CanvasItem *, Mark>> marksOf(const Group &group) const;
    void paintOutlines(QPainter &painter, const Drawn &drawn, bool selected, bool hovered, const QRectF &seen) const;
    void paintTag(QPainter &painter, const Drawn &drawn, bool selected, bool hovered) const;

    CanvasScene &m_scene;
    std::vector<Group> m_groups;
};

} // namespace heteroscope
