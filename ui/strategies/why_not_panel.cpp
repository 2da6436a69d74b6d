// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/why_not_panel.h"

#include "language/plan_words.h"
#include "language/planner_words.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/predicted.h"
#include "theme/text.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

#include <cmath>

namespace heteroscope {

namespace {

constexpr int rowHeight = 28;
constexpr int whereHeight = 14;
constexpr int barHeight = 4;

/// "At least 3.10 s"; the words of the planner begin without a capital.
QString sentenceCase(QString words)
{
    if (!words.isEmpty())
        words[0] = words[0].toUpper();
    return words;
}

int heightOf(const CauseRow &row) { return rowHeight + (row.where.isEmpty() ? 0 : whereHeight); }

} // namespace

CauseRows::CauseRows(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

void CauseRows::setRows(std::vector<CauseRow> rows)
{
    m_rows = std::move(rows);
    QStringList spoken;
    for (const CauseRow &row : m_rows)
        spoken << row.cause + QStringLiteral(": ") + row.value;
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

QSize CauseRows::sizeHint() const
{
    int height = 0;
    for (const CauseRow &row : m_rows)
        height += heightOf(row);
    return {200, height};
}

void CauseRows::paintEvent(QPaintEvent *)
{
    const Theme &t = currentTheme();
    QPainter painter(this);
    int top = 0;
    for (const CauseRow &row : m_rows) {
        painter.setFont(heteroscope::font(TypeRole::title));
        painter.setPen(t[row.error ? Role::error : row.share < 0 ? Role::ok : Role::text]);
        const auto valueWidth = static_cast<int>(std::ceil(numberWidth(painter, row.value)));
        drawNumber(painter, QRectF(0, top, width(), 18), Qt::AlignRight | Qt::AlignVCenter, row.value);
        painter.setFont(heteroscope::font(TypeRole::body));
        painter.setPen(t[Role::text]);
        const int room = width() - valueWidth - 8;
        painter.drawText(QRect(0, top, room, 18), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(row.cause, Qt::ElideRight, room));
        const QRectF track(0, top + 20, width(), barHeight);
        painter.fillRect(track, t[Role::memoryTrack]);
        painter.fillRect(QRectF(0, track.top(), std::max(1.0, track.width() * std::abs(row.share)), barHeight),
                         t[row.error       ? Role::error
                           : row.share < 0 ? Role::ok
                                           : Role::selection]);
        if (!row.where.isEmpty()) {
            painter.setFont(heteroscope::font(TypeRole::label));
            painter.setPen(t[Role::secondary]);
            painter.drawText(QRect(0, top + 25, width(), whereHeight), Qt::AlignLeft | Qt::AlignVCenter,
                             painter.fontMetrics().elidedText(row.where, Qt::ElideMiddle, width()));
        }
        top += heightOf(row);
    }
}

bool CauseRows::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    int top = 0;
    for (const CauseRow &row : m_rows) {
        if (help->pos().y() >= top && help->pos().y() < top + heightOf(row)) {
            QToolTip::showText(help->globalPos(),
                               plainTip(row.where.isEmpty() ? row.cause : row.cause + QStringLiteral("\n") + row.where),
                               this);
            return true;
        }
        top += heightOf(row);
    }
    QToolTip::hideText();
    return true;
}

WhyNotPanel::WhyNotPanel(QWidget *parent)
    : QWidget(parent),
      m_title(new PlainLabel),
      m_close(new QToolButton),
      m_sentence(new PlainLabel),
      m_heading(new PlainLabel),
      m_causes(new CauseRows),
      m_footer(new PlainLabel),
      m_showPlan(new QPushButton(tr("Show this plan"))),
      m_scroll(new QScrollArea)
{
    setAccessibleName(tr("Why not this one"));
    m_title->setFont(heteroscope::font(TypeRole::title));
    m_title->setWordWrap(true);
    m_close->setIcon(icon(IconName::cross));
    m_close->setToolTip(tr("Close (Escape)"));
    m_close->setAccessibleName(tr("Close"));
    for (QLabel *label : {m_sentence, m_footer}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setAccessibleName(tr("Why not this one"));
    }
    m_heading->setFont(heteroscope::font(TypeRole::label));
    m_heading->setForegroundRole(QPalette::PlaceholderText);
    m_heading->setWordWrap(true);
    m_footer->setFont(heteroscope::font(TypeRole::label));
    m_footer->setForegroundRole(QPalette::PlaceholderText);
    m_showPlan->setToolTip(tr("Shows it in every view; nothing is changed until it is applied"));

    auto *head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_close, 0, Qt::AlignTop);
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(14, 10, 14, 12);
    column->setSpacing(8);
    column->addLayout(head);
    column->addWidget(m_sentence);
    column->addWidget(m_heading);
    column->addWidget(m_causes);
    column->addWidget(m_footer);
    column->addWidget(m_showPlan, 0, Qt::AlignLeft);
    column->addStretch(1);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setAccessibleName(tr("Why not this one"));
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(content);
    m_scroll->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 0, 0, 0);
    layout->addWidget(m_scroll);
    connect(m_close, &QToolButton::clicked, this, &WhyNotPanel::closed);
    connect(m_showPlan, &QPushButton::clicked, this, [this] {
        if (m_plan)
            emit planPicked(*m_plan);
    });
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

QString WhyNotPanel::title() const { return m_title->text(); }
QString WhyNotPanel::sentence() const { return m_sentence->text(); }
QString WhyNotPanel::remark() const { return m_footer->text(); }

void WhyNotPanel::fill(const QString &name, const QString &sentence, const QString &heading, std::vector<CauseRow> rows,
                       const QString &footer)
{
    m_title->setText(name);
    m_sentence->setText(sentenceCase(sentence));
    m_heading->setText(heading);
    m_heading->setVisible(!rows.empty());
    m_causes->setVisible(!rows.empty());
    m_causes->setRows(std::move(rows));
    m_footer->setText(footer);
    m_footer->setVisible(!footer.isEmpty());
    m_showPlan->setVisible(m_plan.has_value());
}

void WhyNotPanel::showSentence(const QString &name, const QString &sentence)
{
    m_plan.reset();
    fill(name, sentence, {}, {}, {});
}

void WhyNotPanel::showPlan(const QString &name, const WhyNot &why, const QString &refusal, const QString &remark)
{
    m_plan.reset();
    auto rows = causesOf(why);
    const QString heading =
        why.overflows.empty() ? tr("Step time compared with the best plan") : tr("Over the memory of the device");
    const QString compared = sentenceOf(why);
    fill(name, refusal.isEmpty() ? compared : tr("%1; %2").arg(refusal, compared), heading, std::move(rows),
         sentenceCase(remark));
}

void WhyNotPanel::showFamily(const QString &name, const WhyNotFamily &family, const QString &said)
{
    m_plan = family.plan;
    QString footer;
    if (family.minTime > 0 && family.why.result)
        footer = tr("Its plan with the min bound, %1, takes %2 in the simulation.")
                     .arg(nameOf(*family.plan),
                          formatPredicted(family.why.result->stepTime, family.why.result->uncertainty));
    if (!family.everyLayout)
        footer +=
            (footer.isEmpty() ? QString() : QStringLiteral(" ")) + tr("It has too many layouts to check all of them.");
    const bool bounded = !family.terms.empty();
    fill(name, sentenceOf(family, said), bounded ? tr("Min time by cause") : tr("Over the memory of the device"),
         bounded ? causesOf(family) : causesOf(family.why), footer);
}

void WhyNotPanel::paintEvent(QPaintEvent *)
{
    const Theme &t = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), t[Role::panel]);
    painter.fillRect(QRect(0, 0, 1, height()), t[Role::border]);
}

void WhyNotPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        emit closed();
    else
        QWidget::keyPressEvent(event);
}

} // namespace heteroscope
