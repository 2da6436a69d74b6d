// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/commands.h"

#include "support/strict_test.h"
#include "json/json.h"

#include <QTemporaryDir>

#include <fstream>
#include <sstream>

using namespace heteroscope;

namespace {

int hscope(const std::vector<std::string> &arguments, std::string *out = nullptr)
{
    std::ostringstream output, errors;
    const int status = runHscope(arguments, output, errors);
    if (out)
        *out = output.str();
    return status;
}

std::string example(const std::string &name)
{
    return qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR").toStdString() + "/resources/examples/" + name +
           ".hscope.json";
}

} // namespace

class CheckCertificateTest : public StrictTest
{
    Q_OBJECT

private slots:
    void whatPlanWritesHoldsAndTamperingDoesNot()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath("plan.json").toStdString();
        QCOMPARE(hscope({"plan", example("rtx3090-titan"), "--top", "3", "--json", file}), 0);
        auto json = *readJsonFile(file);
        const auto &certificate = json["certificate"];
        QCOMPARE(certificate["best"].get<double>(), json["plans"][0]["stepTime"].get<double>());
        QVERIFY(certificate["families"].size() > 10);
        std::string out;
        QCOMPARE(hscope({"check-certificate", file, example("rtx3090-titan")}, &out), 0);
        QVERIFY(out.starts_with("holds"));

        const auto alone = folder.filePath("certificate.json").toStdString();
        std::ofstream(alone) << toText(certificate);
        QCOMPARE(hscope({"check-certificate", alone, example("rtx3090-titan")}), 0);
        QCOMPARE(hscope({"check-certificate", alone, example("mixed-32")}), 1);

        auto tampered = certificate;
        tampered["best"] = tampered["best"].get<double>() * 0.9;
        std::ofstream(alone) << toText(tampered);
        QCOMPARE(hscope({"check-certificate", alone, example("rtx3090-titan")}, &out), 1);
        QVERIFY(out.find("/best") != std::string::npos);

        std::ofstream(alone) << "{}";
        QCOMPARE(hscope({"check-certificate", alone, example("rtx3090-titan")}), 3);
        QCOMPARE(hscope({"check-certificate", "no-such-file.json", example("rtx3090-titan")}), 3);
        QCOMPARE(hscope({"check-certificate", alone}), 2);
    }
    void spacesAndObjectives()
    {
        for (const char *space : {"A", "A+", "B"}) {
            std::string out;
            QCOMPARE(hscope({"plan", example("rtx3090-titan"), "--space", space, "--json", "-"}, &out), 0);
            const auto json = parseJson(out);
            QVERIFY((*json)["space"].get<std::string>().find(std::string("space ") + space) != std::string::npos);
            QCOMPARE((*json)["certificate"]["searched"].get<std::string>(), std::string(space));
        }
        std::string out;
        QCOMPARE(hscope({"plan", example("rtx3090-titan"), "--objective", "energy", "--json", "-"}, &out), 0);
        const auto json = parseJson(out);
        double last = 0;
        for (const auto &plan : (*json)["plans"]) {
            QVERIFY(plan["energy"].get<double>() >= last);
            last = plan["energy"].get<double>();
        }
        QCOMPARE((*json)["certificate"]["best"].get<double>(), (*json)["plans"][0]["energy"].get<double>());
    }
};

QTEST_GUILESS_MAIN(CheckCertificateTest)
#include "check_certificate_test.moc"
