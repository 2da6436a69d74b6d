// SPDX-License-Identifier: GPL-3.0-or-later
#include "breakdown/breakdown_view.h"

#include "breakdown/breakdown_bar.h"
#include "breakdown/breakdown_delegate.h"
#include "breakdown/breakdown_model.h"
#include "breakdown/term_details.h"
#include "language/sentences.h"
#include "language/step_words.h"
#include "theme/predicted.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

namespace heteroscope {

BreakdownView::BreakdownView(QWidget *parent)
    : QWidget(parent),
      m_chip(new PlainLabel),
      m_title(new MarkupLabel),
      m_search(new QLineEdit),
      m_bar(new BreakdownBar),
      m_model(new BreakdownModel(this)),
      m_filter(new QSortFilterProxyModel(this)),
      m_tree(new QTreeView),
      m_delegate(new BreakdownDelegate(this)),
      m_details(new TermDetails),
      m_splitter(new QSplitter(Qt::Horizontal))
{
    m_chip->setFixedSize(18, 18);
    m_chip->setAlignment(Qt::AlignCenter);
    m_chip->setFont(heteroscope::font(TypeRole::badge));
    m_title->setFont(heteroscope::font(TypeRole::label));
    m_title->setTextInteractionFlags(Qt::NoTextInteraction);
    m_title->setWordWrap(true); // the dock may be narrow
    m_search->setPlaceholderText(tr("Search terms"));
    m_search->setAccessibleName(tr("Search the breakdown"));
    m_search->setClearButtonEnabled(true);
    m_search->setFixedWidth(220);
    m_filter->setSourceModel(m_model);
    m_filter->setRecursiveFilteringEnabled(true);
    m_filter->setAutoAcceptChildRows(true);
    m_filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter->setFilterKeyColumn(BreakdownModel::name);
    m_tree->setModel(m_filter);
    m_tree->setItemDelegate(m_delegate);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(16);
    m_tree->setMouseTracking(true);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_tree->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->setAccessibleName(tr("Terms of the step and of the memory"));
    m_tree->header()->setFixedHeight(headerRowHeight);
    m_tree->header()->setStretchLastSection(true);
    m_tree->header()->setHighlightSections(false);
    m_tree->header()->setSectionsMovable(false);

    auto *head = new QHBoxLayout;
    head->setContentsMargins(12, 4, 12, 0);
    head->setSpacing(8);
    head->addWidget(m_chip);
    head->addWidget(m_title, 1);
    head->addWidget(m_search);
    m_splitter->addWidget(m_tree);
    m_splitter->addWidget(m_details);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_bar);
    layout->addWidget(m_splitter, 1);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setFocusProxy(m_tree);

    connect(m_search, &QLineEdit::textChanged, this, &BreakdownView::filter);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { m_tree->setFocus(); });
    connect(m_bar, &BreakdownBar::chosen, this, &BreakdownView::selectPath);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (!m_settingModel)
            showCurrent();
    });
    updateTitle();
    accept(Error{});
}

BreakdownView::~BreakdownView() { m_tree->selectionModel()->disconnect(this); }

int BreakdownView::lane() const
{
    if (!m_shown || !m_shown->result)
        return -1;
    const int count = static_cast<int>(m_shown->result->lanes.size());
    return !m_selected.empty() && *m_selected.begin() < count ? *m_selected.begin() : busiestLane(*m_shown->result);
}

void BreakdownView::setSimulation(std::shared_ptr<const Simulation> shown)
{
    m_shown = std::move(shown);
    m_current = false;
    open();
}

void BreakdownView::setStale(bool stale)
{
    m_bar->setStale(stale);
    m_delegate->setStale(stale);
    m_tree->viewport()->update();
}

void BreakdownView::setSelectedLanes(const std::set<int> &lanes)
{
    if (lanes == m_selected)
        return;
    m_selected = lanes;
    if (lane() != m_askedLane)
        m_current = false;
    open();
}

/// Until another explanation is there, the title is that of the terms that are shown.
void BreakdownView::open()
{
    if (!m_current && isVisible()) {
        m_current = true;
        m_askedLane = lane();
        if (m_askedLane < 0) {
            m_job.abandon();
            accept(Error{});
            return;
        }
        const auto take = [this](const Result<LaneExplanation> &explained) {
            if (m_current) // else the step is another one by now, and is opened when the view is shown
                accept(explained);
        };
        m_job.start(
            [shown = m_shown, wanted = m_askedLane](LatestJob::Handle &) { return explainShown(*shown, wanted); },
            take);
    }
    if (m_current && !m_job.isRunning())
        updateTitle();
}

void BreakdownView::openNow()
{
    m_current = true;
    m_askedLane = lane();
    accept(lane() < 0 ? Result<LaneExplanation>(Error{}) : explainShown(*m_shown, lane()));
}

void BreakdownView::accept(const Result<LaneExplanation> &explanation)
{
    const bool first = !m_model->explanation();
    const auto expanded = expandedPaths();
    const int top = m_tree->indexAt(QPoint(0, 0)).row();
    m_settingModel = true;
    auto shared = explanation ? std::make_shared<const LaneExplanation>(*explanation) : nullptr;
    m_openedLane = shared ? shared->lane : -1;
    updateTitle();
    m_bar->setExplanation(shared);
    m_model->setExplanation(shared);
    if (first || m_search->text().isEmpty())
        expandFirst();
    for (const TermPath &path : expanded)
        m_tree->expand(m_filter->mapFromSource(m_model->find(path)));
    filter(m_search->text());
    m_settingModel = false;
    if (shared) {
        fitColumns();
        TermPath wanted = m_wanted;
        while (wanted.size() > 1 && !m_model->find(wanted).isValid())
            wanted.pop_back();
        const TermPath kept = m_wanted;
        selectPath(wanted);
        m_wanted = kept; // comes back with a lane that has it
        if (top >= 0 && wanted.size() == 1)
            m_tree->scrollToTop();
    } else if (!m_shown || !m_shown->result) {
        m_details->say(tr("The breakdown appears with the first simulated step."));
    } else {
        m_details->say(tr("This step cannot be opened: %1").arg(sentenceOf(explanation.error())));
    }
    emit opened();
}

void BreakdownView::expandFirst()
{
    for (int i = 0; i < m_filter->rowCount(); ++i)
        m_tree->expand(m_filter->index(i, 0));
}

std::vector<TermPath> BreakdownView::expandedPaths() const
{
    std::vector<TermPath> paths;
    std::vector<QModelIndex> open = {QModelIndex()};
    while (!open.empty()) {
        const QModelIndex at = open.back();
        open.pop_back();
        for (int i = 0; i < m_filter->rowCount(at); ++i) {
            const QModelIndex below = m_filter->index(i, 0, at);
            if (!m_tree->isExpanded(below))
                continue;
            paths.push_back(m_model->path(m_filter->mapToSource(below)));
            open.push_back(below);
        }
    }
    return paths;
}

void BreakdownView::filter(const QString &text)
{
    m_filter->setFilterFixedString(text);
    if (!text.isEmpty())
        m_tree->expandAll();
}

void BreakdownView::selectActivity(Activity activity) { selectPath({PlainTerm::step, activity}); }

void BreakdownView::selectPath(const TermPath &path)
{
    m_wanted = path;
    QModelIndex found = m_model->find(path);
    if (found.isValid() && !m_filter->mapFromSource(found).isValid())
        m_search->clear(); // it is filtered away
    found = m_filter->mapFromSource(found);
    if (!found.isValid())
        return;
    m_tree->setCurrentIndex(found);
    m_tree->scrollTo(found);
    showCurrent();
}

TermPath BreakdownView::currentPath() const { return m_model->path(m_filter->mapToSource(m_tree->currentIndex())); }

void BreakdownView::showCurrent()
{
    const QModelIndex index = m_filter->mapToSource(m_tree->currentIndex());
    if (index.isValid())
        m_wanted = m_model->path(index);
    m_bar->setCurrent(m_wanted);
    m_details->show(m_model->term(index), m_shown ? m_shown->result.get() : nullptr);
}

void BreakdownView::updateTitle()
{
    const int shown = lane();
    m_chip->setVisible(shown >= 0);
    if (shown < 0) {
        m_title->clear();
        return;
    }
    const Theme &t = currentTheme();
    const StepResult &result = *m_shown->result;
    const Lane &what = result.lanes[static_cast<std::size_t>(shown)];
    m_chip->setText(stageLetter(what.stage));
    m_chip->setStyleSheet(QStringLiteral("background:%1; color:%2; border-radius:3px")
                              .arg(t.stageFill(what.stage).name(), t.stage(what.stage).name()));
    m_title->setText(tr("<b>%1</b> &nbsp;%2 &nbsp;<span style='color:%3'>%4</span>")
                         .arg(escaped(laneName(what)), formatPredicted(result.stepTime, result.uncertainty),
                              t[Role::secondary].name(),
                              m_selected.empty()
                                  ? tr("the busiest lane; select another to open it")
                                  : tr("stage %1, replica %2").arg(stageLetter(what.stage)).arg(what.pipeline + 1)));
}

void BreakdownView::fitColumns()
{
    QHeaderView *header = m_tree->header();
    const int width = std::max(420, m_tree->viewport()->width());
    header->resizeSection(BreakdownModel::name, std::clamp(width * 52 / 100, 230, 460));
    header->resizeSection(BreakdownModel::value, 72);
    header->resizeSection(BreakdownModel::share, std::clamp(width * 20 / 100, 96, 200));
}

void BreakdownView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    open();
}

void BreakdownView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_splitter->setSizes({width() * 58 / 100, width() * 42 / 100});
    fitColumns();
}

void BreakdownView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        if (!m_job.isRunning())
            updateTitle();
        m_bar->update();
        m_tree->viewport()->update();
        if (m_model->explanation())
            showCurrent();
    }
}

} // namespace heteroscope
