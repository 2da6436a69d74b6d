// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/curve_table.h"

#include "cluster/limits.h"
#include "theme/numbers.h"

#include <array>

namespace heteroscope {

std::optional<Seconds> parseMoment(const QString &typed)
{
    QString text = typed.trimmed();
    const QStringList parts = text.split(u':');
    double seconds = 0;
    if (parts.size() > 1) {
        if (parts.size() > 3)
            return std::nullopt;
        for (const QString &part : parts) {
            bool ok = false;
            seconds = seconds * 60 + part.toDouble(&ok);
            if (!ok || part.toDouble() < 0)
                return std::nullopt;
        }
    } else {
        double factor = 1;
        using Unit = std::pair<const char *, double>;
        for (const auto &[unit, size] : {Unit("ms", 1e-3), Unit("µs", 1e-6), Unit("us", 1e-6), Unit("min", 60.0),
                                         Unit("h", 3600.0), Unit("s", 1.0)})
            if (text.endsWith(QString::fromUtf8(unit))) {
                text.chop(QString::fromUtf8(unit).size());
                factor = size;
                break;
            }
        bool ok = false;
        seconds = text.trimmed().toDouble(&ok) * factor;
        if (!ok)
            return std::nullopt;
    }
    return limits::holds(limits::pointTime, seconds) ? std::optional(Seconds(seconds)) : std::nullopt;
}

std::optional<double> parseRate(const QString &typed)
{
    QString text = typed.trimmed();
    if (text.endsWith(u'%'))
        text.chop(1);
    bool ok = false;
    const double factor = text.trimmed().toDouble(&ok) / 100;
    return ok && limits::holds(limits::factor, factor) ? std::optional(factor) : std::nullopt;
}

void CurveTable::setCurve(const RateCurve &curve, Seconds horizon)
{
    const bool sameRows = curve.points.size() == m_curve.points.size();
    if (!sameRows)
        beginResetModel();
    m_curve = curve;
    m_horizon = horizon;
    if (!sameRows)
        endResetModel();
    else if (!curve.points.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
}

void CurveTable::setValueName(const QString &name)
{
    if (name == m_valueName)
        return;
    m_valueName = name;
    emit headerDataChanged(Qt::Horizontal, rateColumn, rateColumn);
}

int CurveTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_curve.points.size());
}

int CurveTable::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : columns; }

QVariant CurveTable::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const RateCurve::Point &point = m_curve.points[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::DisplayRole)
        return index.column() == fromColumn ? formatMoment(point.at, m_horizon) : formatPercent(point.factor, 1);
    if (role == Qt::EditRole)
        return index.column() == fromColumn ? QString::number(point.at.value, 'g', 9)
                                            : QString::number(point.factor * 100, 'g', 6);
    return {};
}

QVariant CurveTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    return section == fromColumn ? tr("From") : m_valueName;
}

Qt::ItemFlags CurveTable::flags(const QModelIndex &index) const
{
    return QAbstractTableModel::flags(index) | Qt::ItemIsEditable;
}

bool CurveTable::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !index.isValid())
        return false;
    RateCurve changed = m_curve;
    const auto row = static_cast<std::size_t>(index.row());
    const QString typed = value.toString();
    if (index.column() == rateColumn) {
        const auto factor = parseRate(typed);
        if (!factor) {
            emit refused(tr("%1 “%2”: expected a share of 0 % or more, like 40 or 40 %").arg(m_valueName, typed));
            return false;
        }
        changed.points[row].factor = *factor;
    } else {
        const auto at = parseMoment(typed);
        const bool first = row == 0;
        const bool last = row + 1 == changed.points.size();
        const bool between =
            at && (first || *at > changed.points[row - 1].at) && (last || *at < changed.points[row + 1].at);
        if (!between) {
            QString expected = tr("a time like 90, 1:30 or 2 h");
            if (at && !first)
                expected = tr("a time after %1").arg(formatMoment(changed.points[row - 1].at, m_horizon));
            if (at && !last)
                expected =
                    first ? tr("a time before %1").arg(formatMoment(changed.points[row + 1].at, m_horizon))
                          : expected + tr(" and before %1").arg(formatMoment(changed.points[row + 1].at, m_horizon));
            emit refused(tr("From “%1”: expected %2").arg(typed, expected));
            return false;
        }
        changed.points[row].at = *at;
    }
    if (changed != m_curve)
        emit edited(changed, index.column() == fromColumn ? tr("Move a point") : tr("Set a rate"));
    return true;
}

} // namespace heteroscope
