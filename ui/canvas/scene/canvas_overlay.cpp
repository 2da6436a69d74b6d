// SPDX-License-Identifier: GPL-3.0-or-later
#include "canvas/scene/canvas_overlay.h"

#include <QObject>

namespace heteroscope {

CanvasOverlay makeOverlay(const std::shared_ptr<const Simulation> &simulation)
{
    CanvasOverlay overlay;
    overlay.simulation = simulation;
    if (simulation && simulation->result && simulation->topology) {
        const Project &project = *simulation->project;
        static_cast<StepOverlay &>(overlay) = stepOverlay(project.cluster, *simulation->topology, simulation->plan,
                                                          project.workload.model.planLayers(), *simulation->result);
    }
    return overlay;
}

QString layersText(const HeldLayers &layers)
{
    const QString text = QString::number(layers.blocks);
    if (layers.embedding && layers.head)
        return QObject::tr("emb + %1 + head", "layers of a stage").arg(text);
    if (layers.embedding)
        return QObject::tr("emb + %1", "layers of a stage").arg(text);
    if (layers.head)
        return QObject::tr("%1 + head", "layers of a stage").arg(text);
    return layers.blocks == 1 ? QObject::tr("1 layer") : QObject::tr("%1 layers").arg(text);
}

} // namespace heteroscope
