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
#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/text.h"
#include "theme/theme.h"
#include "widgets/plain_table.h"
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
      m_close(new QPushButton),
      m_export(new QPushButton),
      m_calibrate(new QPushButton(tr("Calibrate from this"))),
      m_calibrateStack(new QPushButton(tr("Calibrate the software"))),
      m_overlay(new OverlayView),
      m_ranks(new RankModel(this)),
      m_causes(new ChartTable(this)),
      m_factorTable(new ChartTable(this)),
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
    // With long words these two would leave no room for what is said.
    m_close->setIcon(icon(IconName::cross));
    m_close->setAccessibleName(tr("Close"));
    m_export->setIcon(icon(IconName::exportFile));
    m_export->setAccessibleName(tr("Export CSV"));
    m_calibrate->setToolTip(plainTip(tr("Makes the devices of each type as fast as they were measured, as one undo "
                                        "step; “Factors” shows by how much")));
    connect(m_calibrate, &QPushButton::clicked, this, &MeasuredView::calibrate);
    m_calibrateStack->setToolTip(plainTip(tr("Makes all devices faster or slower by one factor, that of the job’s "
                                             "software stack, those that the trace did not run on, too")));
    connect(m_calibrateStack, &QPushButton::clicked, this, &MeasuredView::calibrateStack);
    connect(m_open, &QPushButton::clicked, this, &MeasuredView::askForTrace);
    connect(m_close, &QPushButton::clicked, this, &MeasuredView::close);
    connect(m_export, &QPushButton::clicked, this, &MeasuredView::askForFile);
    connect(m_overlay, &OverlayView::laneSelected, this, &MeasuredView::laneSelected);
    connect(m_overlay, &OverlayView::hovered, this, &MeasuredView::said);
    connect(m_ranks, &RankModel::lanesChanged, this, &MeasuredView::compare);
    connect(m_session, &Session::shownChanged, this, &MeasuredView::refresh);
    connect(m_session, &Session::staleChanged, this, &MeasuredView::say);
    refresh();
}

MeasuredView::~MeasuredView() = default;

void MeasuredView::setUpTables()
{
    const auto setUp = [this](Page page, QAbstractItemModel *model, const QString &name) {
        auto *table = new QTableView;
        table->setModel(model);
        table->setAccessibleName(name);
        setUpPlainTable(*table);
        m_tables[page] = table;
        m_pages->addWidget(table);
    };
    fillCauses();
    fillFactors();
    setUp(causesPage, m_causes, tr("Error by cause"));
    setUp(ranksPage, m_ranks, tr("Ranks and their lanes"));
    setUp(factorsPage, m_factorTable, tr("Speed of the devices against the simulated one"));
    m_tables[factorsPage]->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (int column = 1; column < m_factorTable->columnCount(); ++column)
        m_tables[factorsPage]->horizontalHeader()->resizeSection(column, 76);
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
        button->setText(page == causesPage ? tr("Causes") : page == ranksPage ? tr("Ranks") : tr("Factors"));
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
    auto *below = new QHBoxLayout; // without a margin of its own while the button is hidden
    below->setContentsMargins(10, 0, 10, 0);
    below->addWidget(m_calibrateStack);
    below->addStretch(1);
    m_calibrateStack->hide();
    right->addLayout(below);
    right->addWidget(m_note);
    auto *line = new QFrame;
    line->setFrameShape(QFrame::VLine);
    auto *body = new QHBoxLayout;
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(0);
    body->addWidget(m_overlay, 1);
    body->addWidget(line);
    body->addWidget(side);
    for (QPushButton *button : {m_open, m_close, m_calibrate, m_export})
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
    m_calibrateStack->setVisible(page == factorsPage);
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
        m_before.reset();
    }
    refresh();
}

void MeasuredView::close()
{
    m_job.abandon();
    m_trace.reset();
    m_laneNames.clear();
    m_before.reset();
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
    m_factors.clear();
    m_stack.reset();
    std::vector<OverlayRow> rows;
    if (m_trace && m_result) {
        const std::vector<int> &lanes = m_ranks->lanes();
        m_difference = traceDifference(*m_result, *m_trace, lanes);
        if (const auto &topology = m_session->shown()->topology)
            m_factors = deviceFactors(*m_result, *topology, *m_trace, lanes);
        m_stack = stackFactor(*m_result, *m_trace, lanes, m_session->document()->project().workload.job);
        for (std::size_t i = 0; i < lanes.size(); ++i) {
            const MeasuredRank &rank = m_trace->ranks[i];
            rows.push_back({rank.rank, lanes[i], measuredPieces(rank, medianStep(rank))});
        }
    }
    m_overlay->setRows(m_result, std::move(rows));
    fillCauses();
    fillFactors();
    say();
}

void MeasuredView::calibrate()
{
    if (m_factors.empty() || !m_result)
        return;
    edit(tr("Calibrate from %1").arg(m_name),
         withDeviceFactors(m_session->document()->project(), m_factors, m_name.toStdString()));
}

void MeasuredView::calibrateStack()
{
    if (!m_stack || !m_result)
        return;
    edit(tr("Calibrate %1 from %2").arg(text(m_stack->stack), m_name),
         withStackFactor(m_session->document()->project(), *m_stack, m_name.toStdString()));
}

void MeasuredView::edit(const QString &what, const Project &after)
{
    const Seconds before = m_before.value_or(toSeconds(m_result->stepTime));
    if (m_session->document()->edit(what, after))
        m_before = before;
    showPage(factorsPage);
    compare();
}

void MeasuredView::fillFactors()
{
    std::vector<std::vector<ChartCell>> rows;
    const auto addRow = [&rows](const QString &name, const auto &factor, const std::string &source) {
        rows.push_back({{name, std::nullopt},
                        {formatTicks(factor.simulated), toSeconds(factor.simulated).value},
                        {formatTicks(factor.measured), toSeconds(factor.measured).value},
                        {QStringLiteral("×") + formatSignificant(factor.factor), factor.factor},
                        {source.empty() ? QStringLiteral("–") : text(source), std::nullopt}});
    };
    const Project &project = m_session->document()->project();
    for (const DeviceFactor &factor : m_factors)
        addRow(text(factor.type), factor, calibratedFrom(project.cluster, factor.type));
    if (m_stack) {
        const auto origin = stackCalibratedFrom(project.workload.job);
        addRow(tr("%1, all devices").arg(text(m_stack->stack)), *m_stack,
               origin && origin->stack == m_stack->stack ? origin->source : std::string());
    }
    m_factorTable->setTable({{tr("Device"), QStringLiteral("device")},
                             {tr("Simulated"), QStringLiteral("simulated_s")},
                             {tr("Measured"), QStringLiteral("measured_s")},
                             {tr("Speed"), QStringLiteral("factor")},
                             {tr("From"), QStringLiteral("calibrated_from")}},
                            std::move(rows));
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

/// What was calibrated, unless it was taken back.
QStringList MeasuredView::calibrationNotes() const
{
    QStringList notes;
    const Project &project = m_session->document()->project();
    const auto origin = stackCalibratedFrom(project.workload.job);
    const auto isFromTrace = [this, &project](const DeviceFactor &factor) {
        return calibratedFrom(project.cluster, factor.type) == m_name.toStdString();
    };
    const bool isCalibrated = std::any_of(m_factors.begin(), m_factors.end(), isFromTrace) ||
                              (origin && origin->source == m_name.toStdString());
    if (m_before && m_difference && isCalibrated)
        notes << tr("Calibrated: the step took %1 before, takes %2 now, and was measured at %3; undo takes it back.")
                     .arg(formatSeconds(*m_before), formatSeconds(m_difference->simulated),
                          formatSeconds(m_difference->measured));
    if (origin && origin->stack != project.workload.job.softwareStack)
        notes << tr("All devices have the factor ×%1 of %2, but the job runs %3.")
                     .arg(formatSignificant(origin->factor), text(origin->stack),
                          text(project.workload.job.softwareStack));
    return notes;
}

void MeasuredView::say()
{
    using Tone = StateStrip::Tone;
    m_close->setEnabled(m_trace != nullptr || isReading());
    m_export->setEnabled(m_difference.has_value());
    m_calibrate->setEnabled(!m_factors.empty() && !m_session->isStale());
    m_calibrateStack->setEnabled(m_stack && !m_session->isStale());
    QStringList notes = calibrationNotes();
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
