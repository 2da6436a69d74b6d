// SPDX-License-Identifier: GPL-3.0-or-later
//
// The same bytes for every run, thread count and optimization level: the hash below is the same in release, dev and
// sanitizer builds. It covers the engine with all schedules and send modes, shared links, rate curves, buckets and
// jitter, and changes only when the meaning of a program changes. .ci/run compares whole results of two builds besides.
#include "simulator/engine/engine.h"

#include "support/property.h"
#include "support/step_programs.h"
#include "support/strict_test.h"

#include <thread>

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

/// FNV-1a, 64 bits.
class Hash
{
public:
    void add(std::int64_t value)
    {
        for (int byte = 0; byte < 8; ++byte) {
            m_value ^= static_cast<std::uint64_t>(value >> (8 * byte)) & 0xFFU;
            m_value *= 0x100000001B3ULL;
        }
    }
    void add(const StepTrace &trace)
    {
        add(trace.stepTime.count);
        for (const auto &lane : trace.lanes) {
            for (const auto &i : lane.intervals) {
                add(i.start.count);
                add(i.end.count);
                add(static_cast<int>(i.activity));
                add(i.microBatch);
                add(i.peerLane);
            }
            for (const auto &t : lane.traffic) {
                add(t.start.count);
                add(t.end.count);
                add(static_cast<int>(t.traffic));
            }
            add(lane.peakAt.count);
            add(lane.peakInFlight);
        }
        for (const auto &piece : trace.criticalPath)
            add(piece.start.count);
    }
    std::uint64_t value() const { return m_value; }

private:
    std::uint64_t m_value = 0xCBF29CE484222325ULL;
};

/// Programs of every kind, made by arithmetic.
std::vector<StepProgram> programs()
{
    std::vector<StepProgram> programs;
    // One of each way to make an order; a fixed list, as the hash below stands for it.
    for (const auto kind :
         {ScheduleKind::gpipe, ScheduleKind::oneFOneB, ScheduleKind::eager, ScheduleKind::interleaved,
          ScheduleKind::zbH1, ScheduleKind::zbH2, ScheduleKind::zbV, ScheduleKind::dualPipeV, ScheduleKind::greedy}) {
        auto shape = equalStages(5, 15, 0, 0, 0, chunksOfKind(kind));
        for (std::size_t s = 0; s < 5; ++s) {
            const auto i = static_cast<std::int64_t>(s);
            shape.forward[s] = 100'003 + 7'919 * i;
            shape.inputGradient[s] = 110'017 + 6'007 * ((i * 3) % 5);
            shape.weightGradient[s] = 90'001 + 5'003 * ((i * 2) % 5);
        }
        shape.occupancy = 30'011;
        shape.latency = 4'001;
        for (const auto sends : {SendMode::receivePrefetched, SendMode::asynchronous}) {
            shape.sends = sends;
            programs.push_back(pipelineProgram(kind, shape));
            auto &program = programs.emplace_back(programs.back());
            program.edges = {{1.0e9 / 3, {}},
                             {2.0e9 / 7, {{Ticks(0), Ticks(700'000), Ticks(1'500'000)}, {1.0, 0.3, 0.9}}}};
            for (auto &lane : program.lanes) {
                for (auto *lists : {&lane.forwardTo, &lane.backwardTo}) {
                    for (auto &list : *lists) {
                        for (auto &channel : list) {
                            channel.bytes = Bytes(11);
                            channel.route = static_cast<int>(program.routes.size());
                            program.routes.push_back({{{channel.toLane % 2, 1.0}}, 1.0 + channel.toLane % 3});
                        }
                    }
                }
            }
            program.lanes[2].speed = {{Ticks(0), Ticks(900'000)}, {1.0, 0.7}};
            program.synchronizations.push_back({{{0, 0}, {3, 0}}, Ticks(333'333), Ticks(111'111), Bytes(5), 4});
            program.computeSlowdown = 1.1;
            program.bucketSlowdown = 1.3;
        }
    }
    return programs;
}

std::uint64_t hashOfAll()
{
    Hash hash;
    for (const auto &program : programs()) {
        const auto trace = runStep(program, {true, {5, 0.03}});
        if (!trace)
            qFatal("the step has no end");
        hash.add(*trace);
    }
    return hash.value();
}

} // namespace

class DeterminismTest : public StrictTest
{
    Q_OBJECT

private slots:
    void theSameBytesInEveryBuild() { QCOMPARE(hashOfAll(), std::uint64_t(2246568729306008363)); }
    void theSameBytesFromManyThreads()
    {
        std::array<std::uint64_t, 4> hashes{};
        std::vector<std::thread> threads;
        for (auto &hash : hashes)
            threads.emplace_back([&hash] { hash = hashOfAll(); });
        for (auto &thread : threads)
            thread.join();
        for (const auto hash : hashes)
            QCOMPARE(hash, hashes.front());
    }
    void moreSpeedIsNeverSlowerInAStaticOrder()
    {
        // Static orders over channels of their own are max-plus linear in all lengths, whatever the send mode, so this
        // is a theorem. It is none for the greedy list (the order changes; Graham's anomalies), nor where transfers
        // share links (one that begins sooner may hold up another).
        HETEROSCOPE_PROPERTY("a shorter pass or transfer does not lengthen the step", [] {
            const auto kind = *rc::gen::suchThat(rc::gen::elementOf(changeableSchedules()),
                                                 [](ScheduleKind each) { return !scheduleOf(each).usesTimes(); });
            const int stages = *rc::gen::inRange(1, 6);
            auto shape = equalStages(stages, *rc::gen::inRange(2, 4) * stages, 0, 0, 0, chunksOfKind(kind));
            for (std::size_t s = 0; s < shape.forward.size(); ++s) {
                shape.forward[s] = *rc::gen::inRange(1, 100);
                shape.inputGradient[s] = *rc::gen::inRange(1, 100);
                shape.weightGradient[s] = *rc::gen::inRange(1, 100);
            }
            shape.latency = *rc::gen::inRange(0, 50);
            shape.occupancy = *rc::gen::inRange(0, 50);
            shape.sends = *rc::gen::element(blockingSends(kind), SendMode::receivePrefetched, SendMode::asynchronous);
            const auto before = runStep(pipelineProgram(kind, shape));
            const auto stage = *rc::gen::inRange<std::size_t>(0, shape.forward.size());
            auto faster = shape;
            faster.forward[stage] /= 2;
            faster.weightGradient[stage] /= 2;
            faster.latency /= 2;
            const auto after = runStep(pipelineProgram(kind, faster));
            RC_ASSERT(bool(before) && bool(after));
            RC_ASSERT(after->stepTime <= before->stepTime);
        });
    }
};

QTEST_GUILESS_MAIN(DeterminismTest)
#include "determinism_test.moc"
