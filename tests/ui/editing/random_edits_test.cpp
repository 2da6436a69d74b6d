// SPDX-License-Identifier: GPL-3.0-or-later
//
// Any number of edits of every kind can be undone and done again, and none of them makes a mistake.
#include "cluster/cluster_json.h"
#include "support/strict_test.h"
#include "ui/support/random_edits.h"

using namespace heteroscope;

class RandomEditsTest : public StrictTest
{
    Q_OBJECT

private slots:
    void aThousandEditsUndoneGiveBackTheDocument()
    {
        for (std::uint32_t seed = 1; seed <= 5; ++seed) {
            Document document;
            addFromPalette(document, PaletteKind::node, QStringLiteral("8x H100 HGX"), {});
            const Project before = document.project();
            const int first = document.undoStack()->index();
            RandomEdits edits(document, seed);
            for (int i = 0; i < 1000; ++i)
                edits.step(i);
            const Project after = document.project();
            const Findings mistakes = findClusterMistakes(after.cluster, "/cluster");
            QVERIFY2(mistakes.ok(), mistakes.ok() ? "" : toString(mistakes.errors.front()).c_str());
            QVERIFY(findMappingMistakes(after.mappings, after.cluster, "/mappings").ok());
            while (document.undoStack()->index() > first)
                document.undoStack()->undo();
            QVERIFY(document.project() == before);
            while (document.undoStack()->canRedo())
                document.undoStack()->redo();
            QVERIFY(document.project() == after);
        }
    }
};

QTEST_MAIN(RandomEditsTest)
#include "random_edits_test.moc"
