// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of other tools that nobody of this project wrote, with facts that a reader has to get right (expected.json
// beside them). Each is read right, refused with a reason, unknown, or wrong; the test prints how many, by format.
#include "base/files.h"
#include "exchange/nccl_tests/log.h"
#include "exchange/recognise.h"
#include "project/recipe_text.h"

#include "exchange/fixture.h"
#include "exchange/realfiles_facts.h"
#include "support/strict_test.h"

#include <fmt/format.h>

#include <iostream>
#include <map>

using namespace heteroscope;

class RealfilesTest : public StrictTest
{
    Q_OBJECT

    enum class Outcome { right, refused, wrong, unread, notJudged };
    struct Count
    {
        std::map<Outcome, int> outcomes;
        int unmeasured = 0; ///< facts that no importer states
    };

    /// What the project must hold before the import.
    static Project context(const Json &entry)
    {
        Project project = emptyProject();
        const auto found = entry.find("context");
        if (found == entry.end())
            return project;
        std::string line;
        if (found->contains("devices")) {
            const int devices = (*found)["devices"].get<int>();
            line = devices >= 8 ? fmt::format("{}x8 H100", devices / 8) : fmt::format("1x{} H100", devices);
        } else {
            line = fmt::format("{}x\"{}\"", (*found)["nodes"].get<int>(), (*found)["template"].get<std::string>());
        }
        const auto recipe = parseRecipe(line);
        if (!recipe)
            qFatal("%s", toString(recipe.error()).c_str());
        const auto built = buildRecipe(*recipe);
        project.cluster = built->cluster;
        project.canvas = built->canvas;
        return project;
    }

    static std::vector<ImportFile> filesOf(const std::string &folder, const std::string &name, const Json &entry)
    {
        std::vector<ImportFile> files;
        std::vector<std::string> names = {name};
        if (entry.contains("with"))
            names.insert(names.end(), entry["with"].begin(), entry["with"].end());
        for (const std::string &one : names) {
            auto text = readTextFile(folder + "/" + one);
            if (!text)
                qFatal("%s", toString(text.error()).c_str());
            files.push_back({folder + "/" + one, std::move(*text)});
        }
        return files;
    }

    static Outcome judge(const Json &entry, const Result<Imported> &imported, const std::vector<ImportFile> &files,
                         Count &count, std::string &reason)
    {
        const std::string verdict = entry["verdict"].get<std::string>();
        if (!imported) {
            reason = toString(imported.error());
            return verdict == "read" ? Outcome::refused : Outcome::right;
        }
        reason = imported->what;
        if (verdict == "refuse") {
            reason = "read, but it is to be refused: " + reason;
            return Outcome::wrong;
        }
        Json known = test::factsOf(*imported);
        if (entry["format"] == "nccl-tests")
            known.update(test::factsOf(*readNcclTests(files.front().text, files.front().name)));
        if (const TraceReader read = findTraceReader(entry["format"].get<std::string>()))
            known = test::factsOf(*read(files));
        const bool isProfile = files.front().text.find("layer_compute_total_ms") != std::string::npos;
        if (entry["format"] == "metis" && isProfile)
            known = test::factsOf(*readMetisMeasurement(*parseJson(files.front().text), files.front().name));
        for (const auto &[key, value] : entry["facts"].items()) {
            const Json doubtful = entry.value("uncertain_facts", Json::array());
            const bool isRest = key == "shard" && value == -1; // all devices that are left: no plan says so
            if (isRest || std::find(doubtful.begin(), doubtful.end(), key) != doubtful.end())
                continue;
            if (!known.contains(key)) {
                ++count.unmeasured;
                reason += " [not measured: " + key + "]";
            } else if (!test::isFact(known[key], value)) {
                reason += fmt::format(" [{}: {} in place of {}]", key, known[key].dump(), value.dump());
                return Outcome::wrong;
            }
        }
        return Outcome::right;
    }

private slots:
    void everyFileIsReadRightOrRefused()
    {
        const auto folder = dataFolder("HETEROSCOPE_REALFILES", "realfiles");
        const auto expected = readTextFile(folder + "/expected.json");
        if (!expected)
            QSKIP("no real files at hand (HETEROSCOPE_REALFILES)");
        const auto json = parseJson(*expected);
        QVERIFY(json);
        const bool all = qEnvironmentVariableIsSet("HETEROSCOPE_REALFILES_LIST");
        const std::map<Outcome, const char *> words = {{Outcome::right, "right"},
                                                       {Outcome::refused, "refused"},
                                                       {Outcome::wrong, "WRONG"},
                                                       {Outcome::unread, "unknown"},
                                                       {Outcome::notJudged, "not judged"}};
        std::map<std::string, Count> counts;
        for (const auto &[name, entry] : (*json)["files"].items()) {
            const auto files = filesOf(folder, name, entry);
            Count &count = counts[entry["format"].get<std::string>()];
            const ImportFormat *format = recogniseFormat(files);
            std::string reason = "content of no known format";
            Outcome outcome = entry["verdict"] == "refuse" ? Outcome::right : Outcome::unread;
            if (format) {
                ImportOptions options;
                if (entry.contains("args"))
                    options.device = entry["args"][1].get<std::string>();
                const auto imported = format->import(context(entry), files, options);
                if (!imported)
                    QVERIFY2(!imported.error().expected.empty() && !imported.error().file.empty(), name.c_str());
                else
                    QVERIFY2(parseProject(projectText(imported->project), name).findings.ok(), name.c_str());
                outcome = judge(entry, imported, files, count, reason);
            }
            if (entry.value("uncertain", false))
                outcome = Outcome::notJudged;
            ++count.outcomes[outcome];
            if (all || outcome == Outcome::wrong)
                std::cout << "  " << words.at(outcome) << ' ' << name << ": " << reason << '\n';
        }
        Count sum;
        std::cout << fmt::format("{:<16}{:>7}{:>9}{:>9}{:>7}{:>12}{:>16}\n", "format", "right", "refused", "unknown",
                                 "wrong", "not judged", "facts unstated");
        const auto print = [](const std::string &name, Count &count) {
            auto &of = count.outcomes;
            std::cout << fmt::format("{:<16}{:>7}{:>9}{:>9}{:>7}{:>12}{:>16}\n", name, of[Outcome::right],
                                     of[Outcome::refused], of[Outcome::unread], of[Outcome::wrong],
                                     of[Outcome::notJudged], count.unmeasured);
        };
        for (auto &[name, count] : counts) {
            print(name, count);
            for (const auto &[outcome, number] : count.outcomes)
                sum.outcomes[outcome] += number;
            sum.unmeasured += count.unmeasured;
        }
        print("all", sum);
        QCOMPARE(sum.outcomes[Outcome::wrong], 0);
        for (const auto &[format, least] :
             {std::pair{"flagscale", 4}, std::pair{"huggingface", 20}, std::pair{"nanotron-yaml", 2},
              std::pair{"torchtitan", 6}, std::pair{"astra-sim", 3}, std::pair{"vtrain", 2}, std::pair{"zorse", 1},
              std::pair{"kineto", 5}, std::pair{"chakra", 1}, std::pair{"primus-trace", 1}, std::pair{"metis", 5}})
            QVERIFY2(counts[format].outcomes[Outcome::right] >= least, format);
    }
};

QTEST_GUILESS_MAIN(RealfilesTest)
#include "realfiles_test.moc"
