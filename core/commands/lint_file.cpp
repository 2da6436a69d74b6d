// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/lint_file.h"

#include "calibration/device_measurements.h"
#include "cluster/cluster_json.h"
#include "cluster/impossible_links.h"
#include "cost/calibration_values.h"
#include "cost/nearest_stack.h"
#include "cost/support_file.h"
#include "design/design_spec.h"
#include "lesson/gallery.h"
#include "lesson/lesson_file.h"
#include "project/project_file.h"
#include "strategy/plan_json.h"
#include "sweep/sweep_spec.h"
#include "wording/phrases.h"
#include "workload/workload_json.h"
#include "json/schema.h"

#include <filesystem>
#include <set>

namespace heteroscope {

namespace {

enum class FileKind {
    project,
    plan,
    catalog,
    calibration,
    profiles,
    support,
    measurements,
    design,
    sweep,
    lesson,
    gallery,
    phrases,
    schema,
    unknown
};

FileKind kindOf(const Json &json)
{
    if (json.contains("$schema"))
        return FileKind::schema;
    if (json.contains("choices"))
        return FileKind::design;
    if (json.contains("grids"))
        return FileKind::sweep;
    if (json.contains("steps"))
        return FileKind::lesson;
    if (json.contains("examples"))
        return FileKind::gallery;
    if (json.contains("phrases"))
        return FileKind::phrases;
    if (json.contains("cluster") || json.contains("workload"))
        return FileKind::project;
    if (json.contains("pipelines"))
        return FileKind::plan;
    if (json.contains("profiles"))
        return FileKind::profiles;
    if (json.contains("entries") && json.contains("levels"))
        return FileKind::support;
    if (isMeasurementsFile(json))
        return FileKind::measurements;
    if (json.contains("kernels") || json.contains("stacks"))
        return FileKind::calibration;
    if (const auto links = json.find("links"); links != json.end()) {
        const bool calibrated =
            links->is_array() && !links->empty() && links->front().is_object() && links->front().contains("efficiency");
        return calibrated ? FileKind::calibration : FileKind::catalog;
    }
    for (const char *key : {"devices", "nodes", "models"}) {
        if (json.contains(key))
            return FileKind::catalog;
    }
    return FileKind::unknown;
}

/// Reads each item of an array, and notes names that stand twice.
template<class Read>
void lintItems(const Json &json, const char *key, Findings &findings, const Read &read)
{
    const auto list = json.find(key);
    if (list == json.end() || !list->is_array())
        return;
    std::set<std::string> names;
    std::size_t index = 0;
    for (const auto &item : *list) {
        const auto path = "/" + std::string(key) + "/" + std::to_string(index++);
        const auto name = read(item, path);
        if (!names.insert(name).second)
            findings.errors.push_back({Error::Code::invalid,
                                       {},
                                       path + "/name",
                                       "\"" + name + "\" a second time",
                                       "a name of its own",
                                       "rename one of them"});
    }
}

Findings lintCatalog(const Json &json)
{
    Findings findings = checkAgainstSchema(json, "catalog.schema.json");
    if (!findings.ok())
        return findings;
    lintItems(json, "devices", findings,
              [&](const Json &item, const std::string &path) { return readDeviceType(item, path, findings).name; });
    lintItems(json, "links", findings,
              [&](const Json &item, const std::string &path) { return readLinkType(item, path, findings).name; });
    lintItems(json, "models", findings,
              [&](const Json &item, const std::string &path) { return readModel(item, path, findings).name; });
    lintItems(json, "nodes", findings, [&](const Json &item, const std::string &path) {
        // A template is a node whose name is not an identity yet: check its fabric as a cluster of one.
        Cluster cluster;
        cluster.nodes.push_back(readNode(item, path, findings));
        const auto name = cluster.nodes.front().name;
        cluster.nodes.front().name = "node";
        auto mistakes = findClusterMistakes(cluster, "");
        for (auto &error : mistakes.errors)
            error.path = path + error.path.substr(std::min(error.path.size(), std::string("/nodes/0").size()));
        findings.append(std::move(mistakes));
        return name;
    });
    return findings;
}

/// Why it cannot be built, for Error::expected, with the way out.
std::pair<std::string, std::string> reasonOf(const ImpossibleLink &link)
{
    const std::string outside = "use InfiniBand, RoCE or Ethernet";
    switch (link.reason) {
    case ImpossibleLink::Reason::nvlinkBetweenServers:
        return {"NVLink inside one server, or over a switch",
                "an NVLink bridge joins the cards of one server; " + outside};
    case ImpossibleLink::Reason::pcieBetweenServers:
        return {"PCIe inside one server", outside};
    case ImpossibleLink::Reason::infinityFabricBetweenServers:
        return {"Infinity Fabric inside one server", outside};
    case ImpossibleLink::Reason::noNvlinkPort:
        return {"devices with NVLink in " + quoteText(link.from), outside};
    case ImpossibleLink::Reason::bridgeAtSwitch:
        break;
    }
    return {"devices in " + quoteText(link.from) + " whose NVLink a switch takes",
            "their NVLink is a bridge between two cards; " + outside};
}

void warnOfImpossibleLinks(const Cluster &cluster, Findings &findings)
{
    for (const ImpossibleLink &impossible : findImpossibleLinks(cluster)) {
        const Link &link = cluster.links[impossible.index];
        auto [expected, hint] = reasonOf(impossible);
        findings.warnings.push_back({Error::Code::invalid,
                                     {},
                                     "/cluster/links/" + std::to_string(impossible.index),
                                     "a link that cannot be built: " +
                                         std::string(linkTechnologyNames[static_cast<std::size_t>(link.technology)]) +
                                         " from " + quoteText(impossible.from) + " to " + quoteText(impossible.to),
                                     std::move(expected),
                                     std::move(hint)});
    }
}

void warnOfUnknownSoftware(const TrainingJob &job, const std::string &path, Findings &findings)
{
    const auto &known = builtinCalibration();
    if (known.findStack(job.softwareStack, job.softwareRelease))
        return;
    const auto *used = nearestStack(job.softwareStack, known.stacks);
    findings.warnings.push_back({Error::Code::reference,
                                 {},
                                 path + "/softwareStack",
                                 quoteText(job.softwareStack),
                                 "a software stack of hscope catalog stacks",
                                 "it is simulated and planned as " + quoteText(used ? used->name : std::string()) +
                                     "; write that, or give its constants with --calibration"});
}

void warnOfExcessRecompute(const Plan &plan, const std::string &path, Findings &findings)
{
    auto warnings = findExcessRecompute(plan, path);
    std::move(warnings.begin(), warnings.end(), std::back_inserter(findings.warnings));
}

Findings lintProject(const Json &json, const std::string &text, const std::string &file)
{
    Findings findings;
    auto loaded = parseProject(text, file);
    // The reader's own findings are better worded; the schema is asked where it is silent.
    if (loaded.findings.ok())
        findings = checkAgainstSchema(json, "project.schema.json");
    findings.append(std::move(loaded.findings));
    if (!findings.ok())
        return findings;
    warnOfImpossibleLinks(loaded.project.cluster, findings);
    warnOfUnknownSoftware(loaded.project.workload.job, "/workload/job", findings);
    for (std::size_t i = 0; i < loaded.project.jobs.size(); ++i)
        warnOfUnknownSoftware(loaded.project.jobs[i].workload.job, "/jobs/" + std::to_string(i) + "/workload/job",
                              findings);
    const auto topology = Topology::build(loaded.project.cluster);
    if (!topology) {
        findings.errors.push_back(topology.error());
        return findings;
    }
    for (std::size_t i = 0; i < loaded.project.plans.size(); ++i) {
        const auto path = "/plans/" + std::to_string(i) + "/plan";
        const auto &plan = loaded.project.plans[i].plan;
        findings.append(findPlanMistakes(plan, *topology, loaded.project.workload, path));
        warnOfExcessRecompute(plan, path, findings);
    }
    // What the reader only warns of, because it keeps such plans, is a mistake here: it is said once.
    std::erase_if(findings.warnings, [&findings](const Error &warning) {
        return std::any_of(findings.errors.begin(), findings.errors.end(), [&warning](const Error &error) {
            return error.path == warning.path && error.found == warning.found && error.expected == warning.expected;
        });
    });
    return findings;
}

Findings lintPlan(const Json &json)
{
    Findings findings = checkAgainstSchema(json, "plan.schema.json");
    if (!findings.ok())
        return findings;
    const Plan plan = readPlan(json, "", findings);
    if (findings.ok())
        warnOfExcessRecompute(plan, "", findings);
    return findings;
}

Findings lintCalibration(const Json &json)
{
    Findings findings = checkAgainstSchema(json, "calibration.schema.json");
    if (findings.ok())
        readCalibration(json, "", findings);
    return findings;
}

Findings lintProfiles(const Json &json)
{
    Findings findings = checkAgainstSchema(json, "profile.schema.json");
    if (findings.ok())
        readLayerProfiles(json, "", findings);
    return findings;
}

Findings lintSupport(const Json &json)
{
    Findings findings = checkAgainstSchema(json, "support.schema.json");
    if (findings.ok())
        readSupport(json, "", findings);
    return findings;
}

Findings lintMeasurements(const Json &json)
{
    Findings findings = checkAgainstSchema(json, "measurements.schema.json");
    if (findings.ok())
        readDeviceMeasurements(json, "", findings);
    return findings;
}

Findings lintSweep(const Json &json, const std::string &file)
{
    const auto folder = std::filesystem::path(file).parent_path();
    return readSweepSpec(json, folder.empty() ? "." : folder.string()).findings;
}

Findings lintLesson(const std::string &text, const std::string &file)
{
    auto loaded = parseLesson(text, file);
    if (loaded.findings.ok())
        loaded.findings.append(playLesson(loaded.lesson));
    return std::move(loaded.findings);
}

Findings lintGallery(const std::string &text, const std::string &file)
{
    auto loaded = parseGallery(text, file);
    if (loaded.findings.ok())
        loaded.findings.append(playGallery(loaded.entries));
    return std::move(loaded.findings);
}

Findings lintPhrases(const Json &json, const std::string &text)
{
    Findings findings = checkAgainstSchema(json, "phrases.schema.json");
    if (!findings.ok())
        return findings;
    for (const std::string &wrong : Phrases(text).mistakes())
        findings.addError({Error::Code::invalid,
                           {},
                           "/phrases",
                           "the translation " + quoteText(wrong),
                           "each placeholder of the English text, and no other",
                           "write {} in the order of the English text, or {1}, {2} ... in another"});
    return findings;
}

Findings lintJsonText(const Json &json, const std::string &text, const std::string &file)
{
    switch (kindOf(json)) {
    case FileKind::project:
        return lintProject(json, text, file);
    case FileKind::plan:
        return lintPlan(json);
    case FileKind::catalog:
        return lintCatalog(json);
    case FileKind::calibration:
        return lintCalibration(json);
    case FileKind::profiles:
        return lintProfiles(json);
    case FileKind::support:
        return lintSupport(json);
    case FileKind::measurements:
        return lintMeasurements(json);
    case FileKind::design:
        return readDesignSpec(json).findings;
    case FileKind::sweep:
        return lintSweep(json, file);
    case FileKind::lesson:
        return lintLesson(text, file);
    case FileKind::gallery:
        return lintGallery(text, file);
    case FileKind::phrases:
        return lintPhrases(json, text);
    case FileKind::schema:
        return checkSchema(json);
    case FileKind::unknown:
        break;
    }
    Findings findings;
    findings.errors.push_back(
        {Error::Code::schema,
         {},
         "/",
         "none of the known kinds of file",
         "a project (cluster, workload), a plan (pipelines), a catalog (devices, links, nodes, "
         "models), calibration (kernels, links, stacks), support (entries, levels), profiles, "
         "measurements, a design file (choices), a sweep file (grids), a lesson (steps), a gallery (examples) "
         "or translations (phrases)",
         "the keys in parentheses tell the kinds apart"});
    return findings;
}

} // namespace

Findings lintFile(const std::string &file)
{
    Findings findings;
    const auto text = readTextFile(file, maxJsonBytes);
    if (!text) {
        findings.errors.push_back(text.error());
        return findings;
    }
    const auto json = parseJson(*text, file, maxJsonValues, deviceWatch());
    if (!json) {
        findings.errors.push_back(json.error());
        return findings;
    }
    findings = lintJsonText(*json, *text, file);
    for (auto *list : {&findings.errors, &findings.warnings}) {
        for (auto &finding : *list) {
            if (finding.file.empty()) // a sweep names other files
                finding.file = file;
        }
    }
    return findings;
}

} // namespace heteroscope
