// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/roofline.h"

#include <algorithm>

namespace heteroscope {

namespace {

double inputOf(const CostTerm &term, TermSymbol symbol, double otherwise = 0)
{
    const TermInput *input = term.findInput(symbol);
    return input ? input->value : otherwise;
}

double bandwidthOf(const CostTerm &term)
{
    for (const CostTerm &each : term.basis)
        if (each.id == TermId(PlainTerm::memoryRate))
            return inputOf(each, TermSymbol::memoryBandwidth);
    return 0;
}

double bytesOf(const CostTerm &term)
{
    const double moved = inputOf(term, TermSymbol::bytes) * inputOf(term, TermSymbol::traffic, 1);
    const double scores = inputOf(term, TermSymbol::scores) * inputOf(term, TermSymbol::bytesPerScore);
    return moved + scores + inputOf(term, TermSymbol::cast);
}

void collect(const CostTerm &term, std::vector<RooflinePoint> &points)
{
    for (const CostTerm &part : term.parts)
        collect(part, points);
    const auto *operation = std::get_if<OperationTerm>(&term.id);
    if (!operation || term.formula != TermFormula::operation || !(term.value > 0))
        return;
    auto point = std::find_if(points.begin(), points.end(),
                              [&](const RooflinePoint &known) { return known.operation == operation->operation; });
    if (point == points.end())
        point = points.insert(points.end(), RooflinePoint{operation->operation, {}, {}, {}, {}, {}});
    point->flops += Flop(inputOf(term, TermSymbol::flop) * term.repeats);
    point->bytes += Bytes(bytesOf(term) * term.repeats);
    point->time += Seconds(term.value);
    point->peak = std::max(point->peak, FlopPerSecond(inputOf(term, TermSymbol::peak)));
    point->bandwidth = std::max(point->bandwidth, BytesPerSecond(bandwidthOf(term)));
}

} // namespace

bool RooflinePoint::isMemoryBound() const { return !(flops.value > 0) || intensity() * bandwidth.value < peak.value; }

FlopPerSecond RooflinePoint::roof() const
{
    return bytes.value > 0 ? std::min(peak, FlopPerSecond(intensity() * bandwidth.value)) : peak;
}

double RooflinePoint::share() const
{
    if (flops.value > 0)
        return achieved() / roof();
    return bandwidth.value > 0 ? achievedBandwidth() / bandwidth : 0;
}

Roofline rooflineOf(const LaneExplanation &explanation)
{
    Roofline roofline;
    roofline.lane = explanation.lane;
    for (const CostTerm &term : explanation.time.parts) {
        const Activity *activity = activityOf(term.id);
        if (!activity || !isCompute(*activity))
            continue;
        roofline.computing += Seconds(term.value);
        collect(term, roofline.points);
    }
    std::stable_sort(roofline.points.begin(), roofline.points.end(),
                     [](const RooflinePoint &a, const RooflinePoint &b) { return a.time > b.time; });
    roofline.other = roofline.computing;
    for (const RooflinePoint &point : roofline.points)
        roofline.other -= point.time;
    return roofline;
}

} // namespace heteroscope
