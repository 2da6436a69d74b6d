// SPDX-License-Identifier: GPL-3.0-or-later
#include "json/schema.h"

#include "base/embedded_files.h"

#include "support/strict_test.h"

using namespace heteroscope;

class SchemaTest : public StrictTest
{
    Q_OBJECT

private slots:
    void acceptsTheShippedCatalog()
    {
        for (const char *file :
             {"catalog/devices.json", "catalog/links.json", "catalog/nodes.json", "catalog/models.json"}) {
            const auto json = parseJson(embeddedFile(file), file);
            QVERIFY2(json.hasValue(), file);
            const auto findings = checkAgainstSchema(*json, "catalog.schema.json");
            QVERIFY2(findings.ok(), findings.ok() ? "" : toString(findings.errors.front()).c_str());
        }
    }

    void acceptsTheShippedExamples()
    {
        for (const auto &file : embeddedFiles()) {
            if (!file.path.starts_with("examples/"))
                continue;
            const auto findings = checkAgainstSchema(*parseJson(file.content), "project.schema.json");
            QVERIFY2(findings.ok(), findings.ok() ? "" : toString(findings.errors.front()).c_str());
        }
    }

    void aReferenceThatLeadsBackToItselfIsAnError_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("path");
        const auto row = [&](const char *name, const char *rest, const char *path) {
            const QByteArray text = QByteArray("{'$schema': 'http://json-schema.org/draft-07/schema#', ") + rest;
            QTest::newRow(name) << QByteArray(text).replace('\'', '"') << QString(path);
        };
        row("root", "'$ref': '#'}", "/$ref");
        row("empty", "'$ref': ''}", "/$ref");
        row("itself", "'definitions': {'a': {'$ref': '#/definitions/a'}}}", "/definitions/a/$ref");
        row("two", "'definitions': {'a': {'$ref': '#/definitions/b'}, 'b': {'$ref': '#/definitions/a'}}}",
            "/definitions/a/$ref");
        row("encoded", "'definitions': {'a b': {'$ref': '#/definitions/a%20b'}}}", "/definitions/a b/$ref");
        row("used", "'items': {'$ref': '#/definitions/a'}, 'definitions': {'a': {'$ref': '#/definitions/a'}}}",
            "/definitions/a/$ref");
        row("inside a list", "'definitions': {'a': {'allOf': [{'$ref': '#/definitions/a'}]}}}", "");
        row("a tree of its own kind", "'properties': {'child': {'$ref': '#'}}}", "");
    }
    void aReferenceThatLeadsBackToItselfIsAnError()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, path);
        const auto findings = checkSchema(*parseJson(text.toStdString()));
        QCOMPARE(findings.ok(), path.isEmpty());
        if (!findings.ok())
            QCOMPARE(QString::fromStdString(findings.errors.front().path), path);
    }

    void referencesThatOnlyLeadIntoACircleAreNotBlamed()
    {
        const Json toCircle = {{"$ref", "#/definitions/a"}};
        const auto findings =
            checkSchema({{"properties", {{"x", toCircle}, {"y", toCircle}}}, {"definitions", {{"a", toCircle}}}});
        QCOMPARE(findings.errors.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(findings.errors.front().path), QString("/definitions/a/$ref"));
    }

    void aLongRowOfReferencesIsAnError()
    {
        Json definitions = Json::object();
        const auto rowOf = [&](int count) {
            for (int i = 0; i < count; ++i)
                definitions["d" + std::to_string(i)]["$ref"] = "#/definitions/d" + std::to_string(i + 1);
            definitions["d" + std::to_string(count)] = Json::object();
            return checkSchema({{"definitions", definitions}});
        };
        QVERIFY(rowOf(100).ok());
        const auto findings = rowOf(101);
        QCOMPARE(QString::fromStdString(findings.errors.front().path), QString("/definitions/d0/$ref"));
        QVERIFY(QString::fromStdString(findings.errors.front().found).endsWith("of more than 100 references"));
    }

    void namesTheVeryPlace_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("found");
        const auto project = [](const char *cluster, const char *rest = "") {
            return QByteArray(
                       "{\"formatVersion\": 1, \"workload\": {\"model\": \"m\", \"job\": {\"sequenceLength\": 1, "
                       "\"globalBatch\": 1}}, \"cluster\": {") +
                   cluster + "}" + rest + "}";
        };
        QTest::newRow("type") << project(R"("nodes": [{"name": "a"}, {"name": "b", "devices": [{"type": 5}]}])")
                              << "/cluster/nodes/1/devices/0/type"
                              << "5";
        QTest::newRow("range")
            << project(R"("links": [{"name": "l", "from": "a", "to": "b", "technology": "Ethernet", "bandwidth": 0}])")
            << "/cluster/links/0/bandwidth"
            << "0";
        QTest::newRow("word")
            << project(
                   R"("links": [{"name": "l", "from": "a", "to": "b", "technology": "Token Ring", "bandwidth": 1}])")
            << "/cluster/links/0/technology"
            << "\"Token Ring\"";
        QTest::newRow("missing") << project(R"("switches": [{"latency": 0}])") << "/cluster/switches/0/name"
                                 << "nothing";
        QTest::newRow("unknown") << project(R"("racks": [{"name": "r", "repeats": 2}])") << "/cluster/racks/0/repeats"
                                 << "the unknown key \"repeats\"";
        QTest::newRow("version") << QByteArray(project("")).replace("\"formatVersion\": 1", "\"formatVersion\": 2")
                                 << "/formatVersion"
                                 << "2";
        QTest::newRow("canvas") << project("", R"(, "canvas": {"a": {"x": 1, "y": "2"}})") << "/canvas/a/y"
                                << "\"2\"";
        QTest::newRow("model object") << QByteArray(project("")).replace("\"m\"", "{\"name\": \"m\", \"layers\": 0}")
                                      << "/workload/model/layers"
                                      << "0";
        QTest::newRow("model name") << QByteArray(project("")).replace("\"m\"", "\"\"") << "/workload/model"
                                    << "\"\"";
    }
    void namesTheVeryPlace()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, path);
        QFETCH(QString, found);
        const auto json = parseJson(text.toStdString());
        QVERIFY(json.hasValue());
        const auto findings = checkAgainstSchema(*json, "project.schema.json");
        QVERIFY(!findings.ok());
        QStringList all;
        bool met = false;
        for (const auto &error : findings.errors) {
            all << QString::fromStdString(toString(error));
            met = met || (QString::fromStdString(error.path) == path && QString::fromStdString(error.found) == found);
        }
        QVERIFY2(met, qPrintable(all.join('\n')));
    }

    void allowsExtensionsEverywhere()
    {
        const auto json =
            parseJson(R"({"formatVersion": 1, "x-a": 1, "cluster": {"x-b": [], "nodes": [{"name": "n", "x-c": {}}]},
            "workload": {"model": "m", "job": {"sequenceLength": 1, "globalBatch": 1, "x-d": null}}, "canvas": {"x-e": "5"}})");
        const auto findings = checkAgainstSchema(*json, "project.schema.json");
        QVERIFY2(findings.ok(), findings.ok() ? "" : toString(findings.errors.front()).c_str());
    }

    void isNotBlownUpByLongNames()
    {
        Json json = {{"formatVersion", 1}, {std::string(1'000'000, 'k'), std::string(1'000'000, 'v')}};
        QVERIFY(!checkAgainstSchema(json, "project.schema.json").ok());
    }

    void saysSoWhenThereIsNoSuchSchema()
    {
        QCOMPARE(checkAgainstSchema(Json::object(), "none.json").errors.front().code, Error::Code::internal);
    }
};

QTEST_GUILESS_MAIN(SchemaTest)
#include "schema_test.moc"
