// SPDX-License-Identifier: GPL-3.0-or-later
#include "welcome/cluster_picture.h"

#include "canvas/items/link_style.h"
#include "cluster/catalog.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "widgets/drawing.h"

#include <QPainter>

#include <algorithm>

namespace heteroscope {
namespace {

constexpr double tileGap = 14;
constexpr double dotPitch = 10;
constexpr std::size_t dotsInRow = 8;
constexpr std::size_t mostDots = 16;

bool sameDevices(const Node &a, const Node &b)
{
    return a.devices.size() == b.devices.size() &&
           std::equal(a.devices.begin(), a.devices.end(), b.devices.begin(),
                      [](const Device &x, const Device &y) { return x.type == y.type; });
}

std::size_t copiesOf(const Cluster &cluster, const Node &node)
{
    const Rack *rack = cluster.rackOf(node.name);
    return rack ? static_cast<std::size_t>(rack->repeat) : 1;
}

/// The network that the node is joined to; nullptr if it is joined to none.
const Link *linkOf(const Cluster &cluster, const Node &node)
{
    const auto found = std::find_if(cluster.links.begin(), cluster.links.end(),
                                    [&](const Link &link) { return link.from == node.name || link.to == node.name; });
    return found == cluster.links.end() ? nullptr : &*found;
}

void paintTile(QPainter &painter, const QRectF &tile, const Cluster &cluster, const ClusterTile &of, const Theme &theme)
{
    const Node &node = cluster.nodes[of.node];
    if (of.count > 1)
        for (const double offset : {6.0, 3.0})
            drawRounded(painter, tile.translated(offset, -offset), 4, theme[Role::card], theme[Role::borderStrong]);
    drawRounded(painter, tile, 4, theme[Role::card], theme[Role::borderStrong]);
    const std::size_t dots = std::min(node.devices.size(), mostDots);
    const std::size_t inRow = std::min(dots, tile.width() < dotsInRow * dotPitch ? dotsInRow / 2 : dotsInRow);
    const std::size_t rows = inRow == 0 ? 0 : (dots + inRow - 1) / inRow;
    const double pitch = std::min(dotPitch, (tile.width() - 6) / static_cast<double>(std::max<std::size_t>(inRow, 1)));
    for (std::size_t i = 0; i < dots; ++i) {
        const DeviceType *type = findDeviceType(cluster, node.devices[i].type);
        const auto column = static_cast<double>(i % inRow) - (static_cast<double>(inRow) - 1) / 2;
        const auto row = static_cast<double>(i / inRow) - (static_cast<double>(rows) - 1) / 2;
        painter.fillPath(shapePath(type ? type->shape : DeviceShape::pentagon,
                                   tile.center() + QPointF(column * pitch, row * pitch), pitch * 0.72),
                         theme.stage(of.kind));
    }
}

} // namespace

std::vector<ClusterTile> clusterTiles(const Cluster &cluster)
{
    std::vector<ClusterTile> kinds; // one for each kind
    std::vector<ClusterTile> single;
    std::size_t nodes = 0;
    for (std::size_t i = 0; i < cluster.nodes.size(); ++i) {
        const Node &node = cluster.nodes[i];
        const std::size_t copies = copiesOf(cluster, node);
        nodes += copies;
        auto kind = std::find_if(kinds.begin(), kinds.end(),
                                 [&](const ClusterTile &one) { return sameDevices(cluster.nodes[one.node], node); });
        if (kind == kinds.end())
            kind = kinds.insert(kinds.end(), {i, 0, static_cast<int>(kinds.size())});
        kind->count += copies;
        single.push_back({i, copies, kind->kind});
    }
    if (nodes <= mostTiles)
        return single;
    kinds.resize(std::min(kinds.size(), mostTiles));
    return kinds;
}

void paintCluster(QPainter &painter, const QRectF &rect, const Cluster &cluster, const Theme &theme)
{
    const std::vector<ClusterTile> tiles = clusterTiles(cluster);
    if (tiles.empty())
        return;
    const bool counted =
        std::any_of(tiles.begin(), tiles.end(), [](const ClusterTile &tile) { return tile.count > 1; });
    const auto count = static_cast<double>(tiles.size());
    const double width = std::min(92.0, (rect.width() - tileGap * (count - 1)) / count);
    const double height = 30;
    const double bottom = rect.bottom() - (counted ? 16 : 2);
    const double left = rect.center().x() - (width * count + tileGap * (count - 1)) / 2;
    const auto tileAt = [&](std::size_t i) {
        return QRectF(left + static_cast<double>(i) * (width + tileGap), bottom - height, width, height);
    };
    if (!cluster.switches.empty()) {
        const QRectF box(rect.center().x() - 30, rect.top() + 1, 60, 16);
        for (std::size_t i = 0; i < tiles.size(); ++i)
            if (const Link *link = linkOf(cluster, cluster.nodes[tiles[i].node])) {
                const double at = count == 1 ? 0 : (static_cast<double>(i) / (count - 1) - 0.5) * 40;
                drawLinkLine(painter, QPointF(box.center().x() + at, box.bottom()),
                             QPointF(tileAt(i).center().x(), tileAt(i).top()), link->technology, 1.6,
                             theme[Role::secondary]);
            }
        drawRounded(painter, box, 3, theme[Role::card], theme[Role::borderStrong]);
        paintIcon(painter, QRectF(box.center().x() - 7, box.top() + 1, 14, 14), IconName::networkSwitch,
                  theme[Role::secondary]);
    } else {
        for (std::size_t i = 1; i < tiles.size(); ++i)
            if (const Link *link = linkOf(cluster, cluster.nodes[tiles[i].node]))
                drawLinkLine(painter, QPointF(tileAt(i - 1).right(), tileAt(i).center().y()),
                             QPointF(tileAt(i).left(), tileAt(i).center().y()), link->technology, 1.6,
                             theme[Role::secondary]);
    }
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        paintTile(painter, tileAt(i), cluster, tiles[i], theme);
        if (tiles[i].count > 1)
            drawLabel(painter, QRectF(tileAt(i).left() - tileGap / 2, bottom + 1, width + tileGap, 14), Qt::AlignCenter,
                      QStringLiteral("\u00d7 ") + formatCount(tiles[i].count), TypeRole::badge, theme[Role::secondary]);
    }
}

} // namespace heteroscope
