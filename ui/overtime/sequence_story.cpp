// SPDX-License-Identifier: GPL-3.0-or-later
#include "overtime/sequence_story.h"

#include "theme/numbers.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace heteroscope {
namespace {

struct Story
{
    Q_DECLARE_TR_FUNCTIONS(Story)
};

const PlanSequence &sequenceOf(const SequenceAnswer &answer, PolicyLine line)
{
    switch (line) {
    case PolicyLine::fixed:
        return answer.fixed;
    case PolicyLine::greedy:
        return answer.found.greedy;
    case PolicyLine::pastOnly:
        return answer.found.pastOnly;
    case PolicyLine::sequence:
        break;
    }
    return answer.found.best;
}

} // namespace

std::vector<SequenceStretch> stretchesOf(const ReplanResult &found)
{
    std::vector<SequenceStretch> stretches;
    std::map<std::size_t, int> letters;
    const SequenceProblem &problem = found.problem;
    for (const SequenceInterval &interval : intervalsOf(problem, found.best)) {
        const auto plan = interval.plan < found.candidates.size() ? std::optional(interval.plan) : std::nullopt;
        if (stretches.empty() || stretches.back().plan != plan) {
            SequenceStretch next{Seconds(interval.from), {}, plan, -1, {}};
            if (plan)
                next.letter = letters.try_emplace(*plan, static_cast<int>(letters.size())).first->second;
            for (std::size_t i = 0; i < found.switches.size(); ++i)
                if (found.switches[i].change.at == interval.from)
                    next.switchBefore = i;
            stretches.push_back(next);
        }
        SequenceStretch &now = stretches.back();
        now.until = Seconds(interval.to);
        if (plan && !interval.isSwitching) {
            const Seconds step(problem.stepTimeOf(interval.state, *plan));
            now.fastest = std::min(now.fastest, step);
            now.slowest = std::max(now.slowest, step);
        }
    }
    return stretches;
}

const SequenceStretch *stretchAt(const std::vector<SequenceStretch> &stretches, Seconds time)
{
    for (const SequenceStretch &stretch : stretches)
        if (time < stretch.until)
            return &stretch;
    return stretches.empty() ? nullptr : &stretches.back();
}

QString letterOf(int letter)
{
    if (letter < 0)
        return QStringLiteral("–");
    const QString one = QChar(u'A' + letter % 26);
    return letter < 26 ? one : one + QString::number(letter / 26);
}

QString durationOf(Seconds time)
{
    if (!(time < Seconds(infinity)))
        return Story::tr("never");
    return std::abs(time.value) < 7200 ? formatSeconds(time)
                                       : Story::tr("%1 h").arg(formatSignificant(time.value / 3600));
}

QString verdictOf(const ReplanResult &found)
{
    if (!(found.best.totalTime < infinity))
        return Story::tr("No sequence of these plans ever does all steps");
    if (found.switches.empty())
        return Story::tr("No switch pays: the best sequence is one plan");
    if (!(found.fixed.totalTime < infinity))
        return Story::tr("Switching pays: no plan alone does the steps");
    return Story::tr("Switching pays: %1 over the best fixed plan").arg(formatSignedPercent(found.gain()));
}

QString switchText(const ReplanResult &found, std::size_t index)
{
    const ReplanSwitch &one = found.switches[index];
    QString moved;
    switch (one.way) {
    case SwitchWay::links:
        moved = Story::tr("moves %1 over the links");
        break;
    case SwitchWay::storage:
        moved = Story::tr("moves %1 through the storage");
        break;
    case SwitchWay::checkpoint:
        moved = Story::tr("reads a checkpoint of %1");
        break;
    }
    return Story::tr("takes %1, gains %2, %3, %4")
        .arg(formatSeconds(Seconds(one.change.time)), durationOf(one.gain),
             one.breakEven ? Story::tr("breaks even after %1").arg(durationOf(*one.breakEven))
                           : Story::tr("never breaks even"),
             moved.arg(formatBytes(one.moved)));
}

QString nameOf(PolicyLine line)
{
    switch (line) {
    case PolicyLine::fixed:
        return Story::tr("best fixed plan");
    case PolicyLine::greedy:
        return Story::tr("greedy");
    case PolicyLine::pastOnly:
        return Story::tr("knows only the past");
    case PolicyLine::sequence:
        break;
    }
    return Story::tr("best sequence");
}

std::vector<RatePoint> ratesOf(const SequenceAnswer &answer, PolicyLine line)
{
    const SequenceProblem &problem = answer.found.problem;
    const double tokens = answer.project->workload.job.tokensPerStep();
    std::vector<RatePoint> rates;
    double end = 0;
    for (const SequenceInterval &interval : intervalsOf(problem, sequenceOf(answer, line))) {
        const bool runs = interval.plan != problem.down() && !interval.isSwitching;
        const double step = runs ? problem.stepTimeOf(interval.state, interval.plan) : infinity;
        const double rate = step < infinity ? tokens / step : 0;
        if (rates.empty() || rates.back().rate != rate)
            rates.push_back({Seconds(interval.from), rate});
        end = interval.to;
    }
    if (!rates.empty() && rates.back().rate > 0)
        rates.push_back({Seconds(end), 0});
    return rates;
}

} // namespace heteroscope
