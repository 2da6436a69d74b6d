// SPDX-License-Identifier: GPL-3.0-or-later
//
// The explanation of a lane (LaneExplanation) as a tree: the step, its activities, kinds of operation, operations; then
// the memory by part. Below the activities, rows are sorted by size. Terms that are only rounding are omitted. Read
// only.
#pragma once

#include "breakdown/term_path.h"
#include "simulator/result/explain_step.h"

#include <QAbstractItemModel>
#include <QColor>

#include <memory>
#include <vector>

namespace heteroscope {

class Theme;

/// Formats a value with its unit for the window.
QString formatTerm(double value, TermUnit unit);

class BreakdownModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { name, value, share, where, columnCountValue };
    /// shareRole: share of the root term, for the bar in the cell.
    enum Roles { shareRole = Qt::UserRole + 1, colorRole, waitRole };

    explicit BreakdownModel(QObject *parent = nullptr);
    ~BreakdownModel() override;

    void setExplanation(std::shared_ptr<const LaneExplanation> explanation);
    const std::shared_ptr<const LaneExplanation> &explanation() const { return m_explanation; }

    const CostTerm *term(const QModelIndex &index) const;
    TermPath path(const QModelIndex &index) const;
    /// Invalid without such a term.
    QModelIndex find(const TermPath &path) const;

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

/// Colour of a kind of operation inside an activity: steps of its hue. Without a kind, of the activity itself.
QColor termColor(const Theme &theme, Activity activity, const std::optional<TermId> &kind);

} // namespace heteroscope
