// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/strategy_filter.h"

#include "strategies/strategy_model.h"

namespace heteroscope {

StrategyFilter::StrategyFilter(QObject *parent) : QSortFilterProxyModel(parent)
{
    setSortRole(StrategyModel::sortRole);
    setDynamicSortFilter(true);
    connect(this, &QSortFilterProxyModel::sourceModelChanged, this, [this] {
        if (const auto *model = qobject_cast<StrategyModel *>(sourceModel()))
            connect(model, &StrategyModel::groupToggled, this, [this] { invalidateFilter(); });
    });
}

void StrategyFilter::setText(const QString &text)
{
    m_words = text.split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

void StrategyFilter::setBrush(const PlanBrush &brush)
{
    if (brush == m_brush)
        return;
    m_brush = brush;
    invalidateFilter();
}

bool StrategyFilter::filterAcceptsRow(int row, const QModelIndex &) const
{
    const auto *model = static_cast<const StrategyModel *>(sourceModel());
    const StrategyRow &one = model->row(row);
    const bool isFolded = m_words.isEmpty() && !m_brush.isOn && one.isMember() && !one.isPinned && !one.isRecommended &&
                          !model->isOpen(one.head);
    return !isFolded && isSought(row);
}

/// The row has the words and is in the brush, or is always in view.
bool StrategyFilter::isSought(int row) const
{
    const QModelIndex index = sourceModel()->index(row, 0);
    const auto kind = static_cast<StrategyRow::Kind>(index.data(StrategyModel::kindRole).toInt());
    if (kind == StrategyRow::Kind::own || index.data(StrategyModel::pinnedRole).toBool())
        return true;
    const auto &result = static_cast<const StrategyModel *>(sourceModel())->row(row).result;
    return (!m_brush.isOn || (result && m_brush.kept.contains(result))) &&
           accepts(index.data(StrategyModel::searchTextRole).toString());
}

bool StrategyFilter::accepts(const QString &text) const
{
    return std::all_of(m_words.begin(), m_words.end(),
                       [&text](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
}

PlanFilter StrategyFilter::planFilter() const
{
    PlanFilter filter;
    filter.words = m_words;
    filter.isBrush = m_brush.isOn;
    const auto *model = static_cast<const StrategyModel *>(sourceModel());
    for (int row = 0; model && (!m_words.isEmpty() || m_brush.isOn) && row < model->rowCount(); ++row)
        if (const StrategyRow &one = model->row(row); one.plan)
            (isSought(row) ? filter.accepted : filter.refused).push_back(one.plan);
    return filter;
}

bool StrategyFilter::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const auto *model = static_cast<const StrategyModel *>(sourceModel());
    const auto blockOf = [model](const QModelIndex &index) { return model->row(index.row()).block(); };
    const auto leftBlock = blockOf(left), rightBlock = blockOf(right);
    if (leftBlock != rightBlock)
        return sortOrder() == Qt::AscendingOrder ? leftBlock < rightBlock : leftBlock > rightBlock;
    // A member stands by the first plan of its group, unless that one is elsewhere.
    const auto anchorOf = [&blockOf](const QModelIndex &index) {
        const QModelIndex head = index.siblingAtRow(index.data(StrategyModel::headRole).toInt());
        return blockOf(head) == blockOf(index) ? head : index;
    };
    const QModelIndex leftAnchor = anchorOf(left), rightAnchor = anchorOf(right);
    const bool alike = leftAnchor == rightAnchor;
    if (alike && (leftAnchor == left || rightAnchor == right)) // the first one comes first in either order
        return (leftAnchor == left) == (sortOrder() == Qt::AscendingOrder) && left != right;
    const QModelIndex &one = alike ? left : leftAnchor, &other = alike ? right : rightAnchor;
    const QVariant a = one.data(StrategyModel::sortRole);
    const QVariant b = other.data(StrategyModel::sortRole);
    if (a.userType() == QMetaType::Double && b.userType() == QMetaType::Double && a.toDouble() != b.toDouble())
        return a.toDouble() < b.toDouble();
    if (a.userType() == QMetaType::QString && a.toString() != b.toString())
        return a.toString().localeAwareCompare(b.toString()) < 0;
    return one.row() < other.row();
}

} // namespace heteroscope
