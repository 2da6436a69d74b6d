// SPDX-License-Identifier: GPL-3.0-or-later
#include "overtime/sequence_view.h"

#include "cluster/scenario_span.h"
#include "language/sentences.h"
#include "overtime/sequence_chart.h"
#include "overtime/stretch_model.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/model_csv.h"
#include "widgets/plain_table.h"
#include "widgets/state_strip.h"

#include <QtWidgets>

namespace heteroscope {
namespace {

constexpr int playInterval = 100; // ms: 20 s for the whole scenario

} // namespace

SequenceView::SequenceView(Session *session, QWidget *parent, SequenceSearch::Planner planner)
    : QWidget(parent),
      m_session(session),
      m_search(session, nullptr, std::move(planner)),
      m_strip(new StateStrip),
      m_follow(new QCheckBox(tr("Show its plan"))),
      m_play(new QPushButton(tr("Play"))),
      m_button(new QPushButton(tr("Plan over time"))),
      m_chart(new SequenceChart),
      m_model(new StretchModel(this)),
      m_table(new QTableView)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setUpTable();
    m_follow->setChecked(true);
    m_follow->setToolTip(tr("When the time is moved here, the plan of the sequence at that time is shown"));
    m_play->setToolTip(tr("Goes through the scenario in 20 seconds"));
    m_strip->add(m_follow);
    m_strip->add(m_play);
    m_strip->add(m_button);
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(m_chart);
    splitter->addWidget(m_table);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    splitter->setSizes({600, 500});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_strip);
    layout->addWidget(splitter, 1);
    setFocusProxy(m_chart);
    m_timer.setInterval(playInterval);
    connect(&m_timer, &QTimer::timeout, this, &SequenceView::play);
    connect(&m_search, &SequenceSearch::changed, this, &SequenceView::refresh);
    connect(m_session, &Session::startTimeChanged, this, &SequenceView::showMoment);
    connect(m_button, &QPushButton::clicked, this,
            [this] { m_search.isRunning() ? m_search.cancel() : m_search.start(); });
    connect(m_play, &QPushButton::clicked, this, [this] { setPlaying(!isPlaying()); });
    connect(m_chart, &SequenceChart::timeMoved, this, [this](Seconds time) {
        setPlaying(false);
        moveTo(time);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &row) {
        if (!m_moving && row.isValid())
            moveTo(m_model->stretches()[static_cast<std::size_t>(row.row())].from);
    });
    refresh();
}

SequenceView::~SequenceView() { m_table->selectionModel()->disconnect(this); }

void SequenceView::setUpTable()
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Plans of the best sequence, with their switches"));
    setUpPlainTable(*m_table);
    m_table->setMinimumWidth(200);
    QHeaderView &header = *m_table->horizontalHeader();
    constexpr std::array<int, StretchModel::columnCountValue> widths = {64, 64, 120, 130, 92, 72, 124, 76};
    for (int column = 0; column < StretchModel::columnCountValue; ++column)
        header.resizeSection(column, widths[static_cast<std::size_t>(column)]);
}

void SequenceView::refresh()
{
    const auto &answer = m_search.answer();
    if (answer != m_shown) {
        m_shown = answer;
        m_moving = true;
        m_model->setAnswer(m_shown);
        m_moving = false;
        m_chart->setAnswer(m_shown);
        showMoment();
    }
    const bool isUsable = m_shown && !m_search.isStale();
    m_chart->setStale(!isUsable);
    m_follow->setEnabled(isUsable);
    m_play->setEnabled(isUsable);
    if (!isUsable)
        setPlaying(false);
    refreshStrip();
}

void SequenceView::refreshStrip()
{
    using Tone = StateStrip::Tone;
    const bool changes = !scenarioSpan(m_session->document()->project().cluster).isEmpty();
    m_button->setText(m_search.isRunning() ? tr("Stop") : m_shown ? tr("Plan again") : tr("Plan over time"));
    m_button->setEnabled(m_search.isRunning() || changes);
    if (m_search.isRunning()) {
        const ProgressUpdate &progress = m_search.progress();
        m_strip->say(Tone::neutral, tr("Planning over time ..."),
                     m_shown ? tr("what is shown is from before")
                     : progress.total > 0
                         ? tr("%1 of %2 in this search").arg(formatCount(progress.done), formatCount(progress.total))
                         : QString());
    } else if (m_search.problem()) {
        m_strip->say(Tone::caution, tr("No answer"), sentenceOf(*m_search.problem()));
    } else if (!m_shown && m_search.isStopped()) {
        m_strip->say(Tone::caution, tr("Stopped"), tr("before all plans were timed"));
    } else if (!changes && !m_shown) {
        m_strip->say(Tone::neutral, tr("Nothing changes over time"),
                     tr("draw the rate of a link or device over time in the dock Scenario"));
    } else if (!m_shown) {
        m_strip->say(Tone::neutral, tr("Which plan when?"),
                     tr("finds the best sequence of plans over the scenario, switches included"));
    } else if (m_search.isStale()) {
        m_strip->say(Tone::neutral, tr("From before the edit"), verdictOf(m_shown->found));
    } else {
        const ReplanResult &found = m_shown->found;
        const bool isGood = found.best.totalTime < infinity && !found.switches.empty();
        m_strip->say(isGood ? Tone::good : Tone::neutral, verdictOf(found),
                     tr("exact over %1 plans and %2 times · over greedy %3 · regret of the past %4")
                         .arg(formatCount(found.candidates.size()), formatCount(found.scenario.pieces.size()),
                              formatSignedPercent(found.gainOverGreedy()),
                              formatSignedPercent(found.regret(found.pastOnly))));
    }
}

void SequenceView::showMoment()
{
    m_chart->setMoment(m_session->startTime());
    const auto &stretches = m_model->stretches();
    const SequenceStretch *now = stretchAt(stretches, m_session->startTime());
    m_moving = true; // the row follows the time, not the other way round
    if (now)
        m_table->selectRow(static_cast<int>(now - stretches.data()));
    m_moving = false;
}

void SequenceView::moveTo(Seconds time)
{
    m_session->setStartTime(time);
    if (!m_shown || m_search.isStale() || !m_follow->isChecked())
        return;
    const SequenceStretch *now = stretchAt(m_model->stretches(), m_session->startTime());
    if (now && now->plan)
        m_session->pick(m_shown->found.candidates[*now->plan].plan);
}

Seconds SequenceView::playEnd() const
{
    // After the last change nothing is new, and the session keeps to what curves there are.
    return std::min(m_chart->horizon(), scenarioSpan(m_session->document()->project().cluster).horizon());
}

void SequenceView::play()
{
    const Seconds next = m_session->startTime() + playEnd() / playSteps;
    moveTo(std::min(next, playEnd()));
    if (next >= playEnd())
        setPlaying(false);
}

void SequenceView::setPlaying(bool playing)
{
    if (playing == isPlaying())
        return;
    if (playing) {
        moveTo(m_session->startTime() >= playEnd() * (1.0 - 1.0 / playSteps) ? Seconds(0) : m_session->startTime());
        m_timer.start();
    } else {
        m_timer.stop();
    }
    m_play->setText(playing ? tr("Pause") : tr("Play"));
}

void SequenceView::copy() const { QApplication::clipboard()->setText(csvOf(*m_model)); }

void SequenceView::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    setPlaying(false);
}

} // namespace heteroscope
