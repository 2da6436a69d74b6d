// SPDX-License-Identifier: GPL-3.0-or-later
#include "workload_bar/workload_bar.h"

#include "project/library_edits.h"
#include "scenario/time_slider.h"
#include "theme/style.h"
#include "theme/theme.h"
#include "widgets/fields.h"
#include "widgets/magnify.h"
#include "widgets/plain_text.h"
#include "workload_bar/schedule_picker.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QStyle>

#include <algorithm>
#include <array>

namespace heteroscope {
namespace {

constexpr int barHeight = 44;
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

constexpr std::array<ActionId, 3> layoutActions = {ActionId::layoutDesign, ActionId::layoutAnalyse,
                                                   ActionId::layoutTeach};

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
    for (const ActionId id : layoutActions) {
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

/// What is shown of the parts that can do with less room.
struct WorkloadBar::Parts
{
    TimeBar::Extent time = TimeBar::Extent::full;
    bool wideFields = true;
    bool scheduleLabel = true;
    bool segments = true; ///< the layouts side by side
    bool labels = true;

    /// From everything to the least, in the order in which they are missed: the field of the schedule names itself, the
    /// layouts are still there as a menu, what a field is called is in its tool tip.
    static const std::vector<Parts> &inTurn()
    {
        using Extent = TimeBar::Extent;
        static const std::vector<Parts> all = {{},
                                               {Extent::full, false},
                                               {Extent::full, false, false},
                                               {Extent::noCaption, false, false},
                                               {Extent::noCaption, false, false, false},
                                               {Extent::noCaption, false, false, false, false},
                                               {Extent::sliderAlone, false, false, false, false}};
        return all;
    }
};

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
    addLayouts();
    addAction(actions[ActionId::toggleTheme]);
    addAction(actions[ActionId::help]);
    addMenuButton(menu);
    addSpace(4);
    connectFields();
    showWorkload();
    showSearching();
    connect(m_time, &TimeBar::neededChanged, this, &WorkloadBar::fitParts);
    showLive();
    fitParts();
}

void WorkloadBar::addLayouts()
{
    m_layouts = addWidget(layoutSwitch(m_actions, this));
    m_layoutButton = new QToolButton(this);
    m_layoutButton->setObjectName(QStringLiteral("layoutMenu"));
    m_layoutButton->setToolTip(tr("The layout of the window"));
    m_layoutButton->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_layoutButton->setPopupMode(QToolButton::InstantPopup);
    m_layoutButton->setProperty("framed", true);
    auto *menu = new QMenu(m_layoutButton);
    for (const ActionId id : layoutActions) {
        menu->addAction(m_actions[id]);
        connect(m_actions[id], &QAction::toggled, this, &WorkloadBar::showLayout);
    }
    m_layoutButton->setMenu(menu);
    m_layoutMenu = addWidget(m_layoutButton);
    m_layoutMenu->setVisible(false);
    showLayout();
}

void WorkloadBar::showLayout()
{
    for (const ActionId id : layoutActions)
        if (m_actions[id]->isChecked())
            m_layoutButton->setText(m_actions[id]->iconText());
    m_layoutButton->setAccessibleName(tr("Layout: %1").arg(m_layoutButton->text()));
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
    auto *widget = new PlainLabel(label, this);
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
    fitParts();
}

int WorkloadBar::larger(int pixels) const { return qRound(pixels * magnificationOf(this)); }

void WorkloadBar::setMagnification(double magnification)
{
    magnify(*this, magnification);
    setFixedHeight(larger(barHeight));
    layout()->setSpacing(style()->pixelMetric(QStyle::PM_ToolBarItemSpacing, nullptr, this));
    fitParts();
}

void WorkloadBar::fitParts()
{
    for (const Parts &parts : Parts::inTurn())
        if (&parts == &Parts::inTurn().back() || widthOf(parts) <= width()) {
            showParts(parts);
            return;
        }
}

int WorkloadBar::widthOf(const Parts &parts) const
{
    const QMargins margins = layout()->contentsMargins();
    int sum = margins.left() + margins.right() + contentsMargins().left() + contentsMargins().right();
    for (QAction *action : actions()) {
        const QWidget *widget = widgetForAction(action);
        const bool isLabel = std::find(m_labels.begin(), m_labels.end(), action) != m_labels.end();
        if (!widget || (action == m_layouts && !parts.segments) || (action == m_layoutMenu && parts.segments) ||
            (action == m_timeAction && !m_time->isNeeded()) || (isLabel && !parts.labels) ||
            (action == m_labels.back() && !parts.scheduleLabel))
            continue;
        const int hint = std::max({widget->sizeHint().width(), widget->minimumWidth(), 0});
        const int wide = action == m_timeAction ? m_time->widthAt(parts.time)
                         : widget == m_model    ? larger(parts.wideFields ? usualModel : narrowModel)
                         : widget == m_schedule ? larger(parts.wideFields ? usualSchedule : narrowSchedule)
                                                : std::min(hint, widget->maximumWidth());
        sum += wide + layout()->spacing();
    }
    return sum;
}

void WorkloadBar::showParts(const Parts &parts)
{
    m_timeAction->setVisible(m_time->isNeeded());
    m_time->setExtent(parts.time);
    for (QAction *label : m_labels)
        label->setVisible(parts.labels);
    if (!parts.scheduleLabel)
        m_labels.back()->setVisible(false);
    m_layouts->setVisible(parts.segments);
    m_layoutMenu->setVisible(!parts.segments);
    m_model->setFixedWidth(larger(parts.wideFields ? usualModel : narrowModel));
    m_schedule->setFixedWidth(larger(parts.wideFields ? usualSchedule : narrowSchedule));
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
    for (const std::string &name : modelNames(project))
        add(name);
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
