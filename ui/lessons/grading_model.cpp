// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/grading_model.h"

#include "language/lesson_language.h"
#include "language/sentences.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QFileInfo>

#include <algorithm>
#include <set>
#include <utility>

namespace heteroscope {

void GradingModel::setFiles(const QStringList &files)
{
    beginResetModel();
    m_files = files;
    m_verdicts.assign(static_cast<std::size_t>(files.size()), std::nullopt);
    endResetModel();
}

void GradingModel::setSheet(const OpenedSheet &sheet)
{
    m_sheet = sheet;
    m_verdicts.assign(m_verdicts.size(), std::nullopt);
    if (!m_files.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnsOfTable - 1));
}

void GradingModel::setVerdict(int row, const Result<GradedTask> &graded)
{
    m_verdicts[static_cast<std::size_t>(row)] = graded;
    emit dataChanged(index(row, 0), index(row, columnsOfTable - 1));
}

int GradingModel::checkedCount() const
{
    return static_cast<int>(std::ranges::count_if(m_verdicts, [](const auto &found) { return found.has_value(); }));
}

int GradingModel::rightCount() const
{
    return static_cast<int>(std::ranges::count_if(
        m_verdicts, [](const auto &found) { return found && *found && (**found).verdict.isRight(); }));
}

int GradingModel::unreadableCount() const
{
    return static_cast<int>(std::ranges::count_if(m_verdicts, [](const auto &found) { return found && !*found; }));
}

int GradingModel::missingCount() const
{
    if (!m_sheet)
        return 0;
    std::set<std::pair<std::size_t, std::string>> missing;
    for (std::size_t number = 0; number < m_sheet->sheet.students.size(); ++number)
        for (const ExerciseTask &task : m_sheet->sheet.students[number])
            missing.emplace(number, task.lesson);
    for (const auto &found : m_verdicts)
        if (found && *found)
            missing.erase(std::pair((**found).task.student, (**found).task.lesson));
    return static_cast<int>(missing.size());
}

int GradingModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_files.size());
}

int GradingModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : columnsOfTable; }

QString GradingModel::reasonOf(const GradedTask &task) const
{
    QStringList reasons;
    for (const TaskFault fault : faultsOf(task.verdict)) {
        switch (fault) {
        case TaskFault::noAnswer:
            reasons << tr("no answer stands behind \"Answer:\" in the note");
            break;
        case TaskFault::noNumber:
            reasons << tr("the answer is not a number of this kind");
            break;
        case TaskFault::wrongAnswer:
            reasons << tr("the answer is not what was simulated");
            break;
        case TaskFault::otherwiseChanged:
            reasons << tr("something was changed that the task does not allow");
            break;
        case TaskFault::doesNotRun:
            reasons << tr("the plan does not run: %1").arg(sentenceOf(*task.verdict.problem));
            break;
        case TaskFault::goalMissed:
            reasons << tr("the goal is not reached");
            break;
        }
    }
    return reasons.join(QStringLiteral("; "));
}

QString GradingModel::titleOf(const std::string &name) const
{
    if (m_sheet)
        if (const auto known = m_sheet->lessons.find(name); known != m_sheet->lessons.end())
            return QString::fromStdString(known->second.title.in(lessonLanguage().toStdString()));
    return QString::fromStdString(name);
}

QString GradingModel::text(std::size_t row, int column) const
{
    const auto &found = m_verdicts[row];
    if (column == fileName)
        return QFileInfo(m_files[static_cast<qsizetype>(row)]).fileName();
    if (!found)
        return column == result ? tr("not checked yet") : QString();
    if (!*found)
        return column == result ? tr("✗ cannot be graded") : column == reason ? sentenceOf(found->error()) : QString();
    const GradedTask &task = **found;
    switch (column) {
    case studentNumber:
        return QString::number(task.task.student + 1);
    case lessonTitle:
        return titleOf(task.task.lesson);
    case answer:
        return task.verdict.given ? QString::fromStdString(shownText(*task.verdict.given, task.show))
                                  : QString::fromStdString(task.verdict.written);
    case simulated:
        return QString::fromStdString(shownText(task.verdict.correct, task.show));
    case result:
        return task.verdict.isRight() ? tr("✓ right") : tr("✗ not right");
    default:
        return reasonOf(task);
    }
}

QVariant GradingModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const auto &found = m_verdicts[row];
    const bool isRight = found && *found && (**found).verdict.isRight();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::ToolTipRole:
        if (index.column() == fileName)
            return plainTip(m_files[index.row()]);
        if (index.column() == reason && found && !*found)
            return plainTip(sentenceWithHint(found->error()));
        return plainTip(text(row, index.column()));
    case Qt::ForegroundRole:
        if (index.column() == result && found)
            return currentTheme()[isRight ? Role::ok : *found ? Role::warning : Role::error];
        return {};
    case Qt::TextAlignmentRole:
        if (index.column() == studentNumber || index.column() == answer || index.column() == simulated)
            return QVariant(Qt::AlignRight | Qt::AlignVCenter);
        return {};
    case sortRole:
        if (index.column() == studentNumber)
            return found && *found ? static_cast<int>((**found).task.student) : -1;
        return text(row, index.column());
    default:
        return {};
    }
}

QVariant GradingModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case fileName:
        return tr("Hand-in");
    case studentNumber:
        return tr("Student");
    case lessonTitle:
        return tr("Lesson");
    case answer:
        return tr("Answer");
    case simulated:
        return tr("Simulated");
    case result:
        return tr("Result");
    case reason:
        return tr("Why not");
    default:
        return {};
    }
}

} // namespace heteroscope
