// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan_editor/plan_board.h"

#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

constexpr int startDistance = 4;

bool hasBorder(const std::optional<Plan> &plan, const std::pair<std::size_t, std::size_t> &border)
{
    return plan && border.first < plan->pipelines.size() &&
           border.second + 1 < plan->pipelines[border.first].stages.size();
}

} // namespace

QString devicesText(const std::vector<std::string> &devices)
{
    QStringList parts;
    for (std::size_t i = 0; i < devices.size();) {
        const QString name = QString::fromStdString(devices[i]);
        const qsizetype colon = name.lastIndexOf(u':');
        const QString node = name.left(colon + 1);
        const int first = QStringView(name).mid(colon + 1).toInt();
        std::size_t next = i + 1;
        while (colon > 0 && next < devices.size() &&
               QString::fromStdString(devices[next]) == node + QString::number(first + static_cast<int>(next - i)))
            ++next;
        const int last = first + static_cast<int>(next - i) - 1;
        parts << (last > first ? name + QChar(0x2013) + QString::number(last) : name);
        i = next;
    }
    return parts.join(QStringLiteral(", "));
}

PlanBoard::PlanBoard(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Stages of the plan"));
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void PlanBoard::setPlan(const std::optional<Plan> &plan, std::vector<std::vector<std::string>> unused,
                        std::shared_ptr<const StepResult> result)
{
    // What is held may be gone. A border stays in the hand while there is one: its own moves come back as plans.
    const bool same = m_drag == Drag::border ? hasBorder(plan, m_border) : plan == m_plan && unused == m_unused;
    if (!same) {
        m_drag = Drag::none;
        m_dragging = false;
    }
    m_plan = plan;
    m_unused = std::move(unused);
    m_result = std::move(result);
    if (!m_plan || m_plan->pipelines.empty()) {
        m_current = {0, 0};
    } else {
        m_current.first = std::min(m_current.first, m_plan->pipelines.size() - 1);
        const std::size_t stages = pipelineAt(m_current.first).stages.size();
        m_current.second = std::min(m_current.second, std::max<std::size_t>(stages, 1) - 1);
    }
    layOut();
    updateGeometry();
    setMinimumHeight(sizeHint().height());
    update();
}

void PlanBoard::setLocked(const std::set<std::size_t> &stages)
{
    m_locked = stages;
    update();
}

const Lane *PlanBoard::laneOf(std::size_t pipeline, std::size_t stage, std::size_t group) const
{
    std::size_t seen = 0;
    for (std::size_t i = 0; m_result && i < m_result->lanes.size(); ++i) {
        const Lane &lane = m_result->lanes[i];
        if (lane.pipeline == static_cast<int>(pipeline) && lane.stage == static_cast<int>(stage) && seen++ == group)
            return &lane;
    }
    return nullptr;
}

QString PlanBoard::groupText(const GroupPlace &place) const
{
    return devicesText(pipelineAt(place.pipeline).stages[place.stage].groups[place.group].devices);
}

void PlanBoard::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void PlanBoard::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = m_at = event->position();
    m_dragging = false;
    m_moved = 0;
    m_drag = Drag::none;
    if (const auto stage = stageAt(m_at))
        m_current = *stage;
    if (const auto border = borderAt(m_at)) {
        m_drag = Drag::border;
        m_border = *border;
        m_current = *border;
        m_perLayer = std::max(4.0, layerWidth(border->first));
    } else if (const auto stage = stageAt(m_at); stage && lockRect(stage->first, stage->second).contains(m_at)) {
        emit lockToggled(stage->second);
    } else if (const auto group = groupAt(m_at)) {
        m_drag = Drag::group;
        m_group = *group;
    } else if (const auto chip = unusedAt(m_at)) {
        m_drag = Drag::unused;
        m_chip = *chip;
    }
    update();
}

void PlanBoard::mouseMoveEvent(QMouseEvent *event)
{
    m_at = event->position();
    if (m_drag == Drag::none) {
        setCursor(borderAt(m_at)                    ? Qt::SplitHCursor
                  : groupAt(m_at) || unusedAt(m_at) ? Qt::OpenHandCursor
                                                    : Qt::ArrowCursor);
    } else if ((m_at - m_pressed).manhattanLength() >= startDistance) {
        m_dragging = true;
    }
    if (m_dragging && m_drag == Drag::border) {
        const int wanted = static_cast<int>(std::lround((m_at.x() - m_pressed.x()) / m_perLayer));
        if (wanted != m_moved) {
            const int by = wanted - m_moved;
            m_moved = wanted;
            emit borderMoved(m_border.first, m_border.second, by);
        }
    }
    update();
}

void PlanBoard::mouseReleaseEvent(QMouseEvent *event)
{
    m_at = event->position();
    const bool dragged = m_dragging;
    m_dragging = false;
    if (m_drag == Drag::border)
        emit movingFinished();
    else if (dragged)
        drop(m_at);
    m_drag = Drag::none;
    update();
}

void PlanBoard::drop(QPointF at)
{
    const auto onto = groupAt(at);
    const auto gap = gapAt(at);
    if (m_drag == Drag::unused) {
        if (gap)
            emit stageAdded(*gap, m_unused[m_chip]);
        else if (onto)
            emit devicesReplaced(*onto, m_unused[m_chip]);
        return;
    }
    if (m_drag != Drag::group)
        return;
    const GroupPlace from = m_group;
    if (gap)
        emit groupSplitOff(from, *gap);
    else if (onto && *onto != from)
        emit groupsSwapped(from, *onto);
    else if (const auto stage = stageAt(at); !onto && stage && *stage != StagePlace{from.pipeline, from.stage})
        emit groupMoved(from, stage->first, stage->second);
}

void PlanBoard::leaveEvent(QEvent *)
{
    m_at = {-1, -1};
    update();
}

void PlanBoard::keyPressEvent(QKeyEvent *event)
{
    if (!m_plan || m_plan->pipelines.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    const int across = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    const int down = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    auto &[pipeline, stage] = m_current;
    if (across != 0 && event->modifiers() & Qt::ShiftModifier) {
        emit borderMoved(pipeline, stage, across);
        emit movingFinished();
    } else if (across != 0 || down != 0) {
        const auto step = [](std::size_t at, int by, std::size_t count) {
            return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(at) + by, 0,
                                                                       static_cast<std::ptrdiff_t>(count) - 1));
        };
        pipeline = step(pipeline, down, m_plan->pipelines.size());
        stage = step(stage, across, pipelineAt(pipeline).stages.size());
        update();
    } else if (event->key() == Qt::Key_L) {
        emit lockToggled(stage);
    } else {
        QWidget::keyPressEvent(event);
    }
}

std::unique_ptr<QMenu> PlanBoard::menuOf(const GroupPlace &place)
{
    auto menu = std::make_unique<QMenu>(this);
    for (std::size_t p = 0; p < m_plan->pipelines.size(); ++p) {
        for (std::size_t s = 0; s < pipelineAt(p).stages.size(); ++s) {
            if (p == place.pipeline && s == place.stage)
                continue;
            // Of other pipelines the same stage: the others are a swap further.
            if (p != place.pipeline && s != place.stage)
                continue;
            for (std::size_t g = 0; g < pipelineAt(p).stages[s].groups.size(); ++g) {
                const GroupPlace other{p, s, g};
                menu->addAction(
                    withoutMnemonic(
                        tr("Swap with %1 (stage %2)").arg(groupText(other), stageLetter(static_cast<int>(s)))),
                    this, [this, place, other] { emit groupsSwapped(place, other); });
            }
        }
    }
    menu->addSeparator();
    for (std::size_t s = 0; s < pipelineAt(place.pipeline).stages.size(); ++s)
        if (s != place.stage)
            menu->addAction(tr("Join stage %1").arg(stageLetter(static_cast<int>(s))), this,
                            [this, place, s] { emit groupMoved(place, place.pipeline, s); });
    const StageGap behind{place.pipeline, place.stage + 1};
    if (pipelineAt(place.pipeline).stages[place.stage].groups.size() > 1)
        menu->addAction(tr("Move to a new stage"), this, [this, place, behind] { emit groupSplitOff(place, behind); });
    menu->addSeparator();
    for (const auto &devices : m_unused)
        menu->addAction(withoutMnemonic(tr("New stage behind this one from unused %1").arg(devicesText(devices))), this,
                        [this, behind, devices] { emit stageAdded(behind, devices); });
    for (const auto &devices : m_unused)
        menu->addAction(withoutMnemonic(tr("Replace by unused %1").arg(devicesText(devices))), this,
                        [this, place, devices] { emit devicesReplaced(place, devices); });
    return menu;
}

void PlanBoard::contextMenuEvent(QContextMenuEvent *event)
{
    event->ignore(); // what is beside the groups is the dock's
    if (!m_plan || m_plan->pipelines.empty() || pipelineAt(m_current.first).stages.empty())
        return;
    auto place = groupAt(event->pos());
    QPoint at = event->globalPos();
    if (event->reason() == QContextMenuEvent::Keyboard) {
        place = GroupPlace{m_current.first, m_current.second, 0};
        at = mapToGlobal(groupRect(*place).bottomLeft().toPoint());
    }
    if (!place)
        return;
    event->accept();
    menuOf(*place)->exec(at);
}

QString PlanBoard::tipAt(QPointF at) const
{
    const auto stage = stageAt(at);
    if (borderAt(at))
        return tr("Drag: layers go from one stage to the other (Shift+Left, Shift+Right)");
    if (unusedAt(at))
        return tr("Drag onto a group: these devices take its place; or between two stages: they become one");
    if (!stage)
        return {};
    if (lockRect(stage->first, stage->second).contains(at))
        return m_locked.contains(stage->second)
                   ? tr("The devices of this stage are pinned, for the planner as well; a click frees them (L)")
                   : tr("Pin the devices of this stage, for the planner as well (L)");
    if (groupAt(at))
        return tr(
            "Drag onto a group to change places with it, onto a stage to join it, or between two stages to become one; "
            "its menu does the same");
    const Lane *lane = laneOf(stage->first, stage->second, 0);
    return lane ? tr("Peak memory %1 of %2 on each device")
                      .arg(formatMemory(lane->memory.total()), formatMemory(lane->memoryCapacity))
                : QString();
}

bool PlanBoard::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), plainTip(tipAt(help->pos())), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace heteroscope
