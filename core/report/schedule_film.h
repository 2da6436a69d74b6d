// SPDX-License-Identifier: GPL-3.0-or-later
//
// One or several simulated steps, one above the other on one axis of time, drawn bit by bit: as a film for slides (SVG
// with SMIL animation), or as single pictures (SVG without animation) from which others make pages and frames. All
// steps keep the same clock: at each moment of the film the same time has passed in each of them, or the same
// micro-batches have been drawn.
//
// The picture needs only what SVG Tiny 1.2 has (no patterns and no clipping, except in animated()), so every renderer
// draws it; hatches are lines. Widths, heights and type are in pixels. Stretches narrower than a pixel are drawn
// together in the colour of the largest, as on the timeline.
#pragma once

#include "analysis/dependency.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace heteroscope {

/// "#RRGGBB" each; the window has them from its theme.
struct FilmColors
{
    std::string page;
    std::string text;
    std::string muted;
    std::string rule;
    std::string hatch; ///< lines over bubble and straggler
    std::string head;  ///< the line at the present time
    std::array<std::string, activityCount> fill;
    std::array<std::string, activityCount> ink; ///< of labels on the fill
};

/// A step of the film, and the texts above its lanes.
struct FilmPart
{
    std::string title;   ///< "1F1B"
    std::string figures; ///< "5.98 s · bubble 18.4 %"
    const StepResult *result = nullptr;
};

enum class FilmOrder {
    microBatch, ///< all passes of micro-batch 1, then those of 2, and so on; waiting and optimizer at the end
    time        ///< from the left to the right
};
inline constexpr std::array<std::string_view, 2> filmOrderNames = {"micro-batch", "time"};

struct FilmOptions
{
    int width = 1280;
    int height = 0;         ///< 0: as the lanes need; otherwise lanes become as high as they can
    int typeSize = 14;      ///< of names and axis; titles are larger
    std::size_t lanes = 16; ///< max number of rows of a part: the first ones of its first pipeline
    FilmOrder order = FilmOrder::microBatch;
    double seconds = 12;         ///< of the film, before it begins again
    std::size_t timeFrames = 60; ///< pictures of a film in the order of time, besides the empty first one
    FilmColors colors{};
    /// Of the type in single pictures; animated() names the usual ones for a browser.
    std::string family = "sans-serif";
    /// The label of a bar: "F3"; empty for none.
    std::function<std::string(Activity, std::int32_t microBatch)> label;
};

/// A bar with a ring around it.
struct FilmMark
{
    std::size_t part = 0;
    BarId bar;
    bool isAwaited = false; ///< dashed
    Ticks until;            ///< where the ring ends, if that is after the bar
};

class ScheduleFilm
{
public:
    /// The results must outlive the film. At least one part; each has a result with lanes.
    ScheduleFilm(std::vector<FilmPart> parts, FilmOptions options);

    int width() const { return m_options.width; }
    int height() const { return m_height; }
    /// Rows of a step in a film that shows at most `limit`.
    static std::size_t lanesShown(const StepResult &result, std::size_t limit);
    /// Rows of a part.
    std::size_t lanesOf(std::size_t part) const { return m_parts[part].lanes.size(); }
    /// Number of single pictures; the first shows nothing, the last everything.
    std::size_t frames() const;
    /// How long a frame is to be seen.
    double secondsOf(std::size_t frame) const;
    /// One <svg> element, as all the others.
    std::string still(std::size_t frame) const;
    /// What has begun by `at`, whatever the order.
    std::string stillAt(Ticks at, const std::vector<FilmMark> &marks = {}) const;
    /// The whole film. A viewer without animation shows the last picture.
    std::string animated() const;

private:
    struct Bar
    {
        double start = 0; ///< seconds
        double end = 0;
        Activity activity = Activity::idle;
        std::int32_t microBatch = -1;
    };
    struct LaneRow
    {
        int lane = 0; ///< of StepResult::lanes
        double top = 0;
        std::string name;
        std::vector<Bar> bars;
    };
    struct PartRows
    {
        FilmPart part;
        double top = 0;
        double bottom = 0;
        std::vector<LaneRow> lanes;
    };
    /// What of the bars is drawn.
    struct Cut
    {
        double until = 0;                 ///< seconds
        std::int32_t microBatches = -1;   ///< only work of those before it; -1: all bars
        std::optional<std::int32_t> only; ///< only of this one; -1: only what belongs to none
    };

    void readLanes(PartRows &rows) const;
    void place();
    double barHeight() const;
    std::int32_t microBatchCount() const;
    double x(double seconds) const { return m_left + seconds * m_scale; }
    static bool isShown(const Bar &bar, const Cut &cut);
    std::string bars(const Cut &cut, double opacity = 1) const;
    void addBar(std::string &out, const LaneRow &lane, const Bar &bar, double until) const;
    void addHatch(std::string &out, double left, double right, double top) const;
    std::string ground() const;
    std::string axis() const;
    std::string head(double seconds) const;
    std::string mark(const FilmMark &mark) const;
    std::string text(double left, double base, std::string_view words, const std::string &color, double size,
                     std::string_view more = {}) const;
    std::string wrapped(const std::string &body, std::string_view family) const;
    std::string animatedByTime() const;
    std::string animatedByMicroBatch() const;

    FilmOptions m_options;
    std::vector<PartRows> m_parts;
    double m_total = 0; ///< seconds, of the longest step
    double m_left = 0;
    double m_scale = 0; ///< px per second
    double m_laneHeight = 0;
    int m_height = 0;
};

} // namespace heteroscope
