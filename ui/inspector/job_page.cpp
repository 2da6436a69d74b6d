// SPDX-License-Identifier: GPL-3.0-or-later
//
// Nothing selected: the training job, the plan on show and where the step's time goes.
#include "cluster/limits.h"
#include "cost/calibration_values.h"
#include "cost/group_cost.h"
#include "inspector/inspector.h"
#include "inspector/software_section.h"
#include "inspector/step_section.h"
#include "inspector/training_section.h"
#include "language/plan_words.h"
#include "project/edits.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/predicted.h"
#include "theme/text.h"
#include "widgets/fields.h"
#include "widgets/plain_text.h"

#include <QCheckBox>
#include <QLineEdit>

namespace heteroscope {
namespace {

template<class Names>
QComboBox *choice(const QString &name, const Names &names, QWidget *parent)
{
    auto *box = new QComboBox(parent);
    box->setAccessibleName(name);
    for (const auto &item : names)
        box->addItem(QString::fromUtf8(item.data(), static_cast<qsizetype>(item.size())));
    return box;
}

class JobPage : public InspectorPage
{
    Q_DECLARE_TR_FUNCTIONS(JobPage)

public:
    explicit JobPage(Session &owner) : InspectorPage(owner)
    {
        PlainForm *form = addForm();
        m_parameters = addFact(form, tr("Parameters"));
        m_shape = addFact(form, tr("Shape"));
        m_precision = choice(tr("Precision"), precisionNames, this);
        form->addRow(tr("Precision"), m_precision);
        m_gradients = choice(tr("Gradient precision"), precisionNames, this);
        m_gradients->setToolTip(tr("Precision in which gradients are accumulated and reduced"));
        form->addRow(tr("Gradients"), m_gradients);
        m_optimizer = choice(tr("Optimizer"), optimizerNames, this);
        form->addRow(tr("Optimizer"), m_optimizer);
        m_stack = new QComboBox(this);
        m_stack->setAccessibleName(tr("Software stack"));
        for (const SoftwareStack &stack : builtinCalibration().stacks)
            m_stack->addItem(text(stack.name));
        form->addRow(tr("Software"), m_stack);
        m_release = new QLineEdit(this);
        m_release->setAccessibleName(tr("Software release"));
        m_release->setPlaceholderText(tr("as measured"));
        m_release->setToolTip(tr("Release of the software, like 26.06. Where the calibration has an entry for it, its "
                                 "constants and schedules count."));
        form->addRow(tr("Release"), m_release);
        m_flash = new QCheckBox(tr("Flash attention"), this);
        form->addRow(QString(), m_flash);
        m_headroom = new QuantityField(tr("Memory headroom"), {{QStringLiteral("%"), 0.01}}, this);
        m_headroom->setRange(0, maxMemoryHeadroom);
        m_headroom->setNoneAllowed();
        form->addRow(tr("Headroom"), m_headroom);
        m_pue = new QuantityField(tr("PUE"), {{QString(), 1}}, this);
        m_pue->setRange(limits::powerUsageEffectiveness.minimum, limits::powerUsageEffectiveness.maximum);
        m_pue->setToolTip(
            tr("Power usage effectiveness: the power of the site, with cooling, over that of its machines. It "
               "multiplies the energy of every step."));
        form->addRow(tr("PUE"), m_pue);
        addSection(tr("Data, states and tuning"));
        m_training = new TrainingSection(this);
        addWidget(m_training);
        m_software = new SoftwareSection(this);
        addWidget(m_software);
        m_origin = addSection(tr("Shown plan"));
        PlainForm *plan = addForm();
        m_label = addFact(plan, tr("Plan"));
        m_schedule = addFact(plan, tr("Schedule"));
        m_batches = addFact(plan, tr("Micro-batches"));
        m_devices = addFact(plan, tr("Devices"));
        m_energy = addFact(plan, tr("Energy"));
        m_cost = addFact(plan, tr("Cost"));
        m_ideal = addFact(plan, tr("Ideal"));
        m_ideal->setToolTip(
            tr("Closed form without communication and overhead: the slowest lane's work and its bubble"));
        m_step = new StepSection(this);
        addWidget(m_step);
        finish();

        connect(m_precision, &QComboBox::activated, this, [this](int i) {
            change(tr("Train in %1").arg(m_precision->itemText(i)), [i](TrainingJob &job) {
                job.precision = static_cast<Precision>(i);
                job.recipe.reset(); // belongs to the precision before
                job.narrowWeights = false;
            });
        });
        connect(m_gradients, &QComboBox::activated, this, [this](int i) {
            change(tr("Gradients in %1").arg(m_gradients->itemText(i)),
                   [i](TrainingJob &job) { job.gradientPrecision = static_cast<Precision>(i); });
        });
        connect(m_optimizer, &QComboBox::activated, this, [this](int i) {
            change(tr("Use %1").arg(m_optimizer->itemText(i)),
                   [i](TrainingJob &job) { job.optimizer = static_cast<Optimizer>(i); });
        });
        connect(m_stack, &QComboBox::activated, this, [this](int i) {
            const QString name = m_stack->itemText(i);
            change(tr("Use %1").arg(name), [&](TrainingJob &job) { job.softwareStack = name.toStdString(); });
        });
        connect(m_release, &QLineEdit::editingFinished, this, [this] {
            const std::string release = m_release->text().trimmed().toStdString();
            if (release == project().workload.job.softwareRelease)
                return;
            change(release.empty() ? tr("Software as measured") : tr("Use release %1").arg(text(release)),
                   [&](TrainingJob &job) { job.softwareRelease = release; });
        });
        connect(m_software, &SoftwareSection::edited, this, [this](const QString &what, const SoftwareTicks &ticks) {
            change(what, [&ticks](TrainingJob &job) { job.runs = ticks; });
        });
        connect(m_training, &TrainingSection::edited, this, [this](const QString &what, const TrainingJob &job) {
            change(what, [&job](TrainingJob &into) { into = job; });
        });
        connect(m_pue, &QuantityField::edited, this, [this](double value) {
            document().edit(tr("Change the PUE"), setPowerUsageEffectiveness(project(), value), QStringLiteral("pue"));
        });
        connect(m_pue, &QuantityField::editingFinished, this, [this] { document().endMerge(); });
        connect(m_flash, &QCheckBox::clicked, this, [this](bool on) {
            change(on ? tr("Use flash attention") : tr("Use plain attention"),
                   [on](TrainingJob &job) { job.flashAttention = on; });
        });
        connect(m_headroom, &QuantityField::edited, this, [this](double share) { changeHeadroom(share); });
        connect(m_headroom, &QuantityField::cleared, this, [this] { changeHeadroom({}); });
        connect(m_headroom, &QuantityField::editingFinished, this, [this] { document().endMerge(); });
    }

    bool refresh() override
    {
        const Workload &workload = project().workload;
        const Model &model = workload.model;
        const TrainingJob &job = workload.job;
        setHeading(IconName::layout, model.name.empty() ? tr("Training job") : text(model.name), tr("job"));
        const double parameters = totalParameters(model);
        const double active = activeParameters(model);
        const auto count = [](double value) {
            return value >= 1e12  ? tr("%1 T").arg(formatSignificant(value / 1e12))
                   : value >= 1e9 ? tr("%1 B").arg(formatSignificant(value / 1e9))
                                  : tr("%1 M").arg(formatSignificant(value / 1e6));
        };
        m_parameters->setText(model.moe ? tr("%1, %2 active").arg(count(parameters), count(active))
                                        : count(parameters));
        m_shape->setText(
            tr("%1 layers of %2").arg(model.layers).arg(formatCount(static_cast<std::size_t>(model.hidden))));
        m_precision->setCurrentIndex(static_cast<int>(job.precision));
        m_gradients->setCurrentIndex(static_cast<int>(job.gradientPrecision));
        m_optimizer->setCurrentIndex(static_cast<int>(job.optimizer));
        int row = m_stack->findText(text(job.softwareStack));
        if (row < 0) {
            m_stack->addItem(text(job.softwareStack));
            row = m_stack->count() - 1;
        }
        m_stack->setCurrentIndex(row);
        m_release->setText(text(job.softwareRelease));
        m_flash->setChecked(job.flashAttention);
        if (job.memoryHeadroom)
            m_headroom->setValue(*job.memoryHeadroom);
        else
            m_headroom->setNone();
        const auto stack = findSoftwareStack(builtinCalibration(), job);
        m_headroom->setToolTip(plainTip(
            tr("Share of each device's memory that plans leave free; empty: %1, the error of this software's memory")
                .arg(formatPercent(stack ? (*stack)->memory.uncertainty : 0.0))));
        m_pue->setValue(project().cluster.powerUsageEffectiveness);
        m_training->show(job);
        m_software->show(job);
        refreshPlan();
        return true;
    }

private:
    template<typename Edit>
    void change(const QString &what, Edit &&edit)
    {
        Workload workload = project().workload;
        edit(workload.job);
        document().edit(what, setWorkload(project(), workload));
    }

    void changeHeadroom(std::optional<double> share)
    {
        Workload workload = project().workload;
        workload.job.memoryHeadroom = share;
        document().edit(share ? tr("Leave %1 of the memory free").arg(formatPercent(*share))
                              : tr("Leave the usual memory free"),
                        setWorkload(project(), workload), QStringLiteral("memoryHeadroom"));
    }

    void refreshPlan()
    {
        const auto &shown = session().shown();
        const StepResult *result = session().result().get();
        const QString none = QStringLiteral("–");
        if (!result) {
            for (QLabel *label : {m_label, m_schedule, m_batches, m_devices, m_energy, m_cost, m_ideal})
                label->setText(none);
            m_origin->clear();
            m_step->show(nullptr, {}, false,
                         project().cluster.nodes.empty() ? tr("Draw devices and links; the step is simulated at once.")
                                                         : tr("The figures appear with the first simulated step."));
            return;
        }
        const Plan &plan = shown->plan;
        switch (shown->origin) {
        case PlanOrigin::project:
            m_origin->setText(tr("your plan"));
            break;
        case PlanOrigin::picked:
            m_origin->setText(tr("selected in the ranking"));
            break;
        case PlanOrigin::best:
            m_origin->setText(tr("best found"));
            break;
        case PlanOrigin::nearest:
            m_origin->setText(tr("nearest to fitting"));
            break;
        case PlanOrigin::kept:
            m_origin->setText(tr("kept to compare"));
            break;
        case PlanOrigin::none:
            m_origin->clear();
            break;
        }
        m_label->setText(nameOf(plan));
        m_schedule->setText(wordOf(plan.schedule));
        const int batches = plan.pipelines.empty() ? 0 : plan.pipelines.front().microBatches;
        m_batches->setText(plan.microBatchSize == 1 ? tr("%1 x 1 sample").arg(batches)
                                                    : tr("%1 x %2 samples").arg(batches).arg(plan.microBatchSize));
        m_devices->setText(
            tr("%1 of %2").arg(formatCount(deviceCount(plan)), formatCount(shown->topology->devices().size())));
        // Where there is little room, the line breaks before the uncertainty, not in it.
        const QString uncertainty = u' ' + uncertaintyText(result->uncertainty).replace(u' ', QChar::Nbsp);
        m_energy->setText((tr("%1 per step").arg(formatEnergy(result->energy)) + uncertainty).trimmed());
        m_cost->setText(result->cost > 0
                            ? (tr("$%1 per step").arg(formatSignificant(result->cost)) + uncertainty).trimmed()
                            : none);
        m_ideal->setText(formatTicks(result->idealTime));
        std::vector<const Lane *> lanes;
        for (const Lane &lane : result->lanes)
            lanes.push_back(&lane);
        m_step->show(result, lanes, session().isStale(), {});
    }

    QLabel *m_parameters;
    QLabel *m_shape;
    QComboBox *m_precision;
    QComboBox *m_gradients;
    QComboBox *m_optimizer;
    QComboBox *m_stack;
    QLineEdit *m_release;
    QCheckBox *m_flash;
    QuantityField *m_headroom;
    QuantityField *m_pue;
    TrainingSection *m_training;
    SoftwareSection *m_software;
    QLabel *m_origin;
    QLabel *m_label;
    QLabel *m_schedule;
    QLabel *m_batches;
    QLabel *m_devices;
    QLabel *m_energy;
    QLabel *m_cost;
    QLabel *m_ideal;
    StepSection *m_step;
};

} // namespace

InspectorPage *makeJobPage(Session &session) { return new JobPage(session); }

} // namespace heteroscope
