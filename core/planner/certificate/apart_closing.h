// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a step of an apart family ends (planner/space/apart.h), for the checker of a certificate: what the stages of all
// types average, optimize and gather after the passes of their cuts, or beside the last ones.
#pragma once

#include "planner/certificate/checker_clock.h"
#include "planner/space/apart.h"

namespace heteroscope {

/// A cut of one type with the last passes, by pipeline and stage.
struct CheckedCut
{
    Cut cut;
    std::vector<std::vector<CheckerClock::LastPass>> last;
    double least = 0; ///< seconds of a step
};

/// The pipelines of one type, with those cuts that may be fast enough.
struct CheckedPart
{
    Family family;
    PricedLayout priced;
    std::vector<CheckedCut> cuts;
};

/// Lower bounds in seconds. 0 where there are too many passes to be followed.
class ApartClosing
{
public:
    /// Both must outlive the object.
    ApartClosing(const Family &family, CheckerPrices &prices);

    /// Of a step in which all that the stages in one node average leaves it, from when the first of them may begin on.
    double leavesNodes(const CheckedPart &part, const CheckedCut &cut, const CheckerPrices::TogetherPrice &price) const;

    /// To be called before those below.
    void startLayout(const ApartLayout &layout);
    /// Of a step with this cut of a part and any of the others.
    double leastBeside(std::size_t number, const CheckedPart &part, const CheckedCut &cut) const;
    /// Of a step with these cuts, by part: layers that the same stages hold are averaged together, in the order of
    /// layers; after the passes, or beside them, where each stage has its calls one after another from its first
    /// gradients on.
    double together(const std::vector<const CheckedPart *> &parts, const std::vector<const CheckedCut *> &cuts);

private:
    /// What a stage averages takes at least, with any stages of the others, in seconds for each parameter, dense or of
    /// experts.
    struct LeastCalls
    {
        LayerParameters reduce = {infinity, infinity}, gather = reduce, beside = reduce;
    };
    void findLeastCalls();
    std::vector<int> groupsAt(const std::vector<std::size_t> &stages) const;
    LayerParameters parametersBetween(int first, int last) const; ///< units
    LayerParameters parametersOf(const CheckedCut &cut, std::size_t stage) const;
    double optimizerOf(const CheckedPart &part, const CheckedCut &cut, std::size_t stage) const;
    double hostStep() const;

    const Family &m_family;
    CheckerPrices &m_prices;
    std::vector<LayerParameters> m_before; ///< by unit, of those before it
    ApartLayout m_layout;
    std::vector<std::vector<int>> m_placed;       ///< by part
    std::vector<std::vector<LeastCalls>> m_calls; ///< by part and stage
};

} // namespace heteroscope
