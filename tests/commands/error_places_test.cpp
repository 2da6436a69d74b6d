// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a command says of a project or plan that cannot be used: the file that it is in, the place in that file, and how
// to mend it, whatever part of the program finds it.
#include "project/project_file.h"
#include "strategy/plan_json.h"
#include "support/hscope_run.h"
#include "support/strict_test.h"

#include <QTemporaryDir>

#include <fstream>

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

/// A plan of the example, by its own search.
Json somePlan()
{
    const auto run = hscope({"plan", example("rtx3090-titan"), "--no-beyond", "--top", "1", "--json", "-"});
    return (*parseJson(run.out))["plans"][0]["plan"];
}

} // namespace

class ErrorPlacesTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string write(const char *name, const Json &json)
    {
        const auto file = m_folder.filePath(name).toStdString();
        std::ofstream(file) << toText(json);
        return file;
    }

private slots:
    void aMistakeOfTheWorkloadIsInTheProject()
    {
        auto project = *readJsonFile(example("rtx3090-titan"));
        project["plans"] = Json::array();
        project["workload"]["job"]["precision"] = "fp7";
        const auto file = write("precision.hscope.json", project);
        for (const std::vector<std::string> &command :
             {std::vector<std::string>{"plan", file},
              {"simulate", file},
              {"explain", file},
              {"report", file, "-o", m_folder.filePath("out.html").toStdString()}}) {
            const auto run = hscope(command);
            QCOMPARE(run.status, 3);
            QVERIFY2(run.err.find(file + ": /workload/job/precision: found \"fp7\"") != std::string::npos,
                     run.err.c_str());
            QVERIFY(run.err.find("(did you mean") != std::string::npos);
        }
    }
    void aMistakeOfAPlanIsWhereThePlanStands()
    {
        auto project = *readJsonFile(example("rtx3090-titan"));
        auto plan = somePlan();
        QVERIFY(plan.is_object());
        auto broken = plan;
        broken["pipelines"][0]["stages"][0]["groups"][0]["devices"].push_back("nobody:0");
        project["plans"] = Json::array({{{"name", "good"}, {"plan", plan}}, {{"name", "broken"}, {"plan", broken}}});
        const auto file = write("plans.hscope.json", project);
        const std::string place = "/pipelines/0/stages/0/groups/0/devices";
        for (const char *command : {"simulate", "explain"}) {
            QCOMPARE(hscope({command, file}).status, 0);
            const auto run = hscope({command, file, "--plan", "broken"});
            QCOMPARE(run.status, 3);
            QVERIFY2(run.err.find(file + ": /plans/1/plan" + place) != std::string::npos, run.err.c_str());
        }
        const auto out = m_folder.filePath("out").toStdString();
        for (const std::vector<std::string> &command :
             {std::vector<std::string>{"export", "perfetto", file, "--plan", "broken", "-o", out},
              {"report", file, "--plan", "broken", "-o", out}}) {
            const auto run = hscope(command);
            QCOMPARE(run.status, 3);
            QVERIFY2(run.err.find(file + ": /plans/1/plan" + place) != std::string::npos, run.err.c_str());
        }
        // Of a plan file the places are its own.
        const auto alone = write("plan.json", broken), wrapped = write("wrapped.json", {{"plan", broken}});
        QVERIFY(hscope({"simulate", file, "--plan", alone}).err.find(alone + ": " + place) != std::string::npos);
        QVERIFY(hscope({"simulate", file, "--plan", wrapped}).err.find(wrapped + ": /plan" + place) !=
                std::string::npos);
    }
};

QTEST_GUILESS_MAIN(ErrorPlacesTest)
#include "error_places_test.moc"
