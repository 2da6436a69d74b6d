// SPDX-License-Identifier: GPL-3.0-or-later
#include "designs/design_view.h"

#include "base/files.h"
#include "charts/chart_table.h"
#include "designs/choice_model.h"
#include "designs/design_chart.h"
#include "designs/design_form.h"
#include "designs/design_words.h"
#include "jobs/calibration_in_use.h"
#include "language/plan_words.h"
#include "language/sentences.h"
#include "theme/numbers.h"
#include "theme/text.h"
#include "theme/theme.h"
#include "widgets/plain_table.h"
#include "widgets/plain_text.h"
#include "widgets/state_strip.h"

#include <QtWidgets>

namespace heteroscope {

namespace {

constexpr int formWidth = 460, leastFormWidth = 400;
constexpr int roomForChart = 900; ///< width of the dock from which on the chart stands beside form and table

/// The drawn cluster, workload and plans become those of the design.
Result<Project> projectOf(const Design &design, const Workload &workload)
{
    auto built = buildRecipe(design.recipe);
    if (!built)
        return built.error();
    built->title = design.cluster;
    built->workload = workload;
    built->plans = {{planLabel(design.plan), design.plan, {}, {}}};
    return built;
}

double priceOf(const Design &design, const DesignSpec &spec)
{
    return costToTrain(design, spec.workload, spec.tokens.value_or(0));
}

QString daysText(double days) { return DesignView::tr("%1 days").arg(formatSignificant(days)); }

} // namespace

DesignView::DesignView(Session *session, QWidget *parent)
    : QWidget(parent),
      m_session(session),
      m_strip(new StateStrip),
      m_search(new QPushButton),
      m_draw(new QPushButton(tr("Draw this cluster"))),
      m_save(new QPushButton(tr("Save question …"))),
      m_export(new QPushButton(tr("Export CSV"))),
      m_form(new DesignForm),
      m_axis(new QComboBox),
      m_beside(new QWidget),
      m_chart(new DesignChart),
      m_model(new ChartTable(this)),
      m_table(new QTableView),
      m_sentence(new PlainLabel)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_draw->setToolTip(plainTip(tr("Puts the chosen cluster with its plan in the place of the drawn one, as one undo "
                                   "step (Enter)")));
    m_save->setToolTip(plainTip(tr("Writes a design file, which hscope design takes")));
    for (const QString &name : {tr("Price per hour"), tr("Price of the training"), tr("Energy of a step")})
        m_axis->addItem(name);
    m_axis->setAccessibleName(tr("Against which the time is drawn"));
    setUpTable();
    arrange();
    setFocusProxy(m_table);
    connect(m_search, &QPushButton::clicked, this, [this] { isRunning() ? stop() : search(); });
    connect(m_draw, &QPushButton::clicked, this, &DesignView::draw);
    connect(m_save, &QPushButton::clicked, this, [this] {
        const QString name = QFileDialog::getSaveFileName(
            this, tr("Save the question"), QStringLiteral("clusters.design.json"), tr("Design files (*.design.json)"));
        if (!name.isEmpty())
            saveQuestion(name);
    });
    connect(m_export, &QPushButton::clicked, this, [this] {
        const QString name = QFileDialog::getSaveFileName(this, tr("Export the front"), QStringLiteral("front.csv"),
                                                          tr("Comma-separated values (*.csv)"));
        if (!name.isEmpty())
            exportCsv(name);
    });
    connect(m_form, &DesignForm::edited, this, [this] {
        m_problem.reset();
        refresh();
    });
    connect(m_axis, &QComboBox::currentIndexChanged, this, &DesignView::fillChart);
    connect(m_chart, &DesignChart::picked, this, &DesignView::setCurrent);
    connect(m_chart, &DesignChart::activated, this, &DesignView::draw);
    connect(m_table, &QTableView::doubleClicked, this, &DesignView::draw);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &DesignView::showCurrent);
    connect(m_session->document(), &Document::projectChanged, this, &DesignView::refresh);
    connect(&m_job, &LatestJob::runningChanged, this, &DesignView::refresh);
    fillTable();
    fillChart();
    refresh();
}

DesignView::~DesignView() { m_table->selectionModel()->disconnect(this); }

void DesignView::setUpTable()
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Clusters worth their money"));
    setUpPlainTable(*m_table);
    m_table->installEventFilter(this);
}

void DesignView::arrange()
{
    for (QPushButton *button : {m_search, m_draw, m_save, m_export})
        m_strip->add(button);
    m_sentence->setFont(heteroscope::font(TypeRole::label));
    m_sentence->setContentsMargins(10, 4, 10, 8);
    m_sentence->setWordWrap(true);
    auto *question = new QScrollArea; // a low dock does not squeeze the fields
    question->setWidget(m_form);
    question->setWidgetResizable(true);
    question->setFrameShape(QFrame::NoFrame);
    question->setFocusPolicy(Qt::NoFocus); // its fields take the keyboard
    question->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    question->setMinimumWidth(leastFormWidth);
    question->setMaximumWidth(formWidth);
    auto *above = new QHBoxLayout;
    above->setContentsMargins(8, 4, 8, 0);
    above->addWidget(m_axis);
    above->addStretch(1);
    auto *left = new QVBoxLayout(m_beside);
    left->setContentsMargins(0, 0, 0, 0);
    left->setSpacing(0);
    left->addLayout(above);
    left->addWidget(m_chart, 1);
    auto *right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_table, 1);
    right->addWidget(m_sentence);
    const auto line = [] {
        auto *frame = new QFrame;
        frame->setFrameShape(QFrame::VLine);
        return frame;
    };
    auto *body = new QHBoxLayout;
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(0);
    body->addWidget(question, 2);
    body->addWidget(line());
    body->addWidget(m_beside, 2);
    body->addWidget(line());
    body->addLayout(right, 3);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_strip);
    layout->addLayout(body, 1);
}

void DesignView::showProblem(const Error &error)
{
    m_problem = error;
    refresh();
}

void DesignView::search()
{
    auto read = readDesignSpec(m_form->json(m_session->document()->project().workload));
    if (!read.spec)
        return showProblem(read.findings.errors.front());
    m_problem.reset();
    m_progress = {};
    m_job.start(
        [this, spec = std::move(*read.spec), constants = CalibrationInUse::values()](
            LatestJob::Handle &handle) -> Result<std::shared_ptr<const DesignAnswer>> {
            Progress progress([this, &handle](const ProgressUpdate &update) {
                handle.post([this, update] {
                    m_progress = update;
                    refresh();
                });
            });
            SearchOptions options;
            options.calibration = constants.get();
            auto found = searchDesigns(spec, options, handle.stopToken(), &progress);
            if (!found)
                return found.error();
            return std::make_shared<const DesignAnswer>(DesignAnswer{spec, std::move(*found)});
        },
        [this](Result<std::shared_ptr<const DesignAnswer>> answer) { accept(std::move(answer)); });
}

void DesignView::stop() { m_job.cancel(); }

void DesignView::accept(Result<std::shared_ptr<const DesignAnswer>> answer)
{
    if (!answer)
        return showProblem(answer.error());
    m_answer = std::move(*answer);
    fillTable();
    fillChart();
    setCurrent(m_answer->found.front.empty() ? -1 : 0);
    refresh();
}

void DesignView::fillTable()
{
    const bool asksTraining = m_answer && m_answer->spec.tokens;
    std::vector<ChartColumn> columns = {{tr("Cluster"), QStringLiteral("cluster")},
                                        {tr("Devices"), QStringLiteral("devices")},
                                        {tr("Per hour"), QStringLiteral("usd_per_hour")},
                                        {tr("Step"), QStringLiteral("step_s")}};
    if (asksTraining) {
        columns.push_back({tr("Training"), QStringLiteral("days")});
        columns.push_back({tr("Its price"), QStringLiteral("usd")});
    }
    columns.push_back({tr("Energy"), QStringLiteral("step_j")});
    columns.push_back({tr("Proof"), QStringLiteral("gap")});
    columns.push_back({tr("Plan"), QStringLiteral("plan")});
    std::vector<std::vector<ChartCell>> rows;
    for (const Design &design : m_answer ? m_answer->found.front : std::vector<Design>()) {
        std::vector<ChartCell> row = {{text(design.cluster), std::nullopt},
                                      {formatCount(design.devices), static_cast<double>(design.devices)},
                                      {formatCost(design.pricePerHour), design.pricePerHour},
                                      {formatSeconds(design.stepTime()), design.stepTime().value}};
        if (asksTraining) {
            const double days = daysToTrain(design, m_answer->spec.workload, *m_answer->spec.tokens);
            row.push_back({daysText(days), days});
            row.push_back({formatCost(priceOf(design, m_answer->spec)), priceOf(design, m_answer->spec)});
        }
        row.push_back({formatEnergy(design.step->energy), design.step->energy});
        row.push_back({design.proved ? tr("proved") : tr("gap %1").arg(formatPercent(design.gap)), design.gap});
        row.push_back({text(planLabel(design.plan)), std::nullopt});
        rows.push_back(std::move(row));
    }
    m_model->setTable(std::move(columns), std::move(rows));
    m_table->resizeColumnsToContents();
}

void DesignView::fillChart()
{
    if (!m_answer || m_answer->found.front.empty()) {
        m_chart->say(m_answer ? tr("No cluster of the choice can train the model within the limits.")
                              : tr("The front appears here."));
        return;
    }
    const DesignSpec &spec = m_answer->spec;
    const int axis = m_axis->currentIndex();
    std::vector<DesignDot> dots;
    for (const Design &design : m_answer->found.front) {
        const double up = spec.tokens ? daysToTrain(design, spec.workload, *spec.tokens) : design.stepTime().value;
        const double across = axis == energy            ? design.step->energy
                              : axis == priceOfTraining ? priceOf(design, spec)
                                                        : design.pricePerHour;
        dots.push_back(
            {across, up,
             tr("%1\n%2, %3/h")
                 .arg(text(design.cluster), formatSeconds(design.stepTime()), formatCost(design.pricePerHour))});
    }
    const int chosen = current();
    m_chart->setDots(std::move(dots),
                     axis == energy            ? tr("Energy of a step, J")
                     : axis == priceOfTraining ? tr("Price of the training, USD")
                                               : tr("Price, USD per hour"),
                     spec.tokens ? tr("Time of the training, days") : tr("Step time, s"));
    m_chart->setCurrent(chosen);
}

int DesignView::current() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? -1 : rows.front().row();
}

void DesignView::setCurrent(int row)
{
    if (row < 0)
        m_table->clearSelection();
    else
        m_table->selectRow(row);
    showCurrent();
}

void DesignView::showCurrent()
{
    const int row = current();
    m_chart->setCurrent(row);
    m_draw->setEnabled(row >= 0);
    QString words;
    if (m_answer && row >= 0) {
        const auto &front = m_answer->found.front;
        const Design &chosen = front[static_cast<std::size_t>(row)];
        words = row > 0 ? sentenceOf(designChange(front[static_cast<std::size_t>(row - 1)], chosen))
                        : tr("The cheapest that can train it; %1").arg(limitWords(stepLimit(*chosen.step), {}));
    }
    m_sentence->setText(words);
    m_sentence->setVisible(!words.isEmpty());
}

QString DesignView::sentence() const { return m_sentence->text(); }

bool DesignView::isStale() const
{
    return m_answer && !(m_answer->spec.workload == m_session->document()->project().workload);
}

void DesignView::refresh()
{
    using Tone = StateStrip::Tone;
    m_search->setText(isRunning() ? tr("Stop") : tr("Search"));
    m_axis->setEnabled(m_answer && !m_answer->found.front.empty());
    m_export->setEnabled(m_answer && !m_answer->found.front.empty());
    m_draw->setEnabled(current() >= 0);
    if (m_problem) {
        m_strip->say(Tone::bad, tr("Not searched"), sentenceOf(*m_problem));
    } else if (isRunning()) {
        m_strip->say(Tone::neutral, tr("Searching"),
                     m_progress.total > 0
                         ? tr("%1 of %2 clusters").arg(formatCount(m_progress.done), formatCount(m_progress.total))
                         : QString());
    } else if (!m_answer) {
        m_strip->say(Tone::neutral, tr("Nothing searched yet"),
                     tr("choose nodes, fabrics and limits for the project's model and job"));
    } else if (isStale()) {
        m_strip->say(Tone::caution, tr("Of another model or job"), tr("search again for the present ones"));
    } else {
        const DesignResult &found = m_answer->found;
        QStringList counts = {tr("%1 planned").arg(formatCount(found.planned))};
        for (const auto &[reason, count] : found.prunedBy)
            counts << tr("%1 %2").arg(formatCount(count), wordsOf(reason));
        const QString title = found.front.empty() ? tr("No cluster fits")
                              : found.gap > 0     ? tr("Certified within %1").arg(formatPercent(found.gap))
                                                  : tr("Certified");
        m_strip->say(found.front.empty() || found.stopped ? Tone::caution : Tone::good, title,
                     tr("%1 clusters: %2").arg(formatCount(found.enumerated), counts.join(QStringLiteral(", "))));
    }
}

void DesignView::draw()
{
    const int row = current();
    if (row < 0)
        return;
    const Design &design = m_answer->found.front[static_cast<std::size_t>(row)];
    m_session->document()->edit(tr("Draw %1").arg(text(design.cluster)), projectOf(design, m_answer->spec.workload));
}

void DesignView::saveQuestion(const QString &fileName)
{
    const std::string json = toText(m_form->json(m_session->document()->project().workload));
    if (const Status status = writeFileAtomically(fileName.toStdString(), json); !status)
        emit failed(tr("The question was not saved"), sentenceWithHint(status.error()));
}

void DesignView::exportCsv(const QString &fileName)
{
    if (const Status status = writeFileAtomically(fileName.toStdString(), m_model->csv().toStdString()); !status)
        emit failed(tr("The table was not saved"), sentenceWithHint(status.error()));
}

void DesignView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_beside->setVisible(width() >= roomForChart);
}

bool DesignView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent *>(event)->matches(QKeySequence::Copy)) {
        event->accept(); // the table's, not the canvas' command
        return true;
    }
    if (event->type() == QEvent::KeyPress) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Copy)) {
            QApplication::clipboard()->setText(m_model->csv());
            return true;
        }
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            draw();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace heteroscope
