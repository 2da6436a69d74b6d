// SPDX-License-Identifier: GPL-3.0-or-later
//
// Man page and help of a program made up here; those of hscope are looked at in commands/completion.
#include "support/strict_test.h"
#include "usage/help_text.h"
#include "usage/man_page.h"

using namespace heteroscope;

namespace {

ProgramTable sampleProgram()
{
    ProgramTable table;
    table.name = "sample";
    table.version = "1.2";
    table.what = "show what a page holds";
    table.description = ".starts with a dot\n\nand has a back\\slash";
    table.options = {
        {{}, "FILE", "file to read", ValueKind::file, {}, true, true},
        {{"-o", "--output"}, "OUT", "file to write", ValueKind::file, {}, true},
        {{"--mode"}, "MODE", "how", ValueKind::text, {"fast", "exact"}},
        {{"--quiet"}, {}, "print nothing"},
    };
    table.exitStatuses = {{0, "done"}};
    table.seeAlso = {"other(1)"};
    return table;
}

} // namespace

class ManPageTest : public StrictTest
{
    Q_OBJECT

private slots:
    void thePageHoldsTheTable()
    {
        const auto page = manPage(sampleProgram());
        for (const char *part :
             {".TH \"SAMPLE\" 1 \"\" \"sample 1.2\"", "sample \\- show what a page holds",
              "\\fBsample\\fR FILE... \\-o OUT [OPTION]...", "\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIOUT\\fR",
              "One of \\fBfast\\fR, \\fBexact\\fR.", "Print nothing.", "\\&.starts with a dot", "back\\eslash",
              ".SH EXIT STATUS\n.TP\n\\fB0\\fR\nDone.", ".BR other (1)"})
            QVERIFY2(page.find(part) != std::string::npos, part);
    }
    void theHelpHoldsTheTable()
    {
        const auto help = helpText(sampleProgram());
        for (const char *part : {"Usage: sample FILE... -o OUT [OPTION]...", "  -o, --output OUT  file to write\n",
                                 "  --quiet           print nothing\n"})
            QVERIFY2(help.find(part) != std::string::npos, help.c_str());
    }
};

QTEST_GUILESS_MAIN(ManPageTest)
#include "man_page_test.moc"
