// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan_editor/plan_board.h"

#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/theme.h"

#include <QtWidgets>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heteroscope {

namespace {

constexpr int pad = 14;
constexpr int headWidth = 96;
constexpr int rowGap = 6;
constexpr int headHeight = 24; // of a stage
constexpr int chipHeight = 20;
constexpr int chipGap = 4;
constexpr int memoryHeight = 20; // below the chips
constexpr int leastStage = 84;
constexpr int stageGap = 6; // where the border is taken hold of
constexpr int grip = 5;     // px to each side of it
constexpr int unusedHeight = 34;
constexpr int startDistance = 4;

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
    updateGeometry();
    setMinimumHeight(sizeHint().height());
    update();
}

void PlanBoard::setLocked(const std::set<std::size_t> &stages)
{
    m_locked = stages;
    update();
}

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
    const double room = width() - 2 * pad - headWidth - static_cast<double>(stages.size()) * (leastStage + stageGap);
    return layers > 0 ? std::max(0.0, room / layers) : 0;
}

QRectF PlanBoard::stageRect(std::size_t pipeline, std::size_t stage) const
{
    double top = pad;
    const auto heightOf = [](const Pipeline &each) {
        std::size_t groups = 1;
        for (const Stage &one : each.stages)
            groups = std::max(groups, one.groups.size());
        return headHeight + static_cast<double>(groups) * (chipHeight + chipGap) + memoryHeight;
    };
    for (std::size_t p = 0; p < pipeline; ++p)
        top += heightOf(pipelineAt(p)) + rowGap;
    double left = pad + headWidth;
    const double perLayer = layerWidth(pipeline);
    for (std::size_t s = 0; s < stage; ++s)
        left += leastStage + perLayer * layersOf(pipeline, s) + stageGap;
    return QRectF(left, top, leastStage + perLayer * layersOf(pipeline, stage), heightOf(pipelineAt(pipeline)));
}

QPoint PlanBoard::borderPlace(std::size_t pipeline, std::size_t stage) const
{
    const QRectF rect = stageRect(pipeline, stage);
    return QPointF(rect.right() + stageGap / 2.0, rect.center().y()).toPoint();
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
        const bool target = m_dragging && m_drag != Drag::border && groupRect(place).contains(m_at);
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
    const QString text = over ? tr("%1 over").arg(formatBytes(fullest->memory.total() - fullest->memoryCapacity))
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
        painter.setFont(heteroscope::font(TypeRole::body));
        painter.setPen(t[Role::muted]);
        painter.drawText(rect(), Qt::AlignCenter, tr("The stages appear with the first plan."));
        return;
    }
    for (std::size_t p = 0; p < m_plan->pipelines.size(); ++p) {
        const QRectF first = stageRect(p, 0);
        painter.setFont(heteroscope::font(TypeRole::title));
        painter.setPen(t[Role::text]);
        painter.drawText(QRectF(pad, first.top(), headWidth, headHeight), Qt::AlignVCenter | Qt::AlignLeft,
                         tr("Pipeline %1").arg(p + 1));
        painter.setFont(heteroscope::font(TypeRole::label));
        painter.setPen(t[Role::secondary]);
        painter.drawText(QRectF(pad, first.top() + headHeight, headWidth, chipHeight), Qt::AlignVCenter | Qt::AlignLeft,
                         tr("%1 of %2").arg(pipelineAt(p).microBatches).arg(m_plan->microBatchSize));
        for (std::size_t s = 0; s < pipelineAt(p).stages.size(); ++s) {
            paintStage(painter, p, s);
            if (s + 1 == pipelineAt(p).stages.size())
                continue;
            const bool held = m_drag == Drag::border ? m_border == StagePlace{p, s}
                                                     : m_drag == Drag::none && borderAt(m_at) == StagePlace{p, s};
            const QRectF stage = stageRect(p, s);
            painter.fillRect(QRectF(borderPlace(p, s).x() - 1, stage.top() + 6, 2, stage.height() - 12),
                             t[held ? Role::selection : Role::borderStrong]);
        }
        if (m_dragging && m_drag == Drag::group && !groupAt(m_at)) {
            if (const auto target = stageAt(m_at); target && target->first == p) {
                painter.setPen(QPen(t[Role::selection], 2, Qt::DashLine));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(stageRect(target->first, target->second).adjusted(1, 1, -1, -1));
            }
        }
    }
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
    if (m_drag == Drag::unused) {
        if (onto)
            emit devicesReplaced(*onto, m_unused[m_chip]);
        return;
    }
    if (m_drag != Drag::group)
        return;
    const GroupPlace from = m_group;
    if (onto && *onto != from)
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
                    tr("Change places with %1 (stage %2)").arg(groupText(other), stageLetter(static_cast<int>(s))),
                    this, [this, place, other] { emit groupsSwapped(place, other); });
            }
        }
    }
    menu->addSeparator();
    for (std::size_t s = 0; s < pipelineAt(place.pipeline).stages.size(); ++s)
        if (s != place.stage)
            menu->addAction(tr("Join stage %1").arg(stageLetter(static_cast<int>(s))), this,
                            [this, place, s] { emit groupMoved(place, place.pipeline, s); });
    menu->addSeparator();
    for (const auto &devices : m_unused)
        menu->addAction(tr("Replace by unused %1").arg(devicesText(devices)), this,
                        [this, place, devices] { emit devicesReplaced(place, devices); });
    return menu;
}

void PlanBoard::contextMenuEvent(QContextMenuEvent *event)
{
    if (!m_plan || m_plan->pipelines.empty() || pipelineAt(m_current.first).stages.empty())
        return;
    auto place = groupAt(event->pos());
    QPoint at = event->globalPos();
    if (event->reason() == QContextMenuEvent::Keyboard) {
        place = GroupPlace{m_current.first, m_current.second, 0};
        at = mapToGlobal(groupRect(*place).bottomLeft().toPoint());
    }
    if (place)
        menuOf(*place)->exec(at);
}

QString PlanBoard::tipAt(QPointF at) const
{
    const auto stage = stageAt(at);
    if (borderAt(at))
        return tr("Drag: layers go from one stage to the other (Shift+Left, Shift+Right)");
    if (unusedAt(at))
        return tr("Drag onto a group: these devices take its place");
    if (!stage)
        return {};
    if (lockRect(stage->first, stage->second).contains(at))
        return m_locked.contains(stage->second)
                   ? tr("The devices of this stage are pinned, for the planner as well; a click frees them (L)")
                   : tr("Pin the devices of this stage, for the planner as well (L)");
    if (groupAt(at))
        return tr("Drag onto a group to change places with it, or onto a stage to join it; its menu does the same");
    const Lane *lane = laneOf(stage->first, stage->second, 0);
    return lane ? tr("Peak memory %1 of %2 on each device")
                      .arg(formatBytes(lane->memory.total()), formatBytes(lane->memoryCapacity))
                : QString();
}

bool PlanBoard::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), tipAt(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace heteroscope
