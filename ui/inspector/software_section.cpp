// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/software_section.h"

#include "cost/job_software.h"
#include "language/plan_words.h"
#include "theme/text.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QGridLayout>
#include <QHBoxLayout>

#include <algorithm>
#include <array>

namespace heteroscope {
namespace {

constexpr int scheduleColumns = 2;
constexpr int moduleColumns = 2;
constexpr int degreesInStage = 3;  ///< of softwareDegreeNames; HSDP stands beside the ZeRO stages
constexpr int unlikePipelines = 4; ///< of softwareDegreeNames
constexpr int tpByStage = 5;
constexpr int recomputeByStage = 6;
constexpr std::array<bool SoftwareDegrees::*, softwareDegreeNames.size()> degreeFlags = {
    &SoftwareDegrees::tp,
    &SoftwareDegrees::cp,
    &SoftwareDegrees::ep,
    &SoftwareDegrees::hsdp,
    &SoftwareDegrees::unlikePipelines,
    &SoftwareDegrees::tpByStage,
    &SoftwareDegrees::recomputeByStage};

std::vector<std::string> namesOf(const std::vector<ScheduleKind> &kinds)
{
    std::vector<std::string> names;
    for (const ScheduleKind kind : kinds)
        names.emplace_back(scheduleName(kind));
    return names;
}

} // namespace

SoftwareSection::SoftwareSection(QWidget *parent)
    : QWidget(parent),
      m_aside(new PlainLabel(this)),
      m_asSoftware(new QCheckBox(tr("As the software"), this)),
      m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    m_layout->addSpacing(10);
    auto *rule = new QFrame(this);
    rule->setFrameShape(QFrame::HLine);
    rule->setFixedHeight(1);
    m_layout->addWidget(rule);
    m_layout->addSpacing(10);
    auto *heading = new QHBoxLayout;
    auto *title = new PlainLabel(tr("Software runs"), this);
    title->setFont(heteroscope::font(TypeRole::title));
    m_aside->setFont(heteroscope::font(TypeRole::label));
    m_aside->setForegroundRole(QPalette::PlaceholderText);
    heading->addWidget(title, 1);
    heading->addWidget(m_aside);
    m_layout->addLayout(heading);
    m_layout->addSpacing(6);
    m_layout->addWidget(m_asSoftware);
    connect(m_asSoftware, &QCheckBox::clicked, this, &SoftwareSection::follow);

    QGridLayout *schedules = addList(tr("Schedules"));
    const auto kinds = tickableSchedules();
    for (int i = 0; i < static_cast<int>(kinds.size()); ++i) {
        const QString name = wordOf(kinds[static_cast<std::size_t>(i)]);
        add(schedules, i / scheduleColumns, i % scheduleColumns, List::schedules, i, name, name);
    }
    QGridLayout *zero = addList(tr("States sharded over replicas"));
    for (int stage = 1; stage <= maxZeroStage; ++stage) {
        const QString name = QStringLiteral("ZeRO-%1").arg(stage);
        add(zero, 0, stage - 1, List::zeroStages, stage, name, name);
    }
    QGridLayout *degrees = addList(tr("Parallelism inside a stage"));
    const std::array<QString, 4> words = {tr("tensor parallelism"), tr("context parallelism"), tr("expert parallelism"),
                                          tr("states sharded over groups of replicas")};
    for (int i = 0; i < static_cast<int>(words.size()); ++i) {
        const auto &name = softwareDegreeNames[static_cast<std::size_t>(i)];
        const bool isSharding = i >= degreesInStage;
        add(isSharding ? zero : degrees, isSharding ? 1 : 0, isSharding ? 0 : i, List::degrees, i,
            QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())).toUpper(),
            words[static_cast<std::size_t>(i)]);
    }
    QGridLayout *modules = addList(tr("Parts recomputed alone"));
    const std::array<QString, recomputeModuleNames.size()> parts = {
        tr("attention core"),    tr("norms"),   tr("latent attention"), tr("MLP activation"), tr("MLP"),
        tr("expert activation"), tr("experts"), tr("shared experts")};
    for (int i = 0; i < static_cast<int>(parts.size()); ++i) {
        const QString &name = parts[static_cast<std::size_t>(i)];
        add(modules, i / moduleColumns, i % moduleColumns, List::modules, i, name, tr("recompute: %1").arg(name));
    }
    QGridLayout *unlike = addList(tr("Stages and pipelines that differ"));
    const QString tp = tr("TP by stage"), recompute = tr("recompute by stage");
    add(unlike, 0, 0, List::degrees, tpByStage, tp, tp);
    add(unlike, 1, 0, List::degrees, recomputeByStage, recompute, recompute);
    add(unlike, 2, 0, List::degrees, unlikePipelines, tr("pipelines or samples that differ"),
        tr("pipelines that differ and samples by speed in a stage"));
}

QGridLayout *SoftwareSection::addList(const QString &caption)
{
    auto *label = new PlainLabel(caption, this);
    label->setFont(heteroscope::font(TypeRole::label));
    label->setForegroundRole(QPalette::PlaceholderText);
    auto *grid = new QGridLayout;
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(2);
    m_layout->addSpacing(8);
    m_layout->addWidget(label);
    m_layout->addSpacing(3);
    m_layout->addLayout(grid);
    return grid;
}

void SoftwareSection::add(QGridLayout *grid, int row, int column, List list, int item, const QString &name,
                          const QString &what)
{
    auto *check = new QCheckBox(name, this);
    check->setAccessibleName(tr("Software runs %1").arg(what));
    check->setMinimumHeight(check->sizeHint().height()); // a tall page is scrolled, not squeezed
    grid->addWidget(check, row, column);
    grid->setColumnStretch(column, 1);
    m_boxes.push_back({list, item, what, check});
    connect(check, &QCheckBox::clicked, this,
            [this, index = m_boxes.size() - 1](bool on) { click(m_boxes[index], on); });
}

bool SoftwareSection::isTicked(const Box &box, const SoftwareStack &software)
{
    const auto has = [](const auto &list, const auto &value) {
        return std::find(list.begin(), list.end(), value) != list.end();
    };
    const auto item = static_cast<std::size_t>(box.item);
    switch (box.list) {
    case List::schedules:
        return has(software.schedules, tickableSchedules()[item]);
    case List::zeroStages:
        return has(software.zeroStages, box.item);
    case List::modules:
        return software.recomputeModules.has(static_cast<RecomputeModule>(box.item));
    case List::degrees:
        break;
    }
    return software.degrees.*degreeFlags[item];
}

void SoftwareSection::show(const TrainingJob &job)
{
    m_job = job;
    const auto software = jobSoftware(builtinCalibration(), job);
    TrainingJob plain = job;
    plain.runs = {};
    const auto stack = jobSoftware(builtinCalibration(), plain);
    m_asSoftware->setChecked(job.runs.isEmpty());
    const QString name = text(job.softwareStack);
    m_asSoftware->setToolTip(plainTip(tr("The planner searches only what is ticked. Ticked here: what %1 has by "
                                         "default; tick or untick below what your version of it differs in.")
                                          .arg(name)));
    int changed = 0;
    for (const Box &box : m_boxes) {
        const bool ticked = software && isTicked(box, *software);
        const bool usual = stack && isTicked(box, *stack);
        box.check->setChecked(ticked);
        box.check->setToolTip(
            plainTip(usual ? tr("%1 has it by default").arg(name) : tr("%1 does not have it by default").arg(name)));
        changed += ticked != usual ? 1 : 0;
    }
    m_aside->setText(changed == 1 ? tr("1 changed") : changed > 1 ? tr("%1 changed").arg(changed) : QString());
}

void SoftwareSection::click(const Box &box, bool on)
{
    const auto software = jobSoftware(builtinCalibration(), m_job);
    if (!software)
        return;
    SoftwareTicks ticks = m_job.runs;
    const auto item = static_cast<std::size_t>(box.item);
    switch (box.list) {
    case List::schedules: {
        const ScheduleKind kind = tickableSchedules()[item];
        std::vector<ScheduleKind> kinds;
        for (const ScheduleKind known : allSchedules()) {
            const bool has =
                std::find(software->schedules.begin(), software->schedules.end(), known) != software->schedules.end();
            if (known == kind ? on : has)
                kinds.push_back(known);
        }
        ticks.schedules = namesOf(kinds);
        break;
    }
    case List::zeroStages: {
        auto stages = software->zeroStages;
        std::erase(stages, box.item);
        if (on)
            stages.push_back(box.item);
        std::sort(stages.begin(), stages.end());
        ticks.zeroStages = stages;
        break;
    }
    case List::modules:
        ticks.recomputeModules = software->recomputeModules;
        ticks.recomputeModules->set(static_cast<RecomputeModule>(box.item), on);
        break;
    case List::degrees:
        ticks.degrees = software->degrees;
        (*ticks.degrees).*degreeFlags[item] = on;
        break;
    }
    emit edited(on ? tr("Software runs %1").arg(box.name) : tr("Software does not run %1").arg(box.name), ticks);
}

/// Back to the stack's defaults; or they become the job's own, whatever the stack's will be.
void SoftwareSection::follow(bool on)
{
    SoftwareTicks ticks;
    const auto software = jobSoftware(builtinCalibration(), m_job);
    if (!on && software)
        ticks = {namesOf(software->schedules), software->zeroStages, software->degrees, software->recomputeModules};
    emit edited(on ? tr("Software as %1").arg(text(m_job.softwareStack)) : tr("Software as ticked"), ticks);
}

} // namespace heteroscope
