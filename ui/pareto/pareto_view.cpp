// SPDX-License-Identifier: GPL-3.0-or-later
#include "pareto/pareto_view.h"

#include "pareto/pareto_model.h"
#include "pareto/pareto_plot.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_table.h"
#include "widgets/plain_text.h"
#include "widgets/state_strip.h"

#include <QtWidgets>

#include <set>

namespace heteroscope {

namespace {

constexpr int tableWidth = 440;
constexpr int axisFieldWidth = 172;
constexpr int pad = 10;

/// Rows as those of the strategies: a bar at the selected one, air beside the figures.
class RowDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &t = currentTheme();
        const QRect &cell = option.rect;
        const bool selected = option.state & QStyle::State_Selected;
        painter->fillRect(cell, t[selected                                   ? Role::selectionFill
                                  : (option.state & QStyle::State_MouseOver) ? Role::hover
                                                                             : Role::base]);
        if (selected && index.column() == 0)
            painter->fillRect(QRect(cell.left(), cell.top(), 3, cell.height()), t[Role::selection]);
        painter->fillRect(QRect(cell.left(), cell.bottom(), cell.width(), 1), t[Role::grid]);
        const QRect rect = cell.adjusted(pad, 0, -pad, -1);
        const auto alignment = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt());
        const QString text = index.data(Qt::DisplayRole).toString();
        painter->setFont(font(index.column() == ParetoModel::number ? TypeRole::badge : TypeRole::body));
        painter->setPen(t[index.column() == ParetoModel::number ? Role::selection : Role::text]);
        if (index.column() == ParetoModel::plan)
            painter->drawText(rect, alignment, painter->fontMetrics().elidedText(text, Qt::ElideRight, rect.width()));
        else
            drawNumber(*painter, rect, alignment, text);
        if ((option.state & QStyle::State_HasFocus) && (option.state & QStyle::State_KeyboardFocusChange)) {
            painter->setPen(QPen(t[Role::selection], 2));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(QRectF(cell).adjusted(1, 1, -1, -2));
        }
    }
};

} // namespace

ParetoView::ParetoView(Session *session, QWidget *parent)
    : QWidget(parent),
      m_session(session),
      m_search(session),
      m_strip(new StateStrip),
      m_first(new QComboBox),
      m_second(new QComboBox),
      m_button(new QPushButton(tr("Stop"))),
      m_plot(new ParetoPlot),
      m_model(new ParetoModel(this)),
      m_table(new QTableView),
      m_note(new PlainLabel)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setUpAxes();
    setUpTable();
    setFocusProxy(m_table);
    arrange();
    connectParts();
    refresh();
}

void ParetoView::setUpAxes()
{
    for (QComboBox *field : {m_first, m_second}) {
        for (const ParetoAxis axis : paretoAxes)
            field->addItem(axisName(axis), static_cast<int>(axis));
        field->setFixedWidth(axisFieldWidth);
    }
    m_first->setCurrentIndex(m_first->findData(static_cast<int>(ParetoAxis::stepTime)));
    m_second->setCurrentIndex(m_second->findData(static_cast<int>(ParetoAxis::stepEnergy)));
    m_first->setAccessibleName(tr("Horizontal axis"));
    m_second->setAccessibleName(tr("Vertical axis"));
    auto *against = new PlainLabel(tr("against"));
    against->setForegroundRole(QPalette::PlaceholderText);
    m_strip->add(m_first);
    m_strip->add(against);
    m_strip->add(m_second);
    m_strip->add(m_button);
}

void ParetoView::setUpTable()
{
    m_table->setModel(m_model);
    m_table->setItemDelegate(new RowDelegate(m_table));
    m_table->setMouseTracking(true);
    setUpPlainTable(*m_table);
    copyWholeTable(*m_table);
    m_table->setFixedWidth(tableWidth);
    m_table->horizontalHeader()->setMinimumSectionSize(28);
    m_table->horizontalHeader()->setSectionResizeMode(ParetoModel::plan, QHeaderView::Stretch);
    m_table->horizontalHeader()->resizeSection(ParetoModel::number, 34);
    m_table->horizontalHeader()->resizeSection(ParetoModel::first, 104);
    m_table->horizontalHeader()->resizeSection(ParetoModel::second, 116);
    m_table->setAccessibleName(tr("Plans of the front"));
    m_table->installEventFilter(this);
}

void ParetoView::arrange()
{
    auto *line = new QFrame;
    line->setFrameShape(QFrame::VLine);
    auto *body = new QHBoxLayout;
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(0);
    body->addWidget(m_plot, 1);
    body->addWidget(line);
    auto *side = new QVBoxLayout;
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(0);
    side->addWidget(m_table, 1);
    side->addWidget(m_note);
    body->addLayout(side);
    m_note->setFont(heteroscope::font(TypeRole::label));
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setContentsMargins(10, 6, 10, 8);
    m_note->setFixedWidth(tableWidth);
    m_note->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_strip);
    layout->addLayout(body, 1);
}

void ParetoView::connectParts()
{
    connect(m_first, &QComboBox::activated, this, [this] { chooseAxes(true); });
    connect(m_second, &QComboBox::activated, this, [this] { chooseAxes(false); });
    connect(m_button, &QPushButton::clicked, this, &ParetoView::pressButton);
    connect(m_plot, &ParetoPlot::picked, this, &ParetoView::pick);
    connect(m_plot, &ParetoPlot::activated, this, &ParetoView::activate);
    connect(m_plot, &ParetoPlot::rangeChanged, this, &ParetoView::refreshNote);
    connect(m_plot, &ParetoPlot::hovered, this, &ParetoView::hovered);
    // Not the current row: a table that takes the keyboard makes its first row current, and nobody chose that plan.
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this](const QItemSelection &selected) {
                if (!m_refreshing && !selected.isEmpty())
                    pick(selected.indexes().first().row());
            });
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex &row) { activate(row.row()); });
    connect(&m_search, &FrontSearch::changed, this, &ParetoView::refresh);
    connect(m_session, &Session::shownChanged, this, &ParetoView::refresh);
}

ParetoAxis ParetoView::axisOf(const QComboBox *field) const
{
    return static_cast<ParetoAxis>(field->currentData().toInt());
}

void ParetoView::chooseAxes(bool firstMoved)
{
    // Two axes of one objective would show one plan: the other axis then takes what this one shows still.
    if (objectiveOf(axisOf(m_first)) == objectiveOf(axisOf(m_second))) {
        QComboBox *other = firstMoved ? m_second : m_first;
        other->setCurrentIndex(other->findData(static_cast<int>(firstMoved ? m_drawn.first : m_drawn.second)));
    }
    m_search.setObjectives(objectiveOf(axisOf(m_first)), objectiveOf(axisOf(m_second)));
    refresh();
}

void ParetoView::refresh()
{
    m_refreshing = true;
    Drawn now{m_search.front(), m_session->ranking(), m_session->ownStep(), axisOf(m_first), axisOf(m_second)};
    if (m_search.problem())
        now.front.reset(), now.ranking.reset(), now.own.reset();
    if (now != m_drawn) {
        auto points = planPoints(now.front ? &now.front->front : nullptr, now.ranking ? &now.ranking->result : nullptr,
                                 now.own.get());
        m_model->setPoints(points, now.first, now.second);
        m_plot->setPoints(std::move(points), now.first, now.second);
        m_drawn = std::move(now);
        applyFilter();
    }
    m_plot->setStale(m_search.isStale());
    refreshShown();
    refreshStrip();
    refreshNote();
    m_refreshing = false;
}

void ParetoView::setFilter(const PlanFilter &filter)
{
    m_filter = filter;
    applyFilter();
    refreshNote();
}

void ParetoView::applyFilter()
{
    std::set<int> faded;
    const auto &points = m_plot->points();
    for (std::size_t i = 0; i < points.size(); ++i)
        if (!m_filter.accepts(*points[i].plan, points[i].label + u' ' + points[i].source))
            faded.insert(static_cast<int>(i));
    for (int row = 0; row < m_model->rowCount(); ++row) // the front, whose points come first
        m_table->setRowHidden(row, faded.contains(row));
    m_plot->setFaded(std::move(faded));
}

void ParetoView::refreshShown()
{
    const std::optional<Plan> shown = m_session->currentPlan();
    int at = -1;
    const auto &points = m_plot->points();
    for (std::size_t i = 0; shown && at < 0 && i < points.size(); ++i)
        if (*points[i].plan == *shown)
            at = static_cast<int>(i);
    m_plot->setShown(at);
    if (at >= 0 && at < m_model->rowCount())
        m_table->setCurrentIndex(m_model->index(at, 0));
    else
        m_table->selectionModel()->clear(); // the current row as well: a click on it picks it again
}

/// What the shapes in the chart mean, of those that it has.
QString ParetoView::keyOf(const std::vector<PlanPoint> &points)
{
    const auto has = [&points](PlanPoint::Kind kind) {
        return std::any_of(points.begin(), points.end(), [kind](const PlanPoint &point) { return point.kind == kind; });
    };
    QStringList parts;
    if (has(PlanPoint::Kind::baseline))
        parts << tr("\u25b2 by the rules of another planner");
    if (has(PlanPoint::Kind::beyond))
        parts << tr("\u25c7 outside the searched space");
    return parts.join(QStringLiteral(" \u00b7 "));
}

void ParetoView::refreshNote()
{
    const int beyond = m_plot->beyond();
    QString note;
    const auto all = static_cast<int>(m_plot->points().size());
    const auto filtered = static_cast<int>(m_plot->faded().size());
    if (!m_plot->points().empty())
        note = tr("Left and below is better. A click shows a plan, a double click or Enter applies it.");
    if (beyond > 0)
        note += u' ' + (beyond == 1 ? tr("One worse plan is outside the axes; scroll to see it.")
                                    : tr("%1 worse plans are outside the axes; scroll to see them.").arg(beyond));
    if (filtered > 0)
        note = tr("The filter of Strategies shows %1 of %2 plans.").arg(all - filtered).arg(all) + u' ' + note;
    const QString key = keyOf(m_plot->points());
    m_note->setText(key.isEmpty() ? note : key + u'\n' + note);
}

void ParetoView::refreshStrip()
{
    using Tone = StateStrip::Tone;
    const ParetoFront *front = m_search.front() ? &m_search.front()->front : nullptr;
    const auto &ranking = m_session->ranking();
    QString button;
    if (m_search.problem()) {
        m_strip->say(Tone::caution, tr("No prices"),
                     tr("no device type of this cluster has one: give it a pricePerHour in the project file"));
        button = tr("Use energy");
    } else if (!ranking || (!ranking->best() && !front)) {
        m_strip->say(Tone::neutral, tr("No plans yet"),
                     m_session->document()->project().cluster.nodes.empty() ? tr("draw a node, or open an example")
                     : m_session->isSearching()                             ? tr("they appear with the search")
                     : ranking ? tr("no plan fits this cluster; Strategies says why")
                               : tr("F5 searches for them"));
    } else if (m_search.isRunning()) {
        const ProgressUpdate &progress = m_search.progress();
        m_strip->say(Tone::neutral, tr("Searching ..."),
                     m_search.isStale()   ? tr("these plans are from before the edit")
                     : progress.total > 0 ? tr("%1 of %2 families; the plans shown are the best so far")
                                                .arg(formatCount(progress.done), formatCount(progress.total))
                                          : tr("the plans shown are the best so far"));
        button = tr("Stop");
    } else if (m_search.isStale() || !front) {
        m_strip->say(Tone::neutral, tr("Waiting for the search"),
                     front ? tr("these plans are from before the edit") : tr("so far only the plans of the ranking"));
    } else if (front->exact) {
        const bool alike = front->points.size() == 1 && front->first != SearchObjective::energy &&
                           front->second != SearchObjective::energy;
        m_strip->say(Tone::good, tr("Exact"),
                     alike ? tr("one plan is best in both: cost counts the whole cluster, so it grows with the time")
                           : tr("no plan of %1 families is better in both than these %2, in %3")
                                 .arg(formatCount(front->families), formatCount(front->points.size()),
                                      formatSeconds(front->searchTime)));
    } else {
        m_strip->say(Tone::caution, tr("Not exact"),
                     tr("%1 of %2 families were not followed to their end and may hold better plans")
                         .arg(formatCount(front->open), formatCount(front->families)));
        if (m_search.isCutShort())
            button = tr("Continue");
    }
    m_button->setVisible(!button.isEmpty());
    if (!button.isEmpty())
        m_button->setText(button);
}

void ParetoView::pressButton()
{
    if (m_search.problem()) {
        const bool firstIsCost = objectiveOf(axisOf(m_first)) == SearchObjective::cost;
        const QComboBox *other = firstIsCost ? m_second : m_first;
        const ParetoAxis free =
            objectiveOf(axisOf(other)) == SearchObjective::energy ? ParetoAxis::stepTime : ParetoAxis::stepEnergy;
        (firstIsCost ? m_first : m_second)->setCurrentIndex(m_first->findData(static_cast<int>(free)));
        chooseAxes(firstIsCost);
    } else if (m_search.isRunning()) {
        m_search.cancel();
    } else {
        m_search.goOn();
    }
}

void ParetoView::pickAt(QPoint global)
{
    const int row = m_table->indexAt(m_table->viewport()->mapFromGlobal(global)).row();
    const int point = m_table->viewport()->rect().contains(m_table->viewport()->mapFromGlobal(global))
                          ? row
                          : m_plot->pointAt(m_plot->mapFromGlobal(global));
    if (point >= 0)
        pick(point);
}

void ParetoView::pick(int point) { emit planPicked(*m_plot->points()[static_cast<std::size_t>(point)].plan); }

void ParetoView::activate(int point) { emit planActivated(*m_plot->points()[static_cast<std::size_t>(point)].plan); }

bool ParetoView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_table->currentIndex().isValid()) {
            const int row = m_table->currentIndex().row();
            if (m_table->selectionModel()->isRowSelected(row, {}))
                activate(row);
            else
                m_table->selectRow(row);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void ParetoView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_search.setWanted(true);
}

void ParetoView::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_search.setWanted(false);
}

} // namespace heteroscope
