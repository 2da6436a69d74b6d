// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/schedule_film.h"

#include "base/numbers.h"
#include "report/timeline_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

constexpr double filmNarrowest = 0.7; // px; what is narrower is drawn with its neighbours
constexpr double laneOfType = 2.2;    // height of a lane for type of size 1
constexpr double widthOfType = 0.56;  // of a letter of size 1, about
constexpr double shareOfNames = 0.22; // max share of the width
constexpr double hatchPitch = 6;      // px
constexpr double dimmed = 0.4;        // earlier micro-batches
constexpr double shareOfEnd = 0.15;   // of a film: its last picture
constexpr double gapOfLanes = 0.14;   // of their height, at most
constexpr double gapOfBars = 0.6;     // px between neighbours

bool isWaitingForWork(Activity activity) { return activity == Activity::bubble || activity == Activity::straggler; }

/// The name in at most `letters` letters, elided in the middle; a name of other letters than ASCII stays whole.
std::string elided(const std::string &name, std::size_t letters)
{
    const bool isAscii = std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (name.size() <= letters || !isAscii || letters < 7)
        return name;
    return name.substr(0, letters / 2 - 1) + "..." + name.substr(name.size() - (letters - letters / 2 - 2));
}

/// An upright line over the lanes of each part, which leaves the titles free.
template<class Parts>
std::string besideLanes(const Parts &parts, double at, const std::string &color, int thickness)
{
    std::string lines;
    for (const auto &rows : parts)
        lines += fmt::format("M{:.1f} {:.1f}V{:.1f}", at, rows.lanes.empty() ? rows.bottom : rows.lanes.front().top,
                             rows.bottom);
    return fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n", lines, color, thickness);
}

} // namespace

ScheduleFilm::ScheduleFilm(std::vector<FilmPart> parts, FilmOptions options) : m_options(std::move(options))
{
    for (FilmPart &part : parts) {
        m_total = std::max(m_total, toSeconds(part.result->stepTime).value);
        m_parts.push_back({std::move(part), 0, 0, {}});
    }
    m_total = std::max(m_total, 1e-12);
    std::size_t letters = 0;
    for (PartRows &rows : m_parts)
        for (std::size_t lane = 0; lane < rows.part.result->lanes.size() && rows.lanes.size() < m_options.lanes; ++lane)
            if (rows.part.result->lanes[lane].pipeline == rows.part.result->lanes.front().pipeline) {
                rows.lanes.push_back({static_cast<int>(lane), 0, rows.part.result->lanes[lane].name, {}});
                letters = std::max(letters, rows.lanes.back().name.size());
            }
    const double pad = m_options.typeSize;
    const double letter = widthOfType * m_options.typeSize;
    const double names = std::min(shareOfNames * m_options.width, static_cast<double>(letters) * letter);
    for (PartRows &rows : m_parts)
        for (LaneRow &lane : rows.lanes)
            lane.name = elided(lane.name, static_cast<std::size_t>(names / letter));
    m_left = 2 * pad + names;
    m_scale = std::max(1.0, m_options.width - m_left - 2 * pad) / m_total;
    for (PartRows &rows : m_parts)
        readLanes(rows);
    place();
}

std::size_t ScheduleFilm::lanesShown(const StepResult &result, std::size_t limit)
{
    const auto first = result.lanes.empty() ? 0 : result.lanes.front().pipeline;
    return std::min(limit, static_cast<std::size_t>(std::ranges::count(result.lanes, first, &Lane::pipeline)));
}

void ScheduleFilm::readLanes(PartRows &rows) const
{
    const double narrow = filmNarrowest / m_scale;
    for (LaneRow &row : rows.lanes) {
        std::array<double, activityCount> run{};
        double runStart = 0;
        double runEnd = 0;
        const auto flush = [&] {
            if (runEnd <= runStart)
                return;
            const auto largest = std::ranges::max_element(run) - run.begin();
            row.bars.push_back({runStart, runEnd, static_cast<Activity>(largest), -1});
            run.fill(0);
        };
        for (const LaneInterval &interval : rows.part.result->lanes[static_cast<std::size_t>(row.lane)].intervals) {
            const double start = toSeconds(interval.start).value;
            const double end = toSeconds(interval.end).value;
            if (end - start >= narrow) {
                flush();
                runStart = runEnd = end;
                if (interval.activity != Activity::idle)
                    row.bars.push_back({start, end, interval.activity, interval.microBatch});
                continue;
            }
            if (runEnd <= runStart)
                runStart = start;
            runEnd = end;
            run[static_cast<std::size_t>(interval.activity)] += end - start;
            if (runEnd - runStart >= narrow) {
                flush();
                runStart = runEnd;
            }
        }
        flush();
        // A wait is for the work that it names, but is no part of a micro-batch.
        for (Bar &bar : row.bars)
            if (!isCompute(bar.activity))
                bar.microBatch = -1;
    }
}

void ScheduleFilm::place()
{
    const double type = m_options.typeSize;
    const double title = 2.4 * type;
    const double ruler = 2.2 * type;
    std::size_t lanes = 0;
    for (const PartRows &rows : m_parts)
        lanes += rows.lanes.size();
    const double other = ruler + static_cast<double>(m_parts.size()) * (title + 0.6 * type) + 0.6 * type;
    m_laneHeight = laneOfType * type;
    if (m_options.height > 0)
        m_laneHeight = std::max(6.0, std::floor((m_options.height - other) / static_cast<double>(lanes)));
    double top = ruler;
    for (PartRows &rows : m_parts) {
        rows.top = top;
        top += title;
        for (LaneRow &lane : rows.lanes) {
            lane.top = top;
            top += m_laneHeight;
        }
        rows.bottom = top;
        top += 0.6 * type;
    }
    m_height = std::max(m_options.height, static_cast<int>(std::ceil(top + 0.6 * type)));
}

double ScheduleFilm::barHeight() const
{
    return m_laneHeight - std::min(gapOfLanes * m_laneHeight, 0.5 * m_options.typeSize);
}

std::int32_t ScheduleFilm::microBatchCount() const
{
    std::int32_t count = 0;
    for (const PartRows &rows : m_parts)
        for (const LaneRow &lane : rows.lanes)
            for (const Bar &bar : lane.bars)
                count = std::max(count, bar.microBatch + 1);
    return count;
}

std::size_t ScheduleFilm::frames() const
{
    return m_options.order == FilmOrder::time ? m_options.timeFrames + 1
                                              : static_cast<std::size_t>(microBatchCount()) + 2;
}

double ScheduleFilm::secondsOf(std::size_t frame) const
{
    const std::size_t others = frames() - 1;
    const double end = shareOfEnd * m_options.seconds;
    return frame >= others ? end : (m_options.seconds - end) / static_cast<double>(others);
}

std::string ScheduleFilm::still(std::size_t frame) const
{
    const std::size_t last = frames() - 1;
    if (frame >= last)
        return wrapped(ground() + bars({m_total, -1, {}}) + axis(), m_options.family);
    if (m_options.order == FilmOrder::time) {
        const double at = m_total * static_cast<double>(frame) / static_cast<double>(last);
        return wrapped(ground() + bars({at, -1, {}}) + axis() + head(at), m_options.family);
    }
    const auto drawn = static_cast<std::int32_t>(frame);
    std::string body = ground();
    if (drawn > 0)
        body += bars({m_total, drawn - 1, {}}, dimmed) + bars({m_total, drawn, drawn - 1});
    return wrapped(body + axis(), m_options.family);
}

std::string ScheduleFilm::stillAt(Ticks at, const std::vector<FilmMark> &marks) const
{
    const double seconds = toSeconds(at).value;
    std::string body = ground() + bars({seconds, -1, {}}) + axis() + head(seconds);
    for (const FilmMark &one : marks)
        body += mark(one);
    return wrapped(body, m_options.family);
}

std::string ScheduleFilm::animated() const
{
    return wrapped(m_options.order == FilmOrder::time ? animatedByTime() : animatedByMicroBatch(),
                   "Inter, 'Noto Sans', sans-serif");
}

std::string ScheduleFilm::animatedByTime() const
{
    const double right = x(m_total);
    const double drawn = 1 - shareOfEnd;
    return fmt::format(
        "<defs><clipPath id=\"passed\"><rect x=\"0\" y=\"0\" width=\"{0}\" height=\"{1}\">"
        "<animate attributeName=\"width\" dur=\"{2}s\" repeatCount=\"indefinite\" values=\"{3:.2f};{4:.2f};{0};{0}\" "
        "keyTimes=\"0;{5};{5};1\"/></rect></clipPath></defs>\n{6}<g clip-path=\"url(#passed)\">\n{7}</g>\n{8}"
        "<g opacity=\"0\"><animate attributeName=\"opacity\" dur=\"{2}s\" repeatCount=\"indefinite\" "
        "values=\"1;0;0\" keyTimes=\"0;{5};1\" calcMode=\"discrete\"/>{9}"
        "<animateTransform attributeName=\"transform\" type=\"translate\" dur=\"{2}s\" repeatCount=\"indefinite\" "
        "values=\"{10:.2f} 0;0 0;0 0\" keyTimes=\"0;{5};1\"/></g>\n",
        width(), m_height, m_options.seconds, m_left, right, drawn, ground(), bars({m_total, -1, {}}), axis(),
        head(m_total), m_left - right);
}

std::string ScheduleFilm::animatedByMicroBatch() const
{
    const std::size_t last = frames() - 1;
    const auto shareAt = [this](std::size_t frame) {
        return static_cast<double>(frame) * secondsOf(0) / m_options.seconds;
    };
    std::string body = ground();
    const auto group = [&](std::size_t frame, const std::string &drawn) {
        if (frame + 1 < last)
            body += fmt::format("<g><animate attributeName=\"opacity\" dur=\"{}s\" repeatCount=\"indefinite\" "
                                "calcMode=\"discrete\" values=\"0;1;{};1\" keyTimes=\"0;{:.5f};{:.5f};{:.5f}\"/>\n",
                                m_options.seconds, dimmed, shareAt(frame), shareAt(frame + 1), shareAt(last));
        else
            body += fmt::format("<g><animate attributeName=\"opacity\" dur=\"{}s\" repeatCount=\"indefinite\" "
                                "calcMode=\"discrete\" values=\"0;1\" keyTimes=\"0;{:.5f}\"/>\n",
                                m_options.seconds, shareAt(frame));
        body += drawn + "</g>\n";
    };
    group(last, bars({m_total, -1, -1}));
    for (std::size_t frame = 1; frame < last; ++frame)
        group(frame, bars({m_total, static_cast<std::int32_t>(frame), static_cast<std::int32_t>(frame) - 1}));
    return body + axis();
}

bool ScheduleFilm::isShown(const Bar &bar, const Cut &cut)
{
    if (bar.start >= cut.until)
        return false;
    if (cut.only)
        return bar.microBatch == *cut.only;
    return cut.microBatches < 0 ? true : bar.microBatch >= 0 && bar.microBatch < cut.microBatches;
}

std::string ScheduleFilm::bars(const Cut &cut, double opacity) const
{
    std::string out;
    for (const PartRows &rows : m_parts)
        for (const LaneRow &lane : rows.lanes)
            for (const Bar &bar : lane.bars)
                if (isShown(bar, cut))
                    addBar(out, lane, bar, cut.until);
    return opacity < 1 ? fmt::format("<g opacity=\"{}\">\n{}</g>\n", opacity, out) : out;
}

void ScheduleFilm::addBar(std::string &out, const LaneRow &lane, const Bar &bar, double until) const
{
    const auto kind = static_cast<std::size_t>(bar.activity);
    const double left = x(bar.start);
    const double whole = x(bar.end) - left;
    const double right = std::min(x(bar.end), x(until));
    const double gap = whole > 3 ? gapOfBars : 0;
    const double barHeight = this->barHeight();
    out += fmt::format("<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", left,
                       lane.top, std::max(0.2, right - left - gap), barHeight, m_options.colors.fill[kind]);
    if (isWaitingForWork(bar.activity))
        addHatch(out, left, right - gap, lane.top);
    const std::string label = m_options.label ? m_options.label(bar.activity, bar.microBatch) : std::string();
    const double size = std::min<double>(m_options.typeSize, barHeight * 0.7);
    if (!label.empty() && whole >= (static_cast<double>(label.size()) + 0.8) * widthOfType * size &&
        right > left + whole / 2)
        out += text(left + whole / 2, lane.top + barHeight / 2 + 0.36 * size, label, m_options.colors.ink[kind], size,
                    " text-anchor=\"middle\"");
}

void ScheduleFilm::addHatch(std::string &out, double left, double right, double top) const
{
    const double high = barHeight();
    // Lines x + y = k * pitch, so that neighbouring bars continue each other.
    std::string path;
    const double bottom = top + high;
    for (double sum = std::ceil((left + top) / hatchPitch) * hatchPitch; sum < right + bottom; sum += hatchPitch) {
        const double x0 = std::max(left, sum - bottom);
        const double x1 = std::min(right, sum - top);
        if (x1 - x0 > 0.3)
            path += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", x0, sum - x0, x1, sum - x1);
    }
    if (!path.empty())
        out += fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-width=\"1\" stroke-opacity=\"0.62\" fill=\"none\"/>\n",
                           path, m_options.colors.hatch);
}

std::string ScheduleFilm::ground() const
{
    const FilmColors &colors = m_options.colors;
    const double type = m_options.typeSize;
    std::string out = fmt::format("<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", width(), m_height, colors.page);
    for (const PartRows &rows : m_parts) {
        const double base = rows.top + 1.7 * type;
        out += text(type, base, rows.part.title, colors.text, 1.25 * type, " font-weight=\"600\"");
        const double titleEnd = type * (2 + 1.25 * (widthOfType + 0.06) * static_cast<double>(rows.part.title.size()));
        out += text(std::max(m_left, titleEnd), base, rows.part.figures, colors.muted, type);
        for (const LaneRow &lane : rows.lanes) {
            const double middle = lane.top + barHeight() / 2;
            out += text(type, middle + 0.36 * type, lane.name, colors.text, std::min(type, m_laneHeight * 0.8));
        }
    }
    return out;
}

std::string ScheduleFilm::axis() const
{
    const FilmColors &colors = m_options.colors;
    const double type = m_options.typeSize;
    std::string out;
    const double step = axisStep(m_total);
    for (int i = 0; i * step <= m_total * 1.000001; ++i) {
        const double left = x(i * step);
        out += fmt::format("<path d=\"M{0:.1f} {1:.1f}V{2:.1f}\" stroke=\"{3}\" stroke-width=\"1\"/>\n", left,
                           1.7 * type, 2.2 * type, colors.muted);
        if (left + 4 * type < width())
            out += text(left + 3, 1.4 * type, i == 0 ? "0" : secondsText(Seconds(i * step)), colors.muted, type);
    }
    out += besideLanes(m_parts, m_left, colors.rule, 1);
    // Where each step ends: what the steps differ by.
    for (const PartRows &rows : m_parts) {
        const double end = x(toSeconds(rows.part.result->stepTime).value);
        out += fmt::format("<path d=\"M{:.1f} {:.1f}V{:.1f}\" stroke=\"{}\" stroke-width=\"2\"/>\n", end,
                           rows.top + 1.2 * type, rows.bottom, colors.text);
    }
    return out;
}

std::string ScheduleFilm::head(double seconds) const
{
    return besideLanes(m_parts, x(seconds), m_options.colors.head, 2);
}

std::string ScheduleFilm::mark(const FilmMark &mark) const
{
    if (mark.part >= m_parts.size())
        return {};
    const PartRows &rows = m_parts[mark.part];
    const LaneInterval *bar = intervalOf(*rows.part.result, mark.bar);
    const auto lane = std::ranges::find(rows.lanes, mark.bar.lane, &LaneRow::lane);
    if (!bar || lane == rows.lanes.end())
        return {};
    const double left = x(toSeconds(bar->start).value);
    const double wide = std::max(4.0, x(toSeconds(std::max(bar->end, mark.until)).value) - left);
    return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
                       "stroke=\"{}\" stroke-width=\"{}\"{}/>\n",
                       left - 1, lane->top - 1, wide + 1, barHeight() + 2, m_options.colors.text,
                       mark.isAwaited ? 2 : 3, mark.isAwaited ? " stroke-dasharray=\"5 4\"" : "");
}

std::string ScheduleFilm::text(double left, double base, std::string_view words, const std::string &color, double size,
                               std::string_view more) const
{
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\" font-size=\"{:.1f}\"{}>{}</text>\n", left, base,
                       color, size, more, escapedMarkup(words));
}

std::string ScheduleFilm::wrapped(const std::string &body, std::string_view family) const
{
    std::string names;
    for (const PartRows &rows : m_parts)
        names += (names.empty() ? "" : ", ") + rows.part.title;
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
                       "height=\"{1}\" role=\"img\" aria-label=\"{2}\" "
                       "font-family=\"{3}\">\n{4}</svg>\n",
                       width(), m_height, escapedMarkup(names), escapedMarkup(family), body);
}

} // namespace heteroscope
