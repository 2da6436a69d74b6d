// SPDX-License-Identifier: GPL-3.0-or-later
//
// One or several devices: type and specification, speed, and what the last step did on them.
#include "cluster/catalog.h"
#include "cluster/scenario_span.h"
#include "editing/curve_subject.h"
#include "inspector/inspector.h"
#include "inspector/step_section.h"
#include "theme/icons.h"
#include "theme/numbers.h"
#include "theme/text.h"
#include "widgets/plain_text.h"

#include <algorithm>

namespace heteroscope {
namespace {

class DevicePage : public InspectorPage
{
    Q_DECLARE_TR_FUNCTIONS(DevicePage)

public:
    DevicePage(Session &owner, const NameSet &names) : InspectorPage(owner), m_names(names)
    {
        PlainForm *form = addForm();
        m_type = addFact(form, tr("Type"));
        m_speed = new QuantityField(tr("Speed"), {{QStringLiteral("%"), 0.01}}, this);
        m_speed->setRange(0.01, 1);
        m_speed->setToolTip(tr("Compute rate: 100 % is full speed, less is a shared or throttled device"));
        form->addRow(tr("Speed, %"), m_speed);
        m_peak = addFact(form, tr("Peak, 16 bit"));
        m_memory = addFact(form, tr("Memory"));
        m_power = addFact(form, tr("Power"));
        m_source = addNote();
        m_curve = addCurve();
        addSection(tr("In the plan"));
        PlainForm *plan = addForm();
        m_stage = addFact(plan, tr("Stage"));
        m_layers = addFact(plan, tr("Layers"));
        m_step = new StepSection(this);
        addWidget(m_step);
        finish();
        connect(m_speed, &QuantityField::edited, this, &DevicePage::setSpeed);
        connect(m_speed, &QuantityField::editingFinished, this, [this] { document().endMerge(); });
    }

    bool refresh() override
    {
        const Cluster &cluster = project().cluster;
        std::vector<const Device *> devices;
        for (const std::string &name : m_names)
            if (const Device *device = findDevice(cluster, name))
                devices.push_back(device);
        if (devices.empty())
            return false;
        setHeading(IconName::device,
                   devices.size() == 1 ? text(*m_names.begin()) : tr("%1 …").arg(text(*m_names.begin())),
                   devices.size() == 1 ? tr("1 device") : tr("%1 devices").arg(devices.size()));
        const bool oneType = std::all_of(devices.begin(), devices.end(),
                                         [&](const Device *d) { return d->type == devices.front()->type; });
        m_type->setText(oneType ? text(devices.front()->type) : tr("mixed"));
        const auto speed = [now = session().startTime()](const Device *d) { return d->speed.factorAt(now); };
        const bool changes =
            std::any_of(devices.begin(), devices.end(), [](const Device *d) { return changesOverTime(d->speed); });
        m_speed->setEnabled(!changes); // one figure would wipe the curve
        showCurve(m_curve, haveOneCurve({{}, m_names}, project()) ? &devices.front()->speed : nullptr);
        if (std::all_of(devices.begin(), devices.end(),
                        [&](const Device *d) { return speed(d) == speed(devices.front()); }))
            m_speed->setValue(speed(devices.front()));
        else
            m_speed->setMixed(1);
        const DeviceType *type = oneType ? findDeviceType(cluster, devices.front()->type) : nullptr;
        const QString none = QStringLiteral("–");
        const auto peak =
            type ? (type->peakAt(Precision::bf16) ? type->peakAt(Precision::bf16) : type->peakAt(Precision::fp16))
                 : std::nullopt;
        m_peak->setText(peak ? formatFlops(*peak) : none);
        m_memory->setText(type ? tr("%1 at %2").arg(formatMemory(type->memory), formatBandwidth(type->memoryBandwidth))
                               : none);
        m_power->setText(type ? tr("%1 W").arg(type->power) : none);
        m_source->setText(
            type ? (type->fromMemory ? tr("Unsourced estimate.") : tr("Source: %1").arg(text(type->source)))
                 : QString());
        refreshStep();
        return true;
    }

private:
    void setSpeed(double value)
    {
        RateCurve curve;
        if (value < 1)
            curve.points.push_back({Seconds(0), value});
        document().edit(tr("Change the speed of %1").arg(text(*m_names.begin())),
                        withCurve(project(), {{}, m_names}, curve), QStringLiteral("speed/") + text(*m_names.begin()));
    }

    void refreshStep()
    {
        const Lane *lane = m_step->showOn(session(), m_names, tr("The shown plan does not use it."));
        const QString none = QStringLiteral("–");
        m_stage->setText(lane ? tr("%1 of pipeline %2").arg(stageLetter(lane->stage)).arg(lane->pipeline + 1) : none);
        m_layers->setText(lane ? tr("%1 to %2").arg(lane->firstLayer).arg(lane->firstLayer + lane->layerCount - 1)
                               : none);
    }

    NameSet m_names;
    QLabel *m_type;
    QuantityField *m_speed;
    CurvePlot *m_curve;
    QLabel *m_peak;
    QLabel *m_memory;
    QLabel *m_power;
    QLabel *m_source;
    QLabel *m_stage;
    QLabel *m_layers;
    StepSection *m_step;
};

} // namespace

InspectorPage *makeDevicePage(Session &session, const NameSet &devices) { return new DevicePage(session, devices); }

} // namespace heteroscope
