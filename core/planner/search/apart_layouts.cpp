// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/search/apart_layouts.h"

#include "planner/bounds/layout_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heteroscope {

namespace {

/// Ways of all types with a split of the micro-batches that are looked at; some tenths of a second.
constexpr std::size_t maxSplits = 4'000'000;

class ApartWays
{
public:
    ApartWays(const Family &family, PriceBook &book, double limit, std::vector<ApartPart> parts)
        : m_family(family),
          m_book(book),
          m_exits(family, book),
          m_limit(limit),
          m_parts(std::move(parts)),
          m_ways(m_parts.size()),
          m_chosen(m_parts.size())
    {}

    OpenApartLayouts find(std::size_t most)
    {
        const int all = m_family.microBatches;
        for (const auto &part : m_parts)
            m_capacity.push_back(std::min<double>(part.mostOfAll(m_limit, all - 1), all - 1));
        for (std::size_t part = 0; part < m_parts.size(); ++part) {
            const double others = std::accumulate(m_capacity.begin(), m_capacity.end(), 0.0) - m_capacity[part];
            if (m_capacity[part] + others < all)
                return {};
            m_ways[part] = waysOf(part, others);
            m_capacity[part] = 0;
            for (const auto &way : m_ways[part])
                m_capacity[part] = std::max<double>(m_capacity[part], way.pipelines * way.microBatches);
        }
        m_most = most;
        if (!chooseWays(0, all)) {
            if (m_book.pricer().stop().stop_requested())
                return {};
            m_open.open = 0;
        }
        keepBest();
        return std::move(m_open);
    }

private:
    /// With the most micro-batches of a pipeline.
    std::vector<PartPipelines> waysOf(std::size_t part, double others)
    {
        std::vector<PartPipelines> ways;
        const auto &own = m_parts[part];
        const int all = m_family.microBatches;
        for (int stages = m_family.chunks > 1 ? m_family.fewestStages : 1; stages <= own.maxStages(); ++stages) {
            const int step = microBatchStep(m_family, stages);
            const int least = own.mostWithin(stages, m_limit, all - 1) / step * step;
            for (int pipelines = own.mostPipelines(stages); pipelines > 0; pipelines -= m_family.ep) {
                PartPipelines way{pipelines, stages, std::min(least, (all - 1) / pipelines / step * step)};
                if (static_cast<double>(pipelines) * least + others < all)
                    break; // fewer pipelines do not do more
                if (m_book.pricer().stop().stop_requested())
                    return ways;
                const int needed = static_cast<int>(std::ceil(std::max(1.0, all - others) / pipelines));
                way.microBatches = mostOf(part, way, (needed + step - 1) / step * step);
                if (way.microBatches > 0 && static_cast<double>(pipelines) * way.microBatches + others >= all)
                    ways.push_back(way);
            }
        }
        return ways;
    }

    /// By the bounds over all cuts; 0 if it is below so many. Both are multiples of the step.
    int mostOf(std::size_t part, PartPipelines way, int needed)
    {
        Family::Others others;
        for (std::size_t other = 0; other < m_parts.size(); ++other)
            others.replicas += other == part ? 0 : m_parts[other].groups();
        if (!(m_limit < infinity)) { // no plan is known yet
            const PartPipelines one{way.pipelines, way.stages, 1};
            const Family alone = aloneOf(m_family, part, one, others);
            return LayoutModel::wouldFit(alone, {{0, way.stages}}, m_book) ? way.microBatches : 0;
        }
        const int otherParts = static_cast<int>(m_parts.size()) - 1;
        m_exits.price(others, (way.pipelines + otherParts * m_family.ep) * m_family.cp,
                      m_exits.nodesOf(part, way.pipelines, m_family.parts[part].devices()) + otherParts);
        const int step = microBatchStep(m_family, way.stages);
        int low = needed - step, high = way.microBatches;
        while (low < high) {
            // Most do not even reach what is needed.
            way.microBatches = low < needed ? needed : low + ((high - low) / step + 1) / 2 * step;
            const Family alone = aloneOf(m_family, part, way, others);
            auto model = LayoutModel::build(alone, {{0, way.stages}}, m_book);
            if (!model)
                return 0;
            if (model->fits() && model->mayBeat(m_limit))
                low = way.microBatches;
            else
                high = way.microBatches - step;
        }
        return low < needed ? 0 : low;
    }

    /// A way of each part from this one on, with which those before leave `left` micro-batches at least. False: a stop,
    /// or enough was looked at.
    bool chooseWays(std::size_t part, double left)
    {
        if (part == m_parts.size()) {
            ApartLayout layout;
            for (const auto *way : m_chosen)
                layout.push_back(*way);
            if (m_family.chunks > 1 || allowsStages(m_family, layout))
                split(layout, 0, m_family.microBatches);
            return m_looked <= maxSplits && !m_book.pricer().stop().stop_requested();
        }
        const double behind =
            std::accumulate(m_capacity.begin() + static_cast<std::ptrdiff_t>(part) + 1, m_capacity.end(), 0.0);
        for (const auto &way : m_ways[part]) {
            const double own = way.pipelines * way.microBatches;
            m_chosen[part] = &way;
            if (own + behind >= left && !chooseWays(part + 1, left - own))
                return false;
        }
        return true;
    }

    /// Every split of the micro-batches that are left over the parts from this one on. Those before have theirs.
    void split(ApartLayout &layout, std::size_t part, int left)
    {
        const auto &way = *m_chosen[part];
        auto &micro = layout[part].microBatches;
        if (part + 1 == layout.size()) {
            micro = left / way.pipelines;
            if (left % way.pipelines == 0 && micro <= way.microBatches)
                add(layout);
            return;
        }
        int behind = 0;
        for (std::size_t next = part + 1; next < layout.size(); ++next)
            behind += m_chosen[next]->pipelines * m_chosen[next]->microBatches;
        const int step = microBatchStep(m_family, way.stages);
        micro = std::max(1, (left - behind + way.pipelines - 1) / way.pipelines);
        micro = (micro + step - 1) / step * step;
        for (; micro <= way.microBatches && way.pipelines * micro < left; micro += step) {
            ++m_looked;
            split(layout, part + 1, left - way.pipelines * micro);
        }
    }

    void add(const ApartLayout &layout)
    {
        if (m_family.chunks > 1 && !allowsStages(m_family, layout))
            return;
        double least = 0;
        std::size_t slowest = 0;
        for (std::size_t part = 0; part < layout.size(); ++part) {
            const double own = m_parts[part].least(layout[part].stages, layout[part].microBatches);
            slowest = own > least ? part : slowest;
            least = std::max(least, own);
        }
        if (least >= m_limit || least >= m_open.open)
            return;
        m_open.layouts.push_back({least, layout, slowest});
        if (m_open.layouts.size() > 4 * m_most)
            keepBest();
    }

    void keepBest()
    {
        auto &layouts = m_open.layouts;
        std::sort(layouts.begin(), layouts.end());
        if (layouts.size() <= m_most)
            return;
        m_open.open = std::min(m_open.open, layouts[m_most].least);
        layouts.resize(m_most);
    }

    const Family &m_family;
    PriceBook &m_book;
    NodeExits m_exits;
    double m_limit;
    std::vector<ApartPart> m_parts;
    // By part:
    std::vector<std::vector<PartPipelines>> m_ways;
    std::vector<double> m_capacity; ///< micro-batches of all its pipelines, at most
    std::vector<const PartPipelines *> m_chosen;
    OpenApartLayouts m_open;
    std::size_t m_most = 0; ///< layouts that are kept
    std::size_t m_looked = 0;
};

} // namespace

Result<OpenApartLayouts> openApartLayouts(const Family &family, PriceBook &book, double limit, std::size_t most)
{
    std::vector<ApartPart> parts;
    for (std::size_t part = 0; part < family.parts.size(); ++part) {
        auto made = ApartPart::build(family, part, book);
        if (!made)
            return made.error();
        parts.push_back(std::move(*made));
    }
    return ApartWays(family, book, limit, std::move(parts)).find(std::max<std::size_t>(1, most));
}

} // namespace heteroscope
