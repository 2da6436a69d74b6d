// SPDX-License-Identifier: GPL-3.0-or-later
#include "sweep/sweep_spec.h"

#include "base/embedded_files.h"
#include "base/text_hash.h"
#include "design/design_search.h"
#include "exchange/import.h"
#include "project/project_file.h"
#include "project/recipe_text.h"
#include "simulator/simulator_version.h"
#include "workload/workload_json.h"
#include "json/object_reader.h"
#include "json/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace heteroscope {

namespace {

constexpr std::string_view projectEnding = ".json";

class SweepReader
{
public:
    explicit SweepReader(std::string folder) : m_folder(std::move(folder)) {}

    SweepSpecResult read(const Json &json)
    {
        m_findings = checkAgainstSchema(json, "sweep.schema.json");
        if (!m_findings.ok())
            return {{}, std::move(m_findings)};
        m_hash = textHash(toText(json));
        ObjectReader reader(json, "", m_findings);
        (void)reader.integer("formatVersion", 1, 1);
        m_spec.space =
            static_cast<SearchSpace>(reader.word("space", searchSpaceNames, static_cast<std::size_t>(defaultSpace)));
        m_spec.beyond = reader.boolean("beyond", m_spec.beyond);
        m_spec.memory = Bytes(reader.number("memory", m_spec.memory.value));
        m_spec.jitter = reader.number("jitter", m_spec.jitter);
        for (const Json *seed : reader.items("seeds"))
            m_spec.seeds.push_back(seed->get<std::int64_t>()); // a whole number by the schema
        if (m_spec.seeds.empty() != !(m_spec.jitter > 0))
            reader.error(m_spec.seeds.empty() ? "seeds" : "jitter", "nothing", "seeds and jitter, or neither",
                         "a seed tells one random step from another, and jitter how far they may differ");
        std::size_t index = 0;
        for (const Json *grid : reader.items("grids")) {
            if (!m_isFull) // what follows might be as large again
                readGrid(*grid, reader.pathOf("grids", index++));
        }
        (void)reader.finish();
        if (m_findings.ok() && m_spec.rows() > maxSweepRows)
            reader.error("grids", fmt::format("{} rows", m_spec.rows()), fmt::format("at most {}", maxSweepRows),
                         "ask in two sweeps");
        if (m_findings.ok() && m_spec.cases.empty())
            reader.error("grids", "no cluster", "a case at least", "raise the limits of the design file");
        if (!m_findings.ok())
            return {{}, std::move(m_findings)};
        addVersion();
        m_spec.id = fmt::format("{:016x}", m_hash);
        return {std::move(m_spec), std::move(m_findings)};
    }

private:
    void add(Error error, const std::string &path)
    {
        if (error.file.empty()) // else it is about a place in that file
            error.path = path;
        m_findings.addError(std::move(error));
    }

    void readGrid(const Json &json, const std::string &path)
    {
        ObjectReader reader(json, path, m_findings);
        const std::size_t first = m_spec.clusters.size();
        const bool hasModels = !reader.items("models").empty();
        std::size_t index = 0;
        for (const std::string &name : reader.texts("clusters"))
            readCluster(name, hasModels, reader.pathOf("clusters", index++));
        if (reader.has("design"))
            readDesign(reader.text("design"), reader.pathOf("design"));
        const auto models = named(reader, "models", modelNamed);
        const auto stacks = named(reader, "stacks", stackNamed);
        const auto batches = wholeNumbers(reader, "batches");
        const auto sequences = wholeNumbers(reader, "sequences");
        (void)reader.finish();
        // Before they are made: they may be more than the memory holds.
        double cases = static_cast<double>(m_spec.clusters.size() - first);
        for (const std::size_t items : {models.size(), stacks.size(), batches.size(), sequences.size()})
            cases *= static_cast<double>(std::max<std::size_t>(1, items));
        if (static_cast<double>(m_spec.cases.size()) + cases > static_cast<double>(maxSweepRows)) {
            reader.error("clusters", fmt::format("a grid of {:.0f} cases", cases),
                         fmt::format("at most {} cases in all", maxSweepRows), "ask in two sweeps");
            m_isFull = true;
            return;
        }
        std::vector<JobWishes> jobs = {{}};
        combine(jobs, models, [](JobWishes &job, const Model *model) { job.model = model; });
        combine(jobs, stacks, [](JobWishes &job, const SoftwareStack *stack) { job.stack = stack->name; });
        combine(jobs, batches, [](JobWishes &job, int value) { job.batch = value; });
        combine(jobs, sequences, [](JobWishes &job, int value) { job.sequence = value; });
        for (std::size_t cluster = first; cluster < m_spec.clusters.size(); ++cluster) {
            for (const JobWishes &job : jobs)
                m_spec.cases.push_back({cluster, job});
        }
    }

    /// Each job with each of the values; as they are where there is none.
    template<class Value, class Set>
    static void combine(std::vector<JobWishes> &jobs, const std::vector<Value> &values, const Set &set)
    {
        if (values.empty())
            return;
        std::vector<JobWishes> all;
        for (const JobWishes &job : jobs) {
            for (const Value &value : values) {
                all.push_back(job);
                set(all.back(), value);
            }
        }
        jobs = std::move(all);
    }

    template<class Entry>
    std::vector<const Entry *> named(ObjectReader &reader, const char *key,
                                     Result<const Entry *> (*find)(const std::string &))
    {
        std::vector<const Entry *> entries;
        std::size_t index = 0;
        for (const std::string &name : reader.texts(key)) {
            const auto entry = find(name);
            if (entry)
                entries.push_back(*entry);
            else
                add(entry.error(), reader.pathOf(key, index));
            ++index;
        }
        return entries;
    }

    static std::vector<int> wholeNumbers(ObjectReader &reader, const char *key)
    {
        std::vector<int> numbers;
        for (const Json *item : reader.items(key))
            numbers.push_back(item->get<int>()); // in the range of int by the schema
        return numbers;
    }

    void readCluster(const std::string &name, bool hasModels, const std::string &path)
    {
        SweepCluster cluster;
        cluster.name = name;
        if (std::string_view(name).ends_with(projectEnding)) {
            const auto text = readNamed(name, path);
            if (!text)
                return;
            LoadedProject loaded = parseProject(*text, pathOf(name));
            if (!loaded.findings.ok()) {
                m_findings.append({std::move(loaded.findings.errors), {}});
                return;
            }
            cluster.project = std::make_shared<const Project>(std::move(loaded.project));
        } else {
            auto recipe = parseRecipe(name);
            if (!recipe)
                return add(recipe.error(), path);
            if (!hasModels) {
                Error error{Error::Code::invalid,
                            {},
                            path,
                            "a recipe in a grid without models",
                            "models",
                            "name the models that it is to train"};
                return m_findings.addError(std::move(error));
            }
            cluster.recipe = *std::move(recipe);
        }
        m_spec.clusters.push_back(std::move(cluster));
    }

    void readDesign(const std::string &name, const std::string &path)
    {
        const auto text = readNamed(name, path);
        if (!text)
            return;
        const auto json = parseJson(*text, pathOf(name));
        if (!json)
            return m_findings.addError(json.error());
        auto design = readDesignSpec(*json);
        if (!design.spec) {
            for (Error &error : design.findings.errors) {
                error.file = pathOf(name);
                m_findings.addError(std::move(error));
            }
            return;
        }
        const auto workload = std::make_shared<const Workload>(design.spec->workload);
        for (Design &one : enumerateDesigns(*design.spec).designs) {
            std::string recipe = recipeText(one.recipe);
            m_spec.clusters.push_back({std::move(recipe), std::move(one.recipe), {}, workload, one.pricePerHour});
        }
    }

    std::string pathOf(const std::string &name) const { return (std::filesystem::path(m_folder) / name).string(); }

    /// The text of a file that the sweep names; it counts for the id.
    std::optional<std::string> readNamed(const std::string &name, const std::string &path)
    {
        auto text = readFileBelow(m_folder, name, maxJsonBytes);
        if (!text) {
            Error error = text.error();
            error.found = quoteText(name) + ": " + error.found;
            error.file.clear();
            add(std::move(error), path);
            return {};
        }
        m_hash = textHash(*text, m_hash);
        return std::move(*text);
    }

    /// What else the rows depend on: the simulator with its constants, the catalog and the program.
    void addVersion()
    {
        m_hash = textHash(simulatorVersion(), m_hash);
        for (const EmbeddedFile &file : embeddedFiles()) {
            if (file.path.starts_with("catalog/") || file.path.starts_with("calibration/"))
                m_hash = textHash(file.content, m_hash);
        }
        m_hash = textHash(HETEROSCOPE_VERSION, m_hash);
    }

    std::string m_folder;
    std::uint64_t m_hash = 0;
    bool m_isFull = false; ///< more cases than a sweep may have
    SweepSpec m_spec;
    Findings m_findings;
};

} // namespace

SweepSpecResult readSweepSpec(const Json &json, const std::string &folder) { return SweepReader(folder).read(json); }

SweepSpecResult readSweepFile(const std::string &file)
{
    SweepSpecResult result;
    const auto json = readJsonFile(file);
    if (!json) {
        result.findings.errors.push_back(json.error());
        return result;
    }
    const auto folder = std::filesystem::path(file).parent_path();
    result = readSweepSpec(*json, folder.empty() ? "." : folder.string());
    for (Error &error : result.findings.errors) {
        if (error.file.empty())
            error.file = file;
    }
    return result;
}

Result<Project> projectOf(const SweepSpec &spec, const SweepCase &which)
{
    const SweepCluster &cluster = spec.clusters[which.cluster];
    if (cluster.project) {
        Project project = *cluster.project;
        project.workload = withWishes(std::move(project.workload), which.wishes);
        return project;
    }
    if (!cluster.workload)
        return newProject(*cluster.recipe, emptyProject().workload, which.wishes);
    auto project = buildRecipe(*cluster.recipe);
    if (project)
        project->workload = withWishes(*cluster.workload, which.wishes);
    return project;
}

} // namespace heteroscope
