// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope plan PROJECT [--top K] [--budget SECONDS] [--threads N] [--space A|A+|B|C|P] [--objective time|cost|energy]
// [--max-cost USD] [--max-power WATTS] [--pareto FIRST,SECOND] [--why-not NAME|FILE|FAMILY] [--profiles DIR]
// [--no-beyond] [--calibration FILE...] [--memory SIZE] [--json F]
#include "commands/choose_plan.h"
#include "commands/find_answer.h"
#include "commands/measured_profiles.h"
#include "commands/number_check.h"
#include "commands/plan_tables.h"
#include "cost/group_pricer.h"
#include "planner/certificate/certificate.h"
#include "planner/pareto.h"
#include "planner/space/missing_features.h"
#include "report/planner_json.h"
#include "report/result_json.h"
#include "wording/planner_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace heteroscope {

namespace {

struct PlanOptions
{
    std::string project;
    std::size_t top = 10;
    double budget = 0;
    unsigned threads = 0;
    std::string space{searchSpaceNames[static_cast<std::size_t>(defaultSpace)]};
    std::string objective = "time";
    std::optional<double> maxCost;
    std::optional<double> maxPower;
    std::vector<std::string> pareto; ///< two objectives, or none
    std::string whyNot;
    bool beyond = true;
    CalibrationOptions calibration;
    std::string json;
    std::optional<Bytes> memory;
};

template<class Names>
std::size_t indexOf(const Names &names, const std::string &word)
{
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), word) - names.begin());
}

SearchObjective objectiveOf(const std::string &word)
{
    return static_cast<SearchObjective>(indexOf(searchObjectiveNames, word));
}

SearchOptions searchOptions(const PlanOptions &options, const OpenedProject &opened, const CalibrationValues &values)
{
    SearchOptions search = answerOptions(opened, &values);
    search.top = options.top;
    search.threads = options.threads;
    search.memory = options.memory;
    search.maxCost = options.maxCost;
    search.maxPower = options.maxPower;
    search.space = static_cast<SearchSpace>(indexOf(searchSpaceNames, options.space));
    search.objective = objectiveOf(options.objective);
    return search;
}

/// What was found, and what was asked about it.
struct Answers
{
    PlannerAnswer answer;
    SearchResult &result() { return answer.result; }
    const SearchResult &result() const { return answer.result; }
    std::optional<ParetoFront> front;
    std::optional<WhyNot> why;
    std::optional<WhyNotFamily> whyFamily;
    bool whyNotStopped = false;          ///< there was no time to answer --why-not
    std::vector<MissingFeature> missing; ///< of the software, in space P
};

/// Answers --why-not, which names a family or a plan.
Status askWhyNot(const PlanOptions &options, const OpenedProject &opened, const SearchOptions &search,
                 Foreground &foreground, Answers &answers)
{
    if (options.whyNot.empty())
        return {};
    const auto &result = answers.result();
    const auto isClaimed = [&](const FamilyClaim &claim) { return claim.family == options.whyNot; };
    const auto isRejected = [&](const RejectedFamily &one) { return familyLabel(one.family) == options.whyNot; };
    const bool isFamily = std::any_of(result.claims.begin(), result.claims.end(), isClaimed) ||
                          std::any_of(result.rejected.begin(), result.rejected.end(), isRejected);
    const auto &plans = opened.project.plans;
    std::error_code ignored;
    const bool isPlan =
        std::any_of(plans.begin(), plans.end(), [&](const NamedPlan &plan) { return plan.name == options.whyNot; }) ||
        std::filesystem::exists(options.whyNot, ignored);
    // What is neither may be a family that the software lacks something for.
    if (isFamily || !isPlan) {
        auto answer =
            whyNotFamily(opened.topology, opened.project.workload, search, result, options.whyNot, foreground.stop());
        answers.whyNotStopped = !answer && answer.error().code == Error::Code::cancelled;
        if (answers.whyNotStopped)
            return {};
        if (answer) {
            answers.whyFamily = std::move(*answer);
            return {};
        }
        if (isFamily)
            return answer.error();
    }
    const auto asked = choosePlan(options.whyNot, options.project, opened, foreground, search.calibration);
    if (!asked)
        return asked.error();
    GroupPricer pricer(opened.topology, opened.project.workload, Seconds(0), search.calibration, foreground.stop());
    auto why = whyNot(pricer, asked->plan, result.plans.empty() ? nullptr : result.plans.front().result.get(), search);
    answers.whyNotStopped = !why.result && foreground.isStopped();
    if (!answers.whyNotStopped)
        answers.why = std::move(why);
    return {};
}

/// Phase after phase, as long as nobody stops the command.
Result<Answers> answer(const PlanOptions &options, const OpenedProject &opened, const SearchOptions &search,
                       Foreground &foreground)
{
    const auto &topology = opened.topology;
    const auto &workload = opened.project.workload;
    auto answer = findAnswer(opened, search, foreground.stop(), foreground.progress(), options.beyond);
    if (!answer)
        return located(answer.error(), options.project);
    Answers answers{std::move(*answer), {}, {}, {}, false, {}};
    if (search.space == SearchSpace::P)
        answers.missing = missingFeatures(workload, answers.answer.software, topology.deviceTypes().size());
    if (!options.pareto.empty()) {
        auto front =
            findParetoFront(topology, workload, search, objectiveOf(options.pareto[0]), objectiveOf(options.pareto[1]),
                            answers.result(), foreground.stop(), foreground.progress());
        if (!front)
            return front.error();
        answers.front = std::move(*front);
    }
    if (const auto asked = askWhyNot(options, opened, search, foreground, answers); !asked)
        return asked.error();
    foreground.clearProgress();
    return answers;
}

void print(const PlanOptions &options, const Answers &answers, const Streams &streams)
{
    std::ostream &out = streams.out;
    printTable(rankingTable(answers.result()), streams);
    printRankingNotes(out, answers.result());
    printProof(out, answers.result());
    printAnswer(out, answers.result(), answers.answer.best());
    printNearest(out, answers.result());
    printBaselines(out, answers.result());
    printBeyond(out, answers.result());
    if (answers.front)
        printFront(out, *answers.front);
    if (answers.why)
        printWhyNot(out, *answers.why, options.whyNot);
    if (answers.whyFamily)
        printWhyNotFamily(out, *answers.whyFamily);
    if (answers.whyNotStopped)
        out << fmt::format("\nwhy not {}: stopped before that was found out\n", options.whyNot);
    printRejected(out, answers.result());
    printMissing(out, answers.result(), answers.missing);
}

Json jsonOf(const PlanOptions &options, const Project &project, const Answers &answers)
{
    auto json = planJson(answers.result(), projectFingerprint(project.cluster, project.workload, project.mappings));
    json["answer"] = answerJson(answers.answer.best());
    // A certificate is checked with the shipped constants and without budgets, so for others there is none.
    if (answers.result().claims.empty() || !options.calibration.isEmpty() || options.maxCost || options.maxPower)
        json["certificate"] = nullptr;
    if (answers.front)
        json["pareto"] = paretoJson(*answers.front);
    if (answers.why)
        json["whyNot"] = whyNotJson(*answers.why);
    if (answers.whyFamily)
        json["whyNot"] = whyNotFamilyJson(*answers.whyFamily);
    return json;
}

ExitStatus plan(const PlanOptions &options, const Streams &streams)
{
    const auto &opened = streams.foreground.keep(openProject(options.project));
    if (!opened)
        return fail(streams, opened.error());
    const auto calibration = readCalibration(options.calibration);
    if (!calibration)
        return fail(streams, calibration.error());
    beginWork(streams, options.budget);
    const auto &answers = streams.foreground.keep(
        answer(options, *opened, searchOptions(options, *opened, *calibration), streams.foreground));
    if (!answers)
        return fail(streams, answers.error());
    if (options.json != "-")
        print(options, *answers, streams);
    if (!options.json.empty()) {
        if (const auto status = writeJson(jsonOf(options, opened->project, *answers), options.json, streams); !status)
            return fail(streams, status.error());
    }
    if (const auto &tooLarge = answers->result().tooLarge; tooLarge && !answers->result().proved)
        streams.err << "hscope: not all plans were simulated: " << toString(located(*tooLarge, options.project))
                    << '\n';
    if (!answers->answer.best()) {
        const auto why = whyNoPlan(answers->result());
        if (why == NoPlan::stopped)
            return failStopped(streams, "the search found its first plan");
        streams.err << "hscope: " << noPlanText(why) << "; the reasons are listed above\n";
        return ExitStatus::no;
    }
    if (streams.foreground.isStopped())
        streams.err << "hscope: " << streams.foreground.stopText() << ", with the best so far\n";
    return ExitStatus::done;
}

} // namespace

CommandBody addPlanCommand(CLI::App &parser)
{
    const auto options = std::make_shared<PlanOptions>();
    parser.add_option("project", options->project, "project file")->required();
    parser.add_option("--top", options->top, "max number of plans to list")->check(wholeNumberBetween(1, 10000));
    addBudgetOption(parser, options->budget, "the result is the best plan found by then");
    addThreadsOption(parser, options->threads);
    parser.add_option("--space", options->space, "plan space; the result states what was searched")
        ->check(CLI::IsMember({"A", "A+", "B", "C", "P"}));
    parser.add_option("--objective", options->objective, "what to minimize")
        ->check(CLI::IsMember({"time", "cost", "energy"}));
    parser.add_option("--max-cost", options->maxCost, "max cost of a step in USD")->check(positiveNumber());
    parser
        .add_option("--max-power", options->maxPower,
                    "max mean power of the whole site in watts: devices, hosts, switches, PUE")
        ->check(positiveNumber());
    parser.add_option("--pareto", options->pareto, "also list the Pareto front of two objectives")
        ->delimiter(',')
        ->expected(2)
        ->check(CLI::IsMember({"time", "cost", "energy"}));
    parser.add_option(
        "--why-not", options->whyNot,
        "also explain why a plan is not the best: name of a plan of the project, plan file, or label of a rejected "
        "family");
    parser.add_flag("!--no-beyond", options->beyond, "do not try plans outside the space after the search");
    addCalibrationOptions(parser, options->calibration);
    addMemoryOption(parser, options->memory);
    parser.add_option("--json", options->json, "write the result as JSON (- for standard output)");
    return [options](const Streams &streams) { return plan(*options, streams); };
}

} // namespace heteroscope
