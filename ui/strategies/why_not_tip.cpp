// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/why_not_tip.h"

#include "language/core_words.h"
#include "strategies/strategy_model.h"
#include "theme/numbers.h"

#include <cmath>

namespace heteroscope {

namespace {

/// Causes of less than this share of the best step are not listed.
constexpr double leastShare = 0.002;

QString signedSeconds(double seconds)
{
    return (seconds < 0 ? QStringLiteral("\u2212") : QStringLiteral("+")) + formatSeconds(Seconds(std::abs(seconds)));
}

QString tableRow(const QString &left, const QString &right)
{
    return QStringLiteral("<tr><td>%1</td><td align=\"right\">&nbsp;&nbsp;%2</td></tr>").arg(left, right);
}

/// While a search follows an edit, rows may be of an older cluster.
bool isOf(const StrategyRow &row, const Topology &topology)
{
    if (!row.result || !row.plan)
        return false;
    for (const Lane &lane : row.result->lanes) {
        for (const DeviceId device : lane.devices) {
            if (device.index() >= topology.devices().size())
                return false;
        }
    }
    return true;
}

} // namespace

std::optional<WhyNot> whyNotRow(const StrategyRow &row, const StepResult *best, const Topology &topology)
{
    if (!isOf(row, topology))
        return std::nullopt;
    return whyNot(topology, *row.plan, row.result, best, {});
}

QString whyNotTip(const StrategyRow &row, const StepResult *best, const Topology &topology)
{
    const std::optional<WhyNot> why = whyNotRow(row, best, topology);
    if (!why)
        return row.why.toHtmlEscaped();
    QString tip = QStringLiteral("<p>%1</p>").arg(QString::fromStdString(why->reason).toHtmlEscaped());
    QString table;
    for (const StageOverflow &overflow : why->overflows)
        table += tableRow(StrategyModel::tr("stage %1 of pipeline %2, %3")
                              .arg(overflow.stage)
                              .arg(overflow.pipeline)
                              .arg(QString::fromStdString(overflow.device).toHtmlEscaped()),
                          StrategyModel::tr("%1 over").arg(formatBytes(overflow.over())));
    if (best) {
        const double least = leastShare * toSeconds(best->stepTime).value;
        for (const TermDifference &term : why->terms) {
            if (std::abs(term.seconds) >= least)
                table += tableRow(coreWord(term.term), signedSeconds(term.seconds));
        }
    }
    if (!table.isEmpty())
        tip += QStringLiteral("<table>%1</table>").arg(table);
    return tip;
}

} // namespace heteroscope
