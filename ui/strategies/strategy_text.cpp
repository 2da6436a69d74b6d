// SPDX-License-Identifier: GPL-3.0-or-later
// What the cells, heads and tool tips of the ranking say, and the whole of it as a file.
#include "strategies/strategy_model.h"

#include "report/csv_text.h"
#include "theme/numbers.h"
#include "theme/predicted.h"
#include "widgets/plain_text.h"

namespace heteroscope {

namespace {

const QString none = QStringLiteral("\u2013");

QString csvField(const QString &text) { return QString::fromStdString(csvText(text.toStdString())); }

} // namespace

QVariant StrategyModel::text(const StrategyRow &row, int column) const
{
    switch (column) {
    case rank:
        return row.rank > 0 ? QString::number(row.rank) : row.kind == StrategyRow::Kind::own ? QString() : none;
    case plan:
        return row.chips.join(u' ');
    case stages: {
        QStringList texts;
        for (const StageChip &chip : row.stages)
            texts << chip.text;
        return texts.join(QStringLiteral(", "));
    }
    case stepTime:
        return row.result ? formatPredicted(row.result->stepTime, row.result->uncertainty) : row.reason;
    case mfu:
        return row.result ? formatPercent(row.result->mfu) : none;
    case bubble:
        return row.result ? formatPercent(row.result->bubbleShare()) : none;
    case exposed:
        return row.result ? formatPercent(row.result->exposedShare()) : none;
    case memory:
        return row.capacity.value > 0 ? formatMemoryOf(row.peak, row.capacity) : none;
    case sketch:
        return QString();
    case why:
        return reasonOf(row);
    default:
        return {};
    }
}

/// All figures of a row, for those whose column has no room.
QString StrategyModel::rowTip(const StrategyRow &row) const
{
    QString tip = QStringLiteral("<p><b>%1</b></p><table>").arg(escaped(row.chips.join(QStringLiteral(" · "))));
    for (const int column : {stages, stepTime, mfu, bubble, exposed, memory}) {
        const QString figure = text(row, column).toString();
        if (!figure.isEmpty() && figure != none)
            tip += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>")
                       .arg(escaped(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()), escaped(figure));
    }
    tip += QStringLiteral("</table>");
    return row.sureness.isEmpty() ? tip : tip + QStringLiteral("<p>%1</p>").arg(escaped(row.sureness));
}

QVariant StrategyModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCountValue)
        return {};
    if (role == Qt::DisplayRole) {
        switch (section) {
        case rank:
            return QStringLiteral("#");
        case plan:
            return tr("Plan");
        case stages:
            return tr("Stages and layers");
        case stepTime:
            return tr("Step time");
        case mfu:
            return tr("MFU");
        case bubble:
            return tr("Bubble");
        case exposed:
            return tr("Exposed");
        case memory:
            return tr("Peak memory");
        case sketch:
            return tr("Step");
        default:
            return tr("Why not first");
        }
    }
    if (role == Qt::ToolTipRole && section == memory)
        return tr("Of the device with the least room left");
    if (role == Qt::TextAlignmentRole)
        return QVariant((section >= mfu && section <= exposed ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

QString toCsv(const StrategyModel &model)
{
    QString csv =
        QStringLiteral("rank,plan,stages and layers,step time s,difference to best,MFU,bubble,exposed communication,"
                       "peak memory bytes,memory capacity bytes,status,why not first\n");
    const auto number = [](double value) { return QString::number(value, 'g', 12); };
    for (int i = 0; i < model.rowCount(); ++i) {
        const StrategyRow &row = model.row(i);
        QStringList cells;
        const auto text = [&](int column) {
            return csvField(model.data(model.index(i, column), Qt::DisplayRole).toString());
        };
        cells << (row.rank > 0 ? QString::number(row.rank) : QString()) << text(StrategyModel::plan)
              << text(StrategyModel::stages);
        if (row.result)
            cells << number(row.stepTime) << number(row.difference) << number(row.result->mfu)
                  << number(row.result->bubbleShare()) << number(row.result->exposedShare());
        else
            cells << QString() << QString() << QString() << QString() << QString();
        if (row.capacity.value > 0)
            cells << number(row.peak.value) << number(row.capacity.value);
        else
            cells << QString() << QString();
        cells << (row.kind == StrategyRow::Kind::ranked     ? QStringLiteral("ranked")
                  : row.isKept()                            ? QStringLiteral("kept")
                  : row.kind == StrategyRow::Kind::own      ? QStringLiteral("own")
                  : row.kind == StrategyRow::Kind::baseline ? QStringLiteral("baseline")
                  : row.kind == StrategyRow::Kind::beyond   ? QStringLiteral("beyond")
                  : row.kind == StrategyRow::Kind::nearest  ? QStringLiteral("nearest")
                  : row.kind == StrategyRow::Kind::pinned   ? QStringLiteral("pinned")
                                                            : csvField(row.reason))
              << csvField(row.why);
        csv += cells.join(u',') + u'\n';
    }
    return csv;
}

} // namespace heteroscope
