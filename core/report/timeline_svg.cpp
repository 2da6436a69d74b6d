// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/timeline_svg.h"

#include "base/numbers.h"
#include "wording/phrases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace heteroscope {

namespace {

constexpr int namesWidth = 170;
constexpr int rightMargin = 24;
constexpr int rulerHeight = 26;
constexpr int rowHeight = 34;
constexpr int computeHeight = 22;
constexpr int trafficHeight = 8;
constexpr double narrowest = 0.7; // px; what is narrower is drawn with its neighbours
constexpr double labelWidth = 24; // px a label needs

constexpr std::array<std::string_view, 6> trafficColors = {"#8A2BA8", "#06705C", "#06705C",
                                                           "#3A98B2", "#6F1727", "#6F1727"};

/// Rectangles of one colour, in one path.
class Bars
{
public:
    void add(double x, double y, double width, double height)
    {
        m_path += fmt::format("M{:.2f} {:.0f}h{:.2f}v{:.0f}h{:.2f}z", x, y, width, height, -width);
    }
    void write(std::string &out, std::string_view fill) const
    {
        if (!m_path.empty())
            out += fmt::format("<path fill=\"{}\" d=\"{}\"/>\n", fill, m_path);
    }

private:
    std::string m_path;
};

class TimelinePainter
{
public:
    TimelinePainter(const StepResult &result, const TimelineSvgOptions &options)
        : m_result(result),
          m_phrases(Phrases::of(options.language)),
          m_markers(options.markers),
          m_rows(std::min(options.lanes, result.lanes.size())),
          m_width(std::max(options.width, namesWidth + rightMargin + 100)),
          m_total(std::max(1e-12, toSeconds(result.stepTime).value)),
          m_scale((m_width - namesWidth - rightMargin) / m_total)
    {}

    std::string paint()
    {
        const auto rows = static_cast<int>(m_rows);
        const int height = rulerHeight + rows * rowHeight + 22;
        std::string body;
        ruler(body, rulerHeight + rows * rowHeight);
        for (std::size_t i = 0; i < m_rows; ++i)
            lane(body, m_result.lanes[i], rulerHeight + static_cast<int>(i) * rowHeight);
        for (std::size_t i = 0; i < m_markers.size(); ++i)
            marker(body, m_markers[i], i + 1);
        std::string note = fmt::format("{} of {} lanes", m_rows, m_result.lanes.size());
        if (m_merged > 0)
            note +=
                fmt::format("; {} stretches narrower than a pixel are drawn together with their neighbours", m_merged);
        text(body, namesWidth, height - 6, m_phrases.translated(note), "note");
        return fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
            "role=\"img\" aria-label=\"{3}\">\n"
            "<style>text{{font:11px sans-serif;fill:#1B2430}}.note,.tick{{fill:#5E6A7C}}"
            ".in{{fill:#fff}}</style>\n"
            "<defs><pattern id=\"bubble\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
            "patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"#ECEFF3\"/>"
            "<path d=\"M0 0v6\" stroke=\"#6F7A8A\" stroke-width=\"1.4\"/></pattern></defs>\n{2}</svg>\n",
            m_width, height, body, escapedMarkup(m_phrases.translated("Timeline of the step")));
    }

private:
    double x(Ticks at) const { return namesWidth + toSeconds(at).value * m_scale; }

    static void text(std::string &out, double left, int base, std::string_view words, std::string_view kind)
    {
        out +=
            fmt::format("<text x=\"{:.1f}\" y=\"{}\" class=\"{}\">{}</text>\n", left, base, kind, escapedMarkup(words));
    }

    void ruler(std::string &out, int bottom) const
    {
        const double step = axisStep(m_total);
        for (int i = 0; i * step <= m_total * 1.000001; ++i) {
            const double left = namesWidth + i * step * m_scale;
            out += fmt::format("<path d=\"M{:.1f} {}V{}\" stroke=\"#D5DBE3\"/>\n", left, rulerHeight - 8, bottom);
            text(out, left + 3, 14, i == 0 ? "0" : secondsText(Seconds(i * step)), "tick");
        }
    }

    static std::string_view fillOf(Activity activity)
    {
        return activity == Activity::bubble || activity == Activity::straggler ? "url(#bubble)"
                                                                               : activityColor(activity);
    }

    void lane(std::string &out, const Lane &lane, int top)
    {
        std::string name = lane.name;
        constexpr std::size_t most = 26;
        if (name.size() > most &&
            std::all_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
            name = name.substr(0, 12) + "..." + name.substr(name.size() - 11);
        text(out, 4, top + 15, fmt::format("{}  {}.{}", name, lane.pipeline, lane.stage), "lane");

        std::array<Bars, activityCount> bars;
        std::string labels;
        // A run of narrow stretches: where it began and how much of it is what.
        std::array<double, activityCount> run{};
        double runStart = 0;
        double runEnd = 0;
        const auto flush = [&] {
            if (runEnd <= runStart)
                return;
            const auto largest = static_cast<std::size_t>(std::max_element(run.begin(), run.end()) - run.begin());
            bars[largest].add(runStart, top, std::max(runEnd - runStart, 0.2), computeHeight);
            run.fill(0);
            runStart = runEnd;
        };
        for (const LaneInterval &interval : lane.intervals) {
            const double left = x(interval.start);
            const double right = x(interval.end);
            const auto kind = static_cast<std::size_t>(interval.activity);
            if (right - left < narrowest) {
                if (runEnd <= runStart)
                    runStart = left;
                runEnd = right;
                run[kind] += right - left;
                ++m_merged;
                if (runEnd - runStart >= narrowest)
                    flush();
                continue;
            }
            flush();
            runStart = runEnd = right;
            if (interval.activity == Activity::idle)
                continue;
            // A hair between bars keeps neighbours of one kind apart.
            bars[kind].add(left, top, right - left - (right - left > 3 ? 0.6 : 0), computeHeight);
            if (right - left >= labelWidth && isCompute(interval.activity) && interval.microBatch >= 0) {
                const bool backward = interval.activity >= Activity::backward;
                const char letter = interval.activity == Activity::recompute ? 'R' : backward ? 'B' : 'F';
                text(labels, left + 3, top + 15, fmt::format("{}{}", letter, interval.microBatch), "in");
            }
        }
        flush();
        for (std::size_t kind = 0; kind < activityCount; ++kind) {
            if (static_cast<Activity>(kind) != Activity::idle)
                bars[kind].write(out, fillOf(static_cast<Activity>(kind)));
        }
        communication(out, lane, top + computeHeight);
        out += labels;
    }

    /// Overlapping stretches cover each other; nothing of them is measured from the picture.
    void communication(std::string &out, const Lane &lane, int top)
    {
        std::array<Bars, trafficColors.size()> bars;
        std::array<double, trafficColors.size()> painted;
        painted.fill(-1);
        for (const TrafficInterval &traffic : lane.traffic) {
            const auto kind = static_cast<std::size_t>(traffic.traffic);
            const double left = std::max(x(traffic.start), painted[kind]);
            const double right = std::max(x(traffic.end), x(traffic.start) + narrowest);
            if (right - left < narrowest / 2)
                continue; // it lies on what is painted already
            bars[kind].add(left, top + 1, right - left, trafficHeight - 2);
            painted[kind] = right;
        }
        for (std::size_t kind = 0; kind < bars.size(); ++kind)
            bars[kind].write(out, trafficColors[kind]);
    }

    void marker(std::string &out, const SvgMarker &marker, std::size_t number) const
    {
        if (marker.time > m_result.stepTime || (marker.lane && *marker.lane >= m_rows))
            return;
        const double at = x(marker.time);
        const int top = rulerHeight + (marker.lane ? static_cast<int>(*marker.lane) * rowHeight : -8);
        const int bottom =
            rulerHeight + (marker.lane ? static_cast<int>(*marker.lane) + 1 : static_cast<int>(m_rows)) * rowHeight;
        out += fmt::format("<g><title>{3}</title><path d=\"M{0:.1f} {1}V{2}\" stroke=\"#1B2430\"/>"
                           "<circle cx=\"{0:.1f}\" cy=\"{1}\" r=\"7\" fill=\"#1B2430\"/>",
                           at, top, bottom, escapedMarkup(marker.text));
        text(out, at - (number < 10 ? 3 : 6), top + 4, std::to_string(number), "in");
        out += "</g>\n";
    }

    const StepResult &m_result;
    const Phrases &m_phrases;
    const std::vector<SvgMarker> &m_markers;
    std::size_t m_rows;
    int m_width;
    double m_total;
    double m_scale;
    std::size_t m_merged = 0;
};

} // namespace

std::string timelineSvg(const StepResult &result, const TimelineSvgOptions &options)
{
    return TimelinePainter(result, options).paint();
}

double axisStep(double total)
{
    const double rough = total / 8;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough)
            return factor * power;
    }
    return 10 * power;
}

std::string_view activityColor(Activity activity)
{
    switch (activity) {
    case Activity::forward:
        return "#0A6ED1";
    case Activity::recompute:
        return "#91BDEA";
    case Activity::backward:
    case Activity::inputGradient:
        return "#A8480F";
    case Activity::weightGradient:
        return "#B58B00";
    case Activity::optimizer:
    case Activity::overhead:
        return "#4A5361";
    case Activity::exposedTp:
        return "#8A2BA8";
    case Activity::exposedPp:
        return "#06705C";
    case Activity::exposedDp:
        return "#3A98B2";
    case Activity::exposedCp:
    case Activity::exposedEp:
        return "#6F1727";
    case Activity::bubble:
    case Activity::straggler:
        return "#C3CAD3";
    case Activity::idle:
        break;
    }
    return "#FFFFFF";
}

std::string_view activityWords(Activity activity)
{
    constexpr std::array<std::string_view, activityCount> words = {"forward",
                                                                   "recompute",
                                                                   "backward",
                                                                   "input gradient",
                                                                   "weight gradient",
                                                                   "optimizer",
                                                                   "overhead of the host",
                                                                   "exposed TP communication",
                                                                   "exposed PP communication",
                                                                   "exposed DP communication",
                                                                   "exposed CP communication",
                                                                   "exposed EP communication",
                                                                   "bubble",
                                                                   "straggler",
                                                                   "idle"};
    return words[static_cast<std::size_t>(activity)];
}

std::string escapedMarkup(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        case '\'':
            result += "&#39;";
            break;
        default:
            if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t')
                result += c;
        }
    }
    return result;
}

} // namespace heteroscope
