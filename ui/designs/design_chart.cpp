// SPDX-License-Identifier: GPL-3.0-or-later
#include "designs/design_chart.h"

#include "charts/plot.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

constexpr double dotSize = 9, currentSize = 13;
constexpr double reach = 12;    ///< px around a dot that count as it
constexpr double around = 0.06; ///< of the span, between the outermost dots and the edges

class SignificantTicker : public QCPAxisTicker
{
public:
    QString getTickLabel(double tick, const QLocale &, QChar, int) override { return formatSignificant(tick); }
};

QCPRange rangeOf(const std::vector<DesignDot> &dots, double DesignDot::*value)
{
    double least = dots.front().*value, most = least;
    for (const DesignDot &dot : dots) {
        least = std::min(least, dot.*value);
        most = std::max(most, dot.*value);
    }
    const double room = most > least ? (most - least) * around : std::max(most * around, 1e-9);
    return {least - room, most + room};
}

} // namespace

DesignChart::DesignChart(QWidget *parent) : QWidget(parent), m_plot(new QCustomPlot)
{
    fillWithPlot(*this, *m_plot);
    setAccessibleName(tr("Front of the clusters"));
    m_plot->plotLayout()->setMargins(QMargins(8, 8, 14, 4));
    for (QCPAxis *axis : {m_plot->xAxis, m_plot->yAxis})
        axis->setTicker(QSharedPointer<SignificantTicker>::create());
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this, &DesignChart::rebuild);
    rebuild();
}

void DesignChart::setDots(std::vector<DesignDot> dots, const QString &across, const QString &up)
{
    m_dots = std::move(dots);
    m_across = across;
    m_up = up;
    m_sentence.clear();
    if (m_current >= static_cast<int>(m_dots.size()))
        m_current = -1;
    rebuild();
}

void DesignChart::say(const QString &sentence)
{
    m_dots.clear();
    m_current = -1;
    m_sentence = sentence;
    rebuild();
}

void DesignChart::setCurrent(int dot)
{
    if (dot == m_current || dot >= static_cast<int>(m_dots.size()))
        return;
    m_current = dot;
    rebuild();
}

void DesignChart::rebuild()
{
    const Theme &theme = currentTheme();
    m_plot->clearPlottables();
    m_plot->clearItems();
    stylePlot(*m_plot, theme);
    for (QCPAxis *axis : {m_plot->xAxis, m_plot->yAxis})
        axis->setVisible(!m_dots.empty());
    if (m_dots.empty()) {
        auto *text = new QCPItemText(m_plot);
        text->position->setType(QCPItemPosition::ptAxisRectRatio);
        text->position->setCoords(0.5, 0.5);
        text->setText(m_sentence);
        text->setFont(heteroscope::font(TypeRole::body));
        text->setColor(theme[Role::secondary]);
    } else {
        m_plot->xAxis->setLabel(m_across);
        m_plot->yAxis->setLabel(m_up);
        m_plot->xAxis->setRange(rangeOf(m_dots, &DesignDot::x));
        m_plot->yAxis->setRange(rangeOf(m_dots, &DesignDot::y));
        QVector<double> keys, values;
        std::vector<DesignDot> sorted = m_dots; // along another axis than the price the front may turn back
        std::sort(sorted.begin(), sorted.end(), [](const DesignDot &a, const DesignDot &b) { return a.x < b.x; });
        for (const DesignDot &dot : sorted) {
            keys.push_back(dot.x);
            values.push_back(dot.y);
        }
        auto *line = m_plot->addGraph();
        line->setLineStyle(QCPGraph::lsStepLeft);
        line->setPen(QPen(theme[Role::borderStrong], 1));
        line->setData(keys, values, true);
        for (int i = 0; i < static_cast<int>(m_dots.size()); ++i) {
            const DesignDot &at = m_dots[static_cast<std::size_t>(i)];
            const bool ring = i == m_current;
            auto *dot = m_plot->addGraph();
            dot->setLineStyle(QCPGraph::lsNone);
            dot->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle,
                                                 QPen(theme[ring ? Role::selection : Role::base], ring ? 3 : 1),
                                                 theme[Role::forward], ring ? currentSize : dotSize));
            dot->setData({at.x}, {at.y});
        }
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

QPoint DesignChart::placeOf(int dot) const
{
    const DesignDot &at = m_dots[static_cast<std::size_t>(dot)];
    return m_plot->mapToParent(QPointF(m_plot->xAxis->coordToPixel(at.x), m_plot->yAxis->coordToPixel(at.y)).toPoint());
}

int DesignChart::dotAt(QPoint place) const
{
    int nearest = -1;
    double least = reach;
    for (int i = 0; i < static_cast<int>(m_dots.size()); ++i) {
        const QPoint apart = placeOf(i) - place;
        const double distance = std::hypot(apart.x(), apart.y());
        if (distance <= least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

bool DesignChart::eventFilter(QObject *watched, QEvent *event)
{
    const auto dotOf = [this](const QMouseEvent &mouse) {
        return dotAt(m_plot->mapToParent(mouse.position().toPoint()));
    };
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick: {
        const auto &mouse = static_cast<QMouseEvent &>(*event);
        if (mouse.button() != Qt::LeftButton)
            break;
        setFocus(Qt::MouseFocusReason);
        if (const int dot = dotOf(mouse); dot >= 0) {
            emit picked(dot);
            if (event->type() == QEvent::MouseButtonDblClick)
                emit activated(dot);
        }
        return true;
    }
    case QEvent::MouseMove: {
        const int dot = dotOf(static_cast<QMouseEvent &>(*event));
        m_plot->setToolTip(dot < 0 ? QString() : plainTip(m_dots[static_cast<std::size_t>(dot)].text));
        break;
    }
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void DesignChart::keyPressEvent(QKeyEvent *event)
{
    const int last = static_cast<int>(m_dots.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (last >= 0)
            emit picked(std::clamp(m_current + (event->key() == Qt::Key_Right ? 1 : -1), 0, last));
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current >= 0)
            emit activated(m_current);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace heteroscope
