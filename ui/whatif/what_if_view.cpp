// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatif/what_if_view.h"

#include "compare/difference_delegate.h"
#include "language/what_if_words.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "whatif/what_if_history.h"
#include "whatif/what_if_slider.h"
#include "widgets/model_csv.h"
#include "widgets/plain_table.h"
#include "widgets/plain_text.h"
#include "widgets/state_strip.h"

#include <QtWidgets>

#include <algorithm>
#include <set>

namespace heteroscope {

namespace {

constexpr int slidersWidth = 470; ///< at least
constexpr int usualWidth = 700;

} // namespace

WhatIfView::WhatIfView(Session *session, QWidget *parent)
    : QWidget(parent),
      m_session(session),
      m_history(new WhatIfHistory(session, this)),
      m_strip(new StateStrip),
      m_startHere(new QPushButton(tr("Start here"))),
      m_back(new QPushButton(tr("Back to the start"))),
      m_area(new QScrollArea),
      m_rows(new QWidget),
      m_rowLayout(new QVBoxLayout(m_rows)),
      m_filter(new QLineEdit),
      m_table(new QTableView)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setUpTable();
    m_startHere->setToolTip(plainTip(tr("Compares with the project as it is now")));
    m_strip->add(m_back);
    m_strip->add(m_startHere);
    m_rowLayout->setContentsMargins(0, 6, 0, 6);
    m_rowLayout->setSpacing(2);
    m_rows->setAutoFillBackground(true);
    m_rows->setBackgroundRole(QPalette::Base);
    m_area->setWidget(m_rows);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setAccessibleName(tr("Numbers to change"));
    m_area->setMinimumWidth(slidersWidth);
    auto *split = new QSplitter;
    split->setChildrenCollapsible(false);
    auto *numbers = new QWidget;
    auto *numberLayout = new QVBoxLayout(numbers);
    numberLayout->setContentsMargins(0, 0, 0, 0);
    numberLayout->setSpacing(0);
    auto *filterRow = new QHBoxLayout;
    filterRow->setContentsMargins(12, 6, 8, 2);
    filterRow->addWidget(m_filter);
    numberLayout->addLayout(filterRow);
    numberLayout->addWidget(m_area, 1);
    m_filter->setPlaceholderText(tr("Filter numbers: latency, price, a name"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, this, &WhatIfView::filterSliders);
    split->addWidget(numbers);
    split->addWidget(m_table);
    split->setSizes({usualWidth, usualWidth}); // halves
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_strip);
    layout->addWidget(split, 1);
    connect(m_startHere, &QPushButton::clicked, m_history, &WhatIfHistory::restart);
    connect(m_back, &QPushButton::clicked, this, [this] { m_history->goTo(0); });
    connect(m_history, &WhatIfHistory::restarted, this, [this] {
        m_late = true;
        refresh();
    });
    connect(m_history, &WhatIfHistory::changed, this, &WhatIfView::refresh);
    connect(session, &Session::searchingChanged, this, &WhatIfView::say);
    refresh();
}

// The session is gone by then.
WhatIfView::~WhatIfView() { m_history->disconnect(this); }

void WhatIfView::setUpTable()
{
    m_table->setModel(m_history);
    m_table->setItemDelegate(new PlainRowDelegate(m_table));
    setUpPlainTable(*m_table);
    m_table->setMouseTracking(true);
    QHeaderView &header = *m_table->horizontalHeader();
    header.setStretchLastSection(true);
    header.resizeSection(WhatIfHistory::change, 190);
    for (const int column : {WhatIfHistory::step, WhatIfHistory::best})
        header.resizeSection(column, 104);
    for (const int column :
         {WhatIfHistory::stepDelta, WhatIfHistory::bestDelta, WhatIfHistory::cost, WhatIfHistory::energy})
        header.resizeSection(column, 124);
    m_table->setAccessibleName(tr("Changes since the start"));
    m_table->installEventFilter(this);
    copyWholeTable(*m_table);
    connect(m_table, &QTableView::clicked, this, &WhatIfView::goToCurrentRow);
}

/// The start is another one: so are the numbers and their ranges.
void WhatIfView::makeSliders()
{
    for (WhatIfSlider *slider : m_sliders)
        delete slider;
    for (const auto &[part, heading] : m_headings)
        delete heading;
    m_sliders.clear();
    m_headings.clear();
    delete m_rowLayout->takeAt(0); // the stretch
    const Project &project = *m_history->start().project;
    const auto topology = Topology::build(project.cluster);
    const std::vector<WhatIfNumber> numbers =
        topology ? whatIfNumbers(project, *topology) : std::vector<WhatIfNumber>();
    for (const WhatIfNumber &number : numbers) {
        if (m_headings.empty() || m_headings.back().first != number.part()) {
            auto *heading = new PlainLabel(wordsOf(number.part()));
            heading->setFont(heteroscope::font(TypeRole::title));
            heading->setContentsMargins(12, m_headings.empty() ? 0 : 6, 8, 0);
            m_rowLayout->addWidget(heading);
            m_headings.emplace_back(number.part(), heading);
        }
        auto *slider = new WhatIfSlider(number);
        connect(slider, &WhatIfSlider::moved, this, [this, slider](double value) { move(*slider, value); });
        connect(slider, &WhatIfSlider::released, this, [this] { m_session->document()->endMerge(); });
        m_rowLayout->addWidget(slider);
        m_sliders.push_back(slider);
    }
    m_rowLayout->addStretch(1);
    filterSliders();
}

/// Shows the sliders whose name or group has all words of the filter.
void WhatIfView::filterSliders()
{
    const QStringList words = m_filter->text().split(u' ', Qt::SkipEmptyParts);
    std::set<WhatIfPart> shown;
    for (WhatIfSlider *slider : m_sliders) {
        const QString text = slider->name() + u' ' + wordsOf(slider->number().part());
        const bool isShown = std::all_of(words.begin(), words.end(), [&text](const QString &word) {
            return text.contains(word, Qt::CaseInsensitive);
        });
        slider->setVisible(isShown);
        if (isShown)
            shown.insert(slider->number().part());
    }
    for (const auto &[part, heading] : m_headings)
        heading->setVisible(shown.contains(part));
}

void WhatIfView::move(const WhatIfSlider &slider, double value)
{
    Document &document = *m_session->document();
    document.edit(tr("%1: %2").arg(slider.name(), slider.textOf(value)),
                  withWhatIfValue(document.project(), slider.number(), value),
                  QStringLiteral("what-if/") + slider.name());
    refresh(); // where the edit was refused, the slider goes back
}

void WhatIfView::refresh()
{
    if (!isVisible()) {
        m_late = true;
        return;
    }
    const Project &project = m_session->document()->project();
    if (m_history->start().project->cluster.nodes.empty() && !project.cluster.nodes.empty()) {
        m_history->restart(); // the first node was drawn
        return;
    }
    if (std::exchange(m_late, false))
        makeSliders();
    for (WhatIfSlider *slider : m_sliders)
        slider->setValue(whatIfValue(project, slider->number()));
    m_back->setEnabled(m_history->current() != 0);
    m_startHere->setEnabled(m_history->rowCount() > 1);
    m_table->selectRow(m_history->current());
    say();
}

void WhatIfView::say()
{
    using Tone = StateStrip::Tone;
    const WhatIfHistory::Entry &start = m_history->start();
    const WhatIfHistory::Entry &now = m_history->present();
    const auto change = [](const QString &what, const auto &from, const auto &to) {
        return from && to
                   ? WhatIfView::tr("%1 %2 → %3, %4")
                         .arg(what, formatSeconds(from->time), formatSeconds(to->time), deltaText(from->time, to->time))
                   : QString();
    };
    if (m_sliders.empty()) {
        m_strip->say(Tone::neutral, tr("Nothing to change yet"), tr("draw a node, or mend what the messages say"));
        return;
    }
    if (m_history->current() == 0) {
        m_strip->say(Tone::neutral, tr("At the start"),
                     tr("move a slider: the step and the plans follow, and each change stays below to go back to"));
        return;
    }
    if (!now.shown) {
        const bool isWaiting = m_session->isStale() || !m_session->isIdle();
        m_strip->say(isWaiting ? Tone::neutral : Tone::caution,
                     isWaiting ? tr("Simulating ...") : tr("No plan runs with this change"),
                     isWaiting ? QString() : tr("the messages say why"));
        return;
    }
    const QString best = change(tr("best plan"), start.best, now.best);
    const bool isShorter = start.shown && now.shown->time < start.shown->time;
    m_strip->say(isShorter ? Tone::good : Tone::neutral,
                 start.shown ? change(tr("Step"), start.shown, now.shown)
                             : tr("Step %1").arg(formatSeconds(now.shown->time)),
                 !best.isEmpty()             ? best
                 : m_session->isSearching()  ? tr("searching for the best plan")
                 : m_session->freshRanking() ? QString()
                                             : tr("F5 searches for the best plan"));
}

void WhatIfView::goToCurrentRow()
{
    if (m_table->currentIndex().isValid())
        m_history->goTo(m_table->currentIndex().row());
}

QString WhatIfView::csv() const { return csvOf(*m_history); }

bool WhatIfView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            goToCurrentRow();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void WhatIfView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

} // namespace heteroscope
