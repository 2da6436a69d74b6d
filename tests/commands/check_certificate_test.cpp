// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/hscope_run.h"
#include "support/strict_test.h"
#include "json/json.h"

#include <QTemporaryDir>

#include <fstream>

using namespace heteroscope;
using namespace heteroscope::test;

class CheckCertificateTest : public StrictTest
{
    Q_OBJECT

private slots:
    void whatPlanWritesHoldsAndTamperingDoesNot()
    {
        QTemporaryDir folder;
        const auto file = folder.filePath("plan.json").toStdString();
        QCOMPARE(hscope({"plan", example("rtx3090-titan"), "--top", "3", "--json", file}).status, 0);
        auto json = *readJsonFile(file);
        const auto &certificate = json["certificate"];
        QCOMPARE(certificate["best"].get<double>(), json["plans"][0]["stepTime"].get<double>());
        QVERIFY(certificate["families"].size() > 10);
        const auto checked = hscope({"check-certificate", file, example("rtx3090-titan")});
        QCOMPARE(checked.status, 0);
        QVERIFY(checked.out.starts_with("holds"));
        QVERIFY(checked.out.find("\nverified: ") != std::string::npos);
        QVERIFY(checked.out.find("\nnot verified: which families were simulated") != std::string::npos);

        const auto alone = folder.filePath("certificate.json").toStdString();
        std::ofstream(alone) << toText(certificate);
        QCOMPARE(hscope({"check-certificate", alone, example("rtx3090-titan")}).status, 0);
        QCOMPARE(hscope({"check-certificate", alone, example("mixed-32")}).status, 1);

        auto tampered = certificate;
        tampered["best"] = tampered["best"].get<double>() * 0.9;
        std::ofstream(alone) << toText(tampered);
        const auto refused = hscope({"check-certificate", alone, example("rtx3090-titan")});
        QCOMPARE(refused.status, 1);
        QVERIFY(refused.out.find("/best") != std::string::npos);

        // Whatever the answer prints was verified.
        tampered = certificate;
        tampered["space"] = "every plan there is";
        std::ofstream(alone) << toText(tampered);
        const auto falseSpace = hscope({"check-certificate", alone, example("rtx3090-titan")});
        QCOMPARE(falseSpace.status, 1);
        QVERIFY(falseSpace.out.find("/space") != std::string::npos);

        std::ofstream(alone) << "{}";
        QCOMPARE(hscope({"check-certificate", alone, example("rtx3090-titan")}).status, 3);
        QCOMPARE(hscope({"check-certificate", "no-such-file.json", example("rtx3090-titan")}).status, 3);
        QCOMPARE(hscope({"check-certificate", alone}).status, 2);
    }
    void spacesAndObjectives()
    {
        for (const char *space : {"A", "A+", "B"}) {
            const auto run = hscope({"plan", example("rtx3090-titan"), "--space", space, "--json", "-"});
            QCOMPARE(run.status, 0);
            const auto json = parseJson(run.out);
            QVERIFY((*json)["space"].get<std::string>().find(std::string("space ") + space) != std::string::npos);
            QCOMPARE((*json)["certificate"]["searched"].get<std::string>(), std::string(space));
        }
        const auto run = hscope({"plan", example("rtx3090-titan"), "--objective", "energy", "--json", "-"});
        QCOMPARE(run.status, 0);
        const auto json = parseJson(run.out);
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
