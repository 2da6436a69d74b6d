// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/why_not_tip.h"

#include "language/planner_words.h"
#include "strategies/causes.h"
#include "strategies/strategy_model.h"
#include "widgets/plain_text.h"

namespace heteroscope {

namespace {

QString tableRow(const CauseRow &row)
{
    QString cause = escaped(row.cause);
    if (!row.where.isEmpty())
        cause += QStringLiteral("<br>") + escaped(row.where);
    return QStringLiteral("<tr><td>%1</td><td align=\"right\">&nbsp;&nbsp;%2</td></tr>").arg(cause, row.value);
}

} // namespace

std::optional<WhyNot> whyNotRow(const StrategyRow &row, const StepResult *best)
{
    if (!row.result || !row.topology)
        return std::nullopt;
    return whyNot(*row.topology, *row.plan, row.result, best, {});
}

QString whyNotTip(const StrategyRow &row, const StepResult *best, const QString &refusal)
{
    const std::optional<WhyNot> why = whyNotRow(row, best);
    if (!why)
        return plainTip(row.why);
    QString tip = refusal.isEmpty() ? QString() : QStringLiteral("<p>%1</p>").arg(escaped(refusal));
    tip += QStringLiteral("<p>%1</p>").arg(escaped(sentenceOf(*why)));
    QString table;
    for (const CauseRow &cause : causesOf(*why))
        table += tableRow(cause);
    if (!table.isEmpty())
        tip += QStringLiteral("<table>%1</table>").arg(table);
    return markupTip(tip);
}

} // namespace heteroscope
