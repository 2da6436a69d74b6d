// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/text_table.h"

#include "support/strict_test.h"

using namespace heteroscope;

class TextTableTest : public StrictTest
{
    Q_OBJECT

private slots:
    void alignsTextLeftAndNumbersRight()
    {
        TextTable table({"name", "value"});
        table.add({"long name", "1"});
        table.add({"\u00e9", "10"});
        QCOMPARE(table.text(), std::string("name       value\nlong name      1\n\u00e9             10\n"));
    }
    void aNumberMayBeginWithASign()
    {
        TextTable table({"share"});
        table.add({"12.5 %"});
        table.add({"< 0.1 %"});
        table.add({"\u2013"});
        QCOMPARE(table.text(), std::string("  share\n 12.5 %\n< 0.1 %\n      \u2013\n"));
    }
    void programsReadTheNumbersInFull()
    {
        TextTable table({"name", "step time", "peak memory", "share"});
        table.add({"a, \"b\"", secondsCell(Seconds(1.23456789)), memoryCell(Bytes(1024)), shareCell(0.125)});
        table.add({"=1+1", secondsCell(Seconds(2)), "-", shareCell(1)});
        QCOMPARE(table.csv(), std::string("name,step time (s),peak memory (bytes),share\n"
                                          "\"a, \"\"b\"\"\",1.23456789,1024,0.125\n"
                                          "'=1+1,2,,1\n"));
        const Json rows = {{{"name", "a, \"b\""}, {"stepTime", 1.23456789}, {"peakMemory", 1024}, {"share", 0.125}},
                           {{"name", "=1+1"}, {"stepTime", 2}, {"peakMemory", nullptr}, {"share", 1}}};
        QCOMPARE(table.json().dump(), rows.dump());
    }
    void unitsThatDifferAreNotNamed()
    {
        TextTable table({"value"});
        table.add({secondsCell(Seconds(1))});
        table.add({memoryCell(Bytes(1))});
        QCOMPARE(table.csv(), std::string("value\n1\n1\n"));
    }
    void titlesBecomeMembers()
    {
        QCOMPARE(memberName("step time"), std::string("stepTime"));
        QCOMPARE(memberName("USD/h"), std::string("usdH"));
        QCOMPARE(memberName("(peak)"), std::string("peak"));
    }
    void theSameTableForOtherPrograms()
    {
        TextTable table({"plan", "share"});
        table.add({"TP2|PP_4 <a>", "50 %"});
        table.add({"=1, \"x\"\n\\", "1,000"});
        QCOMPARE(table.markdown(), std::string("| plan | share |\n|---|---:|\n| TP2\\|PP\\_4 \\<a\\> | 50 % |\n"
                                               "| =1, \"x\" \\\\ | 1,000 |\n"));
        QCOMPARE(table.latex(),
                 std::string("\\begin{tabular}{lr}\n\\toprule\nplan & share \\\\\n\\midrule\n"
                             "TP2|PP\\_4 \\textless{}a\\textgreater{} & 50 \\% \\\\\n"
                             "=1, \"x\" \\textbackslash{} & 1,000 \\\\\n\\bottomrule\n\\end{tabular}\n"));
    }
};

QTEST_GUILESS_MAIN(TextTableTest)
#include "text_table_test.moc"
