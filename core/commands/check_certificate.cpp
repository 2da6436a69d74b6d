// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope check-certificate FILE PROJECT
#include "planner/certificate/check_certificate.h"
#include "base/numbers.h"
#include "commands/command.h"
#include "report/result_json.h"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

struct CheckOptions
{
    std::string certificate;
    std::string project;
};

ExitStatus check(const CheckOptions &options, const Streams &streams)
{
    const auto json = readJsonFile(options.certificate, maxFileBytes);
    if (!json)
        return fail(streams, json.error());
    // What `hscope plan --json` writes is taken as it is, too.
    const bool whole = json->is_object() && json->contains("certificate");
    const auto certificate = readCertificate(whole ? (*json)["certificate"] : *json, options.certificate);
    if (!certificate)
        return fail(streams, certificate.error());
    const auto &opened = streams.foreground.keep(openProject(options.project));
    if (!opened)
        return fail(streams, opened.error());
    const Project &project = opened->project;
    beginWork(streams);
    const auto findings = checkCertificate(*certificate, project.cluster, opened->topology, project.workload,
                                           project.mappings, streams.foreground.stop());
    const auto isCancelled = [](const Error &error) { return error.code == Error::Code::cancelled; };
    if (std::any_of(findings.errors.begin(), findings.errors.end(), isCancelled))
        return failStopped(streams, "the whole certificate was checked");
    const auto orNull = [](const std::optional<double> &value) { return value ? Json(*value) : Json(); };
    TextTable table({"holds", "families", "proved", "best", "lower bound", "space", "errors"});
    table.add({findings.ok() ? "yes" : "no", certificate->families.size(), certificate->proved ? "yes" : "no",
               certificate->best ? secondsCell(Seconds(*certificate->best)) : TableCell("-"),
               secondsCell(Seconds(certificate->lowerBound)), certificate->space, findings.errors.size()});
    Findings located = findings;
    std::string text;
    for (Error &error : located.errors) {
        error.file = options.certificate;
        text += "error: " + toString(error) + '\n';
    }
    Json verdict = lintJson(located);
    verdict.update({{"holds", findings.ok()},
                    {"families", certificate->families.size()},
                    {"proved", certificate->proved},
                    {"best", orNull(certificate->best)},
                    {"lowerBound", certificate->lowerBound},
                    {"space", certificate->space}});
    if (!findings.ok()) {
        text += fmt::format("does not hold: {}\n", countedText(findings.errors.size(), "error"));
        printResult(text, table, verdict, streams);
        return ExitStatus::no;
    }
    text =
        fmt::format("holds: {}, {}, best {}, lower bound {}\nspace: {}\n"
                    "verified: project, simulator, families of the space, their bounds and refusals, "
                    "counts, best plan, conclusion\n"
                    "not verified: which families were simulated and which only bounded; both say that no "
                    "plan is below the bound\n",
                    countedText(certificate->families.size(), "family"), certificate->proved ? "proved" : "not proved",
                    certificate->best ? fmt::format("{:.9g}", *certificate->best) : "none",
                    fmt::format("{:.9g}", certificate->lowerBound), certificate->space);
    printResult(text, table, verdict, streams);
    return ExitStatus::done;
}

} // namespace

CommandBody addCheckCertificateCommand(CLI::App &parser)
{
    const auto options = std::make_shared<CheckOptions>();
    parser.add_option("certificate", options->certificate, "certificate, or the output of plan --json")->required();
    parser.add_option("project", options->project, "project file")->required();
    return [options](const Streams &streams) { return check(*options, streams); };
}

} // namespace heteroscope
