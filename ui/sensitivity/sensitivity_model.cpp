// SPDX-License-Identifier: GPL-3.0-or-later
#include "sensitivity/sensitivity_model.h"

#include "language/plan_words.h"
#include "language/sensitivity_words.h"
#include "language/sentences.h"
#include "theme/numbers.h"
#include "widgets/plain_text.h"

namespace heteroscope {
namespace {

double lostBy(const Sensitivity &found, const SensitivityItem &item)
{
    return item.isLessKnown() ? (item.less.stepTime - found.stepTime).value : 0;
}

} // namespace

void SensitivityModel::setSensitivity(Sensitivity sensitivity)
{
    beginResetModel();
    m_found = std::move(sensitivity);
    m_longest = 0;
    for (const SensitivityItem &item : m_found.items)
        m_longest = std::max({m_longest, std::abs(m_found.saved(item).value), std::abs(lostBy(m_found, item))});
    endResetModel();
}

int SensitivityModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_found.items.size());
}

int SensitivityModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : columnCountValue; }

QString SensitivityModel::sideText(const SensitivitySide &side) const
{
    if (side.problem)
        return side.problem->code == Error::Code::infeasible ? tr("nothing fits") : QStringLiteral("–");
    const double change = side.stepTime.value / m_found.stepTime.value - 1;
    return change == 0 ? tr("equal") : formatSignedPercent(change);
}

QString SensitivityModel::textOf(const SensitivityItem &item, int column) const
{
    switch (column) {
    case what:
        return wordsOf(item.subject);
    case now:
        return formatValue(item.subject.kind, item.subject.present);
    case tornado:
        return tr("%1 with more, %2 with less").arg(sideText(item.more), sideText(item.less));
    case more:
        return sideText(item.more);
    case less:
        return sideText(item.less);
    case perUnit:
        return wordsPerUnit(m_found, item);
    case perDollar: {
        const auto saved = m_found.savedPerDollar(item);
        return saved ? formatSignedSeconds(Seconds(-*saved)) : QString();
    }
    default:
        return wordsOfEnough(item);
    }
}

QString SensitivityModel::tipOf(const SensitivityItem &item) const
{
    const auto side = [&](const QString &name, const SensitivitySide &one) {
        const QString value = formatValue(item.subject.kind, one.value);
        if (one.problem)
            return tr("%1, %2: %3").arg(name, value, sentenceOf(*one.problem));
        QString text = tr("%1, %2: %3 with %4").arg(name, value, formatSeconds(one.stepTime), nameOf(one.plan));
        text += one.proved ? tr(", proved") : tr(", gap %1").arg(formatPercent(one.gap));
        if (one.samePlan)
            text += tr("; %1 with the plan of now").arg(formatSeconds(*one.samePlan));
        return text;
    };
    QStringList lines = {wordsOf(item.subject), side(tr("More"), item.more), side(tr("Less"), item.less)};
    if (const QString threshold = wordsOfThreshold(item); !threshold.isEmpty())
        lines << threshold;
    return lines.join(u'\n');
}

QVariant SensitivityModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCountValue)
        return {};
    const SensitivityItem &at = item(index.row());
    const bool isText = index.column() == what || index.column() == enough;
    switch (role) {
    case Qt::DisplayRole:
        return textOf(at, index.column());
    case Qt::TextAlignmentRole:
        return QVariant((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return plainTip(tipOf(at));
    case savedRole:
        return m_found.saved(at).value;
    case lostRole:
        return lostBy(m_found, at);
    default:
        return {};
    }
}

QVariant SensitivityModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCountValue)
        return {};
    const bool isText = section == what || section == enough;
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == tornado ? Qt::AlignHCenter
                         : isText           ? Qt::AlignLeft
                                            : Qt::AlignRight) |
                        Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const QString factor = formatFactor(m_found.factor);
    const std::array<QString, columnCountValue> titles = {tr("What"),
                                                          tr("Now"),
                                                          tr("shorter | longer"),
                                                          tr("×%1 or one more").arg(factor),
                                                          tr("÷%1 or one less").arg(factor),
                                                          tr("Per unit"),
                                                          tr("Per USD/h"),
                                                          tr("Enough")};
    return titles[static_cast<std::size_t>(section)];
}

} // namespace heteroscope
