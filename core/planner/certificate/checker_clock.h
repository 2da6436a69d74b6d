// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lower bound on the step of one cut for the checker of a certificate: the passes and sends of each pipeline in the
// order of its schedule, each as early as what it waits for allows, then averaging, optimizer and gathering. Pipelines
// do not slow each other down here. Shares no code with the search's clock or with the simulator.
#pragma once

#include "planner/certificate/checker_prices.h"

namespace heteroscope {

class CheckerClock
{
public:
    explicit CheckerClock(CheckerPrices &prices) : m_prices(prices) {}

    /// Seconds of the step. 0 if the pipelines have too many passes to be followed.
    double stepTime(const Family &family, const PricedLayout &layout, const Cut &cut);

    /// The last pass of a stage, in seconds. gradients: the start of the last pass with gradients of the chunk that is
    /// done first; with one chunk that of the last pass.
    struct LastPass
    {
        double gradients = 0, end = 0;
    };
    /// Of each stage of a pipeline. Empty if it has too many passes to be followed.
    std::vector<LastPass> lastPasses(const Family &family, const PricedLayout &layout, std::size_t pipeline,
                                     const Cut &cut);

private:
    /// A pass, or the transfer of what it sends.
    struct Event
    {
        std::int32_t pass = 0;   ///< itself, or the sender
        std::int32_t other = -1; ///< transfer: the pass that receives
        std::int32_t posting =
            -1;                 ///< transfer: the receiver's pass that posts the receive; -1: posted at the beginning
        std::int32_t place = 0; ///< of the pass, see placeOf; of a transfer its channel, see channelOf
    };
    struct Sequence
    {
        std::vector<Event> events;           ///< each after all that it waits for
        std::vector<std::int32_t> firstPass; ///< by stage; passes of a stage have consecutive indices
        bool complete = false;
    };
    class Sorter;
    const Sequence &sequenceOf(const Family &family, int stages);
    void run(const Family &family, const Sequence &sequence, int stages);
    void fillLengths(const Family &family, const PricedLayout &layout, std::size_t number, const Cut &cut);
    double close(const Family &family, const PricedLayout &layout, std::size_t pipeline, const Cut &cut) const;

    CheckerPrices &m_prices;
    std::map<std::tuple<ScheduleKind, int, int, int>, Sequence> m_sequences; ///< by stages, micro-batches, chunks
    std::vector<double> m_length; ///< by place: a stage, chunk and kind of pass
    // By channel: a stage, chunk and direction.
    std::vector<double> m_free;
    std::vector<MessageTime> m_message;
    // By pass.
    std::vector<double> m_start, m_end, m_ready;
    std::vector<LastPass> m_last; ///< by stage
};

} // namespace heteroscope
