// SPDX-License-Identifier: GPL-3.0-or-later
#include "together/jobs_view.h"

#include "language/sentences.h"
#include "project/job_edits.h"
#include "project/library_edits.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "together/jobs_model.h"
#include "widgets/model_csv.h"
#include "widgets/plain_table.h"
#include "widgets/state_strip.h"

#include <QtWidgets>

namespace heteroscope {
namespace {

/// Offers the models of the project and of the catalog.
class ModelDelegate : public QStyledItemDelegate
{
public:
    ModelDelegate(const Document *document, QObject *parent) : QStyledItemDelegate(parent), m_document(document) {}

    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        auto *box = new QComboBox(parent);
        for (const std::string &name : modelNames(m_document->project()))
            box->addItem(QString::fromStdString(name));
        box->setAccessibleName(JobsView::tr("Model"));
        connect(box, &QComboBox::activated, this, [this, box] {
            auto *delegate = const_cast<ModelDelegate *>(this);
            emit delegate->commitData(box);
            emit delegate->closeEditor(box);
        });
        QTimer::singleShot(0, box, &QComboBox::showPopup);
        return box;
    }
    void setEditorData(QWidget *editor, const QModelIndex &index) const override
    {
        auto *box = static_cast<QComboBox *>(editor);
        box->setCurrentIndex(box->findText(index.data(Qt::EditRole).toString()));
    }
    void setModelData(QWidget *editor, QAbstractItemModel *model, const QModelIndex &index) const override
    {
        const auto *box = static_cast<QComboBox *>(editor);
        if (box->currentIndex() >= 0)
            model->setData(index, box->currentText());
    }

private:
    const Document *m_document;
};

} // namespace

JobsView::JobsView(Session *session, QWidget *parent, JobsTogether::Work work)
    : QWidget(parent),
      m_session(session),
      m_together(session, nullptr, std::move(work)),
      m_strip(new StateStrip),
      m_add(new QPushButton(tr("New job of the selection"))),
      m_remove(new QPushButton(tr("Remove"))),
      m_simulate(new QPushButton(tr("See together"))),
      m_plan(new QPushButton(tr("Plan in turn"))),
      m_use(new QPushButton(tr("Use these plans"))),
      m_model(new JobsModel(this)),
      m_table(new QTableView)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setUpTable();
    setUpButtons();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_strip);
    layout->addWidget(m_table, 1);
    setFocusProxy(m_table);
    connect(&m_together, &JobsTogether::changed, this, &JobsView::refresh);
    connect(m_session->document()->selection(), &Selection::changed, this, &JobsView::refreshStrip);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &row) {
        if (!m_refreshing && row.isValid())
            selectDevices(row.row());
        refreshStrip();
    });
    refresh();
}

JobsView::~JobsView() { m_table->selectionModel()->disconnect(this); }

void JobsView::setUpButtons()
{
    m_add->setToolTip(
        tr("A further job on the selected nodes and devices, with the model and training of the project's "
           "own; no other job has these devices then"));
    m_plan->setToolTip(tr("The best plan of one job after the other beside the others, until none improves; that they "
                          "are the best together is not proved"));
    for (QPushButton *button : {m_add, m_remove, m_simulate, m_plan, m_use})
        m_strip->add(button);
    connect(m_add, &QPushButton::clicked, this, &JobsView::add);
    connect(m_remove, &QPushButton::clicked, this, &JobsView::remove);
    connect(m_use, &QPushButton::clicked, this, &JobsView::usePlans);
    connect(m_simulate, &QPushButton::clicked, &m_together, &JobsTogether::simulate);
    connect(m_plan, &QPushButton::clicked, this,
            [this] { m_together.isRunning() ? m_together.cancel() : m_together.planInTurn(); });
}

void JobsView::setUpTable()
{
    m_table->setModel(m_model);
    m_table->setToolTip(tr("Double click, or F2, changes name, model, batch and sequence length of a further job"));
    m_table->setAccessibleName(tr("Jobs of the project, with their steps alone and together"));
    setUpPlainTable(*m_table);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_table->setItemDelegateForColumn(JobsModel::model, new ModelDelegate(m_session->document(), m_table));
    connect(m_model, &JobsModel::renamed, this, &JobsView::rename, Qt::QueuedConnection);
    connect(m_model, &JobsModel::modelChosen, this, &JobsView::chooseModel, Qt::QueuedConnection);
    connect(m_model, &JobsModel::trainingChanged, this, &JobsView::changeTraining, Qt::QueuedConnection);
    QHeaderView &header = *m_table->horizontalHeader();
    constexpr std::array<int, JobsModel::columnCountValue> widths = {190, 64, 140, 60, 78, 164, 88, 100, 72, 130};
    for (int column = 0; column < JobsModel::columnCountValue; ++column)
        header.resizeSection(column, widths[static_cast<std::size_t>(column)]);
}

void JobsView::refresh()
{
    const int row = m_table->currentIndex().row();
    const auto project = m_session->document()->snapshot();
    const auto &answer = m_together.answer();
    const bool isShown = answer && !m_together.isStale();
    m_refreshing = true; // the selection of the canvas stays
    m_model->setJobs(project, isShown ? answer : nullptr);
    if (row >= 0 && row < m_model->rowCount())
        m_table->selectRow(row);
    m_refreshing = false;
    refreshStrip();
}

void JobsView::refreshStrip()
{
    using Tone = StateStrip::Tone;
    const Project &project = m_session->document()->project();
    const auto &answer = m_together.answer();
    const bool isShown = answer && !m_together.isStale();
    const bool isRunning = m_together.isRunning(), hasJobs = !project.jobs.empty();
    m_add->setEnabled(!selectedDevices().empty());
    m_remove->setEnabled(selectedJob() >= 0);
    m_simulate->setEnabled(hasJobs && !isRunning);
    m_plan->setText(isRunning ? tr("Stop") : tr("Plan in turn"));
    m_plan->setEnabled(hasJobs || isRunning);
    m_use->setEnabled(isShown && answer->isPlanned && answer->found.changes > 0);
    if (isRunning) {
        m_strip->say(
            Tone::neutral,
            m_together.isPlanning() ? tr("Planning the jobs in turn ...") : tr("Simulating the jobs together ..."), {});
    } else if (m_together.problem()) {
        m_strip->say(Tone::caution, tr("No answer"), sentenceOf(*m_together.problem()));
    } else if (m_together.isStopped() && !isShown) {
        m_strip->say(Tone::caution, tr("Stopped"), {});
    } else if (!hasJobs) {
        m_strip->say(Tone::neutral, tr("One job on this cluster"),
                     tr("select nodes on the canvas to give them to a further job"));
    } else if (!isShown) {
        m_strip->say(Tone::neutral, tr("%1 jobs on this cluster").arg(formatCount(project.jobs.size() + 1)),
                     answer ? tr("what was found is from before the edit") : QString());
    } else if (answer->isPlanned) {
        m_strip->say(answer->found.changes > 0 ? Tone::good : Tone::neutral,
                     answer->found.changes > 0 ? tr("%1 plans changed").arg(formatCount(answer->found.changes))
                                               : tr("No better plans"),
                     tr("%1 searches in turn; that they are the best together is not proved")
                         .arg(formatCount(answer->found.searches)));
    } else {
        double slowest = 0;
        for (const SharedJob &job : answer->found.jobs)
            slowest = std::max(slowest, job.together / job.alone - 1);
        m_strip->say(Tone::neutral, tr("Together up to %1 slower").arg(formatPercent(slowest)),
                     answer->found.settled ? QString() : tr("the means of the steps did not settle"));
    }
}

std::vector<std::string> JobsView::selectedDevices() const
{
    const Selection &selection = *m_session->document()->selection();
    std::vector<std::string> devices;
    for (const std::string &name : selection.names()) {
        if (m_session->document()->project().cluster.findNode(name))
            devices.push_back(name);
    }
    if (devices.empty())
        devices.assign(selection.devices().begin(), selection.devices().end());
    return devices;
}

int JobsView::selectedJob() const { return m_table->currentIndex().isValid() ? m_table->currentIndex().row() - 1 : -1; }

void JobsView::add()
{
    Document &document = *m_session->document();
    ProjectJob job;
    job.name = freeJobName(document.project(), tr("Job").toStdString());
    job.workload = document.project().workload;
    job.devices = selectedDevices();
    document.edit(tr("New job"), addJob(document.project(), job));
}

void JobsView::remove()
{
    Document &document = *m_session->document();
    const auto job = static_cast<std::size_t>(selectedJob());
    if (selectedJob() < 0 || job >= document.project().jobs.size())
        return;
    document.edit(tr("Remove job"), removeJob(document.project(), document.project().jobs[job].name));
}

void JobsView::rename(const QString &name, const QString &to)
{
    Document &document = *m_session->document();
    if (const ProjectJob *found = findJob(document.project().jobs, name.toStdString())) {
        ProjectJob job = *found;
        job.name = to.toStdString();
        document.edit(tr("Rename job"), replaceJob(document.project(), found->name, job));
    }
}

void JobsView::chooseModel(const QString &name, const QString &model)
{
    Document &document = *m_session->document();
    const ProjectJob *job = findJob(document.project().jobs, name.toStdString());
    const Model *chosen = findModel(document.project(), model.toStdString());
    if (!job || !chosen)
        return;
    Workload workload = job->workload;
    workload.model = *chosen;
    document.edit(tr("Model of %1").arg(name), setJobWorkload(document.project(), job->name, workload));
}

void JobsView::changeTraining(const QString &name, int globalBatch, int sequenceLength)
{
    Document &document = *m_session->document();
    const ProjectJob *job = findJob(document.project().jobs, name.toStdString());
    if (!job)
        return;
    Workload workload = job->workload;
    workload.job.globalBatch = globalBatch;
    workload.job.sequenceLength = sequenceLength;
    document.edit(tr("Training of %1").arg(name), setJobWorkload(document.project(), job->name, workload));
}

void JobsView::usePlans()
{
    const auto &answer = m_together.answer();
    if (!answer || m_together.isStale())
        return;
    std::vector<Plan> plans;
    for (const SharedJob &job : answer->found.jobs)
        plans.push_back(job.plan);
    Document &document = *m_session->document();
    document.edit(tr("Plans of the jobs"),
                  setJobPlans(document.project(), tr("planned together").toStdString(), plans));
}

void JobsView::selectDevices(int row)
{
    const auto &devices = m_model->devicesOf(row);
    // Of rack copies the canvas has the drawn one.
    NameSet drawn;
    for (const std::string &device : devices) {
        if (device.find('#') == std::string::npos)
            drawn.insert(device);
    }
    m_session->document()->selection()->selectDevices(drawn);
}

void JobsView::copy() const { QApplication::clipboard()->setText(csvOf(*m_model)); }

} // namespace heteroscope
