// SPDX-License-Identifier: GPL-3.0-or-later
//
// DualPipeV (DeepSeek-V3's DualPipe, arXiv 2412.19437, cut in half to a V): two chunks a stage, down and up again; in
// the steady state a forward of one chunk is paired with a backward of the other, so that their communication can hide
// behind each other's computation. The halves of a pair run one after the other here, and what they send leaves at the
// pair's end. At least 2p micro-batches.
#include "strategy/schedule.h"

#include <algorithm>

namespace heteroscope {

namespace {

/// Writes the passes of one stage; micro-batches of a pass and chunk go up by themselves.
class Writer
{
public:
    explicit Writer(int microBatches) { m_order.reserve(5 * static_cast<std::size_t>(microBatches)); }
    void forward(int chunk) { add(Pass::forward, chunk, m_forward[chunk]++); }
    void backward(int chunk) { add(Pass::backward, chunk, m_backward[chunk]++); }
    void inputGradient(int chunk)
    {
        m_waiting.push_back({Pass::weightGradient, static_cast<std::int16_t>(chunk), m_backward[chunk]});
        add(Pass::inputGradient, chunk, m_backward[chunk]++);
    }
    void weightGradient() { m_order.push_back(m_waiting[m_weights++]); }
    void pair(int forwardChunk, int backwardChunk)
    {
        forward(forwardChunk);
        m_order.back().paired = true;
        backward(backwardChunk);
    }
    WorkOrder take() { return std::move(m_order); }

private:
    void add(Pass pass, int chunk, int microBatch)
    {
        m_order.push_back({pass, static_cast<std::int16_t>(chunk), microBatch});
    }
    WorkOrder m_order;
    WorkOrder m_waiting;
    std::size_t m_weights = 0;
    int m_forward[2] = {};
    int m_backward[2] = {};
};

class DualPipeV : public Schedule
{
public:
    DualPipeV()
        : Schedule({.name = "dualpipev",
                    .displayName = "DualPipeV",
                    .description = HETEROSCOPE_SCHEDULE_TEXT("heteroscope::ScheduleModel",
                                                             "Two chunks in a stage; forwards and backwards of both "
                                                             "run as pairs that hide each other's communication."),
                    .place = 80,
                    .path = ChunkPath::vee,
                    .minChunks = 2,
                    .maxChunks = 2})
    {}
    Result<std::vector<WorkOrder>> orders(const ScheduleShape &shape) const override
    {
        return ordersByStage(shape, [&](int stage) { return order(shape, stage); });
    }
    std::optional<int> activationsHeld(const ScheduleShape &shape, int) const override { return 2 * shape.stages + 1; }
    std::optional<double> idle(const ScheduleShape &shape, double F, double D, double W) const override
    {
        // (p-1)(F&B + B - 3W) in times of a chunk, half a device's, with F&B = F + B. Exact at F = D = W; otherwise the
        // step idles no more than this.
        return (shape.stages - 1) * (F + 2 * (D + W) - 3 * W) / 2;
    }
    std::optional<ScheduleRefusal> refusal(int stages, int microBatches) const override
    {
        if (microBatches >= 2 * stages)
            return {};
        return ScheduleRefusal{std::to_string(microBatches) + " micro-batches",
                               "at least twice the " + std::to_string(stages) + " stages",
                               "DualPipeV fills both directions first"};
    }

private:
    static WorkOrder order(const ScheduleShape &shape, int stage)
    {
        const int after = shape.stages - 1 - stage; // stages behind this one
        const int before = stage + 1;
        Writer writer(shape.microBatches);
        for (int i = 0; i < 2 * after; ++i)
            writer.forward(0);
        for (int i = 0; i < before; ++i) {
            writer.forward(0);
            writer.forward(1);
        }
        for (int i = 0; i < after; ++i) {
            writer.inputGradient(1);
            writer.weightGradient();
            writer.forward(1);
        }
        for (int i = 0; i < shape.microBatches - 2 * shape.stages + before; ++i) {
            writer.pair(0, 1);
            writer.pair(1, 0);
        }
        for (int i = 0; i < after; ++i) {
            writer.backward(1);
            writer.pair(1, 0);
        }
        // In the second half of the drain the weight gradients are put off, to fill the waits after it.
        bool putOff = false;
        for (int i = 0; i < before; ++i) {
            const bool turn = i == before / 2;
            if (turn && before % 2 == 0)
                putOff = true;
            putOff ? writer.inputGradient(1) : writer.backward(1);
            if (turn && before % 2 == 1)
                putOff = true;
            putOff ? writer.inputGradient(0) : writer.backward(0);
        }
        for (int i = 0; i < after; ++i) {
            writer.weightGradient();
            writer.inputGradient(0);
        }
        for (int i = 0; i < before; ++i)
            writer.weightGradient();
        return writer.take();
    }
};

} // namespace

const Schedule &dualPipeVSchedule()
{
    static const DualPipeV schedule;
    return schedule;
}

} // namespace heteroscope
