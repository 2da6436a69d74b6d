// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/apart_layouts.h"

#include "planner/bounds/layout_model.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

/// Pairs of ways with a split of the micro-batches that are looked at; some tenths of a second.
constexpr std::size_t maxSplits = 4'000'000;

class ApartWays
{
public:
    ApartWays(const Family &family, PriceBook &book, double limit, std::vector<ApartPart> parts)
        : m_family(family),
          m_book(book),
          m_exits(family.parts[0].type, family.parts[1].type, book),
          m_limit(limit),
          m_parts(std::move(parts))
    {}

    OpenApartLayouts find(std::size_t most)
    {
        const int all = m_family.microBatches;
        std::array<double, apartParts> capacity{};
        for (std::size_t part = 0; part < apartParts; ++part)
            capacity[part] = std::min<double>(m_parts[part].mostOfAll(m_limit, all - 1), all - 1);
        for (std::size_t part = 0; part < apartParts; ++part) {
            const double other = capacity[1 - part];
            if (capacity[part] + other < all)
                return {};
            m_ways[part] = waysOf(part, other);
            capacity[part] = 0;
            for (const auto &way : m_ways[part])
                capacity[part] = std::max<double>(capacity[part], way.pipelines * way.microBatches);
        }
        for (const auto &one : m_ways[0]) {
            for (const auto &other : m_ways[1]) {
                if (m_book.pricer().stop().stop_requested())
                    return {};
                pair(one, other, most);
                if (m_looked > maxSplits) {
                    keepBest(most);
                    m_open.open = 0;
                    return std::move(m_open);
                }
            }
        }
        keepBest(most);
        return std::move(m_open);
    }

private:
    /// With the most micro-batches of a pipeline.
    std::vector<PartPipelines> waysOf(std::size_t part, double other)
    {
        std::vector<PartPipelines> ways;
        const auto &own = m_parts[part];
        const int all = m_family.microBatches;
        for (int stages = 1; stages <= own.maxStages(); ++stages) {
            const int least = own.mostWithin(stages, m_limit, all - 1);
            for (int pipelines = own.groups() / stages; pipelines > 0; --pipelines) {
                PartPipelines way{pipelines, stages, std::min(least, (all - 1) / pipelines)};
                if (static_cast<double>(pipelines) * least + other < all)
                    break; // fewer pipelines do not do more
                if (m_book.pricer().stop().stop_requested())
                    return ways;
                const int needed = static_cast<int>(std::ceil(std::max(1.0, all - other) / pipelines));
                way.microBatches = mostOf(part, way, needed);
                if (way.microBatches > 0 && static_cast<double>(pipelines) * way.microBatches + other >= all)
                    ways.push_back(way);
            }
        }
        return ways;
    }

    /// By the bounds over all cuts; 0 if it is below so many.
    int mostOf(std::size_t part, PartPipelines way, int needed)
    {
        const int tp = m_family.parts[part].tp;
        Family::Others others{.replicas = m_parts[1 - part].groups()};
        if (!(m_limit < infinity)) { // no plan is known yet
            const PartPipelines one{way.pipelines, way.stages, 1};
            const Family alone = aloneOf(m_family, part, one, others);
            return LayoutModel::wouldFit(alone, {{0, way.stages}}, m_book) ? way.microBatches : 0;
        }
        m_exits.price(others, part, m_family.zeroStage, way.pipelines + 1,
                      m_exits.nodesOf(part, way.pipelines, tp) + 1);
        int low = needed - 1, high = way.microBatches;
        while (low < high) {
            // Most do not even reach what is needed.
            way.microBatches = low < needed ? needed : low + (high - low + 1) / 2;
            const Family alone = aloneOf(m_family, part, way, others);
            auto model = LayoutModel::build(alone, {{0, way.stages}}, m_book);
            if (!model)
                return 0;
            if (model->fits() && model->mayBeat(m_limit))
                low = way.microBatches;
            else
                high = way.microBatches - 1;
        }
        return low < needed ? 0 : low;
    }

    /// Every split of the micro-batches.
    void pair(const PartPipelines &one, const PartPipelines &other, std::size_t most)
    {
        const int all = m_family.microBatches;
        const int fewest =
            std::max(1, (all - other.pipelines * other.microBatches + one.pipelines - 1) / one.pipelines);
        for (int micro = fewest; micro <= one.microBatches && one.pipelines * micro < all; ++micro) {
            ++m_looked;
            const int left = all - one.pipelines * micro;
            if (left % other.pipelines != 0 || left / other.pipelines > other.microBatches)
                continue;
            OpenApartLayout layout;
            layout.layout = {PartPipelines{one.pipelines, one.stages, micro},
                             PartPipelines{other.pipelines, other.stages, left / other.pipelines}};
            if (!allowsStages(m_family, layout.layout))
                return;
            layout.least = std::max(m_parts[0].least(one.stages, micro),
                                    m_parts[1].least(other.stages, layout.layout[1].microBatches));
            if (layout.least >= m_limit || layout.least >= m_open.open)
                continue;
            m_open.layouts.push_back(layout);
            if (m_open.layouts.size() > 4 * most)
                keepBest(most);
        }
    }

    void keepBest(std::size_t most)
    {
        auto &layouts = m_open.layouts;
        std::sort(layouts.begin(), layouts.end());
        if (layouts.size() <= most)
            return;
        m_open.open = std::min(m_open.open, layouts[most].least);
        layouts.resize(most);
    }

    const Family &m_family;
    PriceBook &m_book;
    NodeExits m_exits;
    double m_limit;
    std::vector<ApartPart> m_parts;
    std::array<std::vector<PartPipelines>, apartParts> m_ways;
    OpenApartLayouts m_open;
    std::size_t m_looked = 0;
};

} // namespace

Result<OpenApartLayouts> openApartLayouts(const Family &family, PriceBook &book, double limit, std::size_t most)
{
    std::vector<ApartPart> parts;
    for (std::size_t part = 0; part < apartParts; ++part) {
        auto made = ApartPart::build(family, part, book);
        if (!made)
            return made.error();
        parts.push_back(std::move(*made));
    }
    return ApartWays(family, book, limit, std::move(parts)).find(std::max<std::size_t>(1, most));
}

} // namespace heteroscope
