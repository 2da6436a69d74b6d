// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of a family of which nothing fits.
#include "planner/search/family_search.h"

namespace heteroscope {

void FamilySearch::describeMisfit(const Family &family, LayoutModel &model, FamilyOutcome &outcome) const
{
    Cut even;
    const int units = cutUnits(family, m_book.workload().model);
    for (int s = 1; s <= model.stages(); ++s)
        even.push_back(units * s / model.stages());
    double worst = -infinity;
    for (int s = 0; s < model.stages(); ++s) {
        const auto &place = model.stage(s);
        const int first = s == 0 ? 0 : even[static_cast<std::size_t>(s) - 1];
        const int last = even[static_cast<std::size_t>(s)];
        const double need = model.needOf(s, first, last, place.inFlight);
        if (need - place.capacity <= worst)
            continue;
        worst = need - place.capacity;
        outcome.peakMemory = Bytes(need + place.ofPipeline);
        outcome.memoryCapacity = Bytes(place.capacity + place.ofPipeline);
        const double states = place.memory->sumOf(place.memory->states, first, last, place.memory->tiedStates);
        const double activations = need - model.needOf(s, first, last, 0);
        const auto &group = m_book.groups()[model.placed()[static_cast<std::size_t>(s * family.dp)]];
        const auto &device = m_book.pricer().topology().device(group.devices.front()).name;
        if (worst > 0)
            outcome.detail = MemoryShortfall{activations > states ? MemoryShortfall::Part::activations
                                                                  : MemoryShortfall::Part::states,
                                             Bytes(worst), device};
        else
            outcome.detail = PlainReason::noCutFits;
    }
    outcome.misfit = FamilyPlan{model.placed(), even, {}, 0};
}

} // namespace heteroscope
