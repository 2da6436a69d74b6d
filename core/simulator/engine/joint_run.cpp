// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/engine/joint_run.h"

#include "simulator/engine/step_run.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace heteroscope {

namespace {

/// The mean of the steps [first, last) in ticks.
double meanOf(const std::vector<Ticks> &steps, std::size_t first, std::size_t last)
{
    double sum = 0;
    for (std::size_t i = first; i < last; ++i)
        sum += static_cast<double>(steps[i].count);
    return sum / static_cast<double>(last - first);
}

class JointRun
{
public:
    JointRun(const std::vector<const StepProgram *> &programs, const JointNetwork &network, const JointOptions &options)
        : m_options(options), m_network(network.edges, network.conflicts)
    {
        m_engine.traffic = false;
        m_engine.stop = options.stop;
        int route = 0;
        for (std::size_t i = 0; i < programs.size(); ++i) {
            Repeated one;
            one.program = programs[i];
            one.firstRoute = route;
            one.next = i < options.begins.size() ? options.begins[i] : Ticks(0);
            for (const FlowRoute &each : programs[i]->routes)
                m_network.addRoute(each.shares, each.weight);
            route += static_cast<int>(programs[i]->routes.size());
            m_programs.push_back(std::move(one));
        }
        m_result.steps.resize(programs.size());
    }

    Result<JointSteps, JointFailure> run()
    {
        StopMeter meter(m_options.stop, instantsBetweenLooks);
        std::size_t retimed = 0;
        while (!m_failure && !isOver()) {
            const std::size_t before = std::exchange(retimed, m_network.retimedFlows());
            if (meter.stopAfter(1 + retimed - before))
                return JointFailure{0, {StepFailure::Kind::stopped}};
            const Ticks change = m_network.nextChange();
            const std::size_t first = firstProgram();
            const Ticks own = nextOf(m_programs[first]);
            if (std::min(change, own) == LaneClock::never)
                fail(firstStuck());
            else if (change <= own)
                endFlows(change);
            else
                happen(first, own);
        }
        if (m_failure)
            return *m_failure;
        return std::move(m_result);
    }

private:
    struct Repeated
    {
        const StepProgram *program = nullptr;
        int firstRoute = 0;
        Ticks begun;                  // of the step that runs
        Ticks next;                   // begin of the next step while none runs
        std::unique_ptr<StepRun> run; // null between two steps
    };

    static Ticks nextOf(const Repeated &one)
    {
        if (!one.run)
            return one.next;
        const Ticks own = one.run->nextOwn();
        return own == LaneClock::never ? own : one.begun + own;
    }

    std::size_t firstProgram() const
    {
        std::size_t first = 0;
        for (std::size_t i = 1; i < m_programs.size(); ++i) {
            if (nextOf(m_programs[i]) < nextOf(m_programs[first]))
                first = i;
        }
        return first;
    }

    void happen(std::size_t index, Ticks now)
    {
        Repeated &one = m_programs[index];
        if (one.run) {
            one.run->happenNext();
            return look(index);
        }
        one.begun = now;
        one.run = std::make_unique<StepRun>(
            *one.program, m_engine,
            SharedFlows{&m_network, now, one.firstRoute, static_cast<std::int64_t>(index) << programShift});
        if (one.run->begin())
            look(index);
        else
            m_failure = JointFailure{index, {StepFailure::Kind::stopped}};
    }

    void endFlows(Ticks now)
    {
        m_ended.clear();
        m_network.advance(now, m_ended);
        for (const std::int64_t tag : m_ended) {
            const auto index = static_cast<std::size_t>(tag >> programShift);
            Repeated &one = m_programs[index];
            one.run->endFlow(tag - (static_cast<std::int64_t>(index) << programShift), now - one.begun);
        }
        for (std::size_t i = 0; i < m_programs.size(); ++i)
            look(i);
    }

    /// Whether the step of a program is over, or never will be.
    void look(std::size_t index)
    {
        Repeated &one = m_programs[index];
        if (!one.run)
            return;
        if (const auto &failure = one.run->failure()) {
            m_failure = JointFailure{index, *failure};
            return;
        }
        if (!one.run->isDone())
            return;
        if (const auto stalled = m_network.stalledForever())
            return failAtLink(stalled->first, stalled->second);
        m_result.steps[index].push_back(one.run->stepTime());
        m_result.events += one.run->events();
        // A step without any length would be repeated at one instant for ever.
        one.next = one.begun + std::max(one.run->stepTime(), Ticks(1));
        one.run.reset();
    }

    bool isSettled(const std::vector<Ticks> &steps) const
    {
        const std::size_t count = steps.size();
        if (count < std::max<std::size_t>(m_options.leastSteps, 4))
            return false;
        const double before = meanOf(steps, count / 4, count / 2), now = meanOf(steps, count / 2, count);
        return std::abs(now - before) <= m_options.settled * now;
    }

    bool isOver()
    {
        const auto fewest = std::min_element(m_result.steps.begin(), m_result.steps.end(),
                                             [](const auto &a, const auto &b) { return a.size() < b.size(); });
        if (fewest == m_result.steps.end())
            return true;
        const bool ends = fewest->size() >= m_options.mostSteps || m_result.events >= m_options.mostEvents;
        // Means are looked at when there is a step more of the slowest program, which costs least.
        if (!ends && fewest->size() == m_fewest)
            return false;
        m_fewest = fewest->size();
        m_result.settled = std::all_of(m_result.steps.begin(), m_result.steps.end(),
                                       [this](const auto &steps) { return isSettled(steps); });
        return ends || m_result.settled;
    }

    /// The others could go on for ever beside the one that waits for the link.
    void failAtLink(int route, std::int32_t edge)
    {
        std::size_t index = 0;
        while (index + 1 < m_programs.size() && m_programs[index + 1].firstRoute <= route)
            ++index;
        m_failure = JointFailure{index, {StepFailure::Kind::linkStaysDown, static_cast<std::size_t>(edge)}};
    }

    std::size_t firstStuck() const
    {
        for (std::size_t i = 0; i < m_programs.size(); ++i) {
            if (m_programs[i].run)
                return i;
        }
        return 0;
    }

    void fail(std::size_t index)
    {
        m_failure = JointFailure{index, m_programs[index].run ? m_programs[index].run->whyStuck() : StepFailure{}};
    }

    static constexpr int programShift = 40; // tags of a program are below 2^40

    const JointOptions &m_options;
    EngineOptions m_engine;
    FlowNetwork m_network;
    std::vector<Repeated> m_programs;
    std::vector<std::int64_t> m_ended;
    std::size_t m_fewest = 0;
    std::optional<JointFailure> m_failure;
    JointSteps m_result;
};

} // namespace

Ticks meanStep(const std::vector<Ticks> &steps)
{
    if (steps.empty())
        return Ticks(0);
    const std::size_t first = steps.size() / 2;
    if (std::all_of(steps.begin() + static_cast<std::ptrdiff_t>(first), steps.end(),
                    [&steps](Ticks step) { return step == steps.back(); }))
        return steps.back();
    return Ticks(static_cast<std::int64_t>(std::llround(meanOf(steps, first, steps.size()))));
}

Result<JointSteps, JointFailure> runTogether(const std::vector<const StepProgram *> &programs,
                                             const JointNetwork &network, const JointOptions &options)
{
    return JointRun(programs, network, options).run();
}

} // namespace heteroscope
