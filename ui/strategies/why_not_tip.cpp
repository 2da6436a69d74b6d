// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/why_not_tip.h"

#include "language/planner_words.h"
#include "strategies/causes.h"
#include "strategies/strategy_model.h"

namespace heteroscope {

namespace {

QString tableRow(const CauseRow &row)
{
    QString cause = row.cause.toHtmlEscaped();
    if (!row.where.isEmpty())
        cause += QStringLiteral("<br>") + row.where.toHtmlEscaped();
    return QStringLiteral("<tr><td>%1</td><td align=\"right\">&nbsp;&nbsp;%2</td></tr>").arg(cause, row.value);
}

} // namespace

std::optional<WhyNot> whyNotRow(const StrategyRow &row, const StepResult *best)
{
    if (!row.result || !row.topology)
        return std::nullopt;
    return whyNot(*row.topology, *row.plan, row.result, best, {});
}

QString whyNotTip(const StrategyRow &row, const StepResult *best)
{
    const std::optional<WhyNot> why = whyNotRow(row, best);
    if (!why)
        return row.why.toHtmlEscaped();
    QString tip = QStringLiteral("<p>%1</p>").arg(sentenceOf(*why).toHtmlEscaped());
    QString table;
    for (const CauseRow &cause : causesOf(*why))
        table += tableRow(cause);
    if (!table.isEmpty())
        tip += QStringLiteral("<table>%1</table>").arg(table);
    return tip;
}

} // namespace heteroscope
