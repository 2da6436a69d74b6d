// SPDX-License-Identifier: GPL-3.0-or-later
//
// What was handed in for an exercise sheet as a table: a row for each file, with its verdict and the reasons.
#pragma once

#include "lesson/grading.h"

#include <QAbstractTableModel>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace heteroscope {

class GradingModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { fileName, studentNumber, lessonTitle, answer, simulated, result, reason, columnsOfTable };
    static constexpr int sortRole = Qt::UserRole; ///< number of a student; else the text

    using QAbstractTableModel::QAbstractTableModel;

    /// The files that are to be checked; without verdicts.
    void setFiles(const QStringList &files);
    const QStringList &files() const { return m_files; }
    /// Forgets all verdicts; titles of lessons are read from the sheet from now on.
    void setSheet(const OpenedSheet &sheet);
    void setVerdict(int row, const Result<GradedTask> &graded);

    int checkedCount() const; ///< rows with a verdict or an error
    int rightCount() const;   ///< answer and goal
    int unreadableCount() const;
    /// Tasks of the sheet for which none of the files is a hand-in.
    int missingCount() const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(std::size_t row, int column) const;
    QString titleOf(const std::string &name) const;
    QString reasonOf(const GradedTask &task) const;

    QStringList m_files;
    std::vector<std::optional<Result<GradedTask>>> m_verdicts; ///< by file
    std::optional<OpenedSheet> m_sheet;
};

} // namespace heteroscope
