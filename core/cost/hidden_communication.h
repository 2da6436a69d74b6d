// SPDX-License-Identifier: GPL-3.0-or-later
//
// What computation hides of the collectives inside a layer (core/cost/README.md, Communication): rings beside
// attention, the experts' all-to-all beside what the software computes meanwhile, and all of them beside a host that is
// slower than the device.
#pragma once

#include "cost/group_price.h"

namespace heteroscope {

/// Sets CollectivePrice::exposed and besideHost of both passes of the layer. cp: context-parallel degree. Before this
/// `exposed` is what the software stack says of TP, and 1.
void hideCommunication(LayerPrice &price, const TrainingJob &job, const ComputeContext &context, int cp);

} // namespace heteroscope
