// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/marker_model.h"

#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/drawing.h"
#include "widgets/note_paper.h"

#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <array>

namespace heteroscope {

namespace {

QPixmap swatchOf(NoteColour colour)
{
    constexpr int side = 12;
    constexpr int sharpness = 2;
    QPixmap pixmap(side * sharpness, side * sharpness);
    pixmap.setDevicePixelRatio(sharpness);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    const Theme &theme = currentTheme();
    drawRounded(painter, QRectF(0.5, 0.5, side - 1, side - 1), 2, theme[paperOf(colour)], theme[Role::borderStrong]);
    return pixmap;
}

} // namespace

void MarkerModel::setMarkers(std::vector<Marker> markers)
{
    std::stable_sort(markers.begin(), markers.end(), [](const Marker &a, const Marker &b) { return a.time < b.time; });
    if (markers == m_markers)
        return;
    const bool sameRows = std::equal(markers.begin(), markers.end(), m_markers.begin(), m_markers.end(),
                                     [](const Marker &a, const Marker &b) { return a.id == b.id; });
    if (sameRows) { // the selection stays
        m_markers = std::move(markers);
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCountValue - 1));
        return;
    }
    beginResetModel();
    m_markers = std::move(markers);
    endResetModel();
}

void MarkerModel::setStepEnd(Seconds end)
{
    m_stepEnd = end;
    if (!m_markers.empty())
        emit dataChanged(index(0, time), index(rowCount() - 1, time));
}

int MarkerModel::rowOf(int id) const
{
    const Marker *marker = findMarker(m_markers, id);
    return marker ? static_cast<int>(marker - m_markers.data()) : -1;
}

int MarkerModel::idOf(int row) const
{
    return row >= 0 && row < rowCount() ? m_markers[static_cast<std::size_t>(row)].id : 0;
}

int MarkerModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_markers.size());
}

int MarkerModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : columnCountValue; }

QVariant MarkerModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Marker &marker = m_markers[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return QVariant((index.column() == time ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::DecorationRole && index.column() == text)
        return swatchOf(marker.colour);
    if (role == Qt::EditRole && index.column() == text)
        return QString::fromStdString(marker.text);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case time:
        return marker.time > m_stepEnd ? tr("%1, after the step").arg(formatSeconds(marker.time))
                                       : formatSeconds(marker.time);
    case place:
        return marker.device.empty() ? tr("whole step") : QString::fromStdString(marker.device);
    case text:
        return QString::fromStdString(marker.text).simplified();
    default:
        return {};
    }
}

bool MarkerModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || role != Qt::EditRole || index.column() != text)
        return false;
    Marker marker = m_markers[static_cast<std::size_t>(index.row())];
    const std::string wanted = value.toString().trimmed().toStdString();
    if (wanted == marker.text)
        return false;
    marker.text = wanted;
    emit changeWanted(marker);
    return true;
}

Qt::ItemFlags MarkerModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == text ? usual | Qt::ItemIsEditable : usual;
}

QVariant MarkerModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCountValue)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == time ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const std::array<QString, columnCountValue> titles = {tr("Time"), tr("Device"), tr("Marker")};
    return titles[static_cast<std::size_t>(section)];
}

} // namespace heteroscope
