// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/cause_model.h"

#include "language/step_words.h"
#include "report/csv_text.h"
#include "theme/numbers.h"
#include "widgets/plain_text.h"

#include <fmt/format.h>

namespace heteroscope {

void CauseModel::setSteps(const std::shared_ptr<const StepResult> &a, const Topology *topologyOfA,
                          const std::shared_ptr<const StepResult> &b, const Topology *topologyOfB)
{
    beginResetModel();
    m_difference = {};
    m_sums.clear();
    m_places.clear();
    m_largest = 1;
    m_empty = !a || !b || !topologyOfA || !topologyOfB;
    if (!m_empty) {
        m_difference = stepDifference(*a, *topologyOfA, *b, *topologyOfB);
        m_sums = causeSums(*a, *b, m_difference);
        m_largest = std::max<std::int64_t>(1, std::abs(b->stepTime.count - a->stepTime.count));
        for (const CauseSum &sum : m_sums) {
            m_largest = std::max(m_largest, std::abs(sum.ticks));
            std::vector<std::size_t> &places = m_places.emplace_back();
            for (std::size_t i = 0; i < m_difference.causes.size(); ++i) {
                if (m_difference.causes[i].cause != sum.cause)
                    continue;
                places.push_back(i);
                m_largest = std::max(m_largest, std::abs(m_difference.causes[i].ticks));
            }
        }
    }
    endResetModel();
}

QModelIndex CauseModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || column < 0 || column >= columnCountValue || row >= rowCount(parent))
        return {};
    // The id of a place is the row of its cause; rows of the top have 0, which is the row of the step.
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : quintptr(0));
}

QModelIndex CauseModel::parent(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return {};
    return createIndex(static_cast<int>(index.internalId()), 0, quintptr(0));
}

int CauseModel::rowCount(const QModelIndex &parent) const
{
    if (m_empty || (parent.isValid() && (parent.internalId() != 0 || parent.column() != 0)))
        return 0;
    if (!parent.isValid())
        return static_cast<int>(m_sums.size()) + 1;
    return parent.row() == 0 ? 0 : static_cast<int>(m_places[static_cast<std::size_t>(parent.row()) - 1].size());
}

int CauseModel::columnCount(const QModelIndex &) const { return columnCountValue; }

const CauseDifference *CauseModel::placeOf(const QModelIndex &index) const
{
    if (index.internalId() == 0)
        return nullptr;
    const auto &places = m_places[static_cast<std::size_t>(index.internalId()) - 1];
    return &m_difference.causes[places[static_cast<std::size_t>(index.row())]];
}

QVariant CauseModel::textOf(const QModelIndex &index) const
{
    const auto figure = [&index](const QString &name, Seconds a, Seconds b, std::int64_t ticks) {
        switch (index.column()) {
        case cause:
            return name;
        case first:
            return formatSeconds(a);
        case second:
            return formatSeconds(b);
        default:
            return ticks == 0 ? QStringLiteral("0 s") : formatSignedSeconds(b - a);
        }
    };
    if (const CauseDifference *place = placeOf(index))
        return figure(QString::fromStdString(place->where), place->a, place->b, place->ticks);
    if (index.row() == 0)
        return figure(tr("Step time"), m_difference.a, m_difference.b,
                      m_difference.causes.empty()   ? 0
                      : m_difference.difference > 0 ? 1
                                                    : -1);
    const CauseSum &sum = m_sums[static_cast<std::size_t>(index.row()) - 1];
    return figure(causeName(sum.cause), sum.a, sum.b, sum.ticks);
}

QVariant CauseModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || m_empty)
        return {};
    const CauseDifference *place = placeOf(index);
    const CauseSum *sum = !place && index.row() > 0 ? &m_sums[static_cast<std::size_t>(index.row()) - 1] : nullptr;
    switch (role) {
    case Qt::DisplayRole:
        return textOf(index);
    case Qt::TextAlignmentRole:
        return QVariant((index.column() == cause ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return plainTip(textOf(index.siblingAtColumn(cause)).toString());
    case activityRole:
        return place ? QVariant(static_cast<int>(place->cause))
               : sum ? QVariant(static_cast<int>(sum->cause))
                     : QVariant();
    case placeRole:
        return place ? QString::fromStdString(place->where) : QString();
    case ticksRole: {
        if (place)
            return qlonglong(place->ticks);
        if (sum)
            return qlonglong(sum->ticks);
        std::int64_t all = 0;
        for (const CauseSum &one : m_sums)
            all += one.ticks;
        return qlonglong(all);
    }
    default:
        return {};
    }
}

QVariant CauseModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCountValue)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == cause ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case cause:
        return tr("Critical path");
    case first:
        return QStringLiteral("A");
    case second:
        return QStringLiteral("B");
    default:
        return tr("Difference");
    }
}

QString toCsv(const CauseModel &model)
{
    std::string csv = "cause,where,a,b,difference\n";
    for (const CauseDifference &one : model.stepDifferences().causes)
        csv += fmt::format("{},{},{},{},{}\n", csvText(nameOf(one.cause)), csvText(one.where), one.a.value, one.b.value,
                           one.seconds);
    return QString::fromStdString(csv);
}

} // namespace heteroscope
