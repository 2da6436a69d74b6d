// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every value of a certificate is changed in every way that its kind allows, one at a time: the checker must refuse the
// certificate, or the value is on the short list of check_certificate.h.
#include "cost/group_pricer.h"
#include "planner/certificate/check_certificate.h"
#include "planner/search.h"
#include "simulator/predict_step.h"

#include "support/clusters.h"
#include "support/strict_test.h"

#include <algorithm>
#include <functional>
#include <set>

using namespace heteroscope;

namespace {

using Path = std::vector<std::string>;

Json &at(Json &json, const Path &path)
{
    Json *place = &json;
    for (const auto &step : path)
        place = place->is_array() ? &(*place)[std::stoul(step)] : &(*place)[step];
    return *place;
}

std::string textOf(const Path &path)
{
    std::string text;
    for (const auto &step : path)
        text += "/" + step;
    return text;
}

/// The words that a text of the format may be instead.
std::vector<std::string> otherWords(const std::string &word)
{
    std::vector<std::string> words = {word + "x", ""};
    const auto add = [&](const auto &names) {
        if (std::find(names.begin(), names.end(), word) != names.end())
            words.insert(words.end(), names.begin(), names.end());
    };
    add(familyVerdictNames);
    add(searchSpaceNames);
    add(searchObjectiveNames);
    add(recomputeNames);
    add(std::vector<std::string>{"1f1b", "interleaved", "gpipe", "zb-h1"});
    std::erase(words, word);
    return words;
}

/// Everything that another value at the place of this one may be.
std::vector<Json> changesOf(const Json &value)
{
    std::vector<Json> changes;
    switch (value.type()) {
    case Json::value_t::boolean:
        changes = {!value.get<bool>(), nullptr};
        break;
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
        changes = {value.get<std::int64_t>() + 1, value.get<std::int64_t>() - 1, -1, nullptr, "1"};
        break;
    case Json::value_t::number_float:
        changes = {value.get<double>() + 1, value.get<double>() - 1, value.get<double>() * (1 + 1e-6),
                   value.get<double>() * (1 - 1e-6), nullptr};
        break;
    case Json::value_t::string:
        for (const auto &word : otherWords(value.get<std::string>()))
            changes.emplace_back(word);
        changes.emplace_back(nullptr);
        break;
    case Json::value_t::array:
        if (!value.empty()) {
            for (const std::size_t i : {std::size_t(0), value.size() - 1}) {
                changes.push_back(value);
                changes.back().erase(i);
            }
            changes.push_back(value);
            changes.back().push_back(value.back());
        }
        if (value.size() > 1) {
            changes.push_back(value);
            std::swap(changes.back().front(), changes.back().back());
        }
        break;
    case Json::value_t::object:
        for (const auto &[key, member] : value.items()) {
            changes.push_back(value);
            changes.back().erase(key);
        }
        changes.push_back(value);
        changes.back()["added"] = 1;
        break;
    default:
        changes = {0, "x"};
    }
    return changes;
}

/// Every place of the text, the whole first. Of a long list the first, middle and last items.
void forEachPlace(const Json &json, Path &path, const std::function<void(const Path &)> &visit)
{
    visit(path);
    if (!json.is_structured())
        return;
    std::size_t index = 0;
    for (const auto &[key, value] : json.items()) {
        const bool wanted = !json.is_array() || json.size() <= 60 || index % (json.size() / 20) == 0;
        if (wanted) {
            path.push_back(key);
            forEachPlace(value, path, visit);
            path.pop_back();
        }
        ++index;
    }
}

std::string joined(const std::set<std::string> &texts)
{
    std::string all;
    for (const auto &text : texts)
        all += text + "\n";
    return all;
}

/// Two unlike nodes, with power of hosts and switch and a PUE, which the objective energy counts.
Cluster poweredPair()
{
    auto cluster =
        test::star({test::node("a", "RTX 3090", 2), test::node("v", "V100-16GB SXM2", 2)}, BytesPerSecond(2e10));
    for (auto &node : cluster.nodes)
        node.power = 400;
    cluster.switches.front().power = 120;
    cluster.powerUsageEffectiveness = 1.25;
    return cluster;
}

struct SmallProject
{
    Cluster cluster = poweredPair();
    Topology topology = test::topology(cluster);
    Workload workload = test::smallGpt(16, 3072, 4); // too large for one device

    Certificate certificate(const SearchOptions &options = {}, StopToken stop = {}) const
    {
        auto result = searchPlans(topology, workload, options, std::move(stop));
        if (!result)
            qFatal("no search");
        return makeCertificate(*result, projectFingerprint(cluster, workload, {}));
    }
    Findings check(const Certificate &certificate) const
    {
        return checkCertificate(certificate, cluster, topology, workload, {});
    }
    bool accepts(const Json &json) const
    {
        const auto certificate = readCertificate(json, "c.json");
        return certificate && check(*certificate).ok();
    }
    /// The list of check_certificate.h: another plan of the same value, as it says.
    bool isPlanOfEqualValue(const Path &path, const Json &tampered) const
    {
        if (path.empty() || path.front() != "plan")
            return false;
        const auto certificate = readCertificate(tampered, "c.json");
        GroupPricer pricer(topology, workload);
        const auto step = predictStep(pricer, *certificate->plan, {.timeline = false});
        return step && step->feasible && toSeconds(step->stepTime).value == certificate->best;
    }
    /// The places at which some change is accepted.
    std::set<std::string> accepted(const Json &good, std::size_t &tried) const
    {
        std::set<std::string> places;
        Path start;
        forEachPlace(good, start, [&](const Path &path) {
            auto tampered = good;
            for (auto &change : changesOf(at(tampered, path))) {
                auto &place = at(tampered, path);
                if (change == place)
                    continue;
                std::swap(place, change);
                ++tried;
                if (accepts(tampered) && !isPlanOfEqualValue(path, tampered))
                    places.insert(textOf(path) + " = " + place.dump().substr(0, 80));
                std::swap(at(tampered, path), change);
            }
        });
        return places;
    }
};

} // namespace

class CertificateTamperingTest : public StrictTest
{
    Q_OBJECT

private slots:
    void nothingCanBeChangedUnnoticed()
    {
        const SmallProject project;
        const auto certificate = project.certificate();
        QVERIFY(certificate.proved);
        const auto good = toJson(certificate);
        QVERIFY(project.accepts(good));
        std::size_t tried = 0;
        auto accepted = project.accepted(good, tried);
        QVERIFY(tried > 500);
        // The list of check_certificate.h: cost ranks plans as time does.
        accepted.erase("/objective = \"cost\"");
        QVERIFY2(accepted.empty(), joined(accepted).c_str());
    }
    void noMoreIsSaidOfAStoppedSearch()
    {
        const SmallProject project;
        std::stop_source source;
        source.request_stop();
        const auto good = toJson(project.certificate({}, source.get_token()));
        QVERIFY(!good["proved"].get<bool>());
        QVERIFY(project.accepts(good));
        std::size_t tried = 0;
        auto accepted = project.accepted(good, tried);
        // Without a plan and with bounds of 0 nothing is said that depends on the objective.
        accepted.erase("/objective = \"cost\"");
        accepted.erase("/objective = \"energy\"");
        // Of a family without a plan that fits any bound is true.
        std::erase_if(accepted, [](const std::string &place) {
            return place.starts_with("/families/") && place.ends_with("/2 = 1.0");
        });
        QVERIFY2(accepted.empty(), joined(accepted).c_str());
    }
    void changesThatAgreeWithEachOtherAreRefusedToo()
    {
        // Whoever edits a claim can edit all that follows from it; then the claim itself has to fail.
        const SmallProject project;
        const auto good = project.certificate({.objective = SearchObjective::energy});
        QVERIFY(project.check(good).ok());
        const auto index = [&](FamilyVerdict verdict) {
            const auto found = std::find_if(good.families.begin(), good.families.end(),
                                            [&](const FamilyClaim &claim) { return claim.verdict == verdict; });
            return static_cast<std::size_t>(found - good.families.begin());
        };
        const auto refused = [&](std::size_t family, const FamilyVerdict verdict) {
            auto tampered = good;
            tampered.families.at(family) = {good.families.at(family).family, verdict, 0};
            tampered.prunedBy = prunedByOf(tampered.families);
            return !project.check(tampered).ok();
        };
        for (const auto verdict : {FamilyVerdict::outOfMemory, FamilyVerdict::cannotRun, FamilyVerdict::mapping}) {
            QVERIFY(refused(index(FamilyVerdict::bounded), verdict));
            QVERIFY(refused(index(FamilyVerdict::simulated), verdict));
        }
        auto tampered = good; // a better plan than there is, and all bounds as high
        tampered.best = tampered.lowerBound = *good.best * 1.01;
        for (auto &claim : tampered.families)
            claim.value = claim.value == *good.best ? *tampered.best : claim.value;
        QVERIFY(!project.check(tampered).ok());
    }
    void whichFamiliesWereSimulatedIsNoClaim()
    {
        // The one remark of a certificate that is not verified, and the command says so.
        const SmallProject project;
        auto certificate = project.certificate();
        FamilyClaim *simulated = nullptr, *bounded = nullptr;
        for (auto &claim : certificate.families) {
            if (claim.verdict == FamilyVerdict::simulated && claim.value == *certificate.best)
                simulated = &claim;
            else if (claim.verdict == FamilyVerdict::bounded)
                bounded = &claim;
        }
        QVERIFY(simulated && bounded);
        std::swap(simulated->verdict, bounded->verdict);
        QVERIFY(project.check(certificate).ok());
    }
    void theAnswerDoesNotDependOnTheThreads()
    {
        const SmallProject project;
        auto certificate = project.certificate();
        const double higher = *certificate.best * 1.5;
        certificate.best = certificate.lowerBound = higher;
        for (auto &claim : certificate.families)
            claim.value = claim.value > 0 ? higher : 0;
        const auto check = [&](unsigned threads) {
            return checkCertificate(certificate, project.cluster, project.topology, project.workload, {}, {}, threads)
                .errors;
        };
        QVERIFY(!check(1).empty());
        QVERIFY(check(1) == check(4));
    }
};

QTEST_GUILESS_MAIN(CertificateTamperingTest)
#include "certificate_tampering_test.moc"
