// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/space/layer_split.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace heteroscope {

namespace {

/// Steps of the search for the least pace: enough to tell any two doubles of one scale apart.
constexpr int bisections = 60;

class Splitter
{
public:
    Splitter(const std::vector<const StageLoad *> &stages, int layers, bool respectMemory)
        : m_stages(stages), m_layers(layers), m_respectMemory(respectMemory)
    {}

    bool allowed(std::size_t stage, int first, int last, double pace) const
    {
        const auto &load = *m_stages[stage];
        return load.timeOf(first, last) <= pace && (!m_respectMemory || load.fits(first, last));
    }

    /// Each stage takes all it may: that covers the most layers, since what may be taken shrinks to any smaller range.
    /// The slowest stage's time of that cut; none when the layers are not covered.
    std::optional<double> greedy(double pace) const
    {
        int first = 0;
        double slowest = 0;
        for (std::size_t s = 0; s < m_stages.size(); ++s) {
            const int leave = static_cast<int>(m_stages.size() - 1 - s);
            int last = first;
            while (last < m_layers - leave && allowed(s, first, last + 1, pace))
                ++last;
            if (last == first)
                return std::nullopt;
            slowest = std::max(slowest, m_stages[s]->timeOf(first, last));
            first = last;
        }
        return first == m_layers ? std::optional(slowest) : std::nullopt;
    }

    std::optional<double> minPace() const
    {
        auto best = greedy(std::numeric_limits<double>::max());
        if (!best)
            return std::nullopt;
        double low = 0;
        for (int i = 0; i < bisections && low < *best; ++i) {
            const double middle = low + (*best - low) / 2;
            if (const auto found = greedy(middle))
                best = found;
            else
                low = middle;
        }
        return best;
    }

    std::vector<LayerRange> minSum(double pace) const
    {
        const auto stages = m_stages.size();
        const auto layers = static_cast<std::size_t>(m_layers);
        // best[s][l]: least sum of the stages from s on that hold the layers from l on.
        std::vector<std::vector<double>> best(stages + 1, std::vector<double>(layers + 1, infinity));
        std::vector<std::vector<int>> end(stages, std::vector<int>(layers + 1, -1));
        best[stages][layers] = 0;
        for (std::size_t s = stages; s-- > 0;) {
            for (int first = 0; first < m_layers; ++first) {
                const auto f = static_cast<std::size_t>(first);
                for (int last = first + 1; last <= m_layers && allowed(s, first, last, pace); ++last) {
                    const double sum = m_stages[s]->timeOf(first, last) + best[s + 1][static_cast<std::size_t>(last)];
                    if (sum < best[s][f]) {
                        best[s][f] = sum;
                        end[s][f] = last;
                    }
                }
            }
        }
        std::vector<LayerRange> cut;
        int first = 0;
        for (std::size_t s = 0; s < stages; ++s) {
            const int last = end[s][static_cast<std::size_t>(first)];
            cut.push_back({first, last - first});
            first = last;
        }
        return cut;
    }

private:
    const std::vector<const StageLoad *> &m_stages;
    int m_layers;
    bool m_respectMemory;
};

} // namespace

double StageLoad::memoryOf(int first, int last) const
{
    const bool head = last + 1 == static_cast<int>(time.size());
    double working = 0;
    for (const Once &value : once) {
        if (value.layersBefore[static_cast<std::size_t>(last)] > value.layersBefore[static_cast<std::size_t>(first)]) {
            working = value.bytes;
            break;
        }
    }
    return fixedMemory + working + (head ? headMemory : 0.0) - (head && first == 0 ? tiedMemory : 0.0) +
           memory[static_cast<std::size_t>(last)] - memory[static_cast<std::size_t>(first)];
}

void StageLoad::setOnce(const std::vector<double> &byLayer)
{
    std::vector<double> values = byLayer;
    std::sort(values.begin(), values.end(), std::greater<>());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    once.clear();
    for (const double bytes : values) {
        Once value{bytes, {0}};
        for (const double layer : byLayer)
            value.layersBefore.push_back(value.layersBefore.back() + (layer == bytes ? 1 : 0));
        once.push_back(std::move(value));
    }
}

std::optional<std::vector<LayerRange>> splitLayers(const std::vector<const StageLoad *> &stages, int layers,
                                                   bool respectMemory)
{
    if (stages.empty() || static_cast<int>(stages.size()) > layers)
        return std::nullopt;
    const Splitter splitter(stages, layers, respectMemory);
    const auto pace = splitter.minPace();
    if (!pace)
        return std::nullopt;
    return splitter.minSum(*pace);
}

} // namespace heteroscope
