// SPDX-License-Identifier: GPL-3.0-or-later
//
// What every schedule has to say of itself, and that the two other places which list all of them, the schemas and
// README.md, know it.
#include "strategy/schedule.h"

#include "base/embedded_files.h"
#include "strategy/change_schedule.h"
#include "support/strict_test.h"
#include "json/json.h"

#include <QFile>
#include <QRegularExpression>

#include <set>

using namespace heteroscope;

class ScheduleTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everyScheduleHasNamesAPlaceAndWords()
    {
        std::set<std::string> names, shown, sentences;
        std::set<int> places;
        for (const ScheduleKind kind : allSchedules()) {
            const auto &facts = scheduleOf(kind).facts();
            QVERIFY2(QRegularExpression("^[a-z0-9]+(-[a-z0-9]+)*$").match(facts.name).hasMatch(), facts.name);
            QVERIFY2(QString::fromUtf8(facts.description).endsWith(u'.'), facts.name);
            QVERIFY2(names.insert(facts.name).second, facts.name);
            QVERIFY2(shown.insert(facts.displayName).second && *facts.displayName, facts.name);
            QVERIFY2(sentences.insert(facts.description).second, facts.name);
            QVERIFY2(places.insert(facts.place).second, facts.name);
            QVERIFY2(findSchedule(facts.name) == kind, facts.name);
            QVERIFY2(facts.minChunks >= 1 && facts.minChunks <= facts.maxChunks, facts.name);
            QVERIFY2(facts.path != ChunkPath::vee || facts.maxChunks == 2, facts.name);
        }
        QVERIFY(!findSchedule("no such schedule"));
        QCOMPARE(names.size(), changeableSchedules().size() + 1); // all but custom
    }
    void plansChangedToItGetChunksItCanRun()
    {
        for (const ScheduleKind kind : changeableSchedules()) {
            const auto &facts = scheduleOf(kind).facts();
            for (int own = 0; own <= 5; ++own) {
                const int chunks = scheduleOf(kind).chunksFor(own);
                QVERIFY2(chunks >= facts.minChunks && chunks <= facts.maxChunks, facts.name);
            }
        }
    }
    void someNumberOfMicroBatchesSuitsEveryDepth()
    {
        for (const ScheduleKind kind : allSchedules()) {
            for (int stages = 1; stages <= 16; ++stages)
                QVERIFY2(!scheduleOf(kind).refusal(stages, 2 * stages), facts(kind).name);
        }
    }
    void theSchemasKnowAllOfThem_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("plan");
        QTest::newRow("plan") << "schema/plan.schema.json"
                              << "";
        QTest::newRow("project") << "schema/project.schema.json"
                                 << "/definitions/plan";
    }
    void theSchemasKnowAllOfThem()
    {
        QFETCH(QString, file);
        QFETCH(QString, plan);
        const auto text = embeddedFile(file.toStdString());
        QVERIFY(!text.empty());
        const auto schema = nlohmann::json::parse(text);
        const auto at = [&](const char *pointer) {
            return schema.at(nlohmann::json::json_pointer(plan.toStdString() + pointer));
        };
        std::set<std::string> known = at("/properties/schedule/enum"), ours;
        const auto options = at("/properties/scheduleOptions/properties");
        std::set<std::string> numbers;
        for (const ScheduleKind kind : allSchedules()) {
            ours.insert(facts(kind).name);
            for (const auto &option : facts(kind).options) {
                numbers.insert(option.name);
                QVERIFY2(options.contains(option.name), option.name);
                QCOMPARE(options[option.name].at("minimum").get<int>(), option.minimum);
                QCOMPARE(options[option.name].at("maximum").get<int>(), option.maximum);
            }
        }
        QVERIFY(known == ours);
        for (const auto &[name, rule] : options.items())
            QVERIFY2(rule.at("type") != "integer" || numbers.contains(name), name.c_str());
    }
    void theReadmeHasARowForEach()
    {
        QFile file(qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR") + QStringLiteral("/README.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        for (const ScheduleKind kind : allSchedules())
            QVERIFY2(text.contains(QStringLiteral("\n| `%1` |").arg(QLatin1String(facts(kind).name))),
                     facts(kind).name);
    }

private:
    static const ScheduleFacts &facts(ScheduleKind kind) { return scheduleOf(kind).facts(); }
};

QTEST_GUILESS_MAIN(ScheduleTest)
#include "schedule_test.moc"
