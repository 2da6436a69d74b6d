// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/causes.h"

#include "language/planner_words.h"
#include "theme/numbers.h"
#include "theme/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

/// Causes of less than this share of the largest are not listed.
constexpr double minShare = 0.005;

struct Causes
{
    Q_DECLARE_TR_FUNCTIONS(heteroscope::Causes)
};

} // namespace

std::vector<CauseRow> causesOf(const WhyNot &why)
{
    std::vector<CauseRow> rows;
    if (!why.overflows.empty()) {
        double most = 0;
        for (const StageOverflow &each : why.overflows)
            most = std::max(most, each.over().value);
        for (const StageOverflow &each : why.overflows)
            rows.push_back(
                {Causes::tr("stage %1 of pipeline %2").arg(stageLetter(each.stage)).arg(each.pipeline + 1),
                 Causes::tr("%1 on %2, which has %3")
                     .arg(formatMemory(each.peak), QString::fromStdString(each.device), formatMemory(each.capacity)),
                 Causes::tr("%1 over").arg(formatMemory(each.over())), each.over().value / most, true});
        return rows;
    }
    for (const StepTerm &term : why.terms) {
        const double most = std::abs(why.terms.front().seconds);
        if (most > 0 && std::abs(term.seconds) >= minShare * most)
            rows.push_back({wordOf(term.cause), {}, formatSignedSeconds(Seconds(term.seconds)), term.seconds / most});
    }
    return rows;
}

std::vector<CauseRow> causesOf(const WhyNotFamily &family)
{
    std::vector<CauseRow> rows;
    for (const BoundTerm &term : family.terms) {
        const double share = term.seconds / family.terms.front().seconds;
        if (share < minShare)
            continue;
        QString where = QString::fromStdString(term.where);
        if (term.cause == TimeCause::computation)
            where = Causes::tr("stage %1 on %2").arg(stageLetter(family.stage), where);
        rows.push_back({wordOf(term.cause), where, formatSeconds(Seconds(term.seconds)), share});
    }
    return rows;
}

} // namespace heteroscope
