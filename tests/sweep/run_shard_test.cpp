// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shards of one sweep, whole, interrupted and damaged, give the table of one run; and what merging says of tables that
// are none.
#include "base/files.h"
#include "support/property.h"
#include "support/strict_test.h"
#include "sweep/merge_rows.h"
#include "sweep/run_shard.h"
#include "sweep/sweep_row.h"

#include <QTemporaryDir>

using namespace heteroscope;

class RunShardTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;
    SweepSpec m_spec;
    std::string m_whole; ///< file of all rows
    std::string m_table; ///< of them

    std::string path(const std::string &name) const
    {
        return m_folder.filePath(QString::fromStdString(name)).toStdString();
    }
    static std::string tableOf(const std::vector<std::string> &files)
    {
        const MergedRows merged = mergeRows(files);
        return merged.findings.ok() ? toText(mergedJson(merged)) + mergedCsv(merged)
                                    : toString(merged.findings.errors.front());
    }
    static std::string textOf(const std::string &file)
    {
        const auto text = readTextFile(file);
        return text ? *text : toString(text.error());
    }

private slots:
    void initTestCase()
    {
        const auto json = parseJson(R"({"formatVersion": 1, "seeds": [1, 2], "jitter": 0.1, "grids": [
            {"clusters": ["1x4 A100", "1x2 V100"], "models": ["GPT-3 1.3B"], "batches": [4, 8], "sequences": [1024]},
            {"clusters": ["1x1 V100"], "models": ["Llama 3 8B"], "batches": [4, 8]},
            {"clusters": ["5x1 V100 / torus 3rows"], "models": ["GPT-3 1.3B"]}]})");
        QVERIFY(json);
        auto read = readSweepSpec(*json, m_folder.path().toStdString());
        QVERIFY2(read.spec, read.findings.errors.empty() ? "" : toString(read.findings.errors.front()).c_str());
        m_spec = *std::move(read.spec);
        QCOMPARE(m_spec.rows(), std::size_t(14));
        m_whole = path("whole.jsonl");
        const auto run = runShard(m_spec, {}, m_whole, 1);
        QVERIFY(run && run->written == 14 && run->found == 0 && !run->stopped);
        m_table = tableOf({m_whole});
        QVERIFY(m_table.starts_with("{"));
    }
    void rowsAnswer()
    {
        const Json rows = mergedJson(mergeRows({m_whole}))["rows"];
        QCOMPARE(rows.size(), std::size_t(14));
        const Json &first = rows[0];
        const Json &second = rows[1];
        QVERIFY(first["stepTime"].get<double>() > 0 && first["proved"].is_boolean() && first["plan"].is_object());
        QVERIFY(first["stepTime"] == second["stepTime"]);
        QVERIFY(first["jitteredStepTime"].get<double>() > first["stepTime"].get<double>());
        QVERIFY(first["jitteredStepTime"] != second["jitteredStepTime"]);
        QVERIFY(first["key"] != second["key"]);
        QCOMPARE(first["devices"].get<int>(), 4);
        // A model that does not fit, and a torus that cannot be built.
        QVERIFY(rows[8]["stepTime"].is_null() && rows[8]["reason"].is_string());
        QVERIFY(rows[13]["stepTime"].is_null());
        QVERIFY2(rows[13]["reason"].get<std::string>().find("rows") != std::string::npos, rows[13].dump().c_str());
    }
    void aSecondRunComputesNothing()
    {
        const std::string before = textOf(m_whole);
        const auto run = runShard(m_spec, {}, m_whole, 1);
        QVERIFY(run && run->written == 0 && run->found == 14);
        QCOMPARE(textOf(m_whole), before);
    }
    void shardsAndThreadsGiveTheSameTable()
    {
        for (const std::size_t count : {2, 3, 8, 20}) {
            std::vector<std::string> files;
            std::size_t rows = 0;
            for (std::size_t index = 1; index <= count; ++index) {
                files.push_back(path("of" + std::to_string(count) + "-" + std::to_string(index)));
                const auto run = runShard(m_spec, {index, count}, files.back(), unsigned(1 + index % 3));
                QVERIFY(run && !run->stopped);
                rows += run->written;
            }
            QCOMPARE(rows, std::size_t(14));
            std::reverse(files.begin(), files.end());
            QCOMPARE(tableOf(files), m_table);
        }
    }
    void aStoppedRunIsGoneOnWith()
    {
        const std::string file = path("stopped.jsonl");
        int asked = 0;
        const StopToken stop = StopToken().orWhen([&] { return ++asked > 40; });
        const auto stopped = runShard(m_spec, {}, file, 1, stop);
        QVERIFY(stopped && stopped->stopped && stopped->written < 14);
        const auto rest = runShard(m_spec, {}, file, 1);
        QVERIFY(rest && !rest->stopped && rest->found == stopped->written);
        QCOMPARE(tableOf({file}), m_table);
    }
    void aFileThatIsCutAnywhereIsCompleted()
    {
        const std::string whole = textOf(m_whole);
        HETEROSCOPE_PROPERTY("cut", [&] {
            const auto length = *rc::gen::inRange<std::size_t>(0, whole.size() + 1);
            const std::string file = path("cut.jsonl");
            RC_ASSERT(bool(writeFileAtomically(file, whole.substr(0, length))));
            const auto run = runShard(m_spec, {}, file, 2);
            RC_ASSERT(run && run->found + run->written == 14);
            RC_ASSERT(tableOf({file}) == m_table);
        });
    }
    void filesOfOtherSweepsAreNotTouched()
    {
        SweepSpec other = m_spec;
        other.id = "0123456789abcdef";
        const std::string before = textOf(m_whole);
        const auto run = runShard(other, {}, m_whole, 1);
        QVERIFY(!run && run.error().path == "1:1" && run.error().file == m_whole && !run.error().hint.empty());
        QCOMPARE(textOf(m_whole), before);
        const std::string diary = path("diary.txt");
        QVERIFY(writeFileAtomically(diary, "dear diary\n"));
        QVERIFY(!runShard(m_spec, {}, diary, 1));
        QCOMPARE(textOf(diary), std::string("dear diary\n"));
    }
    void mergingNamesWhatIsWrong()
    {
        const std::string half = path("half.jsonl"), changed = path("changed.jsonl"), torn = path("torn.jsonl");
        QVERIFY(runShard(m_spec, {1, 2}, half, 1));
        const auto missing = mergeRows({half});
        QCOMPARE(missing.missing(), std::size_t(6));
        QVERIFY(!missing.findings.ok() &&
                toString(missing.findings.errors[0]).find("rows 2 to 3") != std::string::npos);
        const auto twice = mergeRows({m_whole, half});
        QVERIFY(twice.findings.ok() && twice.findings.warnings.size() == 8);
        QCOMPARE(toText(mergedJson(twice)) + mergedCsv(twice), m_table);

        std::string text = textOf(half);
        const auto at = text.find("\"devices\":4");
        QVERIFY(at != std::string::npos);
        QVERIFY(writeFileAtomically(changed, text.replace(at, 11, "\"devices\":5")));
        const auto conflict = mergeRows({m_whole, changed});
        QCOMPARE(conflict.findings.errors.size(), std::size_t(1));
        QVERIFY(toString(conflict.findings.errors[0]).find("another answer") != std::string::npos);
        QCOMPARE(conflict.findings.errors[0].file, changed);

        QVERIFY(writeFileAtomically(torn, textOf(m_whole) + "{\"sweep\":"));
        const auto cut = mergeRows({torn});
        QVERIFY(cut.findings.ok() && cut.findings.warnings.size() == 1);
        QVERIFY(!mergeRows({path("none.jsonl")}).findings.ok());
        QVERIFY(writeFileAtomically(torn, ""));
        QVERIFY(!mergeRows({torn}).findings.ok());
    }
    void shardsAreReadFromText()
    {
        const auto shard = parseShard("3/8");
        QVERIFY(shard && shard->index == 3 && shard->count == 8);
        for (const char *text : {"", "3", "0/8", "9/8", "a/8", "3/", "3/8/2", "-1/8", "3/99999999999999999999"})
            QVERIFY2(!parseShard(text), text);
    }
    void anyLineIsARowOrRefused()
    {
        HETEROSCOPE_PROPERTY("lines", [] { (void)parseRow(*rc::gen::arbitrary<std::string>()); });
        for (const char *line :
             {"", "{}", "[]", "null", R"({"sweep": 1, "row": 0, "rows": 1})", R"({"sweep": "x", "row": -1, "rows": 1})",
              R"({"sweep": "x", "row": 1, "rows": 1})", R"({"sweep": "x", "row": 0, "rows": 1e300})"})
            QVERIFY2(!parseRow(line), line);
    }
};

QTEST_GUILESS_MAIN(RunShardTest)
#include "run_shard_test.moc"
