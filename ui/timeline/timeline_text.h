// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the timeline says: why a stretch is what it is, the sums of the corner line, and who is to blame on the critical
// path. What is said is worked out in core/analysis.
#pragma once

#include "analysis/critical_thread.h"
#include "analysis/dependency.h"
#include "analysis/lane_shares.h"
#include "analysis/stretch_statistics.h"
#include "cluster/topology.h"
#include "simulator/result/memory_trace.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

namespace heteroscope {

/// The words of the timeline.
class TimelineText
{
    Q_DECLARE_TR_FUNCTIONS(TimelineText)
};

struct Explanation
{
    QString
        headline; ///< "F3 · micro-batch 3 · 120 ms from 1.20 s", "Bubble 310 ms: waits for B2 of a100-1:0–3 to finish"
    QStringList lines;     ///< more, each "label\tvalue" or a sentence
    QString plain() const; ///< all of it on one line
};
Explanation explainBar(const StepResult &result, BarId bar, const Topology *topology = nullptr);
Explanation explainTraffic(const StepResult &result, int lane, std::size_t traffic);
/// The memory of a lane at a time, its constant part `base`, and the cause of its peak.
Explanation explainMemory(const Lane &lane, const MemoryPoint &point, Bytes base, Ticks at);
/// The links `alike` (of StepResult::links) at a moment: rate, capacity, flows.
Explanation explainLink(const StepResult &result, const Topology &topology, const std::vector<std::size_t> &alike,
                        Ticks time);

/// "310 ms · busy 62.3 % · bubble 20.1 %" of all lanes over [from, to), weighted by their devices.
QString measureText(const StepResult &result, const std::vector<LaneIndex> &indices, Ticks from, Ticks to);
/// What a stretch consists of: kinds with their number, time and share, the bytes of its traffic, the least and the
/// most busy lane.
Explanation explainStretch(const StepResult &result, const StretchStatistics &stretch);
/// kind,name,count,seconds,share,bytes with a line for each kind of work or wait, of traffic, and each lane.
QString csvOfStretch(const StepResult &result, const StretchStatistics &stretch);

/// "412 of 412 events · bubble 18.4 % = 3.10 s / 16.9 s": lane-seconds, or device-seconds where lanes have unlike
/// numbers of devices, added up from all intervals. `events` counts all events; `drawn` of them are in view and
/// `merged` share a mark; `whole` when the view shows the whole step.
QString timelineSummary(const StepResult &result, std::size_t events, std::size_t drawn, std::size_t merged,
                        bool whole);
QString timelineSummary(const StepResult &result);

/// "forward 45.1 %", "backward 30.2 %", "PP transfers 12.0 %", the largest first.
QStringList criticalCauses(const std::vector<PathPiece> &thread);
/// The line a hover card gets: "on the critical path\tforward, 3.10 s = 45.1 % of it".
QString criticalLine(const std::vector<PathPiece> &thread, const PathPiece &piece);

} // namespace heteroscope
