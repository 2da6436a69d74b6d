// SPDX-License-Identifier: GPL-3.0-or-later
//
// An opened lane as a tree of rows: the step, its activities, kinds of operation, operations; then the memory by part.
// Below the activities the largest come first; what is only rounding is left out. Read only.
#pragma once

#include "simulator/result/explain_step.h"

#include <QAbstractItemModel>
#include <QColor>
#include <QStringList>

#include <memory>
#include <vector>

namespace heteroscope {

class Theme;

/// A value with its unit, as the window writes it.
QString formatTerm(double value, TermUnit unit);

class BreakdownModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { name, value, share, where, columnCountValue };
    /// sharePart: the share of its root as a double, for the bar in the cell.
    enum Roles { keyRole = Qt::UserRole + 1, shareRole, colorRole, waitRole };

    explicit BreakdownModel(QObject *parent = nullptr);
    ~BreakdownModel() override;

    void setExplanation(std::shared_ptr<const LaneExplanation> explanation);
    const std::shared_ptr<const LaneExplanation> &explanation() const { return m_explanation; }

    const CostTerm *term(const QModelIndex &index) const;
    /// Keys from the root ("step" or "memory") down.
    QStringList path(const QModelIndex &index) const;
    QModelIndex find(const QStringList &path) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row;
    static void fill(Row &row, int depth);
    const Row *rowOf(const QModelIndex &index) const;

    std::shared_ptr<const LaneExplanation> m_explanation;
    std::vector<std::unique_ptr<Row>> m_roots;
};

/// The activity of a key of the first level; none for others.
std::optional<Activity> activityOfKey(const std::string &key);

/// Colour of a kind of operation inside an activity: steps of its hue. An empty kind is the activity itself.
QColor termColor(const Theme &theme, Activity activity, const std::string &kind);

} // namespace heteroscope
