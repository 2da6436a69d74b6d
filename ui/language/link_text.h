// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts about links with traffic and about the flows on them.
#pragma once

#include "cluster/topology.h"
#include "simulator/result/step_result.h"

#include <QString>
#include <QStringList>

namespace heteroscope {

/// A technology as people call it.
QString technologyName(LinkTechnology technology);
QStringList technologyNames(); ///< in the order of the enumerators

/// The same of a link. What has no technology of its own, such as Slingshot or a TPU's links, is called by the type of
/// the project or of the catalog that has its figures.
QString technologyName(const Link &link, const std::vector<LinkType> &own);

/// One direction of a link: "a100-0 → leaf-0", inside a node "a100-0: gpu0 → nvswitch".
QString linkTitle(const Topology &topology, EdgeId edge);

/// The same for links of a node that are loaded alike: "a100-0:0–3 nvswitch".
QString linkTitle(const Topology &topology, const StepResult &result, const std::vector<std::size_t> &alike);

/// "activations B0 → C0", "gradients C1 → B1", "TP of A0", "DP of A, 4 lanes": stage and, of several, pipeline.
QString flowTitle(const StepResult &result, const LinkFlow &flow);

/// "2 flows, 2.0x slower": the max number of flows at one instant, and the slowdown; empty when the link is never
/// shared.
QString sharedText(const LinkLoad &link);

/// Who was on the link when most flows were, each with its rate there: "activations B0 → C0\t0.39 GB/s".
QStringList sharedBy(const StepResult &result, const LinkLoad &link);

/// The flows on a link at a moment, the fastest first, each with its rate there; of many the last line says how many
/// more.
QStringList flowsText(const StepResult &result, const LinkLoad &link, Ticks time);

} // namespace heteroscope
