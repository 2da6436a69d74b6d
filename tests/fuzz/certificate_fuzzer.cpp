// SPDX-License-Identifier: GPL-3.0-or-later
//
// Certificates: whatever the text, it is refused with a reason, or it is read, and then checked to its end, too. What
// is read is written as the same text. A certificate that holds claims no more than a search finds.
#include "fuzz_require.h"
#include "planner/certificate/check_certificate.h"
#include "planner/search.h"
#include "project/project_file.h"
#include "simulator/simulator_version.h"
#include "small_project.h"
#include "targets.h"

using namespace heteroscope;
using namespace heteroscope::fuzz;

namespace {

struct Question
{
    Project project = parseProject(smallProject, "small").project;
    Topology topology = std::move(*Topology::build(project.cluster));
    std::string fingerprint = projectFingerprint(project.cluster, project.workload, {});
};

/// The best value of a search by itself.
double bestOf(const Question &asked, const Certificate &certificate)
{
    const auto found = searchPlans(asked.topology, asked.project.workload,
                                   {.space = certificate.searched, .objective = certificate.objective});
    return found ? found->bestValue : 0;
}

} // namespace

void fuzz::fuzzCertificate(std::string_view bytes)
{
    static const Question asked;
    const auto json = parseJson(bytes, "fuzz");
    if (!json) {
        requireHelpful(json.error());
        return;
    }
    auto certificate = readCertificate(*json, "fuzz");
    if (!certificate) {
        requireHelpful(certificate.error());
        require(certificate.error().file == "fuzz", "every error names the file");
        return;
    }
    const auto again = readCertificate(toJson(*certificate), "fuzz");
    require(again && toText(toJson(*again)) == toText(toJson(*certificate)), "a certificate is read as it is written");
    // These two are hashes, which no fuzzer finds: what is behind them is to be checked.
    certificate->simulator = std::string(simulatorVersion());
    certificate->project = asked.fingerprint;
    const auto findings =
        checkCertificate(*certificate, asked.project.cluster, asked.topology, asked.project.workload, {}, {}, 1);
    for (const auto &error : findings.errors)
        requireHelpful(error);
    if (findings.ok() && certificate->proved) {
        require(*certificate->best <= bestOf(asked, *certificate), "no search finds a better plan than a proved one");
    }
}
