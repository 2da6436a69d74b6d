// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster/catalog.h"
#include "document/document.h"
#include "project/edits.h"
#include "support/strict_test.h"

#include <QSignalSpy>
#include <QTemporaryDir>

using namespace heteroscope;

class DocumentTest : public StrictTest
{
    Q_OBJECT

private slots:
    void undoGivesBackTheVeryProject()
    {
        Document document;
        const Project before = document.project();
        QVERIFY(addH100(document, "h100-0"));
        const Project after = document.project();
        QVERIFY(!(after == before));
        document.undoStack()->undo();
        QVERIFY(document.project() == before);
        document.undoStack()->redo();
        QVERIFY(document.project() == after);
    }

    void anEditThatChangesNothingIsDropped()
    {
        Document document;
        QSignalSpy changed(&document, &Document::projectChanged);
        QVERIFY(!document.edit(QStringLiteral("nothing"), document.project()));
        QCOMPARE(document.undoStack()->count(), 0);
        QCOMPARE(changed.count(), 0);
    }

    void refusedEditsSayWhyAndLeaveNoTrace()
    {
        Document document;
        addH100(document, "h100-0");
        QSignalSpy refused(&document, &Document::editRefused);
        const LinkType *type = builtinCatalog().findLink("InfiniBand HDR 200G");
        QVERIFY(type);
        QVERIFY(!document.edit(QStringLiteral("link"), addLink(document.project(), "h100-0", "h100-0", *type)));
        QCOMPARE(refused.count(), 1);
        QVERIFY(!refused.first().first().toString().isEmpty());
        QCOMPARE(document.undoStack()->count(), 1);
    }

    void typingInOneFieldIsOneStep()
    {
        Document document;
        for (int batch : {1, 12, 128})
            setBatch(document, batch);
        QCOMPARE(document.undoStack()->count(), 1);
        QCOMPARE(document.project().workload.job.globalBatch, 128);
        document.undoStack()->undo();
        QCOMPARE(document.project().workload.job.globalBatch, TrainingJob().globalBatch);
    }

    void leavingTheFieldEndsTheStep()
    {
        Document document;
        setBatch(document, 1);
        document.endMerge();
        setBatch(document, 12);
        QCOMPARE(document.undoStack()->count(), 2);
    }

    void typingBackToTheOldValueLeavesNoStep()
    {
        Document document;
        const int old = document.project().workload.job.globalBatch;
        setBatch(document, old + 1);
        setBatch(document, old);
        QCOMPARE(document.undoStack()->count(), 0);
    }

    void selectionForgetsWhatIsGone()
    {
        Document document;
        addH100(document, "h100-0");
        addH100(document, "h100-1");
        document.selection()->selectNames({"h100-0", "h100-1"});
        document.undoStack()->undo();
        QVERIFY(document.selection()->names() == NameSet{"h100-0"});
        document.selection()->selectDevices({"h100-0:7"});
        document.undoStack()->undo();
        QVERIFY(document.selection()->isEmpty());
    }

    void selectionTellsOnlyChanges()
    {
        Selection selection;
        QSignalSpy changed(&selection, &Selection::changed);
        selection.selectNames({"a"});
        selection.selectNames({"a"});
        QCOMPARE(changed.count(), 1);
        selection.toggleName("a");
        QVERIFY(selection.isEmpty());
        selection.selectLane(2, {"a:0"});
        QCOMPARE(selection.lane(), 2);
        QVERIFY(selection.names().empty());
    }

    void savingMakesItUnmodified()
    {
        const QTemporaryDir folder;
        Document document;
        Project project;
        project.workload.model = *findModel("Llama 2 7B");
        document.reset(project);
        addH100(document, "h100-0");
        QVERIFY(document.isModified());
        QVERIFY(static_cast<bool>(document.save(folder.filePath(QStringLiteral("lab.hscope.json")))));
        QVERIFY(!document.isModified());
        QCOMPARE(document.displayName(), QStringLiteral("lab"));
        document.undoStack()->undo();
        QVERIFY(document.isModified());
    }

    void aSaveThatFailsChangesNothing()
    {
        const QTemporaryDir folder;
        Document document;
        addH100(document, "h100-0");
        const Status status = document.save(folder.filePath(QStringLiteral("no/such/folder/lab.hscope.json")));
        QVERIFY(!status);
        QVERIFY(document.isModified());
        QVERIFY(document.filePath().isEmpty());
    }

private:
    static bool addH100(Document &document, const std::string &name)
    {
        const Node *node = builtinCatalog().findNode("8x H100 HGX");
        return node && document.edit(QStringLiteral("add"), addNode(document.project(), *node, name, {0, 0}));
    }
    static void setBatch(Document &document, int batch)
    {
        Workload workload = document.project().workload;
        workload.job.globalBatch = batch;
        document.edit(QStringLiteral("batch"), setWorkload(document.project(), workload), QStringLiteral("batch"));
    }
};

QTEST_GUILESS_MAIN(DocumentTest)
#include "document_test.moc"
