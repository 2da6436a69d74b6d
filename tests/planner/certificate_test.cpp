// SPDX-License-Identifier: GPL-3.0-or-later
#include "planner/certificate/check_certificate.h"
#include "planner/search.h"
#include "planner/space/space.h"

#include "planner/search.h"
#include "support/clusters.h"
#include "support/strict_test.h"

#include <algorithm>

using namespace heteroscope;

namespace {

struct Question
{
    Cluster cluster;
    Topology topology;
    Workload workload;
    std::vector<Mapping> mappings = {};

    SearchResult search(SearchOptions options = {}, StopToken stop = {}) const
    {
        options.mappings = resolveMappings(mappings, cluster, topology);
        auto result = searchPlans(topology, workload, options, std::move(stop));
        if (!result)
            qFatal("no search");
        return std::move(*result);
    }
    Certificate certificate(const SearchResult &result) const
    {
        return makeCertificate(result, projectFingerprint(cluster, workload, mappings));
    }
    Findings check(const Certificate &certificate) const
    {
        return checkCertificate(certificate, cluster, topology, workload, mappings);
    }
};

Question question(const Cluster &cluster, const Workload &workload, std::vector<Mapping> mappings = {})
{
    return {cluster, test::topology(cluster), workload, std::move(mappings)};
}

std::string firstError(const Findings &findings)
{
    return findings.ok() ? std::string() : toString(findings.errors.front());
}

} // namespace

class CertificateTest : public StrictTest
{
    Q_OBJECT

private slots:
    void whatTheSearchClaimsHolds()
    {
        for (const auto space : {SearchSpace::P, SearchSpace::C, SearchSpace::A, SearchSpace::Aplus, SearchSpace::B}) {
            const auto asked = question(test::a100AndV100(4, 4), test::smallGpt(24, 2048, 16));
            const auto result = asked.search({.space = space});
            QVERIFY(result.proved);
            const auto findings = asked.check(asked.certificate(result));
            QVERIFY2(findings.ok(), firstError(findings).c_str());
        }
    }
    void aCertificateOfOtherTicksIsRefused()
    {
        auto asked = question(test::a100AndV100(4, 4), test::smallGpt(8, 1024, 8));
        asked.workload.job.runs.degrees = SoftwareDegrees{false, true, true};
        const auto certificate = asked.certificate(asked.search());
        QVERIFY(asked.check(certificate).ok());
        auto ticked = asked;
        ticked.workload.job.runs.degrees->tp = true;
        QVERIFY(firstError(ticked.check(certificate)).find("/project") != std::string::npos);
        // Nor does it pass as the other project's: its list of families is another one.
        auto forged = certificate;
        forged.project = projectFingerprint(ticked.cluster, ticked.workload, ticked.mappings);
        QVERIFY2(firstError(ticked.check(forged)).find("/families") != std::string::npos,
                 firstError(ticked.check(forged)).c_str());
    }
    void memoryAndMappingsAreCheckedToo()
    {
        auto cluster = test::a100AndV100(4, 4);
        cluster.deviceGroups = {{"old", {"v"}, {}}};
        const auto asked = question(cluster, test::smallGpt(24, 4096, 16),
                                    {{"old", MappingRule::pin, MappingTarget::stages, {0}, {}}});
        const auto result = asked.search();
        QVERIFY(result.prunedBy.at(Rejection::outOfMemory) > 0);
        QVERIFY(result.prunedBy.at(Rejection::mapping) > 0);
        auto certificate = asked.certificate(result);
        const auto findings = asked.check(certificate);
        QVERIFY2(findings.ok(), firstError(findings).c_str());
        for (const auto verdict : {FamilyVerdict::outOfMemory, FamilyVerdict::mapping}) {
            // A family with a plan that runs cannot be waved away.
            auto tampered = certificate;
            for (auto &claim : tampered.families) {
                if (claim.verdict == FamilyVerdict::simulated) {
                    claim = {claim.family, verdict, 0};
                    break;
                }
            }
            tampered.prunedBy = prunedByOf(tampered.families);
            QVERIFY(!asked.check(tampered).ok());
        }
    }
    void everyObjectiveHasOne()
    {
        const auto asked = question(test::a100AndV100(4, 4), test::smallGpt(10, 1024, 16));
        for (const auto objective : {SearchObjective::cost, SearchObjective::energy}) {
            const auto result = asked.search({.objective = objective});
            QVERIFY(result.proved);
            for (std::size_t i = 1; objective == SearchObjective::energy && i < result.plans.size(); ++i)
                QVERIFY(result.plans[i].result->energy >= result.plans[i - 1].result->energy);
            const auto findings = asked.check(asked.certificate(result));
            QVERIFY2(findings.ok(), firstError(findings).c_str());
        }
    }
    void hostsSwitchesAndPueAreInTheEnergyThatItProves()
    {
        auto cluster = test::a100AndV100(4, 4);
        for (auto &node : cluster.nodes)
            node.power = 1200;
        for (auto &one : cluster.switches)
            one.power = 300;
        cluster.powerUsageEffectiveness = 1.4;
        const auto workload = test::smallGpt(10, 1024, 16);
        const auto asked = question(cluster, workload);
        const auto result = asked.search({.objective = SearchObjective::energy});
        QVERIFY(result.proved);
        const auto certificate = asked.certificate(result);
        const auto findings = asked.check(certificate);
        QVERIFY2(findings.ok(), firstError(findings).c_str());
        // Each of the three is recomputed.
        auto cooler = cluster, idler = cluster, quieter = cluster;
        cooler.powerUsageEffectiveness = 1.39;
        idler.nodes.back().power = 1100;
        quieter.switches.front().power = 0;
        for (const auto &other : {cooler, idler, quieter}) {
            auto claimed = certificate;
            claimed.project = projectFingerprint(other, workload, {});
            QVERIFY(!question(other, workload).check(claimed).ok());
        }
    }
    void aStoppedSearchClaimsNoProof()
    {
        const auto asked = question(test::a100AndV100(4, 4), test::smallGpt(24, 2048, 32));
        std::stop_source source;
        source.request_stop();
        // Small enough that all families are known at the first look for a stop.
        const auto result = asked.search({.space = SearchSpace::C}, source.get_token());
        auto certificate = asked.certificate(result);
        QVERIFY(!certificate.proved);
        const auto findings = asked.check(certificate);
        QVERIFY2(findings.ok(), firstError(findings).c_str());
        certificate.proved = true;
        QVERIFY(!asked.check(certificate).ok());
    }
    void survivesItsFile()
    {
        const auto asked = question(test::a100AndV100(4, 4), test::smallGpt(10, 1024, 16));
        const auto certificate = asked.certificate(asked.search());
        const auto text = toText(toJson(certificate));
        const auto read = readCertificate(*parseJson(text), "c.json");
        QVERIFY(read);
        QCOMPARE(toText(toJson(*read)), text);
        QVERIFY(asked.check(*read).ok());
    }
    void tamperedOnesAreRefused()
    {
        const auto asked = question(test::a100AndV100(4, 4), test::smallGpt(24, 2048, 16));
        const auto result = asked.search();
        const auto good = asked.certificate(result);
        const auto refused = [&](const auto &tamper) {
            auto certificate = good;
            tamper(certificate);
            certificate.prunedBy = prunedByOf(certificate.families); // or that alone would be the reason
            return !asked.check(certificate).ok();
        };
        const auto first = [](Certificate &certificate, FamilyVerdict verdict) -> FamilyClaim & {
            return *std::find_if(certificate.families.begin(), certificate.families.end(),
                                 [verdict](const FamilyClaim &claim) { return claim.verdict == verdict; });
        };
        QVERIFY(!refused([](Certificate &) {}));
        QVERIFY(refused([](Certificate &c) { c.best = *c.best * 0.99; }));
        QVERIFY(refused([](Certificate &c) { c.best.reset(); }));
        QVERIFY(refused([](Certificate &c) { c.lowerBound *= 1.01; }));
        QVERIFY(refused([](Certificate &c) { c.families.pop_back(); }));
        QVERIFY(refused([](Certificate &c) { c.families.push_back(c.families.front()); }));
        QVERIFY(refused([](Certificate &c) { c.families.front().family = "TP3 of nothing"; }));
        QVERIFY(refused([&](Certificate &c) { first(c, FamilyVerdict::bounded).value *= 1.5; }));
        QVERIFY(refused([&](Certificate &c) { first(c, FamilyVerdict::bounded).verdict = FamilyVerdict::cannotRun; }));
        // Of the best plan's family nothing more than its time can be claimed.
        QVERIFY(refused([&](Certificate &c) {
            for (auto &claim : c.families)
                claim.value *= claim.value == *c.best ? 1.001 : 1.0;
        }));
        QVERIFY(
            refused([&](Certificate &c) { first(c, FamilyVerdict::simulated).verdict = FamilyVerdict::cannotRun; }));
        // The best plan cannot be left out for a slower one.
        QVERIFY(refused([&](Certificate &c) {
            const auto &second = result.plans.at(1);
            c.plan = second.plan;
            const double before = *c.best;
            c.best = c.lowerBound = toSeconds(second.result->stepTime).value;
            for (auto &claim : c.families)
                claim.value = claim.value == before ? *c.best : claim.value;
        }));
        QVERIFY(refused([&](Certificate &c) { c.plan = result.plans.back().plan; }));
        QVERIFY(refused([](Certificate &c) { c.plan->pipelines.front().stages.front().chunks.front().count += 1; }));
        QVERIFY(refused([](Certificate &c) { c.plan.reset(); }));
        QVERIFY(refused([](Certificate &c) { c.simulator += "x"; }));
        QVERIFY(refused([](Certificate &c) { c.searched = SearchSpace::A; }));
        QVERIFY(refused([](Certificate &c) { c.space = spaceDescription(SearchSpace::A); }));
        QVERIFY(refused([](Certificate &c) { c.schedules.push_back("gpipe"); }));
        QVERIFY(refused([](Certificate &c) { c.proved = false; }));
        QVERIFY(refused([](Certificate &c) { c.lowerBound *= 0.99; }));
        QVERIFY(refused([](Certificate &c) { std::swap(c.families.front(), c.families.back()); }));
        QVERIFY(refused([](Certificate &c) { c.startTime = Seconds(1); }));
        QVERIFY(refused([](Certificate &c) { c.project = "0123456789abcdef"; }));
        // The same certificate says nothing about another workload.
        const auto other = question(test::a100AndV100(4, 4), test::smallGpt(24, 2048, 32));
        QVERIFY(!other.check(good).ok());
    }
    void wrongJsonIsAnErrorWithItsPlace()
    {
        const auto asked = question(test::a100AndV100(4, 4), test::smallGpt(10, 1024, 16));
        const auto good = toJson(asked.certificate(asked.search()));
        auto json = good;
        json["families"][0] = Json::array({"x", "wished", 1});
        auto read = readCertificate(json, "c.json");
        QVERIFY(!read);
        QCOMPARE(read.error().path, std::string("/families/0"));
        json = good;
        json["formatVersion"] = 99;
        QVERIFY(!readCertificate(json, "c.json"));
        QVERIFY(!readCertificate(Json::array(), "c.json"));
    }
};

QTEST_GUILESS_MAIN(CertificateTest)
#include "certificate_test.moc"
