// SPDX-License-Identifier: GPL-3.0-or-later
//
// The nodes that a design search may choose from, one row each, editable.
#pragma once

#include "json/json.h"

#include <QAbstractTableModel>
#include <QString>

#include <optional>
#include <vector>

namespace heteroscope {

/// A kind of node and how many of it a cluster may have: fewest, fewest + step, ... up to most.
struct NodeChoice
{
    QString node; ///< as in a design file: "8 H100 ndr400x8"
    int fewest = 0;
    int most = 4;
    int step = 1;
    std::optional<double> pricePerHour; ///< USD; nullopt: of the catalog
    std::optional<double> rackUnits;
    friend bool operator==(const NodeChoice &, const NodeChoice &) = default;
};

class ChoiceModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { node, fewest, most, step, price, rackUnits, columnCountValue };

    using QAbstractTableModel::QAbstractTableModel;

    void setChoices(std::vector<NodeChoice> choices);
    const std::vector<NodeChoice> &choices() const { return m_choices; }
    void add(const NodeChoice &choice);
    void remove(int row);
    /// The member "choices" of a design file.
    Json json() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    /// Refuses what is no number, and numbers out of range; an empty price is that of the catalog.
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void edited();

private:
    std::vector<NodeChoice> m_choices;
};

} // namespace heteroscope
