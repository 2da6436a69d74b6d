// SPDX-License-Identifier: GPL-3.0-or-later
#include "strategies/strategy_view.h"

#include "base/files.h"
#include "jobs/family_question.h"
#include "language/plan_words.h"
#include "language/planner_words.h"
#include "language/sentences.h"
#include "strategies/certificate_strip.h"
#include "strategies/strategy_columns.h"
#include "strategies/strategy_delegate.h"
#include "strategies/strategy_filter.h"
#include "strategies/strategy_model.h"
#include "strategies/why_not_panel.h"
#include "strategies/why_not_tip.h"
#include "theme/theme.h"
#include "widgets/plain_table.h"
#include "widgets/plain_text.h"

#include <QtWidgets>

namespace heteroscope {

namespace {

constexpr int whyNotWidth = 300;
constexpr int filterWidth = 150;
constexpr int previewDelay = 60; // ms

/// Not the plan that the project has already; a kept one comes back.
bool canBeApplied(const StrategyRow &row) { return row.kind != StrategyRow::Kind::own || row.isKept(); }

} // namespace

StrategyView::StrategyView(QWidget *parent)
    : QWidget(parent),
      m_model(new StrategyModel(this)),
      m_filter(new StrategyFilter(this)),
      m_table(new QTableView),
      m_empty(new PlainLabel(m_table->viewport())),
      m_delegate(new StrategyDelegate(m_model, this)),
      m_certificate(new CertificateStrip),
      m_whyNot(new WhyNotPanel),
      m_filterField(new QLineEdit)
{
    m_filter->setSourceModel(m_model);
    setUpPlainTable(*m_table);
    m_table->setModel(m_filter);
    m_table->setItemDelegate(m_delegate);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setMouseTracking(true);
    m_table->horizontalHeader()->setMinimumSectionSize(28);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setSectionsClickable(true);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(StrategyModel::rank, Qt::AscendingOrder);
    m_table->viewport()->installEventFilter(this);
    m_table->installEventFilter(this);
    m_table->setAccessibleName(tr("Ranked strategies"));
    setFocusProxy(m_table);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setContentsMargins(24, 0, 24, 0);
    m_empty->setAttribute(Qt::WA_TransparentForMouseEvents);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_certificate);
    auto *body = new QHBoxLayout;
    body->setSpacing(0);
    body->addWidget(m_table, 1);
    body->addWidget(m_whyNot);
    layout->addLayout(body, 1);
    m_whyNot->setFixedWidth(whyNotWidth);
    m_whyNot->hide();

    // A row is chosen when it is both current and selected; which of the two comes first depends on mouse or keys.
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &StrategyView::onCurrentChanged);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &StrategyView::onCurrentChanged);
    connect(m_table, &QAbstractItemView::doubleClicked, this, &StrategyView::applyCurrent);
    connect(m_table, &QAbstractItemView::entered, this,
            [this](const QModelIndex &index) { setHoveredRow(index.row()); });
    connect(m_certificate->applyButton(), &QPushButton::clicked, this, &StrategyView::applyCurrent);
    connect(m_certificate, &CertificateStrip::searchRequested, this, &StrategyView::searchRequested);
    connect(m_certificate, &CertificateStrip::cancelRequested, this, &StrategyView::cancelRequested);
    connect(m_certificate->whyButton(), &QPushButton::clicked, this, &StrategyView::showWhyNot);
    connect(m_whyNot, &WhyNotPanel::closed, this, [this] {
        showWhyNot(false);
        m_table->setFocus();
    });
    connect(m_whyNot, &WhyNotPanel::planPicked, this, &StrategyView::planPicked);
    connect(m_certificate->exportButton(), &QPushButton::clicked, this, &StrategyView::askForFile);
    setUpFilter();
    updateButtons();
    fitColumns();
    updateEmpty();
}

void StrategyView::setUpFilter()
{
    m_filterField->setPlaceholderText(tr("Filter plans"));
    m_filterField->setAccessibleName(m_filterField->placeholderText());
    m_filterField->setToolTip(tr("Shows the plans whose plan, stages or reason has all these words, here and in the "
                                 "Pareto chart (Ctrl+F)"));
    m_filterField->setClearButtonEnabled(true);
    m_filterField->setFixedWidth(filterWidth);
    m_certificate->addField(m_filterField);
    connect(m_filterField, &QLineEdit::textChanged, this, [this](const QString &text) {
        // Nothing is filtered by a text that cannot be seen.
        m_certificate->wantField(!text.isEmpty() || m_filterField->hasFocus());
        filterBy(text);
        announceFilter();
    });
    m_filterField->installEventFilter(this);
    auto *find =
        new QShortcut(QKeySequence(QKeySequence::Find), this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(find, &QShortcut::activated, this, [this] {
        m_certificate->wantField(true);
        m_filterField->setFocus(Qt::ShortcutFocusReason);
        m_filterField->selectAll();
    });
    m_previewTimer.setSingleShot(true);
    m_previewTimer.setInterval(previewDelay);
    connect(&m_previewTimer, &QTimer::timeout, this, &StrategyView::preview);
}

template<class Change>
void StrategyView::changeFilter(Change change)
{
    // Whoever looks for a plan has not chosen another: the table would hand a hidden row's place to the next one.
    if (currentRow())
        m_chosen = m_filter->mapToSource(m_table->currentIndex());
    m_settingRows = true;
    change();
    if (const QModelIndex chosen = m_filter->mapFromSource(m_chosen); chosen.isValid())
        m_table->selectionModel()->setCurrentIndex(chosen,
                                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    else
        m_table->selectionModel()->clear();
    m_settingRows = false;
    updateButtons();
    refreshWhyNot();
}

void StrategyView::filterBy(const QString &text)
{
    changeFilter([this, &text] { m_filter->setText(text); });
}

void StrategyView::setBrush(const PlanBrush &brush)
{
    changeFilter([this, &brush] { m_filter->setBrush(brush); });
    announceFilter();
}

void StrategyView::announceFilter() { emit filterChanged(m_filter->planFilter()); }

void StrategyView::preview()
{
    std::shared_ptr<Simulation> simulation;
    const QModelIndex index = m_filter->mapToSource(m_filter->index(m_hoveredRow, 0));
    const auto &ranking = m_model->ranking();
    if (index.isValid() && ranking && ranking->snapshot) {
        const StrategyRow &row = m_model->row(index.row());
        // One that was kept may be of a cluster that is no more.
        if (row.plan && row.result && row.topology && row.topology == ranking->topology) {
            simulation = std::make_shared<Simulation>();
            simulation->project = ranking->snapshot;
            simulation->topology = row.topology;
            simulation->plan = *row.plan;
            simulation->result = row.result;
        }
    }
    emit previewed(simulation);
}

void StrategyView::togglePin()
{
    const QModelIndex index = m_filter->mapToSource(m_table->currentIndex());
    if (!index.isValid() || !StrategyModel::canBePinned(m_model->row(index.row())))
        return;
    const Plan plan = *m_model->row(index.row()).plan;
    m_settingRows = true;
    m_model->togglePin(index.row());
    // The row that is pinned now, which may be beside the user's own of the same plan.
    for (int i = m_model->rowCount() - 1; i >= 0; --i)
        if (StrategyModel::canBePinned(m_model->row(i)) && *m_model->row(i).plan == plan)
            m_table->setCurrentIndex(m_filter->mapFromSource(m_model->index(i, 0)));
    m_settingRows = false;
    m_table->scrollTo(m_table->currentIndex());
    updateButtons();
    announceFilter();
}

void StrategyView::setRanking(std::shared_ptr<const Ranking> ranking)
{
    // The row under the cursor stays with its plan, as long as the new ranking has it.
    std::optional<Plan> kept;
    if (const StrategyRow *row = currentRow(); row && row->plan)
        kept = *row->plan;
    m_settingRows = true;
    m_certificate->setRanking(ranking);
    m_model->setRanking(std::move(ranking));
    fitColumns();
    selectPlan(kept);
    m_settingRows = false;
    updateButtons();
    updateEmpty();
    announceFilter();
    refreshWhyNot();
}

void StrategyView::setPlanSteps(std::vector<NamedStep> steps)
{
    const auto shownRow = m_table->currentIndex();
    const auto *row = currentRow();
    const bool chosen = row;
    const std::optional<Plan> kept = row && row->plan ? std::optional(*row->plan) : std::nullopt;
    m_settingRows = true;
    m_model->setPlanSteps(std::move(steps));
    if (chosen && !selectPlan(kept) && shownRow.row() < m_filter->rowCount())
        m_table->selectRow(shownRow.row());
    m_settingRows = false;
    updateButtons();
    updateEmpty();
    refreshWhyNot();
}

/// False: no row in view has the plan.
bool StrategyView::selectPlan(const std::optional<Plan> &plan)
{
    for (int i = 0; plan && i < m_model->rowCount(); ++i) {
        if (!m_model->row(i).plan || *m_model->row(i).plan != *plan)
            continue;
        if (m_model->row(i).isMember() && !m_filter->mapFromSource(m_model->index(i, 0)).isValid())
            m_model->setOpen(m_model->row(i).head, true);
        const QModelIndex row = m_filter->mapFromSource(m_model->index(i, 0));
        if (!row.isValid())
            continue; // the filter hides it
        m_table->selectionModel()->setCurrentIndex(row,
                                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        return true;
    }
    return false;
}

void StrategyView::setQuestion(FamilyQuestion *question)
{
    m_question = question;
    connect(question, &FamilyQuestion::changed, this, &StrategyView::refreshWhyNot);
}

void StrategyView::showWhyNot(bool shown)
{
    m_certificate->whyButton()->setChecked(shown);
    if (shown != m_whyNot->isHidden())
        return;
    m_whyNot->setVisible(shown);
    fitColumns();
    refreshWhyNot();
}

bool StrategyView::isWhyNotShown() const { return !m_whyNot->isHidden(); }

void StrategyView::refreshWhyNot()
{
    if (m_whyNot->isHidden())
        return;
    const StrategyRow *row = currentRow();
    if (!row) {
        m_whyNot->showSentence(tr("Why not?"), tr("Select a row: a plan that loses, or a family that was ruled out."));
        return;
    }
    const QString name = row->family ? chipsOf(*row->family).text() : row->chips.join(u' ');
    if (row->kind == StrategyRow::Kind::rejected && row->family && m_question) {
        m_question->ask(familyLabel(*row->family));
        if (m_question->answer())
            m_whyNot->showFamily(name, *m_question->answer(), row->why);
        else if (m_question->isRunning())
            m_whyNot->showSentence(name, row->why + QStringLiteral("\n") + tr("Looking for the causes ..."));
        else
            m_whyNot->showSentence(name, m_question->problem().isEmpty() ? row->why : m_question->problem());
        return;
    }
    const auto why = whyNotRow(*row, m_model->best());
    if (row->rank == 1)
        m_whyNot->showSentence(name, m_model->reasonOf(*row) + QStringLiteral("\n\n") +
                                         tr("Searched: %1").arg(sentenceOf(m_model->ranking()->result.searched)));
    else if (!why)
        m_whyNot->showSentence(name, row->why);
    else
        m_whyNot->showPlan(name, *why, m_model->whyNoAnswer(*row), row->isNoAnswer ? QString() : m_model->lackOf(*row));
}

void StrategyView::setSearching(bool searching, const QString &progress, bool cancelling)
{
    m_certificate->setSearching(searching, progress, cancelling);
    updateEmpty();
}

void StrategyView::updateEmpty()
{
    const bool isEmpty = m_model->rowCount() == 0;
    m_empty->setVisible(isEmpty);
    if (!isEmpty)
        return;
    m_empty->setGeometry(m_table->viewport()->rect());
    m_empty->setText(m_certificate->emptyText());
}

void StrategyView::setAge(RankingAge age, const QString &account)
{
    m_certificate->setAge(age, account);
    m_delegate->setStale(age != RankingAge::present);
    m_model->setStale(age != RankingAge::present);
    refreshWhyNot();
    m_table->viewport()->update();
}

const StrategyRow *StrategyView::currentRow() const
{
    // A table that gets the keyboard makes its first row the current one; only a selected row was chosen.
    const QModelIndex current = m_table->currentIndex();
    const QModelIndex index = m_filter->mapToSource(current);
    return index.isValid() && m_table->selectionModel()->isSelected(current) ? &m_model->row(index.row()) : nullptr;
}

void StrategyView::applyCurrent()
{
    const StrategyRow *row = currentRow();
    // With nothing selected the button applies the best.
    const Recommendation recommended = m_model->recommended();
    if (!row && recommended) {
        emit planActivated(Plan(*recommended.plan)); // the ranking may go meanwhile
        return;
    }
    if (row && row->plan && canBeApplied(*row))
        emit planActivated(Plan(*row->plan));
}

void StrategyView::onCurrentChanged()
{
    updateButtons();
    if (m_settingRows)
        return;
    const StrategyRow *row = currentRow();
    if (row && row->kind == StrategyRow::Kind::rejected)
        showWhyNot(true);
    refreshWhyNot();
    if (row && row->plan)
        emit planPicked(*row->plan);
}

void StrategyView::updateButtons()
{
    const StrategyRow *row = currentRow();
    const bool any = bool(m_model->recommended());
    m_certificate->applyButton()->setEnabled(row ? row->plan && canBeApplied(*row) : any);
    m_certificate->exportButton()->setEnabled(m_model->rowCount() > 0);
    emit currentChanged();
}

void StrategyView::askForFile()
{
    const QString name = QFileDialog::getSaveFileName(this, tr("Export the ranking"), QStringLiteral("strategies.csv"),
                                                      tr("Comma-separated values (*.csv)"));
    if (!name.isEmpty())
        exportCsv(name);
}

void StrategyView::exportCsv(const QString &fileName)
{
    if (const Status status = writeFileAtomically(fileName.toStdString(), toCsv(*m_model).toStdString()); !status)
        emit exportFailed(QStringLiteral("%1: %2").arg(fileName, sentenceWithHint(status.error())));
}

void StrategyView::fitColumns()
{
    const ColumnWidths widths =
        columnWidths(m_table->viewport()->width(), m_delegate->widestPlan(), !m_whyNot->isHidden());
    for (int column = 0; column < StrategyModel::columnCountValue; ++column) {
        const int width = widths[static_cast<std::size_t>(column)];
        m_table->setColumnHidden(column, width == 0);
        if (width > 0)
            m_table->horizontalHeader()->resizeSection(column, width);
    }
}

void StrategyView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        m_table->viewport()->update();
    QWidget::changeEvent(event);
}

void StrategyView::setHoveredRow(int row)
{
    m_delegate->setHoveredRow(row);
    m_table->viewport()->update();
    m_hoveredRow = row;
    if (row < 0) { // at once: a ghost that stays would be taken for the shown plan
        m_previewTimer.stop();
        preview();
    } else {
        m_previewTimer.start();
    }
}

bool StrategyView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table->viewport() &&
        (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick)) {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        if (mouse->button() == Qt::LeftButton && foldByMouse(mouse->position().toPoint()))
            return true;
    }
    if (watched == m_table->viewport() && event->type() == QEvent::Resize) {
        fitColumns();
        updateEmpty();
    }
    if (watched == m_table->viewport() && event->type() == QEvent::Leave)
        setHoveredRow(-1);
    if (watched == m_filterField && event->type() == QEvent::FocusOut)
        m_certificate->wantField(!m_filterField->text().isEmpty());
    // Before the window plays the step.
    if (watched == m_table && event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Space) {
        event->accept();
        return true;
    }
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (foldByKey(key))
            return true;
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            applyCurrent();
            return true;
        }
        if (const StrategyRow *row = currentRow(); key == Qt::Key_Delete && row && row->isKept()) {
            emit keptPlanRemoved(QString(row->keptName));
            return true;
        }
        if (key == Qt::Key_Space) {
            togglePin();
            return true;
        }
        if (key == Qt::Key_W && static_cast<QKeyEvent *>(event)->modifiers() == Qt::NoModifier) {
            showWhyNot(m_whyNot->isHidden());
            return true;
        }
        if (key == Qt::Key_Escape && !m_whyNot->isHidden()) {
            showWhyNot(false);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void StrategyView::paint(QPainter &painter, QSize size, std::shared_ptr<const Ranking> ranking)
{
    StrategyView view;
    view.resize(size);
    view.setRanking(std::move(ranking));
    view.ensurePolished();
    view.layout()->activate();
    view.fitColumns();
    painter.fillRect(QRect(QPoint(0, 0), size), currentTheme()[Role::base]);
    view.render(&painter);
}

} // namespace heteroscope
