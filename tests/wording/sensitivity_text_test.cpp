// SPDX-License-Identifier: GPL-3.0-or-later
#include "wording/sensitivity_text.h"

#include "support/strict_test.h"

#include <set>

using namespace heteroscope;

class SensitivityTextTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everyKindHasWords()
    {
        std::set<std::string> words;
        for (std::size_t i = 0; i < sensitivityKindNames.size(); ++i) {
            const auto kind = static_cast<SensitivityKind>(i);
            words.insert(subjectText({kind, "x", {"x", "y"}, 1, {}}));
            words.insert(subjectText({kind, "x", {"x"}, 1, {}}));
            QVERIFY(!valueText(kind, 1e9).empty());
        }
        QVERIFY(words.size() >= sensitivityKindNames.size() + 2);
        QVERIFY(!words.contains({}));
    }
    void thresholdsAreSentences()
    {
        SensitivityItem item;
        item.subject = {SensitivityKind::link, "spine-2", {"spine-2"}, 25e9, {}};
        QCOMPARE(thresholdText(item), std::string());
        item.enough = SensitivityThreshold{12e9, true};
        QCOMPARE(thresholdText(item), std::string("link spine-2: nothing above 12.0 GB/s matters, it has more"));
        item.enough = SensitivityThreshold{50e9, false};
        QCOMPARE(thresholdText(item), std::string("link spine-2: nothing above 50.0 GB/s matters (at most: a search on "
                                                  "the way was not proved)"));
        item.enough = SensitivityThreshold{0, true};
        QVERIFY(thresholdText(item).find("no bandwidth matters") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(SensitivityTextTest)
#include "sensitivity_text_test.moc"
