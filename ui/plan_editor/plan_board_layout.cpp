// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the stages, groups and borders of the board lie, and what lies at a point.
#include "plan_editor/plan_board.h"

#include "plan_editor/plan_board_sizes.h"
#include "theme/theme.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heteroscope {

using namespace board;

int PlanBoard::layersOf(std::size_t pipeline, std::size_t stage) const
{
    const auto &chunks = pipelineAt(pipeline).stages[stage].chunks;
    return std::accumulate(chunks.begin(), chunks.end(), 0,
                           [](int sum, const LayerRange &chunk) { return sum + chunk.count; });
}

double PlanBoard::layerWidth(std::size_t pipeline) const
{
    const auto &stages = pipelineAt(pipeline).stages;
    int layers = 0;
    for (std::size_t s = 0; s < stages.size(); ++s)
        layers += layersOf(pipeline, s);
    const double room = width() - 2 * pad - headWidth - static_cast<double>(stages.size()) * (minStage + stageGap);
    return layers > 0 ? std::max(0.0, room / layers) : 0;
}

void PlanBoard::layOut()
{
    m_stages.clear();
    double top = pad;
    for (std::size_t p = 0; m_plan && p < m_plan->pipelines.size(); ++p) {
        const std::vector<Stage> &stages = pipelineAt(p).stages;
        std::size_t groups = 1;
        for (const Stage &stage : stages)
            groups = std::max(groups, stage.groups.size());
        const double height = headHeight + static_cast<double>(groups) * (chipHeight + chipGap) + memoryHeight;
        const double perLayer = layerWidth(p);
        double left = pad + headWidth;
        std::vector<QRectF> &rects = m_stages.emplace_back();
        for (std::size_t s = 0; s < stages.size(); ++s) {
            rects.emplace_back(left, top, minStage + perLayer * layersOf(p, s), height);
            left = rects.back().right() + stageGap;
        }
        top += height + rowGap;
    }
}

QPoint PlanBoard::borderPlace(std::size_t pipeline, std::size_t stage) const
{
    const QRectF rect = stageRect(pipeline, stage);
    return QPointF(rect.right() + stageGap / 2.0, rect.center().y()).toPoint();
}

QPoint PlanBoard::gapPlace(const StageGap &gap) const
{
    if (gap.before > 0)
        return borderPlace(gap.pipeline, gap.before - 1);
    const QRectF first = stageRect(gap.pipeline, 0);
    return QPointF(first.left() - stageGap / 2.0, first.center().y()).toPoint();
}

QRectF PlanBoard::groupRect(const GroupPlace &place) const
{
    const QRectF stage = stageRect(place.pipeline, place.stage);
    return QRectF(stage.left() + 6,
                  stage.top() + headHeight + static_cast<double>(place.group) * (chipHeight + chipGap),
                  stage.width() - 12, chipHeight);
}

QRectF PlanBoard::lockRect(std::size_t pipeline, std::size_t stage) const
{
    const QRectF rect = stageRect(pipeline, stage);
    return QRectF(rect.right() - 22, rect.top() + 4, 16, 16);
}

QRectF PlanBoard::unusedRect(std::size_t chip) const
{
    if (!m_plan || m_plan->pipelines.empty())
        return {};
    const QRectF last = stageRect(m_plan->pipelines.size() - 1, 0);
    QFontMetricsF metrics(heteroscope::font(TypeRole::badge));
    double left = pad + headWidth;
    for (std::size_t i = 0; i < chip; ++i)
        left += metrics.horizontalAdvance(devicesText(m_unused[i])) + 22;
    return QRectF(left, last.bottom() + rowGap + (unusedHeight - chipHeight) / 2.0,
                  metrics.horizontalAdvance(devicesText(m_unused[chip])) + 16, chipHeight);
}

QSize PlanBoard::sizeHint() const
{
    if (!m_plan || m_plan->pipelines.empty())
        return {600, 120};
    const QRectF last = stageRect(m_plan->pipelines.size() - 1, 0);
    return {600, static_cast<int>(last.bottom()) + (m_unused.empty() ? pad : rowGap + unusedHeight + rowGap)};
}

std::optional<PlanBoard::StagePlace> PlanBoard::stageAt(QPointF at) const
{
    for (std::size_t p = 0; m_plan && p < m_plan->pipelines.size(); ++p)
        for (std::size_t s = 0; s < pipelineAt(p).stages.size(); ++s)
            if (stageRect(p, s).contains(at))
                return StagePlace{p, s};
    return std::nullopt;
}

std::optional<PlanBoard::StagePlace> PlanBoard::borderAt(QPointF at) const
{
    for (std::size_t p = 0; m_plan && p < m_plan->pipelines.size(); ++p) {
        for (std::size_t s = 0; s + 1 < pipelineAt(p).stages.size(); ++s) {
            const QRectF rect = stageRect(p, s);
            if (std::abs(at.x() - borderPlace(p, s).x()) <= grip && at.y() >= rect.top() && at.y() <= rect.bottom())
                return StagePlace{p, s};
        }
    }
    return std::nullopt;
}

std::optional<StageGap> PlanBoard::gapAt(QPointF at) const
{
    for (std::size_t p = 0; m_plan && p < m_plan->pipelines.size(); ++p) {
        const std::size_t stages = pipelineAt(p).stages.size();
        for (std::size_t s = 0; stages > 0 && s <= stages; ++s) {
            const QRectF row = stageRect(p, 0);
            const StageGap gap{p, s};
            if (std::abs(at.x() - gapPlace(gap).x()) <= gapReach && at.y() >= row.top() && at.y() <= row.bottom())
                return gap;
        }
    }
    return std::nullopt;
}

std::optional<GroupPlace> PlanBoard::groupAt(QPointF at) const
{
    const auto stage = stageAt(at);
    if (!stage)
        return std::nullopt;
    for (std::size_t g = 0; g < pipelineAt(stage->first).stages[stage->second].groups.size(); ++g)
        if (groupRect({stage->first, stage->second, g}).contains(at))
            return GroupPlace{stage->first, stage->second, g};
    return std::nullopt;
}

std::optional<std::size_t> PlanBoard::unusedAt(QPointF at) const
{
    for (std::size_t i = 0; i < m_unused.size(); ++i)
        if (unusedRect(i).contains(at))
            return i;
    return std::nullopt;
}

} // namespace heteroscope
