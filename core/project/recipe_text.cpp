// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/recipe_text.h"

#include "base/closest_name.h"
#include "project/recipe_words.h"
#include "json/object_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace heteroscope {

namespace {

constexpr int maxDevicesInNode = 512;
constexpr int maxInRatio = static_cast<int>(maxOversubscription);

char lower(char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

Error mistake(std::size_t column, std::string found, std::string expected, std::string hint = {})
{
    if (hint.empty())
        hint = "for example: 4x8 A100 / switch";
    return {Error::Code::syntax, {}, fmt::format("1:{}", column + 1), std::move(found), std::move(expected),
            std::move(hint)};
}

class Parser
{
public:
    Parser(std::string_view text, const Catalog &catalog) : m_text(text), m_catalog(catalog) {}

    Result<ClusterRecipe> parse()
    {
        ClusterRecipe recipe;
        do {
            auto group = readGroup();
            if (!group)
                return group.error();
            recipe.groups.push_back(*std::move(group));
        } while (takeIf('+'));
        if (takeIf('/')) {
            if (const Status sound = readFabric(recipe); !sound)
                return sound.error();
        }
        skipBlanks();
        if (m_at < m_text.size())
            return mistake(m_at, quoteText(m_text.substr(m_at)),
                           "\"+\" and more nodes, \"/\" and a fabric, or the end");
        return recipe;
    }

private:
    void skipBlanks()
    {
        while (m_at < m_text.size() &&
               (m_text[m_at] == ' ' || m_text[m_at] == '\t' || m_text[m_at] == '\n' || m_text[m_at] == '\r'))
            ++m_at;
    }

    bool takeIf(char c)
    {
        skipBlanks();
        if (m_at >= m_text.size() || lower(m_text[m_at]) != c)
            return false;
        ++m_at;
        return true;
    }

    /// Up to a blank, "+" or "/".
    std::string_view takeWord()
    {
        skipBlanks();
        return takeRest();
    }

    std::string_view takeRest()
    {
        const auto begin = m_at;
        while (m_at < m_text.size() && std::string_view(" \t\r\n+/").find(m_text[m_at]) == std::string_view::npos)
            ++m_at;
        return m_text.substr(begin, m_at - begin);
    }

    std::string foundHere()
    {
        skipBlanks();
        const auto before = m_at;
        const auto word = takeWord();
        m_at = before;
        if (!word.empty())
            return quoteText(word);
        return m_at < m_text.size() ? quoteText(m_text.substr(m_at, 1)) : "the end";
    }

    Result<int> readNumber(int most, const std::string &expected)
    {
        skipBlanks();
        int value = 0;
        const auto *begin = m_text.data() + m_at;
        const auto [end, problem] = std::from_chars(begin, m_text.data() + m_text.size(), value);
        if (problem != std::errc() || value < 1 || value > most)
            return mistake(m_at, foundHere(), fmt::format("{}, 1 to {}", expected, most));
        m_at += static_cast<std::size_t>(end - begin);
        return value;
    }

    Result<NodeGroup> readGroup()
    {
        NodeGroup group;
        const auto count = readNumber(maxRecipeNodes, "a number of nodes");
        if (!count)
            return count.error();
        group.count = *count;
        if (!takeIf('x'))
            return mistake(m_at, foundHere(), "\"x\" and the devices of a node, as in 4x8 A100");
        if (takeIf('"')) {
            const auto name = readQuoted("a node template of the catalog", m_catalog.nodes);
            if (!name)
                return name.error();
            group.node = *m_catalog.findNode(*name);
        } else if (const Status sound = readDevices(group); !sound) {
            return sound.error();
        }
        group.link = usualLink(group.node, m_catalog);
        return readLink(group.link, [&] { return group; });
    }

    Status readDevices(NodeGroup &group)
    {
        const auto devices = readNumber(maxDevicesInNode, "a number of devices in a node");
        if (!devices)
            return devices.error();
        skipBlanks();
        const auto begin = m_at;
        auto end = m_at;
        for (;;) {
            const auto before = m_at;
            if (end > begin && isNext('"'))
                break; // a link by its name
            const auto word = takeWord();
            if (word.empty() || (end > begin && looksLikeLink(word))) {
                m_at = before;
                break;
            }
            end = m_at;
        }
        const auto name = m_text.substr(begin, end - begin);
        if (plainWord(name).empty())
            return mistake(begin, foundHere(), "a device such as A100 or RTX 3090");
        auto node = nodeNamed(name, *devices, m_catalog);
        if (!node) {
            Error error = node.error();
            error.path = fmt::format("1:{}", begin + 1);
            return error;
        }
        group.node = *std::move(node);
        return {};
    }

    /// Of a link's form, even if there is no such link: then it is a misspelt link and no part of a device's name.
    static bool looksLikeLink(std::string_view word)
    {
        const std::string small = plainWord(word);
        for (const char *kind : {"edr", "hdr", "ndr", "xdr", "roce", "eth"})
            if (small.starts_with(kind))
                return true;
        return false;
    }

    template<class Done>
    auto readLink(std::string &link, Done done) -> Result<decltype(done())>
    {
        if (isNext('"'))
            return readLinkName(link, done);
        const auto begin = m_at;
        const auto word = takeWord();
        if (word.empty())
            return done();
        const std::string small = plainWord(word);
        if (!linkNamed(small, m_catalog))
            return mistake(begin, quoteText(word), "a link such as hdr200, ndr400x8 or eth25",
                           didYouMean(small, linkWords()));
        link = small;
        return done();
    }

    /// By its whole name in quotation marks, ports may stand behind it.
    template<class Done>
    auto readLinkName(std::string &link, Done done) -> Result<decltype(done())>
    {
        ++m_at;
        const auto name = readQuoted("a link type of the catalog", m_catalog.links);
        if (!name)
            return name.error();
        const auto behind = m_at;
        const auto ports = takeRest();
        const std::string word = fmt::format("\"{}\"{}", *name, plainWord(ports));
        if (!linkNamed(word, m_catalog))
            return mistake(behind, quoteText(ports), fmt::format("a number of ports such as x8, up to x{}", maxPorts));
        link = word;
        return done();
    }

    /// From behind the opening quotation mark: the name of one of the entries.
    template<class Entry>
    Result<std::string_view> readQuoted(const char *expected, const std::vector<Entry> &entries)
    {
        const auto close = m_text.find('"', m_at);
        const bool isClosed = close != std::string_view::npos;
        const auto name = m_text.substr(m_at, isClosed ? close - m_at : close);
        std::vector<std::string_view> names;
        names.reserve(entries.size());
        for (const auto &one : entries)
            names.push_back(one.name);
        if (!isClosed || std::find(names.begin(), names.end(), name) == names.end())
            return mistake(m_at, quoteText(name), isClosed ? expected : "a closing quotation mark",
                           didYouMean(name, names));
        m_at = close + 1;
        return name;
    }

    Status readFabric(ClusterRecipe &recipe)
    {
        skipBlanks();
        const auto begin = m_at;
        std::string name(takeWord());
        std::transform(name.begin(), name.end(), name.begin(), lower);
        const auto found = std::find(fabricShapeNames.begin(), fabricShapeNames.end(), name);
        if (found == fabricShapeNames.end()) {
            m_at = begin;
            return mistake(begin, foundHere(), "switch, spine, rails, rail-only, ring, torus or zones",
                           didYouMean(name, {fabricShapeNames.begin(), fabricShapeNames.end()}));
        }
        recipe.shape = static_cast<FabricShape>(found - fabricShapeNames.begin());
        switch (recipe.shape) {
        case FabricShape::zones:
            if (const auto read = readLink(recipe.uplink, [] { return true; }); !read)
                return read.error();
            return {};
        case FabricShape::torus:
            return readRows(recipe);
        case FabricShape::fatTree:
        case FabricShape::railOptimized:
            if (const Status sound = readRatio(recipe); !sound)
                return sound;
            return readLeaf(recipe);
        case FabricShape::railOnly:
            return readLeaf(recipe);
        case FabricShape::singleSwitch:
        case FabricShape::ring:
            break;
        }
        return {};
    }

    bool isNext(char c)
    {
        skipBlanks();
        return m_at < m_text.size() && m_text[m_at] == c;
    }

    bool isNumberNext()
    {
        skipBlanks();
        return m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9';
    }

    Status readRows(ClusterRecipe &recipe)
    {
        if (!isNumberNext())
            return {};
        const auto rows = readNumber(maxRecipeNodes, "a number of rows");
        if (!rows)
            return rows.error();
        recipe.rows = *rows;
        const auto before = m_at;
        if (plainWord(takeWord()) == "rows")
            return {};
        m_at = before;
        return mistake(m_at, foundHere(), "\"rows\" behind their number");
    }

    Status readRatio(ClusterRecipe &recipe)
    {
        if (!isNumberNext())
            return {};
        const auto begin = m_at;
        const auto below = readNumber(maxInRatio, "an oversubscription such as 2:1");
        if (!below)
            return below.error();
        if (!takeIf(':'))
            return mistake(m_at, foundHere(), "\":\" and the uplinks' share, as in 2:1");
        const auto up = readNumber(maxInRatio, "an oversubscription such as 2:1");
        if (!up)
            return up.error();
        if (*up > *below)
            return mistake(begin, fmt::format("{}:{}", *below, *up), "no more uplinks than links below");
        recipe.oversubscription = static_cast<double>(*below) / *up;
        return {};
    }

    Status readLeaf(ClusterRecipe &recipe)
    {
        skipBlanks();
        const auto before = m_at;
        if (plainWord(takeWord()) != "leaf") {
            m_at = before;
            return {};
        }
        const auto nodes = readNumber(maxRecipeNodes, "a number of nodes below a leaf");
        if (!nodes)
            return nodes.error();
        recipe.nodesPerLeaf = *nodes;
        return {};
    }

    std::string_view m_text;
    const Catalog &m_catalog;
    std::size_t m_at = 0;
};

/// The ratio of two whole numbers up to maxInRatio that is nearest.
std::string ratioText(double ratio)
{
    for (int up = 1; up <= maxInRatio; ++up) {
        const double below = ratio * up;
        if (below <= maxInRatio && static_cast<double>(static_cast<int>(std::floor(below + 0.5))) / up == ratio)
            return fmt::format("{}:{}", static_cast<int>(std::floor(below + 0.5)), up);
    }
    return fmt::format("{}:1", static_cast<int>(std::floor(ratio + 0.5)));
}

/// "A100" where that means this very node, else the template's name in quotation marks.
std::string nodeText(const Node &node, const Catalog &catalog)
{
    if (!node.devices.empty()) {
        const std::string &type = node.devices.front().type;
        for (const auto end : {type.find_first_of("- "), type.find(' '), type.size()}) {
            const std::string word = type.substr(0, end);
            const auto meant = nodeNamed(word, static_cast<int>(node.devices.size()), catalog);
            if (meant && *meant == node)
                return fmt::format("{} {}", node.devices.size(), word);
        }
    }
    return fmt::format("\"{}\"", node.name);
}

} // namespace

Result<ClusterRecipe> parseRecipe(std::string_view line, const Catalog &catalog)
{
    return Parser(line, catalog).parse();
}

std::string recipeText(const ClusterRecipe &recipe, const Catalog &catalog)
{
    std::string text;
    for (const auto &group : recipe.groups) {
        text += fmt::format("{}{}x{}", text.empty() ? "" : " + ", group.count, nodeText(group.node, catalog));
        if (group.link != usualLink(group.node, catalog))
            text += " " + group.link;
    }
    if (recipe.shape == FabricShape::singleSwitch)
        return text;
    text += fmt::format(" / {}", fabricShapeNames[static_cast<std::size_t>(recipe.shape)]);
    const bool isTree = recipe.shape == FabricShape::fatTree || recipe.shape == FabricShape::railOptimized;
    if (isTree && recipe.oversubscription != 1)
        text += " " + ratioText(recipe.oversubscription);
    if ((isTree || recipe.shape == FabricShape::railOnly) && recipe.nodesPerLeaf > 0)
        text += fmt::format(" leaf {}", recipe.nodesPerLeaf);
    if (recipe.shape == FabricShape::torus && recipe.rows > 0)
        text += fmt::format(" {} rows", recipe.rows);
    if (recipe.shape == FabricShape::zones)
        text += " " + recipe.uplink;
    return text;
}

} // namespace heteroscope
