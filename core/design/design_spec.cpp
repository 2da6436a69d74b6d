// SPDX-License-Identifier: GPL-3.0-or-later
#include "design/design_spec.h"

#include "cluster/topology.h"
#include "project/recipe_text.h"
#include "workload/workload_json.h"
#include "json/schema.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

/// The recipe of a line that begins with something of our own: errors of its columns would name another text.
Result<ClusterRecipe> recipeOf(const std::string &line, const std::string &text)
{
    auto recipe = parseRecipe(line);
    if (recipe)
        return recipe;
    Error error = recipe.error();
    error.path.clear();
    if (error.found.empty())
        error.found = quoteText(text);
    return error;
}

class SpecReader
{
public:
    DesignSpecResult read(const Json &json)
    {
        m_findings = checkAgainstSchema(json, "design.schema.json");
        if (!m_findings.ok())
            return {{}, std::move(m_findings)};
        ObjectReader reader(json, "", m_findings);
        (void)reader.integer("formatVersion", 1, 1);
        DesignSpec spec;
        if (const Json *workload = reader.member("workload"))
            spec.workload = readWorkload(*workload, reader.pathOf("workload"), m_findings);
        if (reader.has("tokens"))
            spec.tokens = reader.number("tokens");
        if (reader.has("gap"))
            spec.gap = reader.number("gap");
        std::size_t index = 0;
        for (const Json *choice : reader.items("choices"))
            spec.choices.push_back(readChoice(*choice, reader.pathOf("choices", index++)));
        readFabrics(reader, spec);
        if (const Json *limits = reader.member("limits"))
            readLimits(*limits, reader.pathOf("limits"), spec);
        checkSpace(spec);
        (void)reader.finish();
        checkCount(reader, spec);
        if (!m_findings.ok())
            return {{}, std::move(m_findings)};
        return {std::move(spec), std::move(m_findings)};
    }

private:
    void add(Error error, const std::string &path)
    {
        error.path = path;
        m_findings.errors.push_back(std::move(error));
    }

    DesignChoice readChoice(const Json &json, const std::string &path)
    {
        ObjectReader reader(json, path, m_findings);
        DesignChoice choice;
        std::size_t index = 0;
        for (const Json *node : reader.items("nodes")) {
            const std::string place = reader.pathOf("nodes", index++);
            ObjectReader item(*node, place, m_findings);
            if (auto read = readNode(item, place))
                choice.nodes.push_back(std::move(*read));
            (void)item.finish();
        }
        for (const Json *count : reader.items("counts"))
            choice.counts.push_back(count->get<int>()); // a whole number by the schema
        std::sort(choice.counts.begin(), choice.counts.end());
        choice.counts.erase(std::unique(choice.counts.begin(), choice.counts.end()), choice.counts.end());
        (void)reader.finish();
        return choice;
    }

    std::optional<DesignNode> readNode(ObjectReader &item, const std::string &place)
    {
        const std::string text = item.text("node");
        const bool isPriced = item.has("pricePerHour");
        const double price = isPriced ? item.number("pricePerHour") : 0;
        const auto recipe = recipeOf("1x" + text, text);
        const auto built = recipe ? buildRecipe(*recipe) : Result<Project>(recipe.error());
        const auto topology = built ? Topology::build(built->cluster) : Result<Topology>(built.error());
        if (!topology) {
            add(topology.error(), place + "/node");
            return {};
        }
        DesignNode node{recipe->groups.front(), 0, topology->devices().size()};
        for (const Node &host : built->cluster.nodes)
            node.power += host.power;
        if (recipe->groups.size() > 1 || recipe->groups.front().count != 1) {
            item.error("node", quoteText(text), "one node: its devices, then its link", R"(write "8 H100 ndr400x8")");
            return {};
        }
        for (const auto &device : topology->devices()) {
            const auto &type = topology->deviceTypes()[device.type];
            if (!isPriced && !type.pricePerHour) {
                item.error("pricePerHour", "nothing", fmt::format("a price: the catalog has none for {}", type.name),
                           "give the node a pricePerHour");
                return {};
            }
            node.pricePerHour += type.pricePerHour.value_or(0);
            node.power += type.power;
        }
        if (isPriced)
            node.pricePerHour = price;
        if (item.has("power"))
            node.power = item.number("power");
        if (item.has("rackUnits"))
            node.rackUnits = item.number("rackUnits");
        return node;
    }

    void readFabrics(ObjectReader &reader, DesignSpec &spec)
    {
        std::size_t index = 0;
        for (const std::string &text : reader.texts("fabrics")) {
            auto recipe = recipeOf("2x8 H100 / " + text, text);
            if (!recipe) {
                add(recipe.error(), reader.pathOf("fabrics", index));
            } else {
                recipe->groups.clear();
                spec.fabrics.push_back(std::move(*recipe));
            }
            ++index;
        }
        if (index == 0)
            spec.fabrics.emplace_back();
    }

    void readLimits(const Json &json, const std::string &path, DesignSpec &spec)
    {
        ObjectReader reader(json, path, m_findings);
        if (reader.has("pricePerHour"))
            spec.maxPricePerHour = reader.number("pricePerHour");
        if (reader.has("devices"))
            spec.maxDevices = static_cast<std::size_t>(reader.integer("devices", 1, 262'144));
        if (reader.has("power"))
            spec.maxPower = reader.number("power");
        if (reader.has("rackUnits"))
            spec.maxRackUnits = reader.number("rackUnits");
        (void)reader.finish();
    }

    /// No catalog knows how high a node is, so a limit of space needs it of every node.
    void checkSpace(const DesignSpec &spec)
    {
        if (!spec.maxRackUnits || !m_findings.ok())
            return;
        for (std::size_t c = 0; c < spec.choices.size(); ++c) {
            const auto &nodes = spec.choices[c].nodes;
            for (std::size_t n = 0; n < nodes.size(); ++n) {
                if (nodes[n].rackUnits <= 0)
                    add(Error{Error::Code::invalid,
                              {},
                              {},
                              "nothing",
                              "the height of the node in rack units",
                              "give every node rackUnits, or leave out the limit"},
                        fmt::format("/choices/{}/nodes/{}/rackUnits", c, n));
            }
        }
    }

    void checkCount(ObjectReader &reader, const DesignSpec &spec)
    {
        double designs = static_cast<double>(spec.fabrics.size());
        for (const DesignChoice &choice : spec.choices)
            designs *= static_cast<double>(choice.nodes.size() * choice.counts.size());
        if (designs > static_cast<double>(maxDesigns))
            reader.error("choices", fmt::format("{:.0f} clusters", designs), fmt::format("at most {}", maxDesigns),
                         "leave out counts, or ask in two parts");
    }

    Findings m_findings;
};

} // namespace

DesignSpecResult readDesignSpec(const Json &json) { return SpecReader().read(json); }

} // namespace heteroscope
