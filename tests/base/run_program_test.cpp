// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/run_program.h"
#include "support/strict_test.h"

#include <QTemporaryDir>

#include <csignal>

using namespace heteroscope;

class RunProgramTest : public StrictTest
{
    Q_OBJECT

private slots:
    void itsOutputAndStatusAreTaken()
    {
        const auto output = runProgram({"sh", "-c", "printf 'one\\ntwo'; echo no >&2; exit 3"});
        QVERIFY(output);
        QCOMPARE(output->text, std::string("one\ntwo"));
        QCOMPARE(output->status, 3);
    }
    void wordsAreNoCommands()
    {
        const auto output = runProgram({"printf", "%s", "$(exit 1); `x` 'y'"});
        QVERIFY(output);
        QCOMPARE(output->text, std::string("$(exit 1); `x` 'y'"));
    }
    void itSpeaksEnglish()
    {
        qputenv("LC_ALL", "de_DE.UTF-8");
        const auto output = runProgram({"sh", "-c", "printf %s \"$LC_ALL\""});
        qunsetenv("LC_ALL");
        QVERIFY(output);
        QCOMPARE(output->text, std::string("C"));
    }
    void aSignalIsAStatus()
    {
        const auto output = runProgram({"sh", "-c", "kill -TERM $$"});
        QVERIFY(output);
        QCOMPARE(output->status, 128 + SIGTERM);
    }
    void whatIsNotThereIsSaid()
    {
        QCOMPARE(runProgram({"no-such-program-anywhere"}).error(), ProgramFailure::notFound);
        QTemporaryDir folder;
        QCOMPARE(runProgram({folder.path().toStdString()}).error(), ProgramFailure::notFound);
    }
    void anEndlessOneIsEnded()
    {
        ProgramLimits limits;
        limits.mostBytes = 100'000;
        QCOMPARE(runProgram({"yes"}, limits).error(), ProgramFailure::tooMuch);
        limits = {};
        limits.limit = Seconds(0);
        QCOMPARE(runProgram({"cat", "/dev/zero"}, limits).error(), ProgramFailure::tooLong);
        std::stop_source source;
        source.request_stop();
        limits = {};
        limits.stop = source.get_token();
        QCOMPARE(runProgram({"cat", "/dev/zero"}, limits).error(), ProgramFailure::stopped);
    }
    void itHasNoInput()
    {
        const auto output = runProgram({"cat"});
        QVERIFY(output);
        QVERIFY(output->text.empty());
    }
};

QTEST_GUILESS_MAIN(RunProgramTest)
#include "run_program_test.moc"
