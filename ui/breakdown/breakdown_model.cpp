// SPDX-License-Identifier: GPL-3.0-or-later
#include "breakdown/breakdown_model.h"

#include "cost/rounding.h"
#include "language/term_words.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

/// Steps of lightness, never a new hue: products are the full colour, what is no work of the device the palest.
double lightnessOf(const TermId &kind)
{
    const auto *plain = std::get_if<PlainTerm>(&kind);
    if (!plain)
        return 0.4;
    switch (*plain) {
    case PlainTerm::products:
    case PlainTerm::measuredLayers:
        return 1.0;
    case PlainTerm::experts:
        return 0.88;
    case PlainTerm::attention:
        return 0.74;
    case PlainTerm::memoryBound:
        return 0.56;
    case PlainTerm::gradientSums:
    case PlainTerm::routing:
        return 0.48;
    case PlainTerm::host:
        return 0.36;
    case PlainTerm::slowestNode:
    case PlainTerm::slowedDevice:
    case PlainTerm::calibrationScale:
    case PlainTerm::slowedInSimulation:
    case PlainTerm::idleInSimulation:
    case PlainTerm::seenInSimulation:
    case PlainTerm::rounding:
        return 0.28;
    default:
        return 0.4;
    }
}

} // namespace

struct BreakdownModel::Row
{
    const CostTerm *term = nullptr;
    const Row *above = nullptr;
    int number = 0;
    double whole = 0; ///< of the root
    std::optional<Activity> activity{};
    std::optional<TermId> kind{};
    std::vector<std::unique_ptr<Row>> below{};
};

QString formatTerm(double value, TermUnit unit)
{
    switch (unit) {
    case TermUnit::seconds:
        return formatSeconds(Seconds(value));
    case TermUnit::bytes:
        return formatBytes(Bytes(value));
    case TermUnit::memory:
        return formatMemory(Bytes(value));
    case TermUnit::bytesPerSecond:
        return formatBandwidth(BytesPerSecond(value));
    case TermUnit::flop:
        return formatFlop(Flop(value));
    case TermUnit::flopPerSecond:
        return formatFlops(FlopPerSecond(value));
    case TermUnit::share:
        return formatPercent(value);
    case TermUnit::count:
        break;
    }
    return formatInput(value);
}

QColor termColor(const Theme &theme, Activity activity, const std::optional<TermId> &kind)
{
    if (!kind || !isCompute(activity))
        return theme.fill(activity);
    const double tint = activity == Activity::recompute ? Theme::recomputeTint : 1.0;
    return theme.mixed(roleOf(activity), lightnessOf(*kind) * tint);
}

BreakdownModel::BreakdownModel(QObject *parent) : QAbstractItemModel(parent) {}
BreakdownModel::~BreakdownModel() = default;

void BreakdownModel::fill(Row &row, int depth)
{
    std::vector<const CostTerm *> parts;
    for (const CostTerm &part : row.term->parts)
        if (std::abs(part.value) > termRounding * row.whole)
            parts.push_back(&part);
    if (depth > 0)
        std::stable_sort(parts.begin(), parts.end(),
                         [](const CostTerm *a, const CostTerm *b) { return a->value > b->value; });
    for (const CostTerm *part : parts) {
        auto below = std::make_unique<Row>();
        below->term = part;
        below->above = &row;
        below->number = static_cast<int>(row.below.size());
        below->whole = row.whole;
        below->activity = row.activity;
        if (const Activity *activity = depth == 0 ? activityOf(part->id) : nullptr)
            below->activity = *activity;
        below->kind = depth == 1 ? part->id : row.kind;
        fill(*below, depth + 1);
        row.below.push_back(std::move(below));
    }
}

void BreakdownModel::setExplanation(std::shared_ptr<const LaneExplanation> explanation)
{
    beginResetModel();
    m_roots.clear();
    m_explanation = std::move(explanation);
    if (m_explanation) {
        for (const CostTerm *root : {&m_explanation->time, &m_explanation->memory}) {
            auto row = std::make_unique<Row>();
            row->term = root;
            row->whole = root->value;
            row->number = static_cast<int>(m_roots.size());
            fill(*row, 0);
            m_roots.push_back(std::move(row));
        }
    }
    endResetModel();
}

const BreakdownModel::Row *BreakdownModel::rowOf(const QModelIndex &index) const
{
    return index.isValid() ? static_cast<const Row *>(index.constInternalPointer()) : nullptr;
}

const CostTerm *BreakdownModel::term(const QModelIndex &index) const
{
    const Row *row = rowOf(index);
    return row ? row->term : nullptr;
}

TermPath BreakdownModel::path(const QModelIndex &index) const
{
    TermPath path;
    for (const Row *row = rowOf(index); row; row = row->above)
        path.insert(path.begin(), row->term->id);
    return path;
}

QModelIndex BreakdownModel::find(const TermPath &path) const
{
    QModelIndex at;
    for (const TermId &id : path) {
        QModelIndex next;
        for (int i = 0; i < rowCount(at) && !next.isValid(); ++i)
            if (const QModelIndex below = index(i, 0, at); term(below)->id == id)
                next = below;
        if (!next.isValid())
            return {};
        at = next;
    }
    return at;
}

QModelIndex BreakdownModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || column < 0 || column >= columnCountValue || (parent.isValid() && parent.column() != 0))
        return {};
    const Row *above = rowOf(parent);
    const auto &rows = above ? above->below : m_roots;
    if (row >= static_cast<int>(rows.size()))
        return {};
    return createIndex(row, column, rows[static_cast<std::size_t>(row)].get());
}

QModelIndex BreakdownModel::parent(const QModelIndex &index) const
{
    const Row *row = rowOf(index);
    return row && row->above ? createIndex(row->above->number, 0, row->above) : QModelIndex();
}

int BreakdownModel::rowCount(const QModelIndex &parent) const
{
    if (parent.column() > 0)
        return 0;
    const Row *row = rowOf(parent);
    return static_cast<int>(row ? row->below.size() : m_roots.size());
}

int BreakdownModel::columnCount(const QModelIndex &) const { return columnCountValue; }

QVariant BreakdownModel::data(const QModelIndex &index, int role) const
{
    const Row *row = rowOf(index);
    if (!row)
        return {};
    const CostTerm &term = *row->term;
    const double part = row->whole > 0 ? term.value / row->whole : 0;
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case name:
            return termWords(term.id);
        case value:
            return formatTerm(term.value, term.unit);
        case share:
            return formatPercent(part);
        case where:
            return placeWords(term.where);
        default:
            return {};
        }
    case Qt::TextAlignmentRole:
        return index.column() == value || index.column() == share ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                                                  : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return plainTip(index.data(Qt::AccessibleDescriptionRole).toString());
    case Qt::AccessibleDescriptionRole:
        return tr("%1: %2, %3 of %4")
            .arg(termWords(term.id), formatTerm(term.value, term.unit), formatPercent(part, 2),
                 term.unit == TermUnit::memory ? tr("the memory") : tr("the step"));
    case shareRole:
        return part;
    case colorRole:
        if (row->activity)
            return termColor(currentTheme(), *row->activity, row->kind);
        for (const Row *above = row; above; above = above->above)
            if (const auto *memory = std::get_if<MemoryPart>(&above->term->id))
                return currentTheme().fill(*memory);
        return {};
    case waitRole:
        return row->activity && (*row->activity == Activity::bubble || *row->activity == Activity::straggler);
    default:
        return {};
    }
}

QVariant BreakdownModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == value || section == share ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                                    : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case name:
        return tr("Term");
    case value:
        return tr("Value");
    case share:
        return tr("Share");
    case where:
        return tr("Where");
    default:
        return {};
    }
}

} // namespace heteroscope
