// SPDX-License-Identifier: GPL-3.0-or-later
#include "sweep/sweep_row.h"

#include "base/text_hash.h"
#include "cluster/topology.h"
#include "planner/answer.h"
#include "planner/certificate/certificate.h"
#include "simulator/predict_step.h"
#include "strategy/plan_json.h"
#include "wording/planner_text.h"

#include <fmt/format.h>

namespace heteroscope {

namespace {

/// A case that is being computed, with its rows for each seed.
class CaseRun
{
public:
    CaseRun(const SweepSpec &spec, std::size_t index, const StopToken &stop)
        : m_spec(spec),
          m_case(spec.cases[index]),
          m_cluster(spec.clusters[m_case.cluster]),
          m_index(index),
          m_stop(stop)
    {}

    std::vector<Json> run()
    {
        auto project = projectOf(m_spec, m_case);
        if (!project)
            return withoutPlan(toString(project.error()));
        m_project = *std::move(project);
        auto topology = Topology::build(m_project.cluster);
        if (!topology)
            return withoutPlan(toString(topology.error()));
        SearchOptions options;
        options.space = m_spec.space;
        options.top = rankedForAnswer;
        options.threads = 1;
        options.memory = m_spec.memory;
        options.mappings = resolveMappings(m_project.mappings, m_project.cluster, *topology);
        auto answer = findAnswer(*topology, m_project.workload, options, m_stop, nullptr, m_spec.beyond);
        if (m_stop.stop_requested())
            return {};
        if (!answer)
            return withoutPlan(toString(answer.error()));
        m_devices = topology->devices().size();
        return withAnswer(*answer, *topology);
    }

private:
    std::vector<Json> withAnswer(const PlannerAnswer &answer, const Topology &topology)
    {
        const SearchResult &result = answer.result;
        const Recommendation best = answer.best();
        m_answer["proved"] = result.proved;
        m_answer["gap"] = best ? Json(result.gap) : Json();
        m_answer["lowerBound"] = result.lowerBound.value;
        m_answer["universalBound"] = result.universalBound.value;
        if (!best)
            return withoutPlan(std::string(noPlanText(whyNoPlan(result))));
        setStep(*best.result);
        m_answer["beyond"] = best.isBeyond;
        m_answer["label"] = planLabel(*best.plan);
        if (best.lack)
            m_answer["reason"] = lackText(*best.lack);
        m_answer["plan"] = toJson(*best.plan);
        std::vector<Json> rows;
        for (std::size_t i = 0; i < m_spec.rowsOfCase(); ++i) {
            if (!m_spec.seeds.empty()) {
                PredictOptions predict;
                predict.jitter = {static_cast<std::uint64_t>(m_spec.seeds[i]), m_spec.jitter};
                predict.memory = m_spec.memory;
                predict.stop = m_stop;
                const auto step = predictStep(topology, m_project.workload, *best.plan, predict);
                if (m_stop.stop_requested())
                    return {};
                m_answer["jitteredStepTime"] = step ? Json(toSeconds(step->stepTime).value) : Json();
                if (!step)
                    m_answer["reason"] = toString(step.error());
            }
            rows.push_back(row(i));
        }
        return rows;
    }

    void setStep(const StepResult &step)
    {
        const double seconds = toSeconds(step.stepTime).value;
        const Lane *fullest = step.fullestLane();
        m_answer["stepTime"] = seconds;
        m_answer["uncertainty"] = step.uncertainty;
        m_answer["tokensPerSecond"] = step.tokensPerSecond;
        m_answer["mfu"] = step.mfu;
        m_answer["peakMemory"] = fullest ? fullest->memory.total().value : 0.0;
        m_answer["energy"] = step.energy;
        m_answer["cost"] = m_cluster.pricePerHour ? *m_cluster.pricePerHour * seconds / 3600 : step.cost;
    }

    std::vector<Json> withoutPlan(const std::string &reason)
    {
        m_answer["reason"] = reason;
        std::vector<Json> rows;
        for (std::size_t i = 0; i < m_spec.rowsOfCase(); ++i)
            rows.push_back(row(i));
        return rows;
    }

    /// Of the case's i-th seed; members in the order of the header.
    Json row(std::size_t i) const
    {
        const TrainingJob &job = m_project.workload.job;
        const Json seed = m_spec.seeds.empty() ? Json() : Json(m_spec.seeds[i]);
        Json row = {{"sweep", m_spec.id},
                    {"rows", m_spec.rows()},
                    {"row", m_index * m_spec.rowsOfCase() + i},
                    {"key", key(seed)},
                    {"cluster", m_cluster.name},
                    {"model", m_project.workload.model.name},
                    {"batch", job.globalBatch},
                    {"sequence", job.sequenceLength},
                    {"stack", job.softwareStack},
                    {"seed", seed},
                    {"devices", m_devices},
                    {"pricePerHour", m_cluster.pricePerHour ? Json(*m_cluster.pricePerHour) : Json()}};
        for (const char *member :
             {"stepTime", "jitteredStepTime", "uncertainty", "tokensPerSecond", "mfu", "peakMemory", "energy", "cost",
              "proved", "gap", "lowerBound", "universalBound", "beyond", "label", "reason", "plan"})
            row[member] = m_answer.contains(member) ? m_answer[member] : Json();
        return row;
    }

    std::string key(const Json &seed) const
    {
        std::string options = fmt::format("{} {} {} {} {} ", searchSpaceNames[static_cast<std::size_t>(m_spec.space)],
                                          m_spec.beyond, m_spec.memory.value, m_spec.jitter, m_cluster.name);
        options += seed.dump() + projectFingerprint(m_project.cluster, m_project.workload, m_project.mappings);
        return fmt::format("{:016x}", textHash(options));
    }

    const SweepSpec &m_spec;
    const SweepCase &m_case;
    const SweepCluster &m_cluster;
    std::size_t m_index;
    const StopToken &m_stop;
    Project m_project;
    std::size_t m_devices = 0;
    Json m_answer = Json::object();
};

Error noRow(std::string found)
{
    return {Error::Code::syntax,
            {},
            {},
            std::move(found),
            "a row of hscope sweep",
            "give files that hscope sweep has written"};
}

bool isCount(const Json &row, const char *member) { return row.contains(member) && row[member].is_number_unsigned(); }

} // namespace

std::vector<Json> rowsOfCase(const SweepSpec &spec, std::size_t caseIndex, const StopToken &stop)
{
    return CaseRun(spec, caseIndex, stop).run();
}

std::string rowLine(const Json &row) { return row.dump(); }

Result<Json> parseRow(std::string_view line)
{
    auto json = parseJson(line);
    if (!json)
        return noRow(json.error().found);
    if (!json->is_object() || !json->contains("sweep") || !(*json)["sweep"].is_string() || !isCount(*json, "row") ||
        !isCount(*json, "rows") || (*json)["row"].get<std::uint64_t>() >= (*json)["rows"].get<std::uint64_t>() ||
        (*json)["rows"].get<std::uint64_t>() > maxSweepRows)
        return noRow(describe(*json));
    return json;
}

RowPlace placeOf(const Json &row)
{
    return {row["sweep"].get<std::string>(), row["row"].get<std::size_t>(), row["rows"].get<std::size_t>()};
}

} // namespace heteroscope
