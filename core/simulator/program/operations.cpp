// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulator/program/operations.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>

namespace heteroscope {

namespace {

/// One thing a pass does, with its weight among those of its activity.
struct Part
{
    Activity activity = Activity::forward;
    double weight = 0;
    std::int16_t operation = -1;
};

/// The operations of a layer kind on one lane, as parts of each pass.
using LayerParts = std::array<std::vector<Part>, passCount>;

class Opener
{
public:
    Opener(BuiltStep &step, GroupPricer &pricer, const Plan &plan) : m_step(step), m_pricer(pricer), m_plan(plan) {}

    Status open()
    {
        const auto &workload = m_pricer.workload();
        const auto stack = findSoftwareStack(m_pricer.calibration(), workload.job);
        if (!stack)
            return stack.error();
        for (std::size_t i = 0; i < m_step.lanes.size(); ++i) {
            if (m_pricer.stop().stop_requested())
                return cancelledError();
            const auto &lane = m_step.lanes[i];
            const auto &type = m_pricer.topology().typeOf(lane.devices.front());
            const auto context = computeContext(type, workload, m_pricer.calibration(), **stack);
            if (!context)
                return context.error();
            std::map<LayerKind, LayerParts> kinds;
            auto &program = m_step.program.lanes[i];
            for (std::size_t c = 0; c < program.chunks.size(); ++c)
                openChunk(program.chunks[c], lane, lane.planStage->chunks[c], *context, kinds);
        }
        m_step.program.operations = std::move(m_operations);
        return {};
    }

private:
    std::int16_t indexOf(const StepOperation &operation)
    {
        const auto index = std::find(m_operations.begin(), m_operations.end(), operation) - m_operations.begin();
        if (static_cast<std::size_t>(index) == m_operations.size())
            m_operations.push_back(operation);
        return static_cast<std::int16_t>(index);
    }
    std::int16_t indexOf(OperationName name, LayerPass pass) { return indexOf(LayerOperation{name, pass}); }

    const LayerParts &partsOf(int layer, const PlanLane &lane, const ComputeContext &context,
                              std::map<LayerKind, LayerParts> &kinds)
    {
        const auto &workload = m_pricer.workload();
        const auto kind = layerKind(workload.model, layer);
        if (const auto found = kinds.find(kind); found != kinds.end())
            return found->second;
        const Sharding sharding{lane.planGroup->tp,
                                lane.planGroup->cp,
                                std::max(1, lane.planGroup->ep),
                                m_plan.sequenceParallel,
                                0,
                                m_plan.contextExchange.value_or(context.stack->contextExchange)};
        const auto work = layerWork(workload, layer, sharding, lane.planGroup->samples);
        LayerParts parts;
        auto &forward = parts[static_cast<std::size_t>(Pass::forward)];
        auto &backward = parts[static_cast<std::size_t>(Pass::backward)];
        auto &input = parts[static_cast<std::size_t>(Pass::inputGradient)];
        auto &weight = parts[static_cast<std::size_t>(Pass::weightGradient)];
        const auto calls = [&work](bool forwardPass) {
            return std::accumulate(work.collectives.begin(), work.collectives.end(), 0,
                                   [forwardPass](int sum, const LayerCollective &c) {
                                       return sum + (forwardPass ? c.forwardCount : c.backwardCount);
                                   });
        };
        backward.push_back({Activity::recompute, 1});
        input.push_back({Activity::recompute, 1});
        addPass(
            forward, work, calls(true), true,
            [&](const Operation &operation, const ComputeTimes &times) {
                forward.push_back(
                    {Activity::forward, times.forward.value, indexOf(operation.name, LayerPass::forward)});
            },
            context);
        addPass(
            backward, work, calls(false), false,
            [&](const Operation &operation, const ComputeTimes &times) {
                backward.push_back(
                    {Activity::backward, times.inputGradient.value, indexOf(operation.name, LayerPass::inputGradient)});
                if (times.weightGradient > Seconds(0))
                    backward.push_back({Activity::backward, times.weightGradient.value,
                                        indexOf(operation.name, LayerPass::weightGradient)});
            },
            context);
        addPass(
            input, work, calls(false), false,
            [&](const Operation &operation, const ComputeTimes &times) {
                input.push_back({Activity::inputGradient, times.inputGradient.value,
                                 indexOf(operation.name, LayerPass::inputGradient)});
            },
            context);
        for (auto operation = work.operations.rbegin(); operation != work.operations.rend(); ++operation) {
            const auto times = operationTimes(*operation, context);
            if (times.weightGradient > Seconds(0))
                weight.push_back({Activity::weightGradient, times.weightGradient.value,
                                  indexOf(operation->name, LayerPass::weightGradient)});
        }
        return kinds.emplace(kind, std::move(parts)).first->second;
    }

    /// Operations in the order of the pass, its collectives spread evenly between them.
    template<class Add>
    void addPass(std::vector<Part> &parts, const LayerWork &work, int calls, bool forwardPass, Add add,
                 const ComputeContext &context)
    {
        const int count = static_cast<int>(work.operations.size());
        int called = 0;
        for (int i = 0; i < count; ++i) {
            const auto &operation = work.operations[static_cast<std::size_t>(forwardPass ? i : count - 1 - i)];
            add(operation, operationTimes(operation, context));
            for (; called < calls * (i + 1) / count; ++called)
                addCollective(parts, work, called, forwardPass);
        }
        for (; called < calls; ++called)
            addCollective(parts, work, called, forwardPass);
    }

    /// The call-th collective of a pass, counted over all kinds in turn.
    void addCollective(std::vector<Part> &parts, const LayerWork &work, int call, bool forwardPass)
    {
        for (const auto &collective : work.collectives) {
            const int count = forwardPass ? collective.forwardCount : collective.backwardCount;
            if (call < count) {
                const auto activity = collective.group == LayerCollective::Group::tp   ? Activity::exposedTp
                                      : collective.group == LayerCollective::Group::cp ? Activity::exposedCp
                                                                                       : Activity::exposedEp;
                parts.push_back({activity, collective.bytes.value, indexOf(collective.name)});
                return;
            }
            call -= count;
        }
    }

    void openChunk(ChunkWork &chunk, const PlanLane &lane, const LayerRange &range, const ComputeContext &context,
                   std::map<LayerKind, LayerParts> &kinds)
    {
        for (std::size_t p = 0; p < passCount; ++p) {
            std::vector<Part> parts;
            for (int i = 0; i < range.count; ++i) {
                const int layer = p == 0 ? range.first + i : range.first + range.count - 1 - i;
                const auto &own = partsOf(layer, lane, context, kinds)[p];
                const bool kept = isKept(lane, range, layer, m_pricer.workload().model);
                std::copy_if(own.begin(), own.end(), std::back_inserter(parts),
                             [kept](const Part &part) { return !kept || part.activity != Activity::recompute; });
            }
            chunk.passes[p].segments = shareOut(chunk.passes[p], parts, activityOf(static_cast<Pass>(p)));
        }
    }

    /// Lengths in proportion to the weights of each activity, with the remainders of rounding carried on, so that the
    /// sums stay as they are. What has no part to go to follows at the end.
    static std::vector<PassSegment> shareOut(const PassWork &pass, const std::vector<Part> &parts, Activity compute)
    {
        struct Sum
        {
            Ticks total;
            Ticks slowed;
            double weight = 0;
            double done = 0;
            Ticks given;
            Ticks slowGiven;
        };
        std::map<Activity, Sum> sums;
        const Ticks all = pass.recompute + pass.compute;
        const Ticks slowRecompute = scaled(pass.slowdown, pass.recompute, all);
        const auto add = [&](Activity activity, Ticks total, Ticks slowed) {
            sums[activity].total = total;
            sums[activity].slowed = slowed;
        };
        add(Activity::recompute, pass.recompute, slowRecompute);
        add(compute, pass.compute, pass.slowdown - slowRecompute);
        add(Activity::exposedTp, pass.tp, {});
        add(Activity::exposedCp, pass.cp, {});
        add(Activity::exposedEp, pass.ep, {});
        add(Activity::exposedDp, pass.dp, {});
        for (const auto &part : parts)
            sums[part.activity].weight += part.weight;
        std::vector<PassSegment> segments;
        for (const auto &part : parts) {
            auto &sum = sums[part.activity];
            if (sum.total <= Ticks(0) || !(sum.weight > 0))
                continue;
            sum.done += part.weight;
            const double share = sum.done / sum.weight;
            const auto upTo = [share](Ticks whole) {
                return std::min(whole, toTicks(static_cast<double>(whole.count) * share));
            };
            const Ticks length = upTo(sum.total) - sum.given;
            const Ticks slowed = upTo(sum.slowed) - sum.slowGiven;
            sum.given += length;
            sum.slowGiven += slowed;
            if (length > Ticks(0))
                segments.push_back({part.activity, length, slowed, part.operation});
        }
        for (const auto &[activity, sum] : sums) {
            if (sum.given < sum.total)
                segments.push_back({activity, sum.total - sum.given, sum.slowed - sum.slowGiven, -1});
        }
        return segments;
    }

    BuiltStep &m_step;
    GroupPricer &m_pricer;
    const Plan &m_plan;
    std::vector<StepOperation> m_operations;
};

} // namespace

Status openPasses(BuiltStep &step, GroupPricer &pricer, const Plan &plan) { return Opener(step, pricer, plan).open(); }

} // namespace heteroscope
