// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/inspector_page.h"

#include "cluster/catalog.h"
#include "cluster/scenario_span.h"
#include "scenario/curve_plot.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/theme.h"
#include "widgets/plain_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

#include <array>
#include <cmath>

namespace heteroscope {
namespace {

constexpr int sidePad = 14;

/// A small grey label with a ground of its own.
class ChipLabel : public PlainLabel
{
public:
    using PlainLabel::PlainLabel;

protected:
    void paintEvent(QPaintEvent *event) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(currentTheme()[Role::panelSunk]);
        painter.drawRoundedRect(rect(), 4, 4);
        painter.end();
        QLabel::paintEvent(event);
    }
};

} // namespace

InspectorPage::InspectorPage(Session &session)
    : m_session(session),
      m_layout(new QVBoxLayout(this)),
      m_icon(new PlainLabel(this)),
      m_title(new PlainLabel(this)),
      m_chip(new ChipLabel(this))
{
    m_layout->setContentsMargins(sidePad, 10, sidePad, sidePad);
    m_layout->setSpacing(0);
    auto *heading = new QHBoxLayout;
    heading->setSpacing(8);
    m_title->setFont(heteroscope::font(TypeRole::title));
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_chip->setFont(heteroscope::font(TypeRole::label));
    m_chip->setContentsMargins(8, 3, 8, 3);
    heading->addWidget(m_icon);
    heading->addWidget(m_title, 1);
    heading->addWidget(m_chip);
    m_layout->addLayout(heading);
    m_layout->addSpacing(10);
    connect(&ThemeHolder::instance(), &ThemeHolder::changed, this,
            [this] { m_icon->setPixmap(icon(m_iconName).pixmap(16, 16)); });
}

void InspectorPage::setHeading(IconName name, const QString &title, const QString &chip)
{
    m_iconName = name;
    m_icon->setPixmap(icon(name).pixmap(16, 16));
    m_title->setText(title);
    m_chip->setText(chip);
    m_chip->setVisible(!chip.isEmpty());
}

QLabel *InspectorPage::addSection(const QString &title, const QString &aside)
{
    auto *rule = new QFrame(this);
    rule->setFrameShape(QFrame::HLine);
    rule->setFixedHeight(1);
    m_layout->addSpacing(10);
    m_layout->addWidget(rule);
    m_layout->addSpacing(10);
    auto *row = new QHBoxLayout;
    auto *label = new PlainLabel(title, this);
    label->setFont(heteroscope::font(TypeRole::title));
    auto *right = new PlainLabel(aside, this);
    right->setFont(heteroscope::font(TypeRole::label));
    right->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(label, 1);
    row->addWidget(right);
    m_layout->addLayout(row);
    m_layout->addSpacing(6);
    return right;
}

PlainForm *InspectorPage::addForm()
{
    auto *form = new PlainForm;
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(10);
    form->setVerticalSpacing(5);
    form->setFieldGrowthPolicy(PlainForm::AllNonFixedFieldsGrow);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_layout->addLayout(form);
    return form;
}

QLabel *InspectorPage::addFact(PlainForm *form, const QString &label)
{
    auto *value = new PlainLabel(this);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    value->setMinimumHeight(20);
    value->setWordWrap(true);
    value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    form->addRow(label, value);
    return value;
}

void InspectorPage::addWidget(QWidget *widget) { m_layout->addWidget(widget); }

void InspectorPage::finish()
{
    m_layout->addStretch(1);
    // The longest of many names must not make the page wider than the dock: what is chosen is cut instead.
    for (QComboBox *choice : findChildren<QComboBox *>(QString(), Qt::FindDirectChildrenOnly)) {
        choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        choice->setMinimumContentsLength(8);
    }
}

QLabel *InspectorPage::addNote()
{
    auto *note = new PlainLabel(this);
    note->setFont(heteroscope::font(TypeRole::label));
    note->setForegroundRole(QPalette::PlaceholderText);
    note->setWordWrap(true);
    note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_layout->addSpacing(4);
    m_layout->addWidget(note);
    return note;
}

CurvePlot *InspectorPage::addCurve()
{
    auto *plot = new CurvePlot(this);
    plot->setSketch(true);
    connect(plot, &CurvePlot::clicked, this, &InspectorPage::scenarioRequested);
    m_layout->addSpacing(6);
    m_layout->addWidget(plot);
    auto *edit = new QPushButton(tr("Edit over time …"), this);
    edit->setToolTip(tr("Draw its rate over time (Alt+7)"));
    connect(edit, &QPushButton::clicked, this, &InspectorPage::scenarioRequested);
    m_layout->addSpacing(6);
    m_layout->addWidget(edit);
    m_layout->addSpacing(6);
    return plot;
}

void InspectorPage::showCurve(CurvePlot *plot, const RateCurve *curve)
{
    const bool changes = curve && changesOverTime(*curve);
    plot->setVisible(changes);
    if (!changes)
        return;
    plot->setHorizon(scenarioSpan(project().cluster).horizon());
    plot->setMoment(m_session.startTime());
    plot->setCurve(*curve);
}

QString rackText(const Cluster &cluster, const std::string &thing)
{
    const Rack *rack = cluster.rackOf(thing);
    if (!rack)
        return QStringLiteral("–");
    const QString name = QString::fromStdString(rack->name);
    return rack->repeat > 1 ? InspectorPage::tr("%1 x %2").arg(name, QString::number(rack->repeat)) : name;
}

void fillDeviceTypes(QComboBox &box, const Cluster &cluster)
{
    box.setMaxVisibleItems(24);
    for (const DeviceType &own : cluster.deviceTypes)
        box.addItem(QString::fromStdString(own.name));
    for (const DeviceType &known : builtinCatalog().devices)
        if (box.findText(QString::fromStdString(known.name)) < 0)
            box.addItem(QString::fromStdString(known.name));
}

void showDeviceType(QComboBox &box, const QString &type)
{
    if (!type.isEmpty() && box.findText(type) < 0)
        box.addItem(type);
    box.setCurrentIndex(type.isEmpty() ? -1 : box.findText(type));
}

std::vector<ShareRow> timeShares(const StepResult &result, const std::vector<const Lane *> &lanes)
{
    struct Part
    {
        QString label;
        Role role;
        std::vector<Activity> activities;
        bool hatched = false;
    };
    const std::vector<Part> parts = {
        {QObject::tr("Forward"), Role::forward, {Activity::forward, Activity::recompute}},
        {QObject::tr("Backward"),
         Role::backward,
         {Activity::backward, Activity::inputGradient, Activity::weightGradient}},
        {QObject::tr("Optimizer"), Role::optimizer, {Activity::optimizer}},
        {QObject::tr("Overhead"), Role::hatchSoft, {Activity::overhead}},
        {QObject::tr("TP, exposed"), Role::tp, {Activity::exposedTp}},
        {QObject::tr("PP, exposed"), Role::pp, {Activity::exposedPp}},
        {QObject::tr("DP, exposed"), Role::dp, {Activity::exposedDp}},
        {QObject::tr("CP and EP, exposed"), Role::ep, {Activity::exposedCp, Activity::exposedEp}},
        {QObject::tr("Straggler"), Role::warnFill, {Activity::straggler}, true},
        {QObject::tr("Bubble"), Role::bubble, {Activity::bubble}, true},
        {QObject::tr("Idle"), Role::base, {Activity::idle}},
    };
    double total = 0;
    for (const Lane *lane : lanes)
        total += static_cast<double>(lane->devices.size()) * static_cast<double>(result.stepTime.count);
    std::vector<ShareRow> rows;
    for (const Part &part : parts) {
        double time = 0;
        for (const Lane *lane : lanes)
            for (const Activity activity : part.activities)
                time += static_cast<double>(lane->devices.size()) *
                        static_cast<double>(lane->time[static_cast<std::size_t>(activity)].count);
        if (time <= 0 || total <= 0)
            continue;
        ShareRow row;
        row.label = part.label;
        row.share = time / total;
        row.value = formatPercent(row.share);
        row.role = part.role;
        row.hatched = part.hatched;
        row.swatch = true;
        rows.push_back(row);
    }
    return rows;
}

std::vector<ShareRow> memoryShares(const Lane &lane)
{
    const MemoryParts &m = lane.memory;
    const double scale = std::max(m.total().value, lane.memoryCapacity.value);
    const std::array<std::pair<QString, MemoryPart>, memoryPartCount> parts = {{
        {QObject::tr("Weights"), MemoryPart::weights},
        {QObject::tr("Gradients"), MemoryPart::gradients},
        {QObject::tr("Optimizer"), MemoryPart::optimizerState},
        {QObject::tr("Activations"), MemoryPart::activations},
        {QObject::tr("Logits"), MemoryPart::logits},
        {QObject::tr("Buffers"), MemoryPart::buffers},
        {QObject::tr("Reserve"), MemoryPart::reserve},
    }};
    std::vector<ShareRow> rows;
    for (const auto &[label, part] : parts) {
        const Bytes bytes = m[part];
        if (bytes.value <= 0)
            continue;
        ShareRow row;
        row.label = label;
        row.share = scale > 0 ? bytes.value / scale : 0;
        row.value = formatMemory(bytes);
        row.role = roleOf(part);
        row.swatch = true;
        rows.push_back(row);
    }
    if (lane.hostMemory > Bytes(0)) { // not of the device
        ShareRow row;
        row.label = QObject::tr("In the host");
        row.value = formatMemory(lane.hostMemory);
        rows.push_back(row);
        if (lane.hostActivations > Bytes(0)) {
            row.label = QObject::tr("Activations there");
            row.value = formatMemory(lane.hostActivations);
            rows.push_back(row);
        }
    }
    return rows;
}

} // namespace heteroscope
