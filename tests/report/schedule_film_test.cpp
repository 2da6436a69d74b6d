// SPDX-License-Identifier: GPL-3.0-or-later
//
// A film of schedules: all steps on one axis, the first picture empty and the last one whole, and nothing but what a
// simple renderer of SVG knows.
#include "report/schedule_film.h"

#include "support/small_steps.h"
#include "support/strict_test.h"

#include <fmt/format.h>

#include <QRegularExpression>
#include <QXmlStreamReader>

using namespace heteroscope;

namespace {

FilmOptions plainOptions(FilmOrder order)
{
    FilmOptions options;
    options.order = order;
    options.colors = {"#FFFFFF", "#111111", "#222222", "#333333", "#444444", "#555555", {}, {}};
    for (std::size_t i = 0; i < activityCount; ++i) {
        options.colors.fill[i] = fmt::format("#A000{:02X}", i);
        options.colors.ink[i] = "#FFFFFF";
    }
    options.label = [](Activity activity, std::int32_t microBatch) {
        return isCompute(activity) && microBatch >= 0 ? fmt::format("m{}", microBatch + 1) : std::string();
    };
    return options;
}

bool isWellFormed(const std::string &text)
{
    QXmlStreamReader reader(QString::fromStdString(text));
    while (!reader.atEnd())
        reader.readNext();
    return !reader.hasError();
}

struct Rect
{
    double x = 0;
    double y = 0;
    double width = 0;
    int activity = 0;
};

/// The bars of a picture.
std::vector<Rect> barsOf(const std::string &svg)
{
    static const QRegularExpression form(QStringLiteral(
        "<rect x=\"([0-9.]+)\" y=\"([0-9.]+)\" width=\"([0-9.]+)\" height=\"[0-9.]+\" fill=\"#A000(..)\""));
    std::vector<Rect> bars;
    for (auto it = form.globalMatch(QString::fromStdString(svg)); it.hasNext();) {
        const auto match = it.next();
        bars.push_back({match.captured(1).toDouble(), match.captured(2).toDouble(), match.captured(3).toDouble(),
                        match.captured(4).toInt(nullptr, 16)});
    }
    return bars;
}

} // namespace

class ScheduleFilmTest : public StrictTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_one = test::simulated(ScheduleKind::gpipe);
        m_two = test::simulated(ScheduleKind::zbH1);
    }

    void firstNothingIsDrawnAndLastEverything_data()
    {
        QTest::addColumn<int>("order");
        QTest::newRow("time") << static_cast<int>(FilmOrder::time);
        QTest::newRow("micro-batch") << static_cast<int>(FilmOrder::microBatch);
    }
    void firstNothingIsDrawnAndLastEverything()
    {
        QFETCH(int, order);
        const ScheduleFilm film({{"GPipe", "a", &m_one}, {"ZB-H1", "b", &m_two}},
                                plainOptions(static_cast<FilmOrder>(order)));
        QCOMPARE(film.lanesOf(0), m_one.lanes.size());
        QVERIFY(barsOf(film.still(0)).empty());
        std::size_t before = 0;
        double seconds = 0;
        for (std::size_t frame = 0; frame < film.frames(); ++frame) {
            const std::string svg = film.still(frame);
            QVERIFY(isWellFormed(svg));
            QVERIFY(svg.find("animate") == std::string::npos && svg.find("clip") == std::string::npos);
            const std::size_t drawn = barsOf(svg).size();
            QVERIFY(drawn >= before);
            before = drawn;
            seconds += film.secondsOf(frame);
        }
        QCOMPARE(seconds, 12.0);
        std::size_t wide = 0; // these steps have nothing narrower than a pixel but host time and transfers
        for (const StepResult *result : {&m_one, &m_two})
            for (const Lane &lane : result->lanes)
                wide += static_cast<std::size_t>(
                    std::ranges::count_if(lane.intervals, [](const LaneInterval &i) { return isCompute(i.activity); }));
        const auto last = barsOf(film.still(film.frames() - 1));
        QCOMPARE(static_cast<std::size_t>(std::ranges::count_if(
                     last, [](const Rect &bar) { return isCompute(static_cast<Activity>(bar.activity)); })),
                 wide);
    }

    void bothStepsHaveOneAxis()
    {
        const ScheduleFilm film({{"GPipe", "a", &m_one}, {"ZB-H1", "b", &m_two}}, plainOptions(FilmOrder::time));
        const double longest = std::max(toSeconds(m_one.stepTime).value, toSeconds(m_two.stepTime).value);
        const auto bars = barsOf(film.still(film.frames() - 1));
        // The place of the first and the last bar of each part give its scale.
        const auto ends = [&](const StepResult &result, double top, double bottom) {
            double left = 1e9;
            double right = 0;
            for (const Rect &bar : bars)
                if (bar.y >= top && bar.y < bottom) {
                    left = std::min(left, bar.x);
                    right = std::max(right, bar.x + bar.width);
                }
            return std::pair(left, (right - left) / toSeconds(result.stepTime).value);
        };
        double between = 0;
        for (const Rect &bar : bars) // the parts have equally many lanes
            between = std::max(between, bar.y);
        between /= 1.7;
        const auto [left, scale] = ends(m_one, 0, between);
        const auto [otherLeft, otherScale] = ends(m_two, between, 1e9);
        QVERIFY(std::abs(left - otherLeft) < 1.5);
        QVERIFY2(std::abs(scale / otherScale - 1) < 0.01, qPrintable(QString::number(scale / otherScale)));
        QVERIFY(left + longest * scale <= film.width());
    }

    void aMomentShowsWhatHasBegun()
    {
        const ScheduleFilm film({{"GPipe", "", &m_one}}, plainOptions(FilmOrder::time));
        const Ticks middle(m_one.stepTime.count / 2);
        for (const Rect &bar : barsOf(film.stillAt(middle)))
            QVERIFY(bar.x <= 0.5 * (film.width() + 400));
        const std::string marked = film.stillAt(
            middle, {{0, {0, 0}, false, {}}, {0, {1, 1}, true, {}}, {0, {99, 0}, false, {}}, {5, {0, 0}, false, {}}});
        QCOMPARE(QString::fromStdString(marked).count(QStringLiteral("stroke-dasharray")), 1);
        QCOMPARE(QString::fromStdString(marked).count(QStringLiteral("fill=\"none\" stroke=\"#111111\"")), 2);
    }

    void theFilmMovesAndEndsWhole()
    {
        for (const FilmOrder order : {FilmOrder::time, FilmOrder::microBatch}) {
            const ScheduleFilm film({{"GPipe <1>", "a & b", &m_one}, {"ZB-H1", "b", &m_two}}, plainOptions(order));
            const std::string svg = film.animated();
            QVERIFY(isWellFormed(svg));
            QVERIFY(svg.find("<animate") != std::string::npos);
            QVERIFY(svg.find("GPipe &lt;1&gt;") != std::string::npos);
            QCOMPARE(barsOf(svg).size(), barsOf(film.still(film.frames() - 1)).size());
        }
    }

    void theHeightIsAsAskedAndLanesAreLimited()
    {
        FilmOptions options = plainOptions(FilmOrder::microBatch);
        options.height = 600;
        options.lanes = 2;
        const ScheduleFilm film({{"GPipe", "", &m_one}, {"ZB-H1", "", &m_two}}, options);
        QCOMPARE(film.height(), 600);
        QCOMPARE(film.lanesOf(1), std::size_t(2));
        // Only lanes of the first pipeline, however many there are.
        const ScheduleFilm two({{"1F1B", "", test::overOneCable().result.get()}}, plainOptions(FilmOrder::time));
        QCOMPARE(two.lanesOf(0), std::size_t(2));
    }

private:
    StepResult m_one;
    StepResult m_two;
};

QTEST_GUILESS_MAIN(ScheduleFilmTest)
#include "schedule_film_test.moc"
