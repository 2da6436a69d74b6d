// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload_bar/workload_bar.h"

#include "project/library_edits.h"
#include "scenario/time_slider.h"
#include "theme/theme.h"
#include "widgets/fields.h"
#include "workload_bar/schedule_picker.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>

namespace heteroscope {
namespace {

constexpr int barHeight = 44;
constexpr int roomForLabels = 1270;
constexpr int roomForTime = 260;
constexpr int roomOfLayouts = 212;
constexpr int roomOfScheduleLabel = 60; // it goes first: the field names a schedule
constexpr int usualModel = 150;
constexpr int narrowModel = 116;
constexpr int usualSchedule = 172;
constexpr int narrowSchedule = 136;

QSpinBox *numberField(const QString &name, int largest, int width, QWidget *parent)
{
    auto *field = new QSpinBox(parent);
    field->setRange(1, largest);
    field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    field->setGroupSeparatorShown(true);
    field->setLocale(QLocale(QLocale::English));
    field->setFixedWidth(width);
    field->setAccessibleName(name);
    return field;
}

/// Design | Analyse | Teach.
QWidget *layoutSwitch(const Actions &actions, QWidget *parent)
{
    auto *holder = new QWidget(parent);
    auto *groove = new QFrame(holder);
    groove->setProperty("segments", true);
    groove->setFrameShape(QFrame::StyledPanel);
    auto *segments = new QHBoxLayout(groove);
    segments->setContentsMargins(2, 2, 2, 2);
    segments->setSpacing(2);
    for (const ActionId id : {ActionId::layoutDesign, ActionId::layoutAnalyse, ActionId::layoutTeach}) {
        auto *button = new QToolButton(groove);
        button->setProperty("segment", true);
        button->setDefaultAction(actions[id]);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        segments->addWidget(button);
    }
    auto *layout = new QHBoxLayout(holder);
    layout->setContentsMargins(0, 0, 8, 0);
    layout->addWidget(groove);
    return holder;
}

} // namespace

WorkloadBar::WorkloadBar(Session *session, const Actions &actions, QMenu *menu, QWidget *parent)
    : QToolBar(tr("Workload"), parent),
      m_session(session),
      m_actions(actions),
      m_model(new QComboBox(this)),
      m_batch(numberField(tr("Global batch"), 1'000'000, 58, this)),
      m_sequence(numberField(tr("Sequence length"), 10'000'000, 66, this)),
      m_schedule(new SchedulePicker(session, this)),
      m_live(new QToolButton(this)),
      m_plan(new QToolButton(this)),
      m_time(new TimeBar(session, this))
{
    setObjectName(QStringLiteral("workloadBar"));
    setMovable(false);
    setFloatable(false);
    setFixedHeight(barHeight);
    setToolButtonStyle(Qt::ToolButtonIconOnly);
    setContextMenuPolicy(Qt::PreventContextMenu);

    addSpace(4);
    addAction(actions[ActionId::open]);
    addAction(actions[ActionId::save]);
    addSeparator();
    addAction(actions[ActionId::undo]);
    addAction(actions[ActionId::redo]);
    addSeparator();
    addSpace(4);
    addFields();
    addSeparator();
    addSpace(4);
    addSearch();
    m_timeAction = addWidget(m_time);
    auto *stretch = new QWidget(this);
    stretch->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(stretch);
    m_layouts = addWidget(layoutSwitch(actions, this));
    addAction(actions[ActionId::toggleTheme]);
    addAction(actions[ActionId::shortcuts]);
    addMenuButton(menu);
    addSpace(4);
    connectFields();
    showWorkload();
    showSearching();
    connect(m_time, &TimeBar::neededChanged, this, &WorkloadBar::showTime);
    showLive();
    showTime();
}

void WorkloadBar::addSpace(int width)
{
    auto *gap = new QWidget(this);
    gap->setFixedWidth(width);
    gap->setAttribute(Qt::WA_TransparentForMouseEvents);
    addWidget(gap);
}

void WorkloadBar::addField(const QString &label, QWidget *field)
{
    auto *widget = new QLabel(label, this);
    widget->setFont(heteroscope::font(TypeRole::label));
    widget->setForegroundRole(QPalette::PlaceholderText);
    widget->setBuddy(field);
    m_labels.push_back(addWidget(widget));
    addSpace(6);
    addWidget(field);
    addSpace(8);
}

void WorkloadBar::addFields()
{
    m_model->setFixedWidth(usualModel);
    m_model->setMaxVisibleItems(24);
    m_model->setAccessibleName(tr("Model"));
    m_model->setToolTip(tr("The model to train"));
    addField(tr("Model"), m_model);
    m_batch->setToolTip(tr("Sequences in one step, over all replicas"));
    addField(tr("Batch"), m_batch);
    m_sequence->setToolTip(tr("Tokens in one sequence"));
    addField(tr("Sequence"), m_sequence);
    m_schedule->setFixedWidth(usualSchedule);
    addField(tr("Schedule"), m_schedule);
}

void WorkloadBar::addSearch()
{
    m_live->setProperty("live", true);
    m_live->setDefaultAction(m_actions[ActionId::live]);
    m_live->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    addWidget(m_live);
    addSpace(6);
    m_plan->setProperty("accent", true);
    m_plan->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_plan->setMinimumWidth(84);
    m_plan->setObjectName(QStringLiteral("planButton"));
    addWidget(m_plan);
}

void WorkloadBar::addMenuButton(QMenu *menu)
{
    auto *more = new QToolButton(this);
    more->setObjectName(QStringLiteral("menuButton"));
    more->setIcon(icon(IconName::more));
    more->setToolTip(tr("All commands (Alt+M)"));
    more->setAccessibleName(tr("Menu"));
    more->setShortcut(QKeySequence(QStringLiteral("Alt+M")));
    more->setPopupMode(QToolButton::InstantPopup);
    connect(more, &QToolButton::clicked, this,
            [more, menu] { menu->popup(more->mapToGlobal(QPoint(0, more->height()))); });
    addWidget(more);
}

void WorkloadBar::connectFields()
{
    connect(m_model, &QComboBox::activated, this, &WorkloadBar::editModel);
    connect(m_batch, &QSpinBox::valueChanged, this, &WorkloadBar::editJob);
    connect(m_sequence, &QSpinBox::valueChanged, this, &WorkloadBar::editJob);
    for (QSpinBox *field : {m_batch, m_sequence})
        connect(field, &QSpinBox::editingFinished, this, [this] { m_session->document()->endMerge(); });
    connect(m_plan, &QToolButton::clicked, this,
            [this] { m_actions[m_session->isSearching() ? ActionId::cancelPlan : ActionId::plan]->trigger(); });
    connect(m_session->document(), &Document::projectChanged, this, &WorkloadBar::showWorkload);
    connect(m_session, &Session::searchingChanged, this, &WorkloadBar::showSearching);
    connect(m_session, &Session::progressChanged, this, [this] {
        if (m_plan->isEnabled() == m_session->isCancelling())
            showSearching();
    });
    connect(m_session, &Session::liveChanged, this, &WorkloadBar::showLive);
    connect(m_session, &Session::staleChanged, this, &WorkloadBar::showLive);
}

void WorkloadBar::resizeEvent(QResizeEvent *event)
{
    QToolBar::resizeEvent(event);
    showTime();
}

void WorkloadBar::showTime()
{
    m_timeAction->setVisible(m_time->isNeeded());
    // What says what a field is comes before what the menu has, too.
    const int needed = roomForLabels + (m_time->isNeeded() ? roomForTime : 0);
    const bool layouts = width() >= needed + roomOfLayouts - roomOfScheduleLabel;
    for (QAction *label : m_labels)
        label->setVisible(width() >= needed);
    if (layouts)
        m_labels.back()->setVisible(width() >= needed + roomOfLayouts);
    m_layouts->setVisible(layouts);
    const bool narrow = m_time->isNeeded() && width() < roomForLabels;
    m_time->setCompact(narrow);
    m_model->setFixedWidth(narrow ? narrowModel : usualModel);
    m_schedule->setFixedWidth(narrow ? narrowSchedule : usualSchedule);
}

/// The model that is trained, the project's own ones, those of the catalog; each name once.
void WorkloadBar::showModels()
{
    const Project &project = m_session->document()->project();
    QStringList names;
    const auto add = [&names](const std::string &name) {
        const QString text = QString::fromStdString(name);
        if (!text.isEmpty() && !names.contains(text))
            names << text;
    };
    if (!findModel(project, project.workload.model.name))
        add(project.workload.model.name);
    for (const Model &model : project.library.models)
        add(model.name);
    for (const Model &model : builtinModels())
        add(model.name);
    QStringList listed;
    for (int row = 0; row < m_model->count(); ++row)
        listed << m_model->itemText(row);
    if (listed == names)
        return;
    m_model->clear();
    m_model->addItems(names);
    fitPopup(*m_model);
}

void WorkloadBar::showWorkload()
{
    const Workload &workload = m_session->document()->project().workload;
    const QString name = QString::fromStdString(workload.model.name);
    showModels();
    m_model->setCurrentIndex(m_model->findText(name));
    const QSignalBlocker quietBatch(m_batch);
    const QSignalBlocker quietSequence(m_sequence);
    if (m_batch->value() != workload.job.globalBatch)
        m_batch->setValue(workload.job.globalBatch);
    if (m_sequence->value() != workload.job.sequenceLength)
        m_sequence->setValue(workload.job.sequenceLength);
}

void WorkloadBar::editModel(int row)
{
    Document &document = *m_session->document();
    const Model *model = findModel(document.project(), m_model->itemText(row).toStdString());
    if (!model || document.project().workload.model.name == model->name)
        return;
    Workload workload = document.project().workload;
    workload.model = *model;
    document.edit(tr("Train %1").arg(m_model->itemText(row)), setWorkload(document.project(), workload));
}

void WorkloadBar::editJob()
{
    Document &document = *m_session->document();
    Workload workload = document.project().workload;
    const bool batch = sender() == m_batch;
    if (batch)
        workload.job.globalBatch = m_batch->value();
    else
        workload.job.sequenceLength = m_sequence->value();
    document.edit(batch ? tr("Batch %1").arg(m_batch->text()) : tr("Sequence %1").arg(m_sequence->text()),
                  setWorkload(document.project(), workload),
                  batch ? QStringLiteral("batch") : QStringLiteral("sequence"));
}

void WorkloadBar::showSearching()
{
    const bool searching = m_session->isSearching();
    const bool cancelling = m_session->isCancelling();
    m_plan->setText(cancelling ? tr("Stopping") : searching ? tr("Cancel") : tr("Plan"));
    m_plan->setEnabled(!cancelling);
    m_plan->setIcon(icon(searching ? IconName::cross : IconName::plan));
    m_plan->setToolTip(searching ? tr("Stop the search and keep the best plan so far (Shift+F5)")
                                 : tr("Search until the fastest plan is proved (F5)"));
    m_plan->setProperty("accent", !searching);
    m_plan->setProperty("framed", searching);
    m_plan->update();
}

void WorkloadBar::showLive()
{
    const bool fresh = m_session->isLive() && !m_session->isStale();
    QAction *action = m_actions[ActionId::live];
    action->setChecked(m_session->isLive());
    action->setIcon(icon(fresh ? IconName::liveOn : IconName::liveOff, m_session->isLive() ? Role::ok : Role::muted));
    action->setToolTip(m_session->isLive() ? tr("Results follow every edit (Ctrl+R)")
                                           : tr("Results wait until you plan (Ctrl+R)"));
}

} // namespace heteroscope
