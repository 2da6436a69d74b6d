// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/figure_model.h"

#include "language/plan_words.h"
#include "theme/numbers.h"
#include "widgets/plain_text.h"

namespace heteroscope {

void FigureModel::setSteps(const std::shared_ptr<const Simulation> &a, const std::shared_ptr<const Simulation> &b)
{
    beginResetModel();
    m_rows.clear();
    if (a && b && a->result && b->result) {
        const StepResult &one = *a->result, &other = *b->result;
        const QString none = QStringLiteral("–");
        const auto add = [&](const QString &name, double ofA, double ofB, const auto &format) {
            const bool known = ofA > 0 && ofB > 0;
            m_rows.push_back({name, ofA > 0 ? format(ofA) : none, ofB > 0 ? format(ofB) : none,
                              !known       ? QString()
                              : ofA == ofB ? tr("equal")
                                           : formatSignedPercent(ofB / ofA - 1)});
        };
        const auto share = [&](const QString &name, double ofA, double ofB) {
            m_rows.push_back({name, formatPercent(ofA), formatPercent(ofB),
                              ofA == ofB ? tr("equal")
                                         : tr("%1 points")
                                               .arg((ofB > ofA ? QStringLiteral("+") : QStringLiteral("−")) +
                                                    formatSignificant(100 * std::abs(ofB - ofA)))});
        };
        const auto perMillion = [](const Simulation &step, double value) {
            const double tokens = step.project->workload.job.tokensPerStep();
            return tokens > 0 ? value / tokens * 1e6 : 0;
        };
        m_rows.push_back({tr("Plan"), nameOf(a->plan), nameOf(b->plan), QString()});
        add(tr("Step time"), toSeconds(one.stepTime).value, toSeconds(other.stepTime).value,
            [](double seconds) { return formatSeconds(Seconds(seconds)); });
        add(tr("Tokens per second"), one.tokensPerSecond, other.tokensPerSecond, [](double rate) {
            const NumberWithUnit split = splitRate(rate, QStringLiteral("/s"));
            return split.number + u' ' + split.unit;
        });
        share(tr("MFU"), one.mfu, other.mfu);
        share(tr("Bubble"), one.bubbleShare(), other.bubbleShare());
        share(tr("Exposed communication"), one.exposedShare(), other.exposedShare());
        const auto peak = [](const StepResult &step) {
            const Lane *lane = step.fullestLane();
            return lane ? lane->memory.total().value : 0;
        };
        add(tr("Peak memory"), peak(one), peak(other), [](double bytes) { return formatMemory(Bytes(bytes)); });
        add(tr("Cost per million tokens"), perMillion(*a, one.cost), perMillion(*b, other.cost), formatCost);
        add(tr("Energy per million tokens"), perMillion(*a, one.energy), perMillion(*b, other.energy), formatEnergy);
    }
    endResetModel();
}

int FigureModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int FigureModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : columnCountValue; }

QVariant FigureModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCountValue)
        return {};
    const QString &text = m_rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
    if (role == Qt::TextAlignmentRole)
        return QVariant((index.column() == figure ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return plainTip(text);
    return role == Qt::DisplayRole ? QVariant(text) : QVariant();
}

QVariant FigureModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCountValue)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == figure ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const std::array<QString, columnCountValue> titles = {tr("Figure"), QStringLiteral("A"), QStringLiteral("B"),
                                                          tr("B against A")};
    return titles[static_cast<std::size_t>(section)];
}

} // namespace heteroscope
