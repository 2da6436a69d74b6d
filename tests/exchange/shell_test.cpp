// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/megatron/shell.h"

#include "exchange/megatron/command_line.h"
#include "exchange/megatron/shell_arithmetic.h"
#include "exchange/model_size.h"
#include "support/strict_test.h"

#include <fmt/format.h>

#include <fmt/ranges.h>

using namespace heteroscope;
using megatron::CommandLine;
using megatron::readShell;

class ShellTest : public StrictTest
{
    Q_OBJECT

    /// The words of the last command with options, parted by |.
    static QString last(const std::string &text)
    {
        const auto read = readShell({{"run.sh", text}});
        return read.commands.empty() ? QString()
                                     : QString::fromStdString(fmt::format("{}", fmt::join(read.commands.back(), "|")));
    }

private slots:
    void wordsAreCutAsAShellDoes_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("words");
        QTest::newRow("quotes") << "run --a 'x y' --b \"$A b\""
                                << "run|--a|x|y|--b|$A|b";
        QTest::newRow("continuation") << "run --a 1 \\\n  --b 2"
                                      << "run|--a|1|--b|2";
        QTest::newRow("comment") << "run --a 1 # --b 2\n"
                                 << "run|--a|1";
        QTest::newRow("default") << "A=${A:-4}\nB=${A:-5}\nrun --a $A --b ${B}"
                                 << "run|--a|4|--b|4";
        QTest::newRow("alternative") << "A=1\nrun --x${A:+ --a $A}${B:+ --b}"
                                     << "run|--x|--a|1";
        QTest::newRow("arithmetic") << "N=3\nW=$((N * (8 + 2) / 4))\nrun --w $W --m $((N%2))"
                                    << "run|--w|7|--m|1";
        QTest::newRow("array") << "A=(\n --a 1 # one\n --b 2\n)\nA+=(--c)\nrun ${A[@]} --n ${#A[@]}"
                               << "run|--a|1|--b|2|--c|--n|5";
        QTest::newRow("if") << "A=2\nif [ $A -gt 1 ] && [[ $A != 3 ]]; then B=(--b); else B=(--c); fi\nrun ${B[@]}"
                            << "run|--b";
        QTest::newRow("elif") << "A=x\nif [ \"$A\" = y ]; then B=--y\nelif [[ $A == x* ]]; then B=--x\nfi\nrun $B"
                              << "run|--x";
        QTest::newRow("case") << "M=8B\ncase $M in 1B) H=1;; 7B|8B) H=2;; *) H=3;; esac\nrun --h $H"
                              << "run|--h|2";
        QTest::newRow("for") << "for i in 1 2; do A=\"$A --a$i\"; done\nrun $A"
                             << "run|$A|--a1|--a2";
        QTest::newRow("function") << "f() { run --a $1; }\nf 7"
                                  << "run|--a|7";
        QTest::newRow("nested") << "C='--a $N'\nN=4\nsrun bash -c \"run $C --b\""
                                << "run|--a|4|--b";
        QTest::newRow("document") << "cat <<EOT > f\n--no 1\nEOT\nrun --a"
                                  << "run|--a";
        QTest::newRow("suffix") << "P=a/b.json\nrun --a ${P##*/} --b ${P%.json}"
                                << "run|--a|b.json|--b|a/b";
        QTest::newRow("usage") << "if [ -z \"$1\" ]; then echo usage; exit 1; fi\nrun --a"
                               << "run|--a";
        QTest::newRow("and") << "A=1; [ -z \"$B\" ] && A=2\nrun --a $A | tee log"
                             << "run|--a|2";
        QTest::newRow("slurm") << "#SBATCH --nodes=3\nrun --n $SLURM_NNODES"
                               << "run|--n|3";
    }
    void wordsAreCutAsAShellDoes()
    {
        QFETCH(QString, script);
        QFETCH(QString, words);
        QCOMPARE(last(script.toStdString()), words);
    }
    void whatIsUnknownIsAskedForByName()
    {
        const auto refused = [](const std::string &text) {
            CommandLine line(text, "run.sh");
            line.number("num-layers", 1, 100);
            return line.error() ? line.error()->found + ", " + line.error()->hint : std::string();
        };
        QVERIFY(refused("run --num-layers $L").find("no value of L, give a second file") == 0);
        QVERIFY(refused("L=$(cat layers)\nrun --num-layers $L").find("no value of L") == 0);
        QVERIFY(refused("N=$((K*2))\nrun --num-layers $N").find("no value of K") == 0);
        QVERIFY(refused("run --num-layers $2").find("no value of 2") == 0);
        QCOMPARE(refused("run --num-layers 1_0"), std::string());
    }
    void aSecondFileSaysWhatTheScriptLeavesOpen()
    {
        const ImportFile script{"dir/run.sh",
                                "source ./CONFIG.sh\nL=$(cat layers)\nrun --num-layers $L --hidden-size $H"};
        CommandLine line({{"CONFIG.sh", "H=64\n"}, {"more.sh", "L=12"}, script}, "run.sh");
        QCOMPARE(line.number("num-layers", 1, 100), 12);
        QCOMPARE(line.number("hidden-size", 1, 100), 64);
        const auto alone = readShell({script});
        QCOMPARE(alone.notes.size(), std::size_t(1));
        QVERIFY(alone.notes[0].find("CONFIG.sh") != std::string::npos);
    }
    void neverRunsAway()
    {
        std::string bombs[] = {std::string(100'000, '('),       "A=x\n",
                               "f() { f; f; }\nf --a",          std::string(50'000, '!') + " x",
                               std::string(20'000, '{'),        "x=${x:-${x:-${x:-",
                               "$((((((((((((((((((((((((((((("};
        for (int i = 0; i < 60; ++i)
            bombs[1] += "A=$A$A$A$A\n";
        for (int i = 0; i < 10'000; ++i)
            bombs[3] += " ! if case for";
        for (const std::string &bomb : bombs)
            QVERIFY(readShell({{"bomb", bomb + "\nrun --a $A"}}).commands.size() < 10);
        QVERIFY(!megatron::shellArithmetic(std::string(10'000, '-') + "1", {}));
        QVERIFY(!megatron::shellArithmetic("1/0", {}));
        QVERIFY(!megatron::shellArithmetic("999999999999999999999", {}));
    }
    void namesSayHowLargeAModelIs()
    {
        QCOMPARE(namedParameters("Qwen3-235B-A22B").value(), 235e9);
        QCOMPARE(namedParameters("train_llama3_8b_h100_fp8.sh").value(), 8e9);
        QCOMPARE(namedParameters("Llama-3.2-1.5B").value(), 1.5e9);
        QVERIFY(!namedParameters("Mixtral-8x7B"));
        QVERIFY(!namedParameters("Nemotron-8K"));
        Model model = *findModel("Llama 2 7B");
        model.parameters = 0;
        QCOMPARE(sizeWarning(model, {"no number", "model-6.7B"}), std::string());
        const std::string warning = sizeWarning(model, {"model-30B"});
        QVERIFY(warning.find("6.74 billion") != std::string::npos && warning.find("30") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(ShellTest)
#include "shell_test.moc"
