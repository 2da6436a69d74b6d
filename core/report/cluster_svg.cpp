// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/cluster_svg.h"

#include "analysis/auto_layout.h"
#include "base/files.h"
#include "base/numbers.h"
#include "report/timeline_svg.h"
#include "wording/phrases.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

// In units of the canvas.
constexpr double tileWidth = 17 * canvasGrid;
constexpr double tileHeight = 7 * canvasGrid;
constexpr double margin = 2 * canvasGrid;
constexpr double square = canvasGrid;
constexpr std::size_t mostSquares = 16; // of a node
constexpr std::array<std::string_view, 8> deviceColors = {"#0A6ED1", "#A8480F", "#06705C", "#8A2BA8",
                                                          "#B58B00", "#3A98B2", "#6F1727", "#4A5361"};

class ClusterPainter
{
public:
    ClusterPainter(const Project &project, const ClusterSvgOptions &options)
        : m_cluster(project.cluster), m_positions(completePositions(project)), m_options(options)
    {
        for (const Rack &rack : m_cluster.racks) {
            for (const std::string &member : rack.members)
                m_copies[member] = rack.repeat;
        }
    }

    std::string paint()
    {
        for (const Node &node : m_cluster.nodes) {
            if (place(node.name))
                tile(node.name, devicesText(node), "#F5F7FA", &node);
        }
        for (const Switch &one : m_cluster.switches) {
            if (place(one.name))
                tile(one.name, said(one.ports > 0 ? fmt::format("switch, {} ports", one.ports) : "switch"), "#E3E8EF");
        }
        std::string links;
        for (const Link &link : m_cluster.links)
            addLink(links, link);
        if (m_left > 0)
            m_tiles += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", m_minX, m_maxY + 20,
                                   escapedMarkup(said(fmt::format("{} more are not drawn", countText(m_left)))));
        const double width = std::max(1.0, m_maxX - m_minX) + 2 * margin;
        const double height = std::max(1.0, m_maxY - m_minY) + 2 * margin + (m_left > 0 ? margin : 0);
        const double scale = std::min(1.0, m_options.width / width);
        return fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{:.0f} {:.0f} {:.0f} {:.0f}\" "
            "width=\"{:.0f}\" height=\"{:.0f}\" role=\"img\" aria-label=\"{}\">\n"
            "<style>text{{font:12px sans-serif;fill:#1B2430}}.note{{fill:#5E6A7C}}"
            ".link{{stroke:#6F7A8A;stroke-width:2;fill:none}}.tile{{stroke:#8995A6}}</style>\n{}{}</svg>\n",
            m_minX - margin, m_minY - margin, width, height, width * scale, height * scale,
            escapedMarkup(said("The cluster")), links, m_tiles);
    }

private:
    /// Whether there is room for one more; extends the picture by it.
    bool place(const std::string &name)
    {
        if (m_drawn.size() >= m_options.most) {
            ++m_left;
            return false;
        }
        const CanvasPosition at = m_positions.at(name);
        const bool isFirst = m_drawn.empty();
        m_minX = isFirst ? at.x - tileWidth / 2 : std::min(m_minX, at.x - tileWidth / 2);
        m_maxX = isFirst ? at.x + tileWidth / 2 : std::max(m_maxX, at.x + tileWidth / 2);
        m_minY = isFirst ? at.y - tileHeight / 2 : std::min(m_minY, at.y - tileHeight / 2);
        m_maxY = isFirst ? at.y + tileHeight / 2 : std::max(m_maxY, at.y + tileHeight / 2);
        m_drawn.emplace(name, at);
        return true;
    }

    std::string said(std::string_view english) const { return Phrases::of(m_options.language).translated(english); }

    /// "8x H100 80G SXM".
    static std::string devicesText(const Node &node)
    {
        std::string text;
        for (std::size_t i = 0; i < node.devices.size();) {
            std::size_t end = i;
            while (end < node.devices.size() && node.devices[end].type == node.devices[i].type)
                ++end;
            text += fmt::format("{}{}x {}", text.empty() ? "" : ", ", end - i, node.devices[i].type);
            i = end;
        }
        return text;
    }

    std::string_view colorOf(const std::string &type)
    {
        const auto known = m_colors.emplace(type, m_colors.size()).first;
        return deviceColors[known->second % deviceColors.size()];
    }

    static std::string fitting(const std::string &text)
    {
        constexpr std::size_t most = 30; // characters of a tile's width, more or less
        return text.size() <= most ? text : fittingFileName(text, most - 3) + "...";
    }

    void tile(const std::string &name, const std::string &what, std::string_view fill, const Node *node = nullptr)
    {
        const CanvasPosition at = m_drawn.at(name);
        const double left = at.x - tileWidth / 2;
        const double top = at.y - tileHeight / 2;
        const auto copies = m_copies.find(name);
        const std::string title =
            copies != m_copies.end() && copies->second > 1 ? fmt::format("{} x{}", name, copies->second) : name;
        m_tiles +=
            fmt::format("<g><title>{}: {}</title><rect class=\"tile\" x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" "
                        "height=\"{:.0f}\" rx=\"4\" fill=\"{}\"/>",
                        escapedMarkup(title), escapedMarkup(what), left, top, tileWidth, tileHeight, fill);
        m_tiles +=
            fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>", left + 8, top + 18, escapedMarkup(fitting(title)));
        m_tiles += fmt::format("<text class=\"note\" x=\"{:.0f}\" y=\"{:.0f}\">{}</text>", left + 8, top + 36,
                               escapedMarkup(fitting(what)));
        for (std::size_t i = 0; node && i < std::min(mostSquares, node->devices.size()); ++i)
            m_tiles += fmt::format("<rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" fill=\"{}\"/>",
                                   left + 8 + static_cast<double>(i) * square, top + 52, square - 2, square - 2,
                                   colorOf(node->devices[i].type));
        m_tiles += "</g>\n";
    }

    void addLink(std::string &out, const Link &link) const
    {
        const auto from = m_drawn.find(link.from);
        const auto to = m_drawn.find(link.to);
        if (from == m_drawn.end() || to == m_drawn.end())
            return;
        out += fmt::format("<path class=\"link\" d=\"M{:.0f} {:.0f}L{:.0f} {:.0f}\"><title>{}: {}, {}</title></path>\n",
                           from->second.x, from->second.y, to->second.x, to->second.y, escapedMarkup(link.name),
                           escapedMarkup(said(linkTechnologyNames[static_cast<std::size_t>(link.technology)])),
                           bandwidthText(link.bandwidth));
    }

    const Cluster &m_cluster;
    std::map<std::string, CanvasPosition> m_positions;
    ClusterSvgOptions m_options;
    std::map<std::string, int> m_copies;
    std::map<std::string, CanvasPosition> m_drawn;
    std::map<std::string, std::size_t> m_colors;
    std::string m_tiles;
    std::size_t m_left = 0;
    double m_minX = 0, m_maxX = 0, m_minY = 0, m_maxY = 0;
};

} // namespace

std::string clusterSvg(const Project &project, const ClusterSvgOptions &options)
{
    return ClusterPainter(project, options).paint();
}

} // namespace heteroscope
