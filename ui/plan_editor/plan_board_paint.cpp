// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the board is drawn.
#include "plan_editor/plan_board.h"

#include "plan_editor/plan_board_sizes.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/drawing.h"

#include <QtWidgets>

#include <algorithm>

namespace heteroscope {

using namespace board;

void PlanBoard::paintChip(QPainter &painter, const QRectF &rect, const QString &text, bool target) const
{
    const Theme &t = currentTheme();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(t[target ? Role::selection : Role::borderStrong], target ? 2 : 1));
    painter.setBrush(t[Role::card]);
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(heteroscope::font(TypeRole::badge));
    painter.setPen(t[Role::text]);
    const QRectF room = rect.adjusted(7, 0, -7, 0);
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(text, Qt::ElideMiddle, static_cast<int>(room.width())));
}

void PlanBoard::paintStage(QPainter &painter, std::size_t pipeline, std::size_t stage) const
{
    const Theme &t = currentTheme();
    const auto number = static_cast<int>(stage);
    const QRectF rect = stageRect(pipeline, stage);
    const Stage &of = pipelineAt(pipeline).stages[stage];
    const bool current = hasFocus() && m_current == StagePlace{pipeline, stage};
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(current ? QPen(t[Role::selection], 2) : QPen(Qt::NoPen));
    painter.setBrush(t.stageFill(number));
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 5, 5);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(t.stage(number));
    painter.setFont(heteroscope::font(TypeRole::title));
    const QString letter = stageLetter(number);
    painter.drawText(QRectF(rect.left() + 8, rect.top(), 24, headHeight), Qt::AlignVCenter | Qt::AlignLeft, letter);
    const double after = rect.left() + 14 + painter.fontMetrics().horizontalAdvance(letter);
    painter.setFont(heteroscope::font(TypeRole::label));
    const int layers = layersOf(pipeline, stage);
    const QString words = of.chunks.size() > 1 ? tr("%1 layers in %2 chunks").arg(layers).arg(of.chunks.size())
                          : layers == 1        ? tr("1 layer")
                                               : tr("%1 layers").arg(layers);
    const QRectF room(after, rect.top(), lockRect(pipeline, stage).left() - after - 4, headHeight);
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(words, Qt::ElideRight, static_cast<int>(room.width())));
    const bool locked = m_locked.contains(stage);
    paintIcon(painter, lockRect(pipeline, stage), IconName::pin, locked ? t[Role::selection] : t[Role::borderStrong]);
    for (std::size_t g = 0; g < of.groups.size(); ++g) {
        const GroupPlace place{pipeline, stage, g};
        const bool target = m_dragging && m_drag != Drag::border && !gapAt(m_at) && groupRect(place).contains(m_at);
        QString text = groupText(place) + QStringLiteral("  TP%1").arg(of.groups[g].tp);
        if (of.groups.size() > 1)
            text += QStringLiteral("  ") + tr("%1 of %2 samples").arg(of.groups[g].samples).arg(m_plan->microBatchSize);
        paintChip(painter, groupRect(place), text, target);
    }
    // The fullest of its groups.
    const Lane *fullest = nullptr;
    for (std::size_t g = 0; g < of.groups.size(); ++g) {
        const Lane *lane = laneOf(pipeline, stage, g);
        if (lane && (!fullest ||
                     lane->memory.total() / lane->memoryCapacity > fullest->memory.total() / fullest->memoryCapacity))
            fullest = lane;
    }
    if (!fullest)
        return;
    const double share = fullest->memory.total() / fullest->memoryCapacity;
    const bool over = share > 1;
    const QString text = over ? tr("%1 over").arg(formatMemory(fullest->memory.total() - fullest->memoryCapacity))
                              : formatPercent(share, 0);
    painter.setFont(heteroscope::font(over ? TypeRole::badge : TypeRole::label));
    const double wide = numberWidth(painter, text);
    const QRectF line(rect.left() + 8, rect.bottom() - memoryHeight, rect.width() - 16, memoryHeight);
    painter.setPen(over ? t[Role::error] : t.stage(number));
    drawNumber(painter, line, Qt::AlignRight | Qt::AlignVCenter, text);
    const QRectF track(line.left(), line.center().y() - 2, std::max(0.0, line.width() - wide - 8), 4);
    painter.fillRect(track, t[Role::memoryTrack]);
    const double solid = over ? track.width() / share : track.width() * share;
    painter.fillRect(QRectF(track.left(), track.top(), solid, track.height()), t[Role::memory]);
    if (over) {
        const QRectF beyond(track.left() + solid, track.top(), track.width() - solid, track.height());
        painter.fillRect(beyond, t[Role::errorFill]);
        painter.fillRect(beyond, t.overflowHatch(devicePixelRatioF()));
    }
}

/// A stage would come here: a bar with a plus.
void PlanBoard::paintGap(QPainter &painter, const StageGap &gap) const
{
    const Theme &t = currentTheme();
    const QRectF row = stageRect(gap.pipeline, 0);
    const QPointF at = gapPlace(gap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(t[Role::selection]);
    painter.drawRoundedRect(QRectF(at.x() - 2, row.top(), 4, row.height()), 2, 2);
    painter.drawEllipse(QPointF(at.x(), row.top() + 10), 8, 8);
    painter.setPen(QPen(t[Role::base], 2));
    painter.drawLine(QPointF(at.x() - 4, row.top() + 10), QPointF(at.x() + 4, row.top() + 10));
    painter.drawLine(QPointF(at.x(), row.top() + 6), QPointF(at.x(), row.top() + 14));
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void PlanBoard::paintGhost(QPainter &painter) const
{
    if (!m_dragging || (m_drag != Drag::group && m_drag != Drag::unused))
        return;
    const QRectF from = m_drag == Drag::group ? groupRect(m_group) : unusedRect(m_chip);
    painter.setOpacity(0.45);
    paintChip(painter, from.translated(m_at - m_pressed),
              m_drag == Drag::group ? groupText(m_group) : devicesText(m_unused[m_chip]), true);
    painter.setOpacity(1);
}

void PlanBoard::paintEvent(QPaintEvent *)
{
    const Theme &t = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), t[Role::base]);
    if (!m_plan || m_plan->pipelines.empty()) {
        drawEmptyState(painter, rect(), tr("The stages appear with the first plan."), t);
        return;
    }
    const auto paintBorder = [&](const StagePlace &place, Role role) {
        const QRectF stage = stageRect(place.first, place.second);
        painter.fillRect(
            QRectF(borderPlace(place.first, place.second).x() - 1, stage.top() + 6, 2, stage.height() - 12), t[role]);
    };
    for (std::size_t p = 0; p < m_plan->pipelines.size(); ++p) {
        const QRectF first = stageRect(p, 0);
        painter.setFont(heteroscope::font(TypeRole::title));
        painter.setPen(t[Role::text]);
        painter.drawText(QRectF(pad, first.top(), headWidth, headHeight), Qt::AlignVCenter | Qt::AlignLeft,
                         tr("Pipeline %1").arg(p + 1));
        painter.setFont(heteroscope::font(TypeRole::label));
        painter.setPen(t[Role::secondary]);
        painter.drawText(QRectF(pad, first.top() + headHeight, headWidth, chipHeight), Qt::AlignVCenter | Qt::AlignLeft,
                         m_plan->microBatchSize == 1
                             ? tr("%1 x 1 sample").arg(pipelineAt(p).microBatches)
                             : tr("%1 x %2 samples").arg(pipelineAt(p).microBatches).arg(m_plan->microBatchSize));
        for (std::size_t s = 0; s < pipelineAt(p).stages.size(); ++s) {
            paintStage(painter, p, s);
            if (s + 1 < pipelineAt(p).stages.size())
                paintBorder({p, s}, Role::borderStrong);
        }
        if (m_dragging && m_drag == Drag::group && !groupAt(m_at) && !gapAt(m_at)) {
            if (const auto target = stageAt(m_at); target && target->first == p) {
                painter.setPen(QPen(t[Role::selection], 2, Qt::DashLine));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(stageRect(target->first, target->second).adjusted(1, 1, -1, -1));
            }
        }
    }
    if (const auto gap = gapAt(m_at); gap && m_dragging && m_drag != Drag::border)
        paintGap(painter, *gap);
    if (m_drag == Drag::border)
        paintBorder(m_border, Role::selection);
    else if (const auto border = borderAt(m_at); border && m_drag == Drag::none)
        paintBorder(*border, Role::selection);
    for (std::size_t i = 0; i < m_unused.size(); ++i) {
        const QRectF chip = unusedRect(i);
        if (i == 0) {
            painter.setFont(heteroscope::font(TypeRole::title));
            painter.setPen(t[Role::secondary]);
            painter.drawText(QRectF(pad, chip.top(), headWidth, chipHeight), Qt::AlignVCenter | Qt::AlignLeft,
                             tr("Unused"));
        }
        paintChip(painter, chip, devicesText(m_unused[i]), false);
    }
    paintGhost(painter);
}

} // namespace heteroscope
