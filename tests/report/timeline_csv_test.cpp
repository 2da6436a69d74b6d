// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/timeline_csv.h"

#include "support/strict_test.h"
#include "support/synthetic_step.h"

#include <sstream>

using namespace heteroscope;

class TimelineCsvTest : public StrictTest
{
    Q_OBJECT

    static std::vector<std::string> linesOf(const TextSource &source)
    {
        std::string all;
        source([&all](std::string_view text) {
            all += text;
            return true;
        });
        std::vector<std::string> lines;
        std::istringstream in(all);
        for (std::string line; std::getline(in, line);)
            lines.push_back(line);
        return lines;
    }

private slots:
    void everyBarWithinIsALine()
    {
        synthetic::Pipeline1F1B shape;
        shape.transfer = 30 * synthetic::ms;
        const auto result = std::make_shared<const StepResult>(synthetic::oneFOneB(shape));
        const auto all = linesOf(timelineCsv(result, {0, 1}, Ticks(0), result->stepTime));
        QCOMPARE(all.size(), 1 + result->lanes[0].intervals.size() + result->lanes[0].traffic.size() +
                                 result->lanes[1].intervals.size() + result->lanes[1].traffic.size());
        for (const std::string &line : all)
            QCOMPARE(std::count(line.begin(), line.end(), ','), std::ptrdiff_t(8));
        const LaneInterval &second = result->lanes[0].intervals[1];
        const auto part = linesOf(timelineCsv(result, {0}, second.start, second.end));
        std::size_t bars = 0;
        for (const std::string &line : part)
            bars += line.find(",compute,") != std::string::npos ? 1 : 0;
        QCOMPARE(bars, std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(TimelineCsvTest)
#include "timeline_csv_test.moc"
