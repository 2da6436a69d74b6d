// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why the step of one project takes longer than that of another, on the shipped examples.
#include "base/files.h"
#include "support/hscope_run.h"
#include "support/strict_test.h"
#include "json/json.h"

#include <QTemporaryDir>

#include <cmath>
#include <fstream>
#include <map>

using namespace heteroscope;
using namespace heteroscope::test;

class CompareTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string write(const char *name, const Json &json)
    {
        const auto file = m_folder.filePath(QString::fromUtf8(name)).toStdString();
        std::ofstream(file) << toText(json);
        return file;
    }
    static Json compared(const std::string &a, const std::string &b)
    {
        const auto run = hscope({"compare", a, b, "--json", "-"});
        return run.status == 0 ? *parseJson(run.out) : Json(run.err);
    }
    /// The critical path of a step by cause, subtracted from `into` or added.
    static void addPath(std::map<std::string, double> &into, const std::string &file, double sign, double &step)
    {
        const auto json = *parseJson(hscope({"simulate", file, "--json", "-"}).out);
        step = json["stepTime"].get<double>();
        for (const auto &blame : json["criticalPath"])
            into[blame["cause"].get<std::string>()] += sign * blame["seconds"].get<double>();
    }

private slots:
    void initTestCase() { qputenv("HETEROSCOPE_MEASURED", "/nonexistent"); }

    void theCausesAddUpToTheDifference_data()
    {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        const std::vector<const char *> names = {"mixed-32", "a100-v100-32", "gpt3-175b-64", "rtx3090-titan",
                                                 "rtx3090-2080-titan"};
        for (const char *a : names)
            for (const char *b : names)
                QTest::addRow("%s, %s", a, b) << QString::fromLatin1(a) << QString::fromLatin1(b);
    }
    void theCausesAddUpToTheDifference()
    {
        QFETCH(QString, a);
        QFETCH(QString, b);
        const auto fileA = example(a.toStdString()), fileB = example(b.toStdString());
        const auto json = compared(fileA, fileB);
        QVERIFY2(json.is_object(), json.dump().c_str());
        double stepA = 0, stepB = 0;
        std::map<std::string, double> paths;
        addPath(paths, fileA, -1, stepA);
        addPath(paths, fileB, 1, stepB);
        QCOMPARE(json["a"].get<double>(), stepA);
        QCOMPARE(json["b"].get<double>(), stepB);
        QCOMPARE(json["difference"].get<double>(), stepB - stepA);
        double sum = 0;
        for (const auto &one : json["causes"]) {
            sum += one["seconds"].get<double>();
            QVERIFY(!one["where"].get<std::string>().empty());
            paths[one["cause"].get<std::string>()] -= one["seconds"].get<double>();
        }
        QVERIFY(sum == stepB - stepA); // to the last bit
        for (const auto &[cause, left] : paths)
            QVERIFY2(std::abs(left) <= 1e-9 * std::max(stepA, stepB), cause.c_str());
        if (a == b)
            QVERIFY(json["causes"].empty());
    }
    void aSlowerLinkIsACauseWhereItIsWaitedFor()
    {
        auto json = *readJsonFile(example("mixed-32"));
        for (auto &link : json["cluster"]["links"])
            link["bandwidth"] = link["bandwidth"].get<double>() / 20;
        const auto slow = write("slow.hscope.json", json);
        const auto found = compared(example("mixed-32"), slow);
        QVERIFY(found["difference"].get<double>() > 0);
        double communication = 0, computation = 0;
        for (const auto &one : found["causes"]) {
            const auto cause = one["cause"].get<std::string>();
            (cause.starts_with("exposed") ? communication : computation) += one["seconds"].get<double>();
            QVERIFY(one["where"].get<std::string>().find("00-") != std::string::npos); // a lane of h100-... or a100-...
        }
        QVERIFY(communication > found["difference"].get<double>() / 2);
        const auto text = hscope({"compare", example("mixed-32"), slow});
        QCOMPARE(text.status, 0);
        QVERIFY2(text.out.find(" longer than A, +") != std::string::npos, text.out.c_str());
        QVERIFY(text.out.find("exposedPp") != std::string::npos);
        const auto back = hscope({"compare", slow, example("mixed-32")});
        QVERIFY2(back.out.find(" less than A, -") != std::string::npos, back.out.c_str());
    }
    void otherLanesAreComparedByDeviceType()
    {
        const auto found = compared(example("mixed-32"), example("a100-v100-32"));
        bool hasV100 = false;
        for (const auto &one : found["causes"])
            hasV100 = hasV100 || one["where"].get<std::string>().starts_with("V100");
        QVERIFY2(hasV100, found.dump().c_str());
    }
    void whatDoesNotFitIsSaid()
    {
        auto json = *readJsonFile(example("mixed-32"));
        json["workload"]["job"]["sequenceLength"] = 32768;
        const auto longer = write("long.hscope.json", json);
        const auto run = hscope({"compare", example("mixed-32"), longer});
        QCOMPARE(run.status, 0);
        QVERIFY2(run.out.find("does not fit: ") != std::string::npos, run.out.c_str());
        json["workload"]["model"] = "GPT 1T (Megatron)";
        json["plans"] = Json::array();
        const auto large = write("large.hscope.json", json);
        const auto none = hscope({"compare", example("mixed-32"), large});
        QCOMPARE(none.status, 1); // no plan fits
        QVERIFY2(none.err.find(large) != std::string::npos, none.err.c_str());
    }
    void aFileThatCannotBeUsedIsNamed()
    {
        const auto good = example("rtx3090-titan");
        auto json = *readJsonFile(good);
        json["cluster"]["nodes"][0]["devices"][0]["type"] = "H100-80GB SXN";
        const auto bad = write("bad.hscope.json", json);
        for (const auto &words : {std::vector<std::string>{"compare", bad, good}, {"compare", good, bad}}) {
            const auto run = hscope(words);
            QCOMPARE(run.status, 3);
            QVERIFY2(run.err.find(bad + ": /cluster/nodes/0/devices: ") != std::string::npos, run.err.c_str());
            QVERIFY2(run.err.find("expected") != std::string::npos && run.err.find("did you mean") != std::string::npos,
                     run.err.c_str());
            QVERIFY(run.out.empty());
        }
        QCOMPARE(hscope({"compare", good, "no-such-file"}).status, 3);
        QCOMPARE(hscope({"compare", good}).status, 2);
        QCOMPARE(hscope({"compare", good, good, "--json", good}).status, 3); // not over what is read
    }
};

QTEST_GUILESS_MAIN(CompareTest)
#include "compare_test.moc"
