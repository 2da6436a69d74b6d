// SPDX-License-Identifier: GPL-3.0-or-later
#include "overtime/stretch_model.h"

#include "language/plan_words.h"
#include "theme/numbers.h"
#include "widgets/plain_text.h"

namespace heteroscope {

void StretchModel::setAnswer(std::shared_ptr<const SequenceAnswer> answer)
{
    beginResetModel();
    m_answer = std::move(answer);
    m_stretches = m_answer ? stretchesOf(m_answer->found) : std::vector<SequenceStretch>();
    endResetModel();
}

int StretchModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_stretches.size());
}

int StretchModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : columnCountValue; }

QString StretchModel::text(const SequenceStretch &stretch, int column) const
{
    const ReplanResult &found = m_answer->found;
    const ReplanSwitch *change = stretch.switchBefore ? &found.switches[*stretch.switchBefore] : nullptr;
    const Seconds horizon = m_stretches.back().until;
    switch (column) {
    case from:
        return formatMoment(stretch.from, horizon);
    case until:
        return formatMoment(stretch.until, horizon);
    case plan:
        return stretch.plan
                   ? letterOf(stretch.letter) + QStringLiteral("  ") + nameOf(found.candidates[*stretch.plan].plan)
                   : tr("none runs");
    case step:
        if (!(stretch.fastest < Seconds(infinity)))
            return QStringLiteral("–");
        return stretch.fastest == stretch.slowest
                   ? formatSeconds(stretch.fastest)
                   : tr("%1 to %2").arg(formatSeconds(stretch.fastest), formatSeconds(stretch.slowest));
    case takes:
        return change ? formatSeconds(Seconds(change->change.time)) : QString();
    case gains:
        return change ? durationOf(change->gain) : QString();
    case breakEven:
        return !change ? QString() : change->breakEven ? durationOf(*change->breakEven) : tr("never");
    case moves:
        return change ? formatBytes(change->moved) : QString();
    default:
        return {};
    }
}

QVariant StretchModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const SequenceStretch &stretch = m_stretches[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole)
        return text(stretch, index.column());
    if (role == Qt::TextAlignmentRole)
        return QVariant(index.column() == plan ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return plainTip(stretch.switchBefore ? text(stretch, plan) + QStringLiteral(": ") +
                                                   switchText(m_answer->found, *stretch.switchBefore)
                                             : text(stretch, plan));
    return {};
}

QVariant StretchModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(section == plan ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::DisplayRole) {
        switch (section) {
        case from:
            return tr("From");
        case until:
            return tr("Until");
        case plan:
            return tr("Plan");
        case step:
            return tr("Step");
        case takes:
            return tr("Switch takes");
        case gains:
            return tr("Gains");
        case breakEven:
            return tr("Breaks even after");
        case moves:
            return tr("Moves");
        default:
            return {};
        }
    }
    if (role == Qt::ToolTipRole) {
        switch (section) {
        case gains:
            return tr("Time of work of this plan that the one before would not have done until the next switch, less "
                      "what the switch takes");
        case breakEven:
            return tr("From the beginning of the switch until it has done as much as staying would have");
        default:
            return {};
        }
    }
    return {};
}

} // namespace heteroscope
