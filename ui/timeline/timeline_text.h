// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the timeline says: labels of bars, why a stretch is what it is, and the sums of the corner line.
#pragma once

#include "simulator/result/memory_trace.h"
#include "simulator/result/step_result.h"
#include "timeline/lane_index.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <optional>

namespace heteroscope {

/// The words of the timeline.
class TimelineText
{
    Q_DECLARE_TR_FUNCTIONS(TimelineText)
};

/// "F3", "B3", "W3", "R3", "opt"; empty for what carries no label. Micro-batches count from 1 on the screen.
QString barLabel(const LaneInterval &interval);
/// "forward", "backward", "input gradient", "waiting for a link (PP)" ... for legends and tables.
QString activityName(Activity activity);
/// "a100-0:0–3": the lane's name with a proper dash.
QString laneName(const Lane &lane);

struct BarId
{
    int lane = -1;
    int interval = -1;
    bool isValid() const { return lane >= 0 && interval >= 0; }
    friend bool operator==(BarId, BarId) = default;
};

/// The one bar that this one directly had to wait for: the awaited work of another lane, else the work before it here.
std::optional<BarId> directDependency(const StepResult &result, BarId bar);

/// The bars from the end of the step back to its beginning, each the direct dependency of the one after it.
std::vector<BarId> bindingChain(const StepResult &result);

struct Explanation
{
    QString
        headline; ///< "F3 · micro-batch 3 · 120 ms from 1.20 s", "Bubble 310 ms: waits for B2 of a100-1:0–3 to finish"
    QStringList lines;     ///< more, each "label\tvalue" or a sentence
    QString plain() const; ///< all of it on one line
};
Explanation explainBar(const StepResult &result, BarId bar);
Explanation explainTraffic(const StepResult &result, int lane, std::size_t traffic);
/// What a lane holds at a moment, `base` of it for the whole step, and why its peak is what it is.
Explanation explainMemory(const Lane &lane, const MemoryPoint &point, Bytes base, Ticks at);

/// "310 ms · busy 62.3 % · bubble 20.1 %" of all lanes over [from, to), weighted by their devices.
QString measureText(const StepResult &result, const std::vector<LaneIndex> &indices, Ticks from, Ticks to);

/// "412 of 412 events · bubble 18.4 % = 3.10 s / 16.9 s": lane-seconds, or device-seconds where lanes have unlike
/// numbers of devices, added up from all intervals. `events` are all there are, of which `drawn` are in view and
/// `merged` share a mark; `whole` when the view shows the whole step.
QString timelineSummary(const StepResult &result, std::size_t events, std::size_t drawn, std::size_t merged,
                        bool whole);
QString timelineSummary(const StepResult &result);

/// Work and traffic; waiting is not an event.
std::size_t eventCount(const StepResult &result);

/// Share of the step in which the lane computes or steps the optimizer.
double busyShare(const StepResult &result, const Lane &lane);

} // namespace heteroscope
