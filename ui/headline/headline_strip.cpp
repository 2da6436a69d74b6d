// SPDX-License-Identifier: GPL-3.0-or-later
#include "headline/headline_strip.h"

#include "analysis/headline_figures.h"
#include "language/glossary_words.h"
#include "language/result_words.h"
#include "simulator/result/step_result.h"
#include "simulator/result/worst_overflow.h"
#include "theme/numbers.h"
#include "theme/predicted.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

#include <cmath>

namespace heteroscope {

namespace {

constexpr double wideSide = 14; // room either side of a rule
constexpr double narrowSide = 6;
constexpr double sentenceRoom = 200; // px below which the sentence gets a row of its own
constexpr double roomyThought = 420; // px that the sentence keeps before further figures are shown
constexpr int sentenceRow = 24;
constexpr double besideSentence = 58; // its icon and the margins

double itemWidth(const HeadlineStrip::Item &item)
{
    const QFontMetricsF label(font(TypeRole::label));
    const QFontMetricsF number(font(TypeRole::headline));
    QString widest = item.number; // figures are drawn equally wide
    for (QChar &c : widest)
        if (c.isDigit())
            c = u'0';
    const double value =
        number.horizontalAdvance(widest) + (item.unit.isEmpty() ? 0 : 3 + label.horizontalAdvance(item.unit));
    return std::ceil(std::max(label.horizontalAdvance(item.label), value)) + 2;
}

void setPercent(HeadlineStrip::Item &item, double share)
{
    item.number = formatPercent(share);
    if (!item.number.endsWith(u'%'))
        return;
    item.number.chop(2);
    item.unit = QStringLiteral("%");
}

} // namespace

HeadlineStrip::HeadlineStrip(QWidget *parent)
    : QWidget(parent), m_all(items(nullptr)), m_items(m_all.begin(), m_all.begin() + mainFigures)
{
    setFixedHeight(headlineHeight);
    setAccessibleName(tr("Headline figures"));
    setFocusPolicy(Qt::TabFocus);
    setMouseTracking(true);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, qOverload<>(&QWidget::update));
}

std::vector<HeadlineStrip::Item> HeadlineStrip::items(const StepResult *result)
{
    const QString none = QStringLiteral("\u2013");
    std::vector<Item> all = {
        {tr("Step time"), none, {}, false, meaningOf("step time")},
        {tr("MFU"), none, {}, false, meaningOf("MFU")},
        {tr("Throughput"), none, {}, false, meaningOf("throughput")},
        {tr("Bubble"), none, {}, false, meaningOf("bubble")},
        {tr("Exposed comm"), none, {}, false, meaningOf("exposed")},
        {tr("Peak memory"), none, {}, false, tr("Peak of the device that is fullest, against its capacity.")},
        {tr("Cost of 1 M tokens"),
         none,
         {},
         false,
         tr("Price of all devices of the cluster for the time of a million tokens.")},
        {tr("Energy of 1 M tokens"), none, {}, false, tr("Energy of the whole site for a million tokens.")},
    };
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i].figure = static_cast<HeadlineFigure>(i);
    if (!result)
        return all;
    const NumberWithUnit time = splitSeconds(toSeconds(result->stepTime));
    all[0].number = time.number;
    const QString uncertainty = uncertaintyText(result->uncertainty);
    const auto uncertain = [&uncertainty](const QString &unit) {
        return uncertainty.isEmpty() ? unit : unit + u' ' + uncertainty;
    };
    all[0].unit = uncertain(time.unit);
    setPercent(all[1], result->mfu);
    all[1].unit = uncertain(all[1].unit);
    const NumberWithUnit tokens = splitRate(result->tokensPerSecond, tr("tok/s"));
    all[2].number = tokens.number;
    all[2].unit = uncertain(tokens.unit);
    if (!uncertainty.isEmpty())
        for (const int predicted : {0, 1, 2})
            all[static_cast<std::size_t>(predicted)].explanation +=
                u' ' + tr("Expected error of the prediction: %1.").arg(uncertainty);
    setPercent(all[3], result->bubbleShare());
    setPercent(all[4], result->exposedShare());
    if (const Lane *lane = result->fullestLane()) {
        const NumberWithUnit peak = splitMemory(lane->memory.total());
        const NumberWithUnit capacity = splitMemory(lane->memoryCapacity);
        all[5].number = peak.number;
        all[5].unit = (peak.unit == capacity.unit ? QString() : peak.unit + u' ') + QStringLiteral("/ ") +
                      capacity.number + u' ' + capacity.unit;
        all[5].error = lane->memory.total() > lane->memoryCapacity;
        all[5].explanation =
            tr("Of %1, the fullest: weights %2, gradients %3, optimizer %4, activations %5, logits %6, buffers %7, "
               "reserve %8; capacity %9.")
                .arg(QString::fromStdString(lane->name), formatMemory(lane->memory.weights),
                     formatMemory(lane->memory.gradients), formatMemory(lane->memory.optimizerState),
                     formatMemory(lane->memory.activations), formatMemory(lane->memory.logits),
                     formatMemory(lane->memory.buffers), formatMemory(lane->memory.reserve),
                     formatMemory(lane->memoryCapacity));
    }
    const auto setAmount = [](Item &item, const QString &amount) {
        item.number = amount.section(u' ', 0, 0);
        item.unit = amount.section(u' ', 1);
    };
    if (const double cost = costPerMillionTokens(*result); cost > 0)
        setAmount(all[6], formatCost(cost));
    if (const double energy = energyPerMillionTokens(*result); energy > 0)
        setAmount(all[7], formatEnergy(energy));
    if (!result->overflows.empty())
        all[5].explanation += u' ' + tr("Does not fit in memory: %1.").arg(sentenceOf(worstOverflow(*result)));
    return all;
}

void HeadlineStrip::setResult(const StepResult *result)
{
    m_all = items(result);
    m_stale = false;
    arrange();
    QStringList spoken;
    for (const Item &item : m_all)
        spoken << item.label + u' ' + item.number + u' ' + item.unit;
    setAccessibleDescription(spoken.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

void HeadlineStrip::setStale(bool stale)
{
    if (stale == m_stale)
        return;
    m_stale = stale;
    update();
}

void HeadlineStrip::setSentence(const QString &sentence, const QString &detail, IconName name, Role role)
{
    m_sentence = sentence;
    m_detail = detail;
    m_icon = name;
    m_role = role;
    arrange();
    update();
}

std::vector<double> HeadlineStrip::edges() const
{
    std::vector<double> all{16};
    for (const Item &item : m_items)
        all.push_back(all.back() + itemWidth(item) + 2 * m_side + 1);
    return all;
}

void HeadlineStrip::arrange()
{
    m_items.assign(m_all.begin(), m_all.begin() + mainFigures);
    m_side = wideSide;
    const double room = inner(width()) - 8;
    const auto needed = [this] { return edges().back() - m_side; };
    // An error is said whole; a longer hint is cut rather than that the strip changes its height with every search.
    const double whole =
        m_role == Role::error
            ? QFontMetricsF(heteroscope::font(TypeRole::title)).horizontalAdvance(m_sentence) + besideSentence
            : 0;
    m_stacked = !m_sentence.isEmpty() && room - needed() < std::max(sentenceRoom, whole);
    if (needed() > room)
        m_side =
            std::max(narrowSide, wideSide - std::ceil((needed() - room) / (2.0 * static_cast<double>(m_items.size()))));
    // Last of all figures go that others say too: throughput follows from the step time, exposed time from the
    // timeline.
    for (const std::ptrdiff_t index : {2, 3})
        if (needed() > room && m_items.size() > 4)
            m_items.erase(m_items.begin() + index);
    const double spare = m_stacked || m_sentence.isEmpty() ? 0 : std::max(roomyThought, whole);
    for (std::size_t i = mainFigures; i < m_all.size() && m_side >= wideSide; ++i)
        if (edges().back() + itemWidth(m_all[i]) + m_side + 1 + spare <= room)
            m_items.push_back(m_all[i]);
    const int height =
        static_cast<int>(std::lround((headlineHeight + (m_stacked ? sentenceRow : 0)) * m_magnification));
    if (minimumHeight() != height)
        setFixedHeight(height);
}

void HeadlineStrip::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        arrange();
}

void HeadlineStrip::setMagnification(double magnification)
{
    if (magnification == m_magnification)
        return;
    m_magnification = magnification;
    arrange();
    updateGeometry();
    update();
}

QSize HeadlineStrip::sizeHint() const
{
    return {static_cast<int>((edges().back() + 260) * m_magnification), minimumHeight()};
}

QSize HeadlineStrip::minimumSizeHint() const { return {320, minimumHeight()}; }

int HeadlineStrip::itemAt(int pixels) const
{
    const double x = inner(pixels);
    const std::vector<double> all = edges();
    for (std::size_t i = 0; i + 1 < all.size(); ++i)
        if (x >= all[i] - m_side && x < all[i + 1] - m_side)
            return static_cast<int>(i);
    return -1;
}

void HeadlineStrip::paintEvent(QPaintEvent *)
{
    const Theme &t = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), t[Role::base]);
    painter.fillRect(QRect(0, 0, width(), 1), t[Role::border]);
    painter.fillRect(QRect(0, height() - 1, width(), 1), t[Role::border]);
    painter.scale(m_magnification, m_magnification);
    const double value = m_stale ? Theme::staleOpacity : 1.0;
    const std::vector<double> left = edges();
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        const Item &item = m_items[i];
        painter.setFont(heteroscope::font(TypeRole::label));
        painter.setPen(t[Role::muted]);
        painter.drawText(QPointF(left[i], 20), item.label);
        painter.setOpacity(value);
        painter.setFont(heteroscope::font(TypeRole::headline));
        painter.setPen(t[item.error ? Role::error : Role::text]);
        const double ascent = QFontMetricsF(painter.font()).ascent();
        drawNumber(painter, QRectF(left[i], 44 - ascent, 400, 40), Qt::AlignLeft | Qt::AlignTop, item.number);
        const double wide = numberWidth(painter, item.number);
        painter.setFont(heteroscope::font(TypeRole::label));
        painter.setPen(t[item.error ? Role::error : Role::secondary]);
        const double unitAscent = QFontMetricsF(painter.font()).ascent();
        drawNumber(painter, QRectF(left[i] + wide + 3, 44 - unitAscent, 200, 20), Qt::AlignLeft | Qt::AlignTop,
                   item.unit);
        painter.setOpacity(1);
        if (hasFocus() && static_cast<int>(i) == std::min(m_current, static_cast<int>(m_items.size()) - 1)) {
            painter.setPen(QPen(t[Role::selection], 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(QRectF(left[i] - m_side + 2, 4, left[i + 1] - left[i] - 5, headlineHeight - 8));
        }
        if (i + 1 < m_items.size() || !m_stacked) // a rule parts two things
            painter.fillRect(QRectF(std::round(left[i + 1] - m_side - 1), 12, 1, 32), t[Role::border]);
    }
    paintSentence(painter);
}

void HeadlineStrip::paintSentence(QPainter &painter) const
{
    if (m_sentence.isEmpty())
        return;
    const Theme &t = currentTheme();
    const double x = m_stacked ? 16 : edges().back();
    const double room = inner(width()) - x - 34;
    if (room < 60)
        return;
    const bool twoLines = !m_stacked && !m_detail.isEmpty();
    const double baseline = m_stacked ? headlineHeight + 12 : twoLines ? 24 : 33;
    paintIcon(painter, QRectF(x, baseline - 13, 16, 16), m_icon, t[m_role]);
    painter.setFont(heteroscope::font(TypeRole::title));
    painter.setPen(t[Role::text]);
    const QFontMetricsF title(painter.font());
    const QString sentence = title.elidedText(m_sentence, Qt::ElideRight, room);
    painter.drawText(QPointF(x + 22, baseline), sentence);
    if (m_detail.isEmpty())
        return;
    painter.setFont(heteroscope::font(TypeRole::label));
    painter.setPen(t[Role::secondary]);
    const double indent = m_stacked ? title.horizontalAdvance(sentence) + 12 : 0;
    const QFontMetricsF label(painter.font());
    if (room - indent > 40)
        painter.drawText(QPointF(x + 22 + indent, twoLines ? 42 : baseline),
                         label.elidedText(m_detail, Qt::ElideRight, room - indent));
}

bool HeadlineStrip::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        auto *help = static_cast<QHelpEvent *>(event);
        const int item = itemAt(help->pos().x());
        const QString text = item >= 0 ? m_items[static_cast<std::size_t>(item)].explanation
                                       : QStringList{m_sentence, m_detail}.join(u'\n').trimmed();
        QToolTip::showText(help->globalPos(), plainTip(text), this);
        return true;
    }
    return QWidget::event(event);
}

void HeadlineStrip::mouseReleaseEvent(QMouseEvent *event)
{
    const int item = itemAt(event->pos().x());
    if (event->button() == Qt::LeftButton && item >= 0) {
        m_current = item;
        emit figureChosen(m_items[static_cast<std::size_t>(item)].figure);
    }
}

void HeadlineStrip::mouseMoveEvent(QMouseEvent *event)
{
    setCursor(itemAt(event->pos().x()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void HeadlineStrip::keyPressEvent(QKeyEvent *event)
{
    const int last = static_cast<int>(m_items.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        m_current = std::clamp(m_current + (event->key() == Qt::Key_Right ? 1 : -1), 0, last);
        update();
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        emit figureChosen(m_items[static_cast<std::size_t>(std::min(m_current, last))].figure);
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

void HeadlineStrip::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    update();
}

void HeadlineStrip::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    update();
}

QRect HeadlineStrip::placeOf(HeadlineFigure figure) const
{
    const std::vector<double> left = edges();
    for (std::size_t i = 0; i < m_items.size(); ++i)
        if (m_items[i].figure == figure)
            return QRectF((left[i] - m_side) * m_magnification, 2, (left[i + 1] - left[i] - 1) * m_magnification,
                          (headlineHeight - 4) * m_magnification)
                .toRect();
    return {};
}

} // namespace heteroscope
