// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/strategy_delegate.h"

#include "strategies/chip_row.h"
#include "strategies/step_sketch.h"
#include "strategies/strategy_model.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/predicted.h"
#include "theme/theme.h"

#include <QApplication>
#include <QPainter>
#include <QSortFilterProxyModel>

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

constexpr int pad = 10;
constexpr int chipHeight = 16;
constexpr int timeWidth = 60;
constexpr int timeGap = 4; ///< before the uncertainty
constexpr int uncertaintyWidth = 42;
constexpr int differenceWidth = 60; ///< of most rows less
constexpr int usualDifference = 52;
constexpr double pinSize = 11;
constexpr int caretSize = 12;
constexpr int memberIndent = 14;

struct ChipColors
{
    QColor fill;
    QColor border; ///< none if invalid
    QColor ink;
};

/// colors(index of a chip's text): -1 for the ellipsis that stands for those without room.
template<class Colors>
void paintChips(QPainter *painter, const QRect &rect, const QStringList &texts, Colors &&colors)
{
    for (const ChipPlace &place : placedChips(texts, QFontMetricsF(painter->font()), rect.width())) {
        const ChipColors look = colors(place.chip);
        const QRectF chip(rect.left() + place.x, rect.center().y() - chipHeight / 2.0 + 0.5, place.width, chipHeight);
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(look.border.isValid() ? QPen(look.border, 1) : QPen(Qt::NoPen));
        painter->setBrush(look.fill);
        painter->drawRoundedRect(look.border.isValid() ? chip.adjusted(0.5, 0.5, -0.5, -0.5) : chip, 3, 3);
        painter->setRenderHint(QPainter::Antialiasing, false);
        painter->setPen(look.ink);
        painter->drawText(chip, Qt::AlignCenter, place.text);
    }
}

void paintTrack(QPainter *painter, const QRectF &rect, double share, const QColor &fill, const QColor &track)
{
    painter->fillRect(rect, track);
    if (share > 0)
        painter->fillRect(
            QRectF(rect.left(), rect.top(), std::max(1.0, rect.width() * std::min(share, 1.0)), rect.height()), fill);
}

/// "+3": plans that are folded under this one.
QString membersText(const StrategyRow &head) { return QStringLiteral("+%1").arg(head.members); }

/// Neither an answer nor what answers are compared with: its words are muted.
bool isAside(const StrategyRow &row) { return row.kind == StrategyRow::Kind::rejected || row.isNoAnswer; }

/// Memory held, as a share of the capacity; beyond it both are shown, the capacity solid, what is beyond it hatched.
void paintHeld(QPainter *painter, const QRectF &bar, double share)
{
    const Theme &t = currentTheme();
    const double solid = share > 1 ? bar.width() / share : bar.width() * share;
    painter->fillRect(bar, t[Role::memoryTrack]);
    painter->fillRect(QRectF(bar.left(), bar.top(), solid, bar.height()), t[Role::memory]);
    if (share <= 1)
        return;
    const QRectF beyond(bar.left() + solid, bar.top(), bar.width() - solid, bar.height());
    painter->fillRect(beyond, t[Role::errorFill]);
    painter->fillRect(beyond, t.overflowHatch(painter->device()->devicePixelRatioF()));
}

} // namespace

StrategyDelegate::StrategyDelegate(const StrategyModel *model, QObject *parent)
    : QStyledItemDelegate(parent), m_model(model)
{
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, [this] { m_sketches.clear(); });
    connect(model, &QAbstractItemModel::modelReset, this, [this] { m_sketches.clear(); });
}

QRect StrategyDelegate::caretRect(const QRect &cell)
{
    return {cell.right() - caretSize - 3, cell.top(), caretSize + 4, cell.height()};
}

int StrategyDelegate::widestPlan() const
{
    const QFontMetricsF metrics(font(TypeRole::badge)), labels(font(TypeRole::label));
    double widest = 0;
    for (int i = 0; i < m_model->rowCount(); ++i) {
        const StrategyRow &row = m_model->row(i);
        if (row.kind == StrategyRow::Kind::rejected || row.isMember())
            continue;
        double width = row.isHead() ? labels.horizontalAdvance(membersText(row)) + chipGap : 0;
        for (const QString &chip : row.chips)
            width += chipWidth(chip, metrics) + chipGap;
        widest = std::max(widest, width);
    }
    return static_cast<int>(std::ceil(widest)) + 2 * pad;
}

QSize StrategyDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {60, tableRowHeight};
}

void StrategyDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto *proxy = qobject_cast<const QSortFilterProxyModel *>(index.model());
    const auto sourceOf = [proxy](const QModelIndex &shown) {
        return proxy ? proxy->mapToSource(shown).row() : shown.row();
    };
    const int source = sourceOf(index);
    const StrategyRow &row = m_model->row(source);
    const bool beginsBlock =
        index.row() > 0 && m_model->row(sourceOf(index.siblingAtRow(index.row() - 1))).block() != row.block();
    const Theme &t = currentTheme();
    painter->save();
    const QRect cell = option.rect;
    if (option.state & QStyle::State_Selected) {
        painter->fillRect(cell, t[Role::selectionFill]);
        if (index.column() == 0)
            painter->fillRect(QRect(cell.left(), cell.top(), 3, cell.height()), t[Role::selection]);
    } else if (index.row() == m_hoveredRow) {
        painter->fillRect(cell, t[Role::hover]);
    }
    painter->fillRect(QRect(cell.left(), cell.bottom(), cell.width(), 1), t[Role::grid]);
    if (beginsBlock)
        painter->fillRect(QRect(cell.left(), cell.top(), cell.width(), 1), t[Role::borderStrong]);
    if (m_stale)
        painter->setOpacity(Theme::staleOpacity);
    const QRect rect = cell.adjusted(pad, 0, -pad, -1);
    const bool rejected = isAside(row);
    switch (index.column()) {
    case StrategyModel::rank:
        paintRank(painter, rect, row);
        if (row.isHead())
            paintIcon(*painter,
                      QRectF(0, 0, caretSize, caretSize).translated(caretRect(cell).center() - QPointF(5.5, 5.5)),
                      m_model->isOpen(source) ? IconName::chevronDown : IconName::chevronRight, t[Role::secondary]);
        break;
    case StrategyModel::plan:
        paintChips(painter, rect, row);
        break;
    case StrategyModel::stages:
        paintStages(painter, rect, row);
        break;
    case StrategyModel::stepTime:
        paintTime(painter, rect, row);
        break;
    case StrategyModel::memory:
        paintMemory(painter, rect, row);
        break;
    case StrategyModel::sketch:
        paintSketchOf(painter, rect, row);
        break;
    case StrategyModel::why: {
        painter->setFont(font(TypeRole::label));
        const bool best = row.rank == 1;
        painter->setPen(row.doesNotFit() || (row.kind == StrategyRow::Kind::own && row.result && !row.result->feasible)
                            ? t[Role::error]
                        : best && m_model->isProved() ? t[Role::ok]
                        : rejected                    ? t[Role::muted]
                                                      : t[Role::secondary]);
        painter->drawText(rect, Qt::AlignVCenter | Qt::AlignLeft,
                          painter->fontMetrics().elidedText(m_model->reasonOf(row), Qt::ElideRight, rect.width()));
        break;
    }
    default:
        painter->setFont(font(TypeRole::body));
        painter->setPen(rejected ? t[Role::muted] : t[Role::text]);
        drawNumber(*painter, rect, Qt::AlignRight | Qt::AlignVCenter, index.data(Qt::DisplayRole).toString());
    }
    if ((option.state & QStyle::State_HasFocus) && (option.state & QStyle::State_KeyboardFocusChange)) {
        painter->setPen(QPen(t[Role::selection], 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(QRectF(cell).adjusted(1, 1, -1, -2));
    }
    painter->restore();
}

void StrategyDelegate::paintRank(QPainter *painter, const QRect &rect, const StrategyRow &row) const
{
    const Theme &t = currentTheme();
    if (row.kind == StrategyRow::Kind::own) {
        paintIcon(*painter, QRectF(rect.left() - 2, rect.center().y() - 7.5, 16, 16), IconName::pin,
                  t[row.isKept() ? Role::muted : Role::selection]);
        return;
    }
    QRectF sign(rect);
    if (row.isPinned) { // before the rank, which stays
        const double left = rect.left() - pad + 4;
        paintIcon(*painter, QRectF(left, rect.center().y() - 5.5, pinSize, pinSize), IconName::pin, t[Role::selection]);
        sign.setLeft(left + pinSize + 2);
        sign.setRight(rect.right() + pad);
    }
    if (row.isRecommended && row.rank != 1) {
        paintIcon(*painter, QRectF(sign.left() - (row.isPinned ? 0 : 2), rect.center().y() - 7.5, 16, 16),
                  IconName::plan, t[Role::ok]);
        return;
    }
    painter->setFont(font(row.rank == 1 ? TypeRole::title : TypeRole::body));
    painter->setPen(row.rank > 0 ? t[Role::text] : t[Role::muted]);
    drawNumber(*painter, sign, Qt::AlignLeft | Qt::AlignVCenter,
               row.rank > 0 ? QString::number(row.rank) : QStringLiteral("\u2013"));
}

void StrategyDelegate::paintChips(QPainter *painter, const QRect &rect, const StrategyRow &row) const
{
    const Theme &t = currentTheme();
    painter->setFont(font(TypeRole::badge));
    const bool rejected = isAside(row);
    QRect room = rect;
    QStringList texts = row.chips;
    if (row.isMember()) {
        painter->fillRect(QRectF(rect.left() + 4, rect.top(), 1, rect.height() + 1), t[Role::borderStrong]);
        room.setLeft(rect.left() + memberIndent);
        texts.prepend(row.change);
    } else if (row.isHead()) {
        const QString members = membersText(row);
        painter->setFont(font(TypeRole::label));
        painter->setPen(t[Role::secondary]);
        painter->drawText(rect, Qt::AlignVCenter | Qt::AlignRight, members);
        room.setRight(rect.right() - painter->fontMetrics().horizontalAdvance(members) - static_cast<int>(chipGap));
        painter->setFont(font(TypeRole::badge));
    }
    heteroscope::paintChips(painter, room, texts, [&](int chip) {
        // What a guest is called stands out, for its plan is not one of the ranking; so does what a member has
        // otherwise.
        const bool name = (row.isGuest() || row.isMember()) && chip == 0;
        if (row.isMember() && !name)
            return ChipColors{Qt::transparent, {}, t[Role::muted]};
        if (name && row.isNoAnswer)
            return ChipColors{t[Role::panel], t[Role::borderStrong], t[Role::secondary]};
        if (name && row.isBestUniform())
            return ChipColors{t[Role::selectionFill], t[Role::selection], t[Role::selection]};
        return ChipColors{rejected || name ? t[Role::panel] : t[Role::panelSunk],
                          name ? t[Role::selection] : t[Role::border],
                          rejected ? t[Role::muted]
                          : name   ? t[Role::selection]
                                   : t[Role::text]};
    });
}

void StrategyDelegate::paintStages(QPainter *painter, const QRect &rect, const StrategyRow &row) const
{
    const Theme &t = currentTheme();
    painter->setFont(font(TypeRole::label));
    const bool rejected = row.kind == StrategyRow::Kind::rejected;
    QStringList texts;
    for (const StageChip &chip : row.stages)
        texts << chip.text;
    heteroscope::paintChips(painter, rect, texts, [&](int chip) {
        if (rejected || chip < 0)
            return ChipColors{Qt::transparent, {}, t[Role::muted]};
        const int stage = row.stages[static_cast<std::size_t>(chip)].stage;
        return ChipColors{t.stageFill(stage), {}, t.stage(stage)};
    });
}

void StrategyDelegate::paintTime(QPainter *painter, const QRect &rect, const StrategyRow &row) const
{
    const Theme &t = currentTheme();
    if (!row.result) {
        painter->setFont(font(TypeRole::badge));
        const bool error = row.doesNotFit() || row.rejection == Rejection::outOfMemory;
        heteroscope::paintChips(painter, rect, {row.reason}, [&](int) {
            return ChipColors{t[error ? Role::errorFill : Role::panelSunk], {}, t[error ? Role::error : Role::muted]};
        });
        return;
    }
    painter->setFont(font(row.isNoAnswer ? TypeRole::body : TypeRole::title));
    painter->setPen(t[row.isNoAnswer ? Role::muted : Role::text]);
    const QString time = formatTicks(row.result->stepTime);
    const double uncertaintyLeft =
        rect.left() + std::max(1.0 * timeWidth, std::ceil(numberWidth(*painter, time)) + timeGap);
    drawNumber(*painter, QRectF(rect.left(), rect.top(), uncertaintyLeft - rect.left(), rect.height()),
               Qt::AlignLeft | Qt::AlignVCenter, time);
    if (rect.width() >= timeWidth + uncertaintyWidth + usualDifference) {
        painter->setFont(font(TypeRole::label));
        painter->setPen(t[Role::muted]);
        drawNumber(*painter, QRectF(uncertaintyLeft, rect.top(), uncertaintyWidth, rect.height()),
                   Qt::AlignLeft | Qt::AlignVCenter, uncertaintyText(row.result->uncertainty));
    }
    const double barLeft = uncertaintyLeft + uncertaintyWidth;
    const double barWidth = std::max(0.0, rect.left() + rect.width() - differenceWidth - barLeft);
    const bool best = row.rank == 1 || row.isRecommended;
    if (barWidth > 8 && m_model->longestTime() > 0)
        paintTrack(painter, QRectF(barLeft, rect.center().y() - 3, barWidth, 7), row.stepTime / m_model->longestTime(),
                   best ? t[Role::accent] : t[Role::memory], t[Role::panelSunk]);
    painter->setFont(font(best ? TypeRole::badge : TypeRole::label));
    painter->setPen(t[best ? Role::ok : row.isNoAnswer ? Role::muted : Role::secondary]);
    const QString word = row.rank != 1         ? formatSignedPercent(row.difference)
                         : m_model->isBeaten() ? tr("proved")
                                               : tr("best");
    if (row.rank == 1 || m_model->bestTime() > 0)
        drawNumber(*painter, QRectF(rect.right() - differenceWidth + 1, rect.top(), differenceWidth, rect.height()),
                   Qt::AlignRight | Qt::AlignVCenter, word);
}

void StrategyDelegate::paintMemory(QPainter *painter, const QRect &rect, const StrategyRow &row) const
{
    const Theme &t = currentTheme();
    if (row.capacity.value <= 0) {
        painter->setPen(t[Role::muted]);
        painter->setFont(font(TypeRole::body));
        painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("\u2013"));
        return;
    }
    constexpr double usualText = 88; // bars of all rows end where the figures begin
    constexpr double leastBar = 14;
    const QString text = formatMemoryOf(row.peak, row.capacity);
    painter->setFont(font(row.doesNotFit() ? TypeRole::badge : TypeRole::label));
    const double textWidth = std::max(usualText, std::ceil(numberWidth(*painter, text)));
    const double share = row.peak / row.capacity;
    const bool over = row.doesNotFit();
    const QRectF bar(rect.left(), rect.center().y() - 3, rect.width() - textWidth - 6, 7);
    if (bar.width() >= leastBar)
        paintHeld(painter, bar, share);
    painter->setPen(over                                      ? t[Role::error]
                    : row.kind == StrategyRow::Kind::rejected ? t[Role::muted]
                                                              : t[Role::secondary]);
    drawNumber(*painter, QRectF(rect.right() - textWidth, rect.top(), textWidth + 1, rect.height()),
               Qt::AlignRight | Qt::AlignVCenter, text);
}

void StrategyDelegate::paintSketchOf(QPainter *painter, const QRect &rect, const StrategyRow &row) const
{
    if (!row.result || row.result->lanes.empty() || row.result->lanes.front().intervals.empty())
        return;
    const double ratio = painter->device()->devicePixelRatioF();
    QPixmap &picture = m_sketches[row.result.get()];
    if (picture.isNull() || picture.devicePixelRatioF() != ratio) {
        picture = QPixmap((QSizeF(sketchSize) * ratio).toSize());
        picture.setDevicePixelRatio(ratio);
        picture.fill(Qt::transparent);
        QPainter sketch(&picture);
        paintSketch(sketch, QRectF(QPointF(0, 0), QSizeF(sketchSize)), *row.result, currentTheme());
    }
    painter->drawPixmap(QPointF(rect.left(), rect.center().y() - sketchSize.height() / 2.0 + 0.5), picture);
}

} // namespace heteroscope
