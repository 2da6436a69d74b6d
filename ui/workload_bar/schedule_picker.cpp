// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload_bar/schedule_picker.h"

#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QStylePainter>
#include <QStyledItemDelegate>
#include <QWheelEvent>

namespace heteroscope {

namespace {

constexpr int popupWidth = 330;
constexpr int arrowRoom = 26;

class RowDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return {QStyledItemDelegate::sizeHint(option, index).width(), fieldHeight};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyleOptionViewItem row = option;
        initStyleOption(&row, index);
        const QString name = std::exchange(row.text, QString());
        const QStyle *style = row.widget ? row.widget->style() : QApplication::style();
        style->drawControl(QStyle::CE_ItemViewItem, &row, painter, row.widget);
        const Theme &t = currentTheme();
        const bool enabled = index.flags() & Qt::ItemIsEnabled;
        const bool fits = index.data(ScheduleModel::FitsRole).toBool();
        const bool best = index.data(ScheduleModel::FastestRole).toBool();
        const QRectF room = QRectF(option.rect).adjusted(10, 0, -10, 0);
        painter->save();
        painter->setFont(heteroscope::font(TypeRole::body));
        painter->setPen(t[enabled ? Role::text : Role::disabled]);
        painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter, name);
        painter->setFont(heteroscope::font(best ? TypeRole::badge : TypeRole::label));
        painter->setPen(t[!enabled ? Role::disabled : !fits ? Role::error : best ? Role::ok : Role::secondary]);
        drawNumber(*painter, room, Qt::AlignRight | Qt::AlignVCenter, index.data(ScheduleModel::FigureRole).toString());
        painter->restore();
    }
};

} // namespace

SchedulePicker::SchedulePicker(Session *session, QWidget *parent)
    : QComboBox(parent), m_session(session), m_schedules(new ScheduleModel(this)), m_comparison(session->engine())
{
    setObjectName(QStringLiteral("schedulePicker"));
    setAccessibleName(tr("Schedule"));
    setModel(m_schedules);
    setItemDelegate(new RowDelegate(this));
    setMaxVisibleItems(static_cast<int>(allSchedules().size()));
    view()->setMinimumWidth(popupWidth);
    connect(this, &QComboBox::activated, this, &SchedulePicker::choose);
    connect(session, &Session::shownChanged, this, &SchedulePicker::showPlan);
    connect(session, &Session::staleChanged, this, qOverload<>(&QWidget::update));
    connect(session->document(), &Document::projectChanged, this, &SchedulePicker::showPlan);
    connect(&m_comparison, &ScheduleComparison::changed, this,
            [this] { m_schedules->setOutcomes(m_comparison.outcomes()); });
    showPlan();
}

QString SchedulePicker::figure() const
{
    const auto result = m_session->result();
    return result ? formatPercent(result->bubbleShare()) : QString();
}

void SchedulePicker::showPlan()
{
    const std::optional<Plan> plan = m_session->currentPlan();
    const Project &project = m_session->document()->project();
    m_schedules->setPlan(plan, project.workload.model);
    setEnabled(plan.has_value());
    setCurrentIndex(plan ? m_schedules->rowOf(plan->schedule) : -1);
    QString tip = tr("Schedule of the shown plan");
    if (plan)
        tip += u'\n' + scheduleSentence(plan->schedule);
    if (!figure().isEmpty())
        tip += u'\n' + tr("Bubble now: %1 of all device time").arg(figure());
    setToolTip(plainTip(tip));
    setAccessibleDescription(tip);
    if (m_open && plan)
        m_comparison.compare(m_session->document()->snapshot(), *plan, m_session->startTime());
    else
        m_comparison.clear();
    update();
}

void SchedulePicker::choose(int row)
{
    if (row < 0)
        return;
    m_session->changeSchedule(m_schedules->kindAt(row));
    // A refusal leaves the plan, and the field must say so.
    showPlan();
}

void SchedulePicker::showPopup()
{
    m_open = true;
    if (const std::optional<Plan> plan = m_session->currentPlan())
        m_comparison.compare(m_session->document()->snapshot(), *plan, m_session->startTime());
    QComboBox::showPopup();
}

void SchedulePicker::hidePopup()
{
    QComboBox::hidePopup();
    m_open = false;
}

void SchedulePicker::wheelEvent(QWheelEvent *event)
{
    // A plan is not changed by a wheel that passes by.
    event->ignore();
}

void SchedulePicker::keyPressEvent(QKeyEvent *event)
{
    const bool opens = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (opens && isEnabled()) {
        showPopup();
        return;
    }
    QComboBox::keyPressEvent(event);
}

void SchedulePicker::paintEvent(QPaintEvent *)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const QString text = figure();
    painter.save();
    painter.setFont(heteroscope::font(TypeRole::badge));
    const double width = text.isEmpty() ? 0 : numberWidth(painter, text);
    if (!text.isEmpty()) {
        const Theme &t = currentTheme();
        painter.setPen(t[isEnabled() ? Role::secondary : Role::disabled]);
        if (m_session->isStale())
            painter.setOpacity(Theme::staleOpacity);
        drawNumber(painter, QRectF(rect()).adjusted(0, 0, -arrowRoom, 0), Qt::AlignRight | Qt::AlignVCenter, text);
    }
    painter.restore();
    option.rect.adjust(0, 0, -static_cast<int>(width) - (width > 0 ? 6 : 0), 0);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

} // namespace heteroscope
