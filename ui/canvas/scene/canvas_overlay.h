// SPDX-License-Identifier: GPL-3.0-or-later
//
// The step on show, and what it says about the things on the canvas.
#pragma once

#include "analysis/step_overlay.h"
#include "jobs/simulation.h"

namespace heteroscope {

/// What the cells of devices are coloured by.
enum class ColourBy { stage, load, memory, type };

struct CanvasOverlay : StepOverlay
{
    std::shared_ptr<const Simulation> simulation;

    const StepResult *result() const { return simulation ? simulation->result.get() : nullptr; }
};

/// Says nothing of any thing where nothing could be simulated.
CanvasOverlay makeOverlay(const std::shared_ptr<const Simulation> &simulation);

/// "10 layers", "emb + 9", "2 + head".
QString layersText(const HeldLayers &layers);

} // namespace heteroscope
