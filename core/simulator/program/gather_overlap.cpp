// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/program/gather_overlap.h"

#include <algorithm>
#include <vector>

namespace heteroscope {

Ticks exposedGathers(std::span<const GatheredLayer> layers, int prefetch, double contention)
{
    const auto ahead = std::min(static_cast<std::size_t>(std::max(0, prefetch)), layers.size());
    std::vector<Ticks> gathered(layers.size());
    Ticks link, done; // when the stream of each kind is free
    Ticks computed, sent;
    const auto gather = [&](std::size_t layer, Ticks from) {
        link = std::max(link, from) + layers[layer].gather;
        gathered[layer] = link;
    };
    for (std::size_t i = 0; i < ahead; ++i)
        gather(i, Ticks(0));
    for (std::size_t i = 0; i < layers.size(); ++i) {
        if (ahead == 0)
            gather(i, done);
        const Ticks begin = std::max(done, gathered[i]);
        if (ahead > 0 && i + ahead < layers.size())
            gather(i + ahead, begin);
        done = begin + layers[i].compute;
        if (layers[i].scatter > Ticks(0))
            link = std::max(link, done) + layers[i].scatter;
        computed += layers[i].compute;
        sent += layers[i].gather + layers[i].scatter;
    }
    const Ticks waited = std::max(done, sent > Ticks(0) ? link : Ticks(0)) - computed;
    return waited + toTicks(toSeconds(sent - waited) * contention);
}

} // namespace heteroscope
