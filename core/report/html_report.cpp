// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/html_report.h"

#include "base/numbers.h"
#include "cluster/catalog.h"
#include "planner/explain/closest_first.h"
#include "planner/recommendation.h"
#include "planner/space/space.h"
#include "report/cluster_svg.h"
#include "report/glossary.h"
#include "report/html_page.h"
#include "report/timeline_svg.h"
#include "wording/phrases.h"
#include "wording/planner_text.h"
#include "wording/step_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace heteroscope {

namespace {

constexpr std::size_t maxRejected = 20; // of each reason
constexpr std::size_t mostLinks = 24;
constexpr std::size_t maxLanes = 256;

class Page : private HtmlPage
{
public:
    explicit Page(const ReportContent &content)
        : HtmlPage(titleOf(content), content.language == "zh_CN" ? "zh-CN" : content.language),
          m_content(content),
          m_phrases(Phrases::of(content.language))
    {}

    std::string write()
    {
        if (!m_content.project.description.empty())
            HtmlPage::paragraph(m_content.project.description, "quiet");
        if (m_content.step) {
            headline();
        } else {
            const NoPlan why = m_content.search ? whyNoPlan(*m_content.search) : NoPlan::noneFits;
            HtmlPage::paragraph(said(noPlanText(why)) + "; " + said("the reasons are below"), "bad");
        }
        certificate();
        job();
        cluster();
        if (m_content.plan)
            plan();
        if (m_content.step) {
            shares();
            timeline();
            memory();
            links();
        }
        ranking();
        rejected();
        if (m_content.step)
            assumptions();
        words();
        return finish();
    }

private:
    static std::string titleOf(const ReportContent &content)
    {
        return content.project.title.empty() ? Phrases::of(content.language).translated("Training plan")
                                             : content.project.title;
    }

    /// A sentence or a word of core in the language of the page.
    std::string said(std::string_view english) const { return m_phrases.translated(english); }
    void heading(std::string_view english) { HtmlPage::heading(said(english)); }
    void paragraph(std::string_view english, std::string_view kind = {}) { HtmlPage::paragraph(said(english), kind); }
    void fact(std::string_view english, std::string_view value) { HtmlPage::fact(said(english), said(value)); }
    void table(std::string_view kinds, Row header, const std::vector<Row> &rows)
    {
        for (std::string &cell : header)
            cell = said(cell);
        HtmlPage::table(kinds, header, rows);
    }

    void headline()
    {
        const StepResult &step = *m_content.step;
        markup("<div class=\"facts\">\n");
        fact("step time",
             fmt::format("{} \u00b1 {}", secondsText(toSeconds(step.stepTime)), percentText(step.uncertainty, 0)));
        fact("throughput", rateText(step.tokensPerSecond, "tokens/s"));
        fact("MFU", percentText(step.mfu));
        fact("bubble", percentText(step.bubbleShare()));
        fact("exposed communication", percentText(step.exposedShare()));
        if (const Lane *fullest = step.fullestLane())
            fact("fullest device",
                 fmt::format("{} of {}", memoryText(fullest->memory.total()), memoryText(fullest->memoryCapacity)));
        fact("energy a step", energyText(step.energy));
        fact("cost a step", costText(step.cost));
        markup("</div>\n");
        for (const auto &overflow : step.overflows)
            paragraph("does not fit: " + overflowText(overflow), "bad");
    }

    /// The plan of the page is of no family of the space.
    bool isOutside(const SearchResult &search) const
    {
        return m_content.plan &&
               std::any_of(search.beyond.begin(), search.beyond.end(),
                           [this](const BeyondPlan &beyond) { return beyond.plan == *m_content.plan; });
    }

    std::string verdict(const SearchResult &search) const
    {
        const auto space = searchSpaceNames[static_cast<std::size_t>(search.searched)];
        if (search.plans.empty()) {
            const NoPlan why = whyNoPlan(search);
            return why == NoPlan::noneInBudget
                       ? fmt::format("Proved: no plan of space {} fits within the budget.", space)
                   : isOpen(why) ? fmt::format("Nothing is proved: space {} may have plans.", space)
                                 : fmt::format("Proved: no plan of space {} fits.", space);
        }
        if (search.proved && search.plans.front().baseline)
            return fmt::format("Proved: no plan of space {} is faster than rank 1, which is a baseline's plan.", space);
        if (search.proved && isOutside(search))
            return fmt::format(
                "Rank 1 is proved best of {}: no plan of the searched space is faster in this simulator.", space);
        if (search.proved)
            return fmt::format("Proved best of {}: no plan of the searched space is faster in this simulator.", space);
        return search.gap < 1 ? fmt::format("Not proved: the best plan is at most {} from the best of space {}.",
                                            percentText(search.gap), space)
                              : fmt::format("Not proved: there is no bound yet on the plans of space {}.", space);
    }

    void certificate()
    {
        if (!m_content.search)
            return;
        const SearchResult &search = *m_content.search;
        const auto space = searchSpaceNames[static_cast<std::size_t>(search.searched)];
        const bool isFound = !search.plans.empty();
        const bool isCertain = isFound ? search.proved : !isOpen(whyNoPlan(search));
        std::string line = said(verdict(search)) + ' ' +
                           said(search.enumerated == 1
                                    ? fmt::format("1 family = {} simulated", search.simulated)
                                    : fmt::format("{} families = {} simulated", search.enumerated, search.simulated));
        for (const auto &[rejection, count] : search.prunedBy)
            line += fmt::format(" + {} {}", count, said(rejectionNames[static_cast<std::size_t>(rejection)]));
        line += isFound && search.gap < 1
                    ? said(fmt::format("; lower bound {}, searched in {}.", secondsText(search.lowerBound),
                                       secondsText(search.searchTime)))
                    : said(fmt::format("; searched in {}.", secondsText(search.searchTime)));
        HtmlPage::paragraph(line, isCertain ? "ok" : "warn");
        if (isOutside(search))
            paragraph(m_content.step && beatsSpace(search, *m_content.step)
                          ? fmt::format("The plan of this page is outside the space: faster than every plan of {}; not "
                                        "proved among plans outside it.",
                                        space)
                          : "The plan of this page is outside the space, not proved.",
                      "warn");
        if (search.universalBound > Seconds(0))
            paragraph(fmt::format("No plan of any kind can take less than {}.", secondsText(search.universalBound)));
        if (isUniversalNearer(search))
            paragraph(fmt::format("That is a bound of its own, nearer than that of space {}.", space));
        paragraph("Space: " + spaceDescription(search.searched), "quiet");
        std::string uncut;
        for (const auto &each : search.uncut)
            uncut += (uncut.empty() ? "not searched: " : "; ") + reasonText(each);
        if (!uncut.empty())
            paragraph(uncut, "quiet");
    }

    void job()
    {
        const Workload &workload = m_content.project.workload;
        const Model &m = workload.model;
        const TrainingJob &j = workload.job;
        heading("Job");
        std::string experts;
        if (m.moe)
            experts = fmt::format(", {} experts, {} per token", m.moe->experts, m.moe->topK);
        paragraph(fmt::format("{}: {} parameters ({} active), {} layers, hidden {}, {} heads{}.", m.name,
                              largeCountText(totalParameters(m)), largeCountText(activeParameters(m)), m.layers,
                              m.hidden, m.heads, experts));
        paragraph(fmt::format("{} sequences of {} tokens a step, {}, {} gradients, {}.", j.globalBatch,
                              j.sequenceLength, precisionNames[static_cast<std::size_t>(j.precision)],
                              precisionNames[static_cast<std::size_t>(j.gradientPrecision)], j.softwareStack));
    }

    void cluster()
    {
        const Topology &topology = m_content.topology;
        heading("Cluster");
        if (const Cluster &drawn = m_content.project.cluster; !drawn.nodes.empty() || !drawn.racks.empty()) {
            ClusterSvgOptions options;
            options.language = m_content.language;
            markup("<figure>" + clusterSvg(m_content.project, options) + "</figure>\n");
        }
        std::vector<Row> types;
        for (std::size_t t = 0; t < topology.deviceTypes().size(); ++t) {
            const DeviceType &type = topology.deviceTypes()[t];
            const auto count = std::count_if(topology.devices().begin(), topology.devices().end(),
                                             [t](const TopologyDevice &device) { return device.type == t; });
            const auto peak = type.peakAt(m_content.project.workload.job.precision);
            types.push_back({type.name, std::to_string(count), peak ? flopsText(*peak) : said("not supported"),
                             memoryText(type.memory), bandwidthText(type.memoryBandwidth),
                             type.fromMemory ? said("unsourced estimate") : type.source});
        }
        table("tnnnnt", {"device type", "devices", "peak", "memory", "memory bandwidth", "source"}, types);
        std::vector<Row> links;
        for (const Link &link : m_content.project.cluster.links) {
            links.push_back({link.name, link.from + " - " + link.to,
                             said(linkTechnologyNames[static_cast<std::size_t>(link.technology)]),
                             bandwidthText(link.bandwidth), secondsText(link.latency),
                             link.rate.isConstantOne() ? "" : said(fmt::format("{} steps", link.rate.points.size()))});
            if (links.size() == maxLanes)
                break;
        }
        if (!links.empty())
            table("tttnnt", {"link", "between", "technology", "bandwidth", "latency", "rate curve"}, links);
        if (links.size() < m_content.project.cluster.links.size())
            paragraph(fmt::format("{} of {} links", links.size(), m_content.project.cluster.links.size()), "quiet");
    }

    void plan()
    {
        const Plan &plan = *m_content.plan;
        heading("Plan");
        HtmlPage::paragraph(fmt::format("{}: {}", m_content.planName, said(planLabel(plan))));
        std::vector<Row> rows;
        std::size_t left = 0;
        for (std::size_t p = 0; p < plan.pipelines.size(); ++p) {
            const Pipeline &pipeline = plan.pipelines[p];
            for (std::size_t s = 0; s < pipeline.stages.size(); ++s) {
                const Stage &stage = pipeline.stages[s];
                std::string layers;
                for (const LayerRange &chunk : stage.chunks)
                    layers +=
                        fmt::format("{}{}-{}", layers.empty() ? "" : ", ", chunk.first, chunk.first + chunk.count - 1);
                for (const TensorGroup &group : stage.groups) {
                    if (rows.size() == maxLanes) {
                        ++left;
                        continue;
                    }
                    const std::string devices = group.devices.empty() ? std::string()
                                                : group.devices.size() == 1
                                                    ? group.devices.front()
                                                    : fmt::format("{} ... {} ({})", group.devices.front(),
                                                                  group.devices.back(), group.devices.size());
                    rows.push_back({std::to_string(p), std::to_string(s), devices, std::to_string(group.tp), layers,
                                    std::to_string(pipeline.microBatches), std::to_string(group.samples),
                                    said(recomputeText(stage.recompute, stage.recomputeLayers))});
                }
            }
        }
        table("nntntnnt", {"pipeline", "stage", "devices", "TP", "layers", "micro-batches", "samples", "recompute"},
              rows);
        if (left > 0)
            paragraph(left == 1 ? "and 1 group more" : fmt::format("and {} groups more", left), "quiet");
        if (!plan.unusedDevices.empty())
            paragraph(plan.unusedDevices.size() == 1
                          ? "1 device is not used."
                          : fmt::format("{} devices are not used.", plan.unusedDevices.size()),
                      "warn");
    }

    std::string key(Activity activity) const
    {
        return fmt::format("<span class=\"key\" style=\"background:{}\"></span>{}", activityColor(activity),
                           escapedMarkup(said(activityWords(activity))));
    }

    void shares()
    {
        const StepResult &step = *m_content.step;
        heading("Step time by cause");
        constexpr double width = 1160;
        std::string bar;
        double at = 0;
        std::vector<Row> rows;
        for (std::size_t a = 0; a < activityCount; ++a) {
            const auto activity = static_cast<Activity>(a);
            const double share = step.share(activity);
            if (!(share > 0))
                continue;
            bar += fmt::format("<rect x=\"{:.2f}\" y=\"0\" width=\"{:.2f}\" height=\"26\" fill=\"{}\" stroke=\"#fff\" "
                               "stroke-width=\"0.5\"><title>{} {}</title></rect>\n",
                               at * width, share * width, activityColor(activity),
                               escapedMarkup(said(activityWords(activity))), percentText(share));
            at += share;
            rows.push_back({key(activity), percentText(share), secondsText(toSeconds(step.stepTime) * share)});
        }
        markup(fmt::format("<figure><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} 26\" width=\"{0}\" "
                           "height=\"26\" role=\"img\" aria-label=\"{2}\">\n{1}</svg></figure>\n",
                           width, bar, escapedMarkup(said("Shares of the step"))));
        table("hnn", {"share of all devices' time", "share", "per step"}, rows);
        if (!step.criticalPath.empty()) {
            std::vector<Row> path;
            for (const Blame &blame : step.criticalPath)
                path.push_back({said(activityWords(blame.cause)), secondsText(blame.time),
                                percentText(blame.time / toSeconds(step.stepTime))});
            paragraph("Critical path; shortening it shortens the step:");
            table("tnn", {"cause", "time", "of the step"}, path);
        }
        paragraph(
            fmt::format("Ideal time (no communication, no overhead): {}.", secondsText(toSeconds(step.idealTime))),
            "quiet");
    }

    void timeline()
    {
        heading("Timeline");
        TimelineSvgOptions options;
        options.language = m_content.language;
        options.markers = markers();
        markup("<figure>" + timelineSvg(*m_content.step, options) + "</figure>\n<p>");
        for (const Activity activity : {Activity::forward, Activity::backward, Activity::optimizer, Activity::exposedTp,
                                        Activity::exposedPp, Activity::exposedDp, Activity::bubble})
            markup(key(activity) + " \u00a0 ");
        markup("</p>\n");
        listMarkers(options.markers);
    }

    /// What the project's user wrote on the timeline, by time.
    std::vector<SvgMarker> markers() const
    {
        const auto &lanes = m_content.step->lanes;
        std::vector<SvgMarker> markers;
        for (const Marker &marker : m_content.project.markers) {
            SvgMarker one{toTicks(marker.time), {}, marker.text};
            for (std::size_t i = 0; i < lanes.size() && !one.lane && !marker.device.empty(); ++i)
                for (const DeviceId device : lanes[i].devices)
                    if (m_content.topology.device(device).name == marker.device)
                        one.lane = i;
            markers.push_back(std::move(one));
        }
        std::ranges::stable_sort(markers, {}, &SvgMarker::time);
        return markers;
    }

    void listMarkers(const std::vector<SvgMarker> &markers)
    {
        if (markers.empty())
            return;
        std::vector<Row> rows;
        for (std::size_t i = 0; i < markers.size(); ++i)
            rows.push_back({std::to_string(i + 1), secondsText(toSeconds(markers[i].time)),
                            markers[i].lane ? m_content.step->lanes[*markers[i].lane].name : said("all lanes"),
                            markers[i].text});
        table("nntt", {"marker", "time", "lane", "what was noted"}, rows);
    }

    void memory()
    {
        heading("Memory");
        std::vector<Row> rows;
        const auto &lanes = m_content.step->lanes;
        const auto offloads = [](const Lane &lane) { return lane.hostMemory > Bytes(0); };
        const bool offloaded = std::any_of(lanes.begin(), lanes.end(), offloads);
        for (std::size_t i = 0; i < std::min(lanes.size(), maxLanes); ++i) {
            const Lane &lane = lanes[i];
            const bool over = lane.memory.total() > lane.memoryCapacity;
            rows.push_back({escapedMarkup(lane.name), memoryText(lane.memory.total()), memoryText(lane.memoryCapacity),
                            over ? "<span class=\"bad\">" + escapedMarkup(said("over")) + "</span>"
                                 : escapedMarkup(percentText(lane.memory.total() / lane.memoryCapacity)),
                            std::to_string(lane.peakInFlight)});
            if (offloaded)
                rows.back().insert(rows.back().end(), {memoryText(lane.hostMemory), memoryText(lane.hostActivations)});
        }
        if (!offloaded) {
            table("hnnhn", {"lane", "peak", "usable", "filled", "micro-batches held"}, rows);
            return;
        }
        table("hnnhnnn", {"lane", "peak", "usable", "filled", "micro-batches held", "in the host", "of it activations"},
              rows);
        hosts();
    }

    /// What devices offload to them.
    void hosts()
    {
        std::vector<Row> rows;
        for (const auto &host : m_content.step->hosts) {
            const std::string &name = m_content.topology.nodes()[static_cast<std::size_t>(host.node)].name;
            rows.push_back({escapedMarkup(name), memoryText(host.need),
                            host.memory > Bytes(0) ? memoryText(host.memory) : escapedMarkup(said("not stated"))});
        }
        table("hnn", {"node", "offloaded to its host", "memory of the host"}, rows);
    }

    void links()
    {
        std::vector<const LinkLoad *> loads;
        for (const LinkLoad &load : m_content.step->links)
            loads.push_back(&load);
        if (loads.empty())
            return;
        std::stable_sort(loads.begin(), loads.end(),
                         [](const LinkLoad *a, const LinkLoad *b) { return a->busy > b->busy; });
        heading("Busiest links");
        std::vector<Row> rows;
        for (std::size_t i = 0; i < std::min(loads.size(), mostLinks); ++i) {
            const TopologyEdge &edge = m_content.topology.edge(loads[i]->edge);
            const auto name = [this](VertexId vertex) { return m_content.topology.vertices()[vertex.index()].name; };
            rows.push_back({edge.link, name(edge.from) + " \u2192 " + name(edge.to), bytesText(loads[i]->bytes),
                            secondsText(loads[i]->busy),
                            percentText(loads[i]->busy / toSeconds(m_content.step->stepTime))});
        }
        table("ttnnn", {"link", "direction", "bytes a step", "busy", "of the step"}, rows);
        if (loads.size() > rows.size())
            paragraph(fmt::format("{} of {} link directions with traffic", rows.size(), loads.size()), "quiet");
    }

    void ranking()
    {
        if (!m_content.search || m_content.search->plans.empty())
            return;
        const auto &plans = m_content.search->plans;
        heading("Ranking");
        std::vector<Row> rows;
        const double best = toSeconds(plans.front().result->stepTime).value;
        for (std::size_t i = 0; i < plans.size(); ++i) {
            const StepResult &step = *plans[i].result;
            const double more = toSeconds(step.stepTime).value / best - 1;
            const Lane *fullest = step.fullestLane();
            rows.push_back({std::to_string(i + 1), said(plans[i].family), secondsText(toSeconds(step.stepTime)),
                            i == 0 ? std::string() : signedPercentText(more), percentText(step.mfu),
                            percentText(step.bubbleShare()), percentText(step.exposedShare()),
                            fullest ? said(fmt::format("{} of {}", memoryText(fullest->memory.total()),
                                                       memoryText(fullest->memoryCapacity)))
                                    : std::string(),
                            said(whySlowerText(plans[i].whyNotFirst))});
        }
        table("ntnnnnntt",
              {"rank", "plan", "step time", "", "MFU", "bubble", "exposed", "peak memory", "why not first"}, rows);
    }

    void rejected()
    {
        if (!m_content.search || m_content.search->rejected.empty())
            return;
        heading("Rejected families");
        std::vector<Row> rows;
        std::map<Rejection, std::size_t> count;
        for (const RejectedFamily *family : closestFirst(*m_content.search)) {
            if (count[family->rejection]++ < maxRejected)
                rows.push_back({said(familyLabel(family->family)),
                                said(rejectionNames[static_cast<std::size_t>(family->rejection)]),
                                said(reasonText(family->detail))});
        }
        table("ttt", {"plan", "reason", "detail"}, rows);
        std::size_t all = 0;
        for (const auto &[rejection, families] : m_content.search->prunedBy)
            all += families;
        if (rows.size() < all)
            paragraph(fmt::format("{} of {}, of each reason those that came closest", rows.size(), all), "quiet");
    }

    void assumptions()
    {
        heading("Assumptions");
        markup("<ul>\n");
        for (const auto &assumption : m_content.step->assumptions)
            markup("<li>" + escapedMarkup(said(assumptionText(assumption))) + "</li>\n");
        markup("</ul>\n");
    }

    /// What the words of the page mean, from the glossary of the help.
    void words()
    {
        std::vector<Row> rows;
        for (const GlossaryEntry *entry : termsIn(soFar(), m_content.language))
            rows.push_back({entry->heading, entry->meaning});
        if (rows.empty())
            return;
        std::ranges::sort(rows, {}, [](const Row &row) { return row.front(); });
        heading("Words");
        table("tt", {"word", "meaning"}, rows);
    }

    const ReportContent &m_content;
    const Phrases &m_phrases;
};

} // namespace

std::string htmlReport(const ReportContent &content) { return Page(content).write(); }

} // namespace heteroscope
