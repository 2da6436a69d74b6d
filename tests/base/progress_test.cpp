// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/embedded_files.h"
#include "base/progress.h"
#include "base/result.h"

#include "support/strict_test.h"

#include <algorithm>

using namespace heteroscope;

class ProgressTest : public StrictTest
{
    Q_OBJECT

private slots:
    void passesOnAtMostOneUpdateAnInterval()
    {
        std::chrono::steady_clock::time_point now;
        std::vector<std::size_t> seen;
        Progress progress([&seen](const ProgressUpdate &update) { seen.push_back(update.done); },
                          std::chrono::milliseconds(50), [&now] { return now; });
        for (std::size_t i = 0; i < 10; ++i) {
            progress.report({i, 10, {}});
            now += std::chrono::milliseconds(20);
        }
        QCOMPARE(seen, (std::vector<std::size_t>{0, 3, 6, 9}));
    }

    void doesNothingWithoutListener() { Progress().report({1, 2, ProgressTask::validating}); }

    void wordsAnErrorInOneLine()
    {
        QCOMPARE(toString({Error::Code::schema, "f.json", "/a", "1", "2", "mend it"}),
                 std::string("f.json: /a: found 1, expected 2 (mend it)"));
        QCOMPARE(toString({Error::Code::schema, {}, {}, {}, "a name", {}}), std::string("expected a name"));
    }

    void embedsTheResourcesSortedByPath()
    {
        const auto &files = embeddedFiles();
        QVERIFY(
            std::is_sorted(files.begin(), files.end(), [](const auto &a, const auto &b) { return a.path < b.path; }));
        QVERIFY(embeddedFile("catalog/devices.json").starts_with("{"));
        QVERIFY(embeddedFile("catalog/none.json").empty());
    }
};

QTEST_GUILESS_MAIN(ProgressTest)
#include "progress_test.moc"
