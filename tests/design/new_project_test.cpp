// SPDX-License-Identifier: GPL-3.0-or-later
//
// Projects from a few words: what is asked for, what is left out, and names.
#include "design/design_search.h"
#include "design/new_project.h"
#include "project/recipe_text.h"
#include "support/strict_test.h"

using namespace heteroscope;

class NewProjectTest : public StrictTest
{
    Q_OBJECT

    static ClusterRecipe recipe(const char *text)
    {
        const auto parsed = parseRecipe(text);
        if (!parsed)
            qFatal("%s", text);
        return *parsed;
    }

private slots:
    void wishesReplaceValues()
    {
        Workload workload;
        workload.model = *findModel("GPT-3 1.3B");
        const auto plain = newProject(recipe("1x8 H100"), workload, {});
        QVERIFY(plain && plain->workload.model == workload.model);
        QCOMPARE(plain->workload.job.globalBatch, workload.job.globalBatch);
        QCOMPARE(plain->workload.job.sequenceLength, std::min(usualSequence, workload.model.maxSequence));
        const auto wished = newProject(recipe("1x8 H100"), workload, {findModel("Llama 3 8B"), "NeMo", 12, 640});
        QVERIFY(wished);
        QCOMPARE(wished->workload.model.name, std::string("Llama 3 8B"));
        QCOMPARE(wished->workload.job.softwareStack, std::string("NeMo"));
        QCOMPARE(wished->workload.job.globalBatch, 12);
        QCOMPARE(wished->workload.job.sequenceLength, 640);
    }
    void thePrecisionIsOneOfEveryDevice()
    {
        const auto project = newProject(recipe("1x8 V100"), {}, {findModel("GPT-3 1.3B"), {}, 0, 0});
        QVERIFY(project && project->workload.job.precision != Precision::bf16);
    }
    void namesMayBeWrittenLoosely()
    {
        QCOMPARE((*modelNamed("llama3-8b"))->name, std::string("Llama 3 8B"));
        QCOMPARE((*stackNamed("nemo"))->name, std::string("NeMo"));
        const auto unknown = modelNamed("Llama 3 8C");
        QVERIFY(!unknown && unknown.error().code == Error::Code::reference);
        QVERIFY(unknown.error().hint.find("Llama 3 8B") != std::string::npos);
        // "GPT-3 1.3B" and "GPT-3 13B" are the same without signs.
        QVERIFY(!modelNamed("gpt3-1.3b"));
    }
    void designsAreCountedByLimit()
    {
        DesignSpec spec;
        spec.choices = {{{{recipe("1x8 H100").groups.front(), 20, 8}}, {0, 1, 2, 4}}};
        spec.fabrics.emplace_back();
        spec.maxPricePerHour = 50;
        const DesignCandidates candidates = enumerateDesigns(spec);
        QCOMPARE(candidates.enumerated, std::size_t(3));
        QCOMPARE(candidates.designs.size(), std::size_t(2));
        QCOMPARE(candidates.prunedBy.at(DesignRejection::price), std::size_t(1));
        QCOMPARE(candidates.designs[1].devices, std::size_t(16));
        QCOMPARE(candidates.designs[1].pricePerHour, 40.0);
    }
};

QTEST_GUILESS_MAIN(NewProjectTest)
#include "new_project_test.moc"
