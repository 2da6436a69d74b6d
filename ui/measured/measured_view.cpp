// SPDX-License-Identifier: GPL-3.0-or-later
#include "measured/measured_view.h"

#include "base/files.h"
#include "charts/chart_table.h"
#include "exchange/trace/open_trace.h"
#include "exchange/trace/rank_lanes.h"
#include "language/sentences.h"
#include "measured/overlay_view.h"
#include "measured/rank_model.h"
#include "measured/trace_words.h"
#include "theme/numbers.h"
#include "theme/text.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"
#include "widgets/state_strip.h"

#include <QtWidgets>

#include <cmath>

namespace heteroscope {

namespace {

constexpr int sideWidth = 380;

/// The files and folders on this disk.
QStringList localPaths(const QMimeData *data)
{
    QStringList paths;
    for (const QUrl &url : data->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    return paths;
}

} // namespace

MeasuredView::MeasuredView(Session *session, QWidget *parent)
    : QWidget(parent),
      m_session(session),
      m_strip(new StateStrip),
      m_open(new QPushButton(tr("Open trace …"))),
      m_close(new QPushButton(tr("Close"))),
      m_export(new QPushButton(tr("Export CSV"))),
      m_overlay(new OverlayView),
      m_ranks(new RankModel(this)),
      m_causes(new ChartTable(this)),
      m_pages(new QStackedWidget),
      m_group(new QButtonGroup(this)),
      m_note(new PlainLabel)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setAcceptDrops(true);
    setUpTables();
    arrange();
    setFocusProxy(m_overlay);
    m_open->setToolTip(plainTip(tr("A trace of the PyTorch profiler or of Chakra, one file a rank, or the pipeline "
                                   "dumps of Primus")));
    m_close->setToolTip(plainTip(tr("Forgets the trace")));
    m_export->setToolTip(plainTip(tr("Writes the causes as comma-separated values")));
    connect(m_open, &QPushButton::clicked, this, &MeasuredView::askForTrace);
    connect(m_close, &QPushButton::clicked, this, &MeasuredView::close);
    connect(m_export, &QPushButton::clicked, this, &MeasuredView::askForFile);
    connect(m_overlay, &OverlayView::laneSelected, this, &MeasuredView::laneSelected);
    connect(m_overlay, &OverlayView::hovered, this, &MeasuredView::said);
    connect(m_ranks, &RankModel::lanesChanged, this, &MeasuredView::compare);
    connect(m_session, &Session::shownChanged, this, &MeasuredView::refresh);
    refresh();
}

MeasuredView::~MeasuredView() = default;

void MeasuredView::setUpTables()
{
    const auto setUp = [this](Page page, QAbstractItemModel *model, const QString &name) {
        auto *table = new QTableView;
        table->setModel(model);
        table->setAccessibleName(name);
        table->setFrameShape(QFrame::NoFrame);
        table->setShowGrid(false);
        table->setWordWrap(false);
        table->setTabKeyNavigation(false);
        table->setSelectionBehavior(QAbstractItemView::SelectRows);
        table->setSelectionMode(QAbstractItemView::SingleSelection);
        table->verticalHeader()->hide();
        table->verticalHeader()->setMinimumSectionSize(tableRowHeight);
        table->verticalHeader()->setDefaultSectionSize(tableRowHeight);
        table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
        table->horizontalHeader()->setFixedHeight(headerRowHeight);
        table->horizontalHeader()->setHighlightSections(false);
        m_tables[page] = table;
        m_pages->addWidget(table);
    };
    fillCauses();
    setUp(causesPage, m_causes, tr("Error by cause"));
    setUp(ranksPage, m_ranks, tr("Ranks and their lanes"));
    m_tables[causesPage]->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (int column = 1; column < m_causes->columnCount(); ++column)
        m_tables[causesPage]->horizontalHeader()->resizeSection(column, 88);
    m_tables[ranksPage]->horizontalHeader()->setSectionResizeMode(RankModel::lane, QHeaderView::Stretch);
    for (const int column : {RankModel::rank, RankModel::step, RankModel::memory})
        m_tables[ranksPage]->horizontalHeader()->resizeSection(column, 76);
    m_tables[ranksPage]->setItemDelegateForColumn(RankModel::lane, new LaneDelegate(m_ranks, this));
    m_tables[ranksPage]->setEditTriggers(QAbstractItemView::AllEditTriggers);
}

void MeasuredView::arrange()
{
    auto *buttons = new QHBoxLayout;
    buttons->setContentsMargins(8, 4, 8, 4);
    buttons->setSpacing(0);
    for (int page = 0; page < pageCount; ++page) {
        auto *button = new QToolButton;
        button->setText(page == causesPage ? tr("Causes") : tr("Ranks"));
        button->setCheckable(true);
        button->setFont(heteroscope::font(TypeRole::button));
        button->setFixedHeight(fieldHeight);
        m_group->addButton(button, page);
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    m_group->button(causesPage)->setChecked(true);
    connect(m_group, &QButtonGroup::idClicked, this, [this](int page) { showPage(static_cast<Page>(page)); });
    m_note->setFont(heteroscope::font(TypeRole::label));
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setContentsMargins(10, 4, 10, 8);
    m_note->setWordWrap(true);
    auto *side = new QWidget;
    side->setFixedWidth(sideWidth);
    auto *right = new QVBoxLayout(side);
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(0);
    right->addLayout(buttons);
    right->addWidget(m_pages, 1);
    right->addWidget(m_note);
    auto *line = new QFrame;
    line->setFrameShape(QFrame::VLine);
    auto *body = new QHBoxLayout;
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(0);
    body->addWidget(m_overlay, 1);
    body->addWidget(line);
    body->addWidget(side);
    for (QPushButton *button : {m_open, m_close, m_export})
        m_strip->add(button);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_strip);
    layout->addLayout(body, 1);
}

void MeasuredView::showPage(Page page)
{
    m_group->button(page)->setChecked(true);
    m_pages->setCurrentIndex(page);
}

void MeasuredView::open(const QStringList &paths)
{
    if (paths.isEmpty())
        return;
    std::vector<std::string> names;
    for (const QString &path : paths)
        names.push_back(path.toStdString());
    m_job.start(
        [names](LatestJob::Handle &) -> std::optional<Result<MeasuredTrace>> {
            auto read = readTraceIfAny(names);
            if (read && *read)
                return Result<MeasuredTrace>(medianSteps(**read));
            return read;
        },
        [this, paths](const std::optional<Result<MeasuredTrace>> &read) { accept(read, paths); });
    say();
}

void MeasuredView::accept(const std::optional<Result<MeasuredTrace>> &read, const QStringList &paths)
{
    if (!read) {
        emit failed(tr("The trace was not opened"),
                    tr("%1 is no trace that can be read. Open a trace of the PyTorch profiler or of Chakra, one file "
                       "a rank, or the pipeline dumps of Primus.")
                        .arg(paths.front()));
    } else if (!*read) {
        emit failed(tr("The trace was not opened"), sentenceWithHint(read->error()));
    } else {
        m_trace = std::make_shared<const MeasuredTrace>(**read);
        m_name = QFileInfo(paths.front()).fileName();
        if (paths.size() > 1)
            m_name = tr("%1 and %2 more").arg(m_name, formatCount(static_cast<std::size_t>(paths.size() - 1)));
        m_laneNames.clear(); // another trace, another mapping
    }
    refresh();
}

void MeasuredView::close()
{
    m_job.abandon();
    m_trace.reset();
    m_laneNames.clear();
    refresh();
}

void MeasuredView::refresh()
{
    m_result = m_session->result();
    if (m_result && m_result->lanes.empty())
        m_result.reset();
    if (!m_trace || !m_result) {
        m_ranks->setRanks(nullptr, nullptr, {});
        compare();
        return;
    }
    QStringList names;
    for (const Lane &lane : m_result->lanes)
        names << QString::fromStdString(lane.name);
    // What the user has said of the lanes holds as long as they are the same.
    const bool isKnown = names == m_laneNames && m_ranks->lanes().size() == m_trace->ranks.size();
    std::vector<int> lanes = isKnown ? m_ranks->lanes() : proposedLanes(*m_result, *m_trace);
    m_laneNames = names;
    m_ranks->setRanks(m_result, m_trace, std::move(lanes));
    compare();
}

/// With the present mapping.
void MeasuredView::compare()
{
    m_difference.reset();
    std::vector<OverlayRow> rows;
    if (m_trace && m_result) {
        const std::vector<int> &lanes = m_ranks->lanes();
        m_difference = traceDifference(*m_result, *m_trace, lanes);
        for (std::size_t i = 0; i < lanes.size(); ++i) {
            const MeasuredRank &rank = m_trace->ranks[i];
            rows.push_back({rank.rank, lanes[i], measuredPieces(rank, medianStep(rank))});
        }
    }
    m_overlay->setRows(m_result, std::move(rows));
    fillCauses();
    say();
}

void MeasuredView::fillCauses()
{
    std::vector<std::vector<ChartCell>> rows;
    const auto addRow = [&rows](const QString &name, Seconds simulated, Seconds measured, double seconds) {
        rows.push_back({{name, std::nullopt},
                        {formatSeconds(simulated), simulated.value},
                        {formatSeconds(measured), measured.value},
                        {formatSignedSeconds(Seconds(seconds)), seconds}});
    };
    if (m_difference) {
        for (const TraceCauseDifference &one : m_difference->causes)
            addRow(wordOf(one.cause), toSeconds(one.simulated), toSeconds(one.measured), one.seconds);
        addRow(tr("step"), m_difference->simulated, m_difference->measured, m_difference->difference);
    }
    m_causes->setTable({{tr("Cause"), QStringLiteral("cause")},
                        {tr("Simulated"), QStringLiteral("simulated_s")},
                        {tr("Measured"), QStringLiteral("measured_s")},
                        {tr("Difference"), QStringLiteral("difference_s")}},
                       std::move(rows));
}

void MeasuredView::say()
{
    using Tone = StateStrip::Tone;
    m_close->setEnabled(m_trace != nullptr || isReading());
    m_export->setEnabled(m_difference.has_value());
    QStringList notes;
    if (m_trace && m_result) {
        std::size_t devices = 0;
        for (const Lane &lane : m_result->lanes)
            devices += lane.devices.size();
        const auto world = static_cast<std::size_t>(std::max(0, m_trace->worldSize));
        if (world > 0 && world != devices)
            notes << tr("The run had %1 ranks, the plan has %2 devices.").arg(formatCount(world), formatCount(devices));
        notes << tr("Means over the ranks of the trace and the lanes they are taken for; “Ranks” changes these.");
        for (const std::string &note : m_trace->notes)
            notes << text(note);
    }
    m_note->setText(notes.join(u' '));
    m_note->setVisible(!notes.isEmpty());
    if (isReading()) {
        m_strip->say(Tone::neutral, tr("Reading the trace"), tr("large ones take some seconds"));
    } else if (!m_trace) {
        m_strip->say(Tone::neutral, tr("Nothing measured yet"),
                     tr("open a trace of a real run to see how far the simulation is from it, and why"));
    } else if (!m_difference) {
        m_strip->say(Tone::neutral, m_name, tr("is compared with the first simulated step"));
    } else {
        const double off =
            m_difference->measured.value > 0 ? -m_difference->difference / m_difference->measured.value : 0;
        const auto most = std::max_element(m_difference->causes.begin(), m_difference->causes.end(),
                                           [](const TraceCauseDifference &a, const TraceCauseDifference &b) {
                                               return std::abs(a.seconds) < std::abs(b.seconds);
                                           });
        const QString title = tr("Simulated is %1 off").arg(formatSignedPercent(off));
        const QString figures =
            tr("%1: measured %2, simulated %3; most: %4, %5")
                .arg(m_name, formatSeconds(m_difference->measured), formatSeconds(m_difference->simulated),
                     wordOf(most->cause), formatSignedSeconds(Seconds(most->seconds)));
        m_strip->say(std::abs(off) <= m_result->uncertainty ? Tone::good : Tone::caution, title, figures);
    }
}

void MeasuredView::setSelectedLanes(const std::set<int> &lanes) { m_overlay->setSelectedLanes(lanes); }

void MeasuredView::setStale(bool stale) { m_overlay->setStale(stale); }

QString MeasuredView::csv() const { return m_causes->csv(); }

void MeasuredView::askForTrace()
{
    open(QFileDialog::getOpenFileNames(this, tr("Open a trace, one file a rank"), QString(),
                                       tr("Traces (*.json *.json.gz *.et *.log *.txt);;All files (*)")));
}

void MeasuredView::askForFile()
{
    const QString name = QFileDialog::getSaveFileName(this, tr("Export the causes"), QStringLiteral("measured.csv"),
                                                      tr("Comma-separated values (*.csv)"));
    if (!name.isEmpty())
        exportCsv(name);
}

void MeasuredView::exportCsv(const QString &fileName)
{
    if (const Status status = writeFileAtomically(fileName.toStdString(), csv().toStdString()); !status)
        emit failed(tr("The table was not saved"),
                    QStringLiteral("%1: %2").arg(fileName, sentenceWithHint(status.error())));
}

void MeasuredView::dragEnterEvent(QDragEnterEvent *event)
{
    if (!localPaths(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MeasuredView::dropEvent(QDropEvent *event)
{
    event->acceptProposedAction();
    open(localPaths(event->mimeData()));
}

} // namespace heteroscope
