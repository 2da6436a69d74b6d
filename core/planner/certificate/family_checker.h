// SPDX-License-Identifier: GPL-3.0-or-later
//
// Verifies the claim of a certificate about one family (check_certificate.h): that no plan of it is below a value, or
// that it has no plan at all and why.
#pragma once

#include "base/progress.h"
#include "planner/certificate/certificate.h"
#include "planner/certificate/checker_clock.h"
#include "planner/certificate/checker_cuts.h"
#include "planner/prices/price_book.h"
#include "planner/space/apart.h"

namespace heteroscope {

/// What contradicts a claim.
struct Contradiction
{
    std::string found;
    std::string expected;
};

/// Not thread-safe; each thread needs its own.
/// What the verdict and the value of a claim say against each other. best: the value of the certificate's best plan.
std::optional<Contradiction> checkForm(const FamilyClaim &claim, std::optional<double> best);

class FamilyChecker
{
public:
    /// All arguments must outlive the object.
    FamilyChecker(const Topology &topology, const Workload &workload, const SoftwareStack &stack,
                  const TensorGroups &groups, const std::vector<ResolvedMapping> &mappings, SearchObjective objective);

    /// Of a claim that passes checkForm. After a stop the claim counts as verified.
    std::optional<Contradiction> check(const Family &family, const FamilyClaim &claim, const StopToken &stop);
    /// Of a simulated step, in seconds or joules.
    double valueOf(const StepResult &result) const;
    GroupPricer &pricer() { return m_pricer; }

private:
    std::optional<Contradiction> checkNonePossible(const Family &family, FamilyVerdict claimed, const StopToken &stop);
    std::optional<Contradiction> checkNothingBelow(const Family &family, double value, const StopToken &stop);
    std::optional<Contradiction> checkHasPlan(const Family &family, const StopToken &stop);
    bool checkLayout(const Family &family, const Layout &layout);
    bool checkAlike(const Family &family, PricedLayout &priced, const CheckerCuts::Alike &alike);
    bool checkCuts(const Family &family, PricedLayout &priced, const std::optional<CheckerCuts::Alike> &alike);
    bool checkBySimulating(const Family &family, const PricedLayout &layout, const Cut &cut);
    bool checkBySimulating(const Plan &plan);
    // Apart and shares families (apart_checker.cpp, shares_checker.cpp, shared_stages_checker.cpp).
    friend class ApartChecker;
    friend class SharesChecker;
    friend class SharedStagesChecker;
    std::optional<Contradiction> checkUnlikeClaim(const Family &family, const FamilyClaim &claim,
                                                  const StopToken &stop);
    void checkApart(const Family &family, const StopToken &stop);
    bool mayFitApart(const Family &family);
    void checkShares(const Family &family, const StopToken &stop);
    void checkSharedStages(const Family &family, int stages, const StopToken &stop);
    bool mayFitShares(const Family &family, const StopToken &stop);
    bool mayFitSharedStages(const Family &family, int stages, const StopToken &stop);
    double timeFor(const Family &family, double value);
    bool isForbidden(const Family &family, const std::vector<int> &placed) const;
    void findRoom(const Family &family, double limit);
    bool hasRoom(const Family &family) const;
    bool mayFit(const Family &family);

    const Topology &m_topology;
    const Workload &m_workload;
    const SoftwareStack &m_stack;
    const TensorGroups &m_groups;
    const std::vector<ResolvedMapping> &m_mappings;
    SearchObjective m_objective;
    GroupPricer m_pricer;
    CheckerPrices m_prices;
    CheckerClock m_clock;
    std::optional<PriceBook> m_book; ///< for the layouts with TP by stage alone
    double m_waiting = 0;            ///< watts of the whole site while no device computes
    std::vector<int> m_room;         ///< by part of the family: max units of a stage that stay below the limit

    // Of the family under check.
    double m_value = 0, m_limit = 0;
    std::size_t m_simulated = 0, m_nodes = 0;
    std::optional<Contradiction> m_found;
};

} // namespace heteroscope
