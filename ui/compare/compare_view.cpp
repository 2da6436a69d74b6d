// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/compare_view.h"

#include "analysis/lanes_on.h"
#include "base/files.h"
#include "compare/cause_model.h"
#include "compare/difference_delegate.h"
#include "compare/figure_model.h"
#include "compare/tray_model.h"
#include "language/sentences.h"
#include "language/step_words.h"
#include "theme/numbers.h"
#include "theme/predicted.h"
#include "timeline/timeline_view.h"
#include "widgets/model_csv.h"
#include "widgets/plain_table.h"
#include "widgets/plain_text.h"
#include "widgets/state_strip.h"

#include <QtWidgets>

namespace heteroscope {
namespace {

constexpr int sideTableWidth = 430;
constexpr int sideFieldHeight = 26;
constexpr std::array<const char *, CompareView::sideCount> sideLetters = {"A", "B"};

template<class View>
void setUpView(View &view, QAbstractItemModel *model, const QString &name)
{
    view.setModel(model);
    view.setFrameShape(QFrame::NoFrame);
    view.setMouseTracking(true);
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.setSelectionMode(QAbstractItemView::SingleSelection);
    view.setAccessibleName(name);
}

void setUpRows(QTableView &table)
{
    setUpPlainTable(table);
    table.horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    table.setItemDelegate(new PlainRowDelegate(&table));
}

} // namespace

CompareView::CompareView(Session *session, QWidget *parent)
    : QWidget(parent),
      m_session(session),
      m_tray(session),
      m_strip(new StateStrip),
      m_pin(new QPushButton(tr("Pin"))),
      m_export(new QPushButton(tr("Export CSV"))),
      m_swap(new QToolButton),
      m_onCanvas(new QToolButton),
      m_causeModel(new CauseModel(this)),
      m_figureModel(new FigureModel(this)),
      m_trayModel(new TrayModel(&m_tray, this)),
      m_causes(new QTreeView),
      m_figures(new QTableView),
      m_pinned(new QTableView),
      m_pages(new QStackedWidget),
      m_pageGroup(new QButtonGroup(this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    for (const Side side : {sideA, sideB})
        setUpSide(side);
    setUpTables();
    arrange();
    setFocusProxy(m_causes);
    m_pin->setToolTip(
        plainTip(tr("Keeps the step on show to compare with later, up to %1 of them").arg(ResultTray::most)));
    m_swap->setText(tr("Swap"));
    m_swap->setToolTip(tr("Swaps A and B"));
    m_onCanvas->setText(tr("On the canvas"));
    m_onCanvas->setCheckable(true);
    m_onCanvas->setToolTip(tr("Shows on each node how much longer B is there, on its critical path, and why"));
    connect(m_onCanvas, &QToolButton::toggled, this, &CompareView::showDifferences);
    m_export->setToolTip(tr("Writes the table as comma-separated values"));
    connect(m_pin, &QPushButton::clicked, this, [this] { m_tray.pinShown(); });
    connect(m_swap, &QToolButton::clicked, this, &CompareView::swap);
    connect(m_export, &QPushButton::clicked, this, &CompareView::askForFile);
    connect(&m_tray, &ResultTray::changed, this, &CompareView::refresh);
    for (const auto signal :
         {&Session::shownChanged, &Session::rankingChanged, &Session::planStepsChanged, &Session::staleChanged})
        connect(session, signal, this, &CompareView::refresh);
    connect(session->document()->selection(), &Selection::changed, this, &CompareView::mark);
    connect(m_causes->selectionModel(), &QItemSelectionModel::selectionChanged, this, &CompareView::markCause);
    connect(m_pinned, &QTableView::doubleClicked, this, [this](const QModelIndex &index) {
        if (index.column() != TrayModel::name) // a double click there renames
            comparePinned();
    });
    refresh();
}

// The session is gone by then.
CompareView::~CompareView() { m_causes->selectionModel()->disconnect(this); }

void CompareView::setUpSide(Side side)
{
    const QString letter = QLatin1String(sideLetters[side]);
    auto *field = new QComboBox;
    field->setAccessibleName(tr("Result %1").arg(letter));
    field->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    field->setMinimumContentsLength(20);
    field->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(field, &QComboBox::activated, this,
            [this, side](int index) { choose(side, m_fields[side]->itemData(index).toString()); });
    m_fields[side] = field;
    auto *view = new TimelineView;
    view->setAccessibleName(tr("Timeline of %1").arg(letter));
    connect(view, &TimelineView::viewChanged, this, [this, side] {
        TimelineView &other = *m_timelines[side == sideA ? sideB : sideA];
        const QSignalBlocker quiet(other);
        other.followRange(*m_timelines[side]);
    });
    connect(view, &TimelineView::laneSelected, this, [this, side](int lane) { chooseLane(side, lane); });
    connect(view, &TimelineView::criticalPathToggled, this,
            [this, side](bool shown) { m_timelines[side == sideA ? sideB : sideA]->setCriticalPathShown(shown); });
    connect(view, &TimelineView::hovered, this, &CompareView::said);
    connect(view, &TimelineView::measured, this, &CompareView::said);
    m_timelines[side] = view;
}

void CompareView::setUpTables()
{
    setUpView(*m_causes, m_causeModel, tr("Difference by cause"));
    m_causes->setItemDelegate(new DifferenceDelegate(m_causes));
    m_causes->setUniformRowHeights(true);
    m_causes->setIndentation(14);
    m_causes->header()->setFixedHeight(headerRowHeight);
    m_causes->header()->setHighlightSections(false);
    m_causes->header()->setSectionsMovable(false);
    m_causes->header()->setStretchLastSection(false);
    m_causes->header()->setSectionResizeMode(CauseModel::cause, QHeaderView::Stretch);
    for (const int column : {CauseModel::first, CauseModel::second})
        m_causes->header()->resizeSection(column, 70);
    m_causes->header()->resizeSection(CauseModel::difference, 158);
    setUpView(*m_figures, m_figureModel, tr("Figures of both"));
    setUpRows(*m_figures);
    for (const int column : {FigureModel::first, FigureModel::second})
        m_figures->horizontalHeader()->resizeSection(column, 78);
    m_figures->horizontalHeader()->resizeSection(FigureModel::difference, 104);
    setUpView(*m_pinned, m_trayModel, tr("Pinned results"));
    setUpRows(*m_pinned);
    m_pinned->horizontalHeader()->resizeSection(TrayModel::stepTime, 108);
    m_pinned->horizontalHeader()->resizeSection(TrayModel::plan, 150);
    m_pinned->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
    for (QAbstractItemView *view :
         {static_cast<QAbstractItemView *>(m_causes), static_cast<QAbstractItemView *>(m_figures),
          static_cast<QAbstractItemView *>(m_pinned)}) {
        view->installEventFilter(this);
        m_pages->addWidget(view);
    }
}

void CompareView::arrange()
{
    auto *left = new QVBoxLayout;
    left->setContentsMargins(0, 0, 0, 0);
    left->setSpacing(0);
    for (const Side side : {sideA, sideB}) {
        auto *letter = new PlainLabel(QLatin1String(sideLetters[side]));
        letter->setFont(heteroscope::font(TypeRole::title));
        letter->setFixedWidth(16);
        auto *head = new QHBoxLayout;
        head->setContentsMargins(12, 4, 12, 4);
        head->setSpacing(4);
        head->addWidget(letter);
        head->addWidget(m_fields[side], 1);
        m_fields[side]->setFixedHeight(sideFieldHeight);
        left->addLayout(head);
        left->addWidget(m_timelines[side], 1);
    }
    auto *buttons = new QHBoxLayout;
    buttons->setContentsMargins(8, 4, 8, 4);
    buttons->setSpacing(0);
    for (int page = 0; page < pageCount; ++page) {
        auto *button = new QToolButton;
        button->setCheckable(true);
        button->setFont(heteroscope::font(TypeRole::button));
        button->setFixedHeight(sideFieldHeight);
        m_pageGroup->addButton(button, page);
        m_pageButtons[static_cast<std::size_t>(page)] = button;
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    connect(m_pageGroup, &QButtonGroup::idClicked, this, [this](int page) { showPage(static_cast<Page>(page)); });
    m_pageButtons[causesPage]->setChecked(true);
    auto *right = new QVBoxLayout;
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(0);
    right->addLayout(buttons);
    right->addWidget(m_pages, 1);
    m_pages->setFixedWidth(sideTableWidth);
    auto *line = new QFrame;
    line->setFrameShape(QFrame::VLine);
    auto *body = new QHBoxLayout;
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(0);
    body->addLayout(left, 1);
    body->addWidget(line);
    body->addLayout(right);
    for (QWidget *each : std::initializer_list<QWidget *>{m_onCanvas, m_swap, m_pin, m_export})
        m_strip->add(each);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_strip);
    layout->addLayout(body, 1);
}

void CompareView::choose(Side side, const QString &key)
{
    m_wanted[side] = key;
    refresh();
}

void CompareView::swap()
{
    if (m_shown[sideA] < 0 || m_shown[sideB] < 0)
        return;
    m_wanted = {m_sources[static_cast<std::size_t>(m_shown[sideB])].key,
                m_sources[static_cast<std::size_t>(m_shown[sideA])].key};
    refresh();
}

void CompareView::showPage(Page page)
{
    m_pageButtons[page]->setChecked(true);
    m_pages->setCurrentIndex(page);
    setFocusProxy(m_pages->currentWidget());
}

void CompareView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_late)
        refresh();
    showDifferences();
}

void CompareView::refresh()
{
    m_late = !isVisible();
    if (m_late || m_refreshing) // the work is worth it only while somebody looks
        return;
    m_refreshing = true;
    m_sources = compareSources(*m_session, m_tray);
    const ComparedPair usual = usualPair(m_sources);
    for (const Side side : {sideA, sideB}) {
        m_shown[side] = side == sideA ? usual.a : usual.b;
        for (std::size_t i = 0; i < m_sources.size(); ++i)
            if (m_sources[i].key == m_wanted[side])
                m_shown[side] = static_cast<int>(i);
    }
    refreshFields();
    refreshSteps();
    m_pin->setEnabled(m_tray.canPinShown());
    m_swap->setEnabled(m_shown[sideA] != m_shown[sideB]);
    m_export->setEnabled(m_steps[sideA] != nullptr);
    const std::size_t count = m_tray.pinned().size();
    m_pageButtons[causesPage]->setText(tr("Causes"));
    m_pageButtons[figuresPage]->setText(tr("Figures"));
    m_pageButtons[trayPage]->setText(count == 0 ? tr("Pinned") : tr("Pinned (%1)").arg(count));
    say();
    m_refreshing = false;
}

void CompareView::refreshFields()
{
    for (const Side side : {sideA, sideB}) {
        QComboBox &field = *m_fields[side];
        const QSignalBlocker quiet(field);
        field.clear();
        for (const CompareSource &source : m_sources)
            field.addItem(
                QStringLiteral("%1  ·  %2")
                    .arg(formatPredicted(source.step->result->stepTime, source.step->result->uncertainty), source.name),
                source.key);
        field.setCurrentIndex(m_shown[side]);
        field.setEnabled(m_sources.size() > 1);
    }
}

void CompareView::refreshSteps()
{
    Ticks end(0);
    std::array<std::shared_ptr<const Simulation>, sideCount> now;
    for (const Side side : {sideA, sideB})
        if (m_shown[side] >= 0) {
            now[side] = m_sources[static_cast<std::size_t>(m_shown[side])].step;
            end = std::max(end, now[side]->result->stepTime);
        }
    for (const Side side : {sideA, sideB}) {
        TimelineView &view = *m_timelines[side];
        const auto result = now[side] ? now[side]->result : nullptr;
        view.setAxisEnd(end);
        if (view.result() != result)
            view.setResult(result, now[side] ? now[side]->topology : nullptr);
        view.setStale(m_session->isStale() && now[side] == m_session->shown());
    }
    if (now == m_steps)
        return;
    m_steps = now;
    showDifferences();
    const auto resultOf = [&now](Side side) { return now[side] ? now[side]->result : nullptr; };
    const auto topologyOf = [&now](Side side) { return now[side] ? now[side]->topology.get() : nullptr; };
    m_causeModel->setSteps(resultOf(sideA), topologyOf(sideA), resultOf(sideB), topologyOf(sideB));
    m_figureModel->setSteps(now[sideA], now[sideB]);
    if (!m_causeModel->sums().empty())
        m_causes->expand(m_causeModel->index(1, 0)); // what changed most
    mark();
}

void CompareView::say()
{
    using Tone = StateStrip::Tone;
    if (!m_steps[sideA]) {
        m_strip->say(Tone::neutral, tr("Nothing to compare yet"), tr("results appear with the first simulated step"));
        return;
    }
    if (m_shown[sideA] == m_shown[sideB]) {
        m_strip->say(Tone::neutral, tr("One result"),
                     tr("change something, show another plan, or pin this one to compare with it"));
        return;
    }
    const StepDifference &difference = m_causeModel->stepDifferences();
    const double seconds = difference.difference;
    if (difference.causes.empty()) {
        m_strip->say(Tone::neutral, tr("Both take as long"), tr("with the same critical path by cause and place"));
        return;
    }
    const QString by = formatSeconds(Seconds(std::abs(seconds)));
    const CauseDifference &first = difference.causes.front();
    const QString most = tr("%1; most: %2 on %3, %4")
                             .arg(formatSignedPercent(seconds / difference.a.value), causeName(first.cause),
                                  QString::fromStdString(first.where), formatSignedSeconds(first.b - first.a));
    if (seconds == 0)
        m_strip->say(Tone::neutral, tr("Both take as long"), tr("but not for the same reasons"));
    else if (seconds > 0)
        m_strip->say(Tone::caution, tr("B takes %1 longer").arg(by), most);
    else
        m_strip->say(Tone::good, tr("B takes %1 less").arg(by), most);
}

void CompareView::mark()
{
    if (m_late)
        return;
    const Selection &selection = *m_session->document()->selection();
    NameSet things = selection.names();
    things.insert(selection.devices().begin(), selection.devices().end());
    for (const Side side : {sideA, sideB}) {
        std::set<int> lanes;
        if (m_steps[side] && !things.empty())
            for (const std::size_t lane : lanesOn(*m_steps[side]->topology, *m_steps[side]->result,
                                                  m_session->document()->project().cluster, things))
                lanes.insert(static_cast<int>(lane));
        m_timelines[side]->setSelectedLanes(lanes);
        m_timelines[side]->setSelectedLinks(selection.names());
    }
}

void CompareView::markCause()
{
    const QModelIndexList rows = m_causes->selectionModel()->selectedRows();
    if (m_refreshing || rows.isEmpty())
        return;
    // The devices of the row's places, in whichever step they are.
    std::set<QString> places;
    const QModelIndex row = rows.front();
    places.insert(row.data(CauseModel::placeRole).toString());
    for (int i = 0; i < m_causeModel->rowCount(row); ++i)
        places.insert(m_causeModel->index(i, 0, row).data(CauseModel::placeRole).toString());
    places.erase(QString());
    NameSet devices;
    for (const Side side : {sideA, sideB})
        for (const Lane &lane : m_steps[side]->result->lanes)
            for (const DeviceId id : lane.devices) {
                const Topology &topology = *m_steps[side]->topology;
                const std::string place =
                    m_causeModel->stepDifferences().byLane ? lane.name : shortName(topology.typeOf(id));
                if (places.contains(QString::fromStdString(place)))
                    devices.insert(topology.device(id).name);
            }
    chooseDevices(devices);
}

void CompareView::chooseDevices(const std::set<std::string> &devices)
{
    // Of another project they are not there.
    NameSet present;
    if (const auto &shown = m_session->shown(); shown && shown->topology)
        for (const std::string &device : devices)
            if (shown->topology->findDevice(device))
                present.insert(device);
    m_session->document()->selection()->selectDevices(present);
}

void CompareView::chooseLane(Side side, int lane)
{
    if (m_steps[side] && m_steps[side] == m_session->shown()) {
        emit laneSelected(lane);
        return;
    }
    NameSet devices;
    if (lane >= 0 && m_steps[side])
        for (const DeviceId id : m_steps[side]->result->lanes[static_cast<std::size_t>(lane)].devices)
            devices.insert(m_steps[side]->topology->device(id).name);
    chooseDevices(devices);
}

void CompareView::comparePinned()
{
    const int row = m_pinned->currentIndex().row();
    if (row < 0 || row >= static_cast<int>(m_tray.pinned().size()))
        return;
    const QString key = QStringLiteral("pin/%1").arg(m_tray.pinned()[static_cast<std::size_t>(row)].id);
    // A pinned result that is on show, too, is listed once: as what is on show.
    const bool isListed = std::any_of(m_sources.begin(), m_sources.end(),
                                      [&key](const CompareSource &source) { return source.key == key; });
    choose(sideA, isListed ? key : QStringLiteral("shown"));
    choose(sideB, QStringLiteral("shown"));
}

QString CompareView::csv() const
{
    switch (m_pages->currentIndex()) {
    case causesPage:
        return toCsv(*m_causeModel);
    case figuresPage:
        return csvOf(*m_figureModel);
    default:
        return csvOf(*m_trayModel);
    }
}

void CompareView::copy() const { QApplication::clipboard()->setText(csv()); }

void CompareView::askForFile()
{
    const QString name = QFileDialog::getSaveFileName(
        this, tr("Export the comparison"), QStringLiteral("comparison.csv"), tr("Comma-separated values (*.csv)"));
    if (!name.isEmpty())
        exportCsv(name);
}

void CompareView::exportCsv(const QString &fileName)
{
    if (const Status status = writeFileAtomically(fileName.toStdString(), csv().toStdString()); !status)
        emit exportFailed(QStringLiteral("%1: %2").arg(fileName, sentenceWithHint(status.error())));
}

bool CompareView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent *>(event)->matches(QKeySequence::Copy)) {
        event->accept(); // the table's, not the canvas' command
        return true;
    }
    if (event->type() == QEvent::KeyPress) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Copy)) {
            copy();
            return true;
        }
        if (watched == m_pinned && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)) {
            comparePinned();
            return true;
        }
        if (watched == m_pinned && key->key() == Qt::Key_Delete && m_pinned->currentIndex().isValid()) {
            m_tray.remove(static_cast<std::size_t>(m_pinned->currentIndex().row()));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace heteroscope
