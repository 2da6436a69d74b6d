// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/nearest_stack.h"

#include "support/property.h"
#include "support/strict_test.h"

using namespace heteroscope;

class NearestStackTest : public StrictTest
{
    Q_OBJECT

private slots:
    void everyShippedStackIsItsOwnNearest()
    {
        const auto &stacks = builtinCalibration().stacks;
        for (const auto &stack : stacks)
            QCOMPARE(nearestStack(stack.name, stacks), &stack);
    }
    void namesLeadToTheirFamily_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("nearest");
        const std::pair<const char *, const char *> cases[] = {
            {"megatron_lm", "Megatron-LM"},              // the same but for punctuation
            {"Pytorch fsdp", "PyTorch FSDP"},            // and case
            {"Megatorn-LM", "Megatron-LM"},              // misspelt
            {"torchtitn", "torchtitan"},                 // misspelt, though "torch" is in it
            {"NeMo 2.0 with Bridge", "Megatron-Bridge"}, // special words before general ones
            {"NVIDIA NeMo 24.07", "NeMo"},
            {"GPT-NeoX", "Megatron-DeepSpeed"},
            {"Megatron-LM with DeepSpeed", "Megatron-DeepSpeed"},
            {"Colossal-AI", "DeepSpeed"},
            {"FlagScale", "Megatron-Core"},
            {"our Megatron fork", "Megatron-LM"},
            {"HF Accelerate", "PyTorch FSDP"},
            {"torch FSDP2", "PyTorch FSDP"},
            {"MosaicML", "Composer FSDP"},
            {"picotron", "nanotron"},
            {"InternLM trainer", "InternEvo"},
            {"HAI LLM", "HAI-LLM"},
            {"DeepSeek's own", "HAI-LLM"},
            {"HARP (Alpa)", "Megatron-LM"}, // nothing is known of it
            {"", "Megatron-LM"},
            {"\xff\xfe", "Megatron-LM"},
        };
        for (const auto &[name, nearest] : cases)
            QTest::addRow("%s", qPrintable(QString::fromLatin1(name)))
                << QString::fromLatin1(name) << QString::fromLatin1(nearest);
    }
    void namesLeadToTheirFamily()
    {
        QFETCH(QString, name);
        QFETCH(QString, nearest);
        const auto *stack = nearestStack(name.toLatin1().toStdString(), builtinCalibration().stacks);
        QVERIFY(stack);
        QCOMPARE(stack->name, nearest.toStdString());
    }
    void aFamilyWithoutItsFirstStackGivesTheNext()
    {
        auto stacks = builtinCalibration().stacks;
        std::erase_if(stacks, [](const SoftwareStack &stack) { return stack.name == "PyTorch FSDP"; });
        QCOMPARE(nearestStack("fairscale", stacks)->name, std::string("torchtitan"));
        stacks.erase(stacks.begin() + 1, stacks.end());
        QCOMPARE(nearestStack("fairscale", stacks), &stacks.front());
        QCOMPARE(nearestStack("fairscale", {}), nullptr);
    }
    void everyNameHasOne()
    {
        HETEROSCOPE_PROPERTY("a name has one nearest stack", [](const std::string &name) {
            const auto *stack = nearestStack(name, builtinCalibration().stacks);
            RC_ASSERT(stack != nullptr);
            RC_ASSERT(nearestStack(name, builtinCalibration().stacks) == stack);
        });
    }
};

QTEST_GUILESS_MAIN(NearestStackTest)
#include "nearest_stack_test.moc"
