// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the window asks before it writes over a file or leaves a project, and that a cancelled question stops everything
// that waits for the answer.
#include "catalog/catalog_dialog.h"
#include "inspector/inspector.h"
#include "project/edits.h"
#include "project/file_lock.h"
#include "project/note_edits.h"
#include "project/project_file.h"
#include "shell/main_window.h"
#include "support/content_of.h"
#include "support/strict_test.h"
#include "ui/support/window_fixture.h"
#include "widgets/note_text.h"
#include "wizard/cluster_wizard.h"

#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>

using namespace heteroscope;

namespace {

/// A window whose questions are answered, and counted.
struct AskedWindow
{
    QTemporaryDir folder;
    GatedEngine gated;
    MainWindow window{gated.engine()};
    QStringList names;     ///< what the file dialog gives, one after the other; then it is cancelled
    QStringList suggested; ///< what it was opened with
    QStringList replaced;  ///< files that were asked about
    bool mayReplace = false;
    Dialogs::Answer unsaved = Dialogs::Answer::cancel;
    int asked = 0; ///< about unsaved changes
    QString reported;

    AskedWindow()
    {
        Dialogs dialogs;
        dialogs.saveFile = [this](const QString &name) {
            suggested << name;
            return names.isEmpty() ? QString() : names.takeFirst();
        };
        dialogs.replaceFile = [this](const QString &name) {
            replaced << name;
            return mayReplace;
        };
        dialogs.unsavedChanges = [this](const QString &) {
            ++asked;
            return unsaved;
        };
        dialogs.overwriteChanged = [](const QString &) { return false; };
        dialogs.report = [this](const QString &title, const QString &) { reported = title; };
        window.setDialogs(dialogs);
    }
    QString path(const QString &name) const { return folder.filePath(name); }
    void change()
    {
        window.document()->edit(QStringLiteral("title"), setTitle(window.document()->project(), "changed", {}));
    }
    QString write(const QString &name, const QByteArray &text)
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write");
        return file.fileName();
    }
    /// The welcome page over a project with changes, which the user chose to discard.
    void leaveChangesForWelcome()
    {
        window.files().newProject();
        change();
        unsaved = Dialogs::Answer::discard;
        window.actions()[ActionId::welcome]->trigger();
        unsaved = Dialogs::Answer::cancel;
        asked = 0;
    }
};

} // namespace

class ProjectFilesTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void theNameIsCompleteBeforeTheQuestion()
    {
        AskedWindow a;
        const QString there = a.write(QStringLiteral("lab.hscope.json"), "somebody's work");
        a.window.files().newProject();
        a.change();
        a.names = {a.path(QStringLiteral("lab")), a.path(QStringLiteral("other.v2"))};
        QVERIFY(a.window.files().saveAs());
        QCOMPARE(a.replaced, QStringList{QStringLiteral("lab.hscope.json")});
        QCOMPARE(test::contentOf(there), QByteArray("somebody's work"));
        QCOMPARE(a.suggested.value(1), there); // the name that was refused, to be changed
        QVERIFY(QFileInfo::exists(a.path(QStringLiteral("other.v2.hscope.json"))));

        a.names = {a.path(QStringLiteral("lab"))};
        QVERIFY(!a.window.files().saveAs()); // refused, then the choice of a name is cancelled
        QCOMPARE(test::contentOf(there), QByteArray("somebody's work"));
        a.names = {a.path(QStringLiteral("lab"))};
        a.mayReplace = true;
        QVERIFY(a.window.files().saveAs());
        QVERIFY(loadProject(there.toStdString()));
    }

    void itsOwnFileNeedsNoQuestion()
    {
        AskedWindow a;
        const QString own = a.path(QStringLiteral("own.hscope.json"));
        a.window.files().newProject();
        a.change();
        a.names = {own};
        QVERIFY(a.window.files().saveAs());
        a.names = {a.folder.path() + QStringLiteral("/./own")};
        QVERIFY(a.window.files().saveAs());
        QVERIFY(a.replaced.isEmpty());
        // Unless another program wrote it meanwhile.
        a.write(QStringLiteral("own.hscope.json"), "changed");
        a.names = {own};
        QVERIFY(!a.window.files().saveAs());
        QCOMPARE(test::contentOf(own), QByteArray("changed"));
    }

    void aTitleLeadsIntoNoOtherFolder()
    {
        AskedWindow a;
        a.window.files().newProject();
        a.window.document()->edit(QStringLiteral("title"),
                                  setTitle(a.window.document()->project(), "../../etc/a\nb", {}));
        a.window.files().saveAs();
        QCOMPARE(a.suggested, QStringList{QStringLiteral("..-..-etc-a-b.hscope.json")});
    }

    void aFileThatCanBeOpenedCanBeSaved_data()
    {
        QTest::addColumn<QString>("name");
        const QString ending = QStringLiteral(".hscope.json");
        QTest::newRow("longest") << QString(255 - ending.size(), u'n') + ending;
        QTest::newRow("longest in characters of three bytes") << QString(81, QChar(0x6a21)) + ending; // 243 + 12 = 255
        QTest::newRow("no ending") << QStringLiteral("plain");
        QTest::newRow("odd letters") << QStringLiteral(" a\tb*?\"'%1[*]&<b>.json");
        QTest::newRow("capitals") << QStringLiteral("LAB.JSON");
    }
    void aFileThatCanBeOpenedCanBeSaved()
    {
        QFETCH(QString, name);
        AskedWindow a;
        a.window.files().startAutosave(a.path(QStringLiteral("recovery")));
        const QString file = a.path(name);
        QVERIFY(QFile::copy(qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR") +
                                QStringLiteral("/resources/examples/rtx3090-titan.hscope.json"),
                            file));
        QVERIFY(QFile::setPermissions(file, QFileDevice::ReadOwner | QFileDevice::WriteOwner));
        QVERIFY2(a.window.files().open(file), qPrintable(a.reported));
        QCOMPARE(FileLock(lockPathOf(file.toStdString())).state(), FileLock::State::others); // it is locked
        a.change();
        QVERIFY2(a.window.files().save(), qPrintable(a.reported));
        QCOMPARE(loadProject(file.toStdString())->title, std::string("changed"));
        a.window.files().letGo();
        QCOMPARE(QDir(a.folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{name});
    }

    void aCancelledQuestionKeepsTheProjectFromTheCatalog()
    {
        AskedWindow a;
        a.leaveChangesForWelcome();
        const ProjectSnapshot before = a.window.document()->snapshot();
        a.window.actions()[ActionId::catalog]->trigger();
        QCOMPARE(a.asked, 1);
        QVERIFY(a.window.isWelcomeShown());
        QVERIFY(!a.window.findChild<CatalogDialog *>());
        QCOMPARE(a.window.document()->snapshot(), before);
        a.unsaved = Dialogs::Answer::discard;
        a.window.actions()[ActionId::catalog]->trigger();
        QVERIFY(!a.window.isWelcomeShown());
        QVERIFY(a.window.findChild<CatalogDialog *>());
    }

    void aCancelledQuestionKeepsTheWizardAndTheProject()
    {
        AskedWindow a;
        a.leaveChangesForWelcome();
        const ProjectSnapshot before = a.window.document()->snapshot();
        a.window.actions()[ActionId::addCluster]->trigger();
        auto *wizard = a.window.findChild<ClusterWizard *>();
        QVERIFY(wizard);
        auto *add = wizard->findChild<QPushButton *>(QStringLiteral("add"));
        add->click();
        QCOMPARE(a.asked, 1);
        QVERIFY(wizard->isVisible()); // what was described in it is not lost
        QCOMPARE(a.window.document()->snapshot(), before);
        a.unsaved = Dialogs::Answer::discard;
        add->click();
        QVERIFY(!wizard->isVisible());
        QVERIFY(!a.window.isWelcomeShown());
        QVERIFY(!a.window.document()->project().cluster.nodes.empty());
    }

    void aCancelledQuestionImportsNothing()
    {
        AskedWindow a;
        a.leaveChangesForWelcome();
        const ProjectSnapshot before = a.window.document()->snapshot();
        const QString config = a.write(
            QStringLiteral("config.json"),
            R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 4096, "num_hidden_layers": 32,
               "num_attention_heads": 32, "intermediate_size": 11008, "vocab_size": 32000, "max_position_embeddings": 4096})");
        const auto drop = [&] {
            QMimeData data;
            data.setUrls({QUrl::fromLocalFile(config)});
            QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(&a.window, &enter);
            QDropEvent event(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(&a.window, &event);
        };
        drop();
        QCOMPARE(a.asked, 1);
        QVERIFY(a.window.isWelcomeShown());
        QCOMPARE(a.window.document()->snapshot(), before);
        a.unsaved = Dialogs::Answer::discard;
        drop();
        QVERIFY(!a.window.isWelcomeShown());
        QCOMPARE(a.window.document()->project().workload.model.layers, 32);
    }

    void savingTakesTheNoteThatIsWrittenInTheInspector()
    {
        AskedWindow a;
        a.window.files().newProject();
        a.window.show();
        Note note;
        note.text = "first";
        a.window.document()->edit(QStringLiteral("note"), addNote(a.window.document()->project(), note));
        a.names = {a.path(QStringLiteral("noted"))};
        QVERIFY(a.window.files().save());
        a.window.document()->selection()->selectNames({noteKey(1)});
        auto *field = a.window.view<Inspector>()->findChild<NoteText *>();
        QVERIFY(field);
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("the very "));
        QVERIFY(!a.window.document()->isModified());
        QVERIFY(!a.window.close()); // it is unsaved work: asked, cancelled
        QCOMPARE(a.asked, 1);
        QTest::keyClicks(field, QStringLiteral("very "));
        QVERIFY(a.window.files().save());
        QCOMPARE(loadProject(a.path(QStringLiteral("noted.hscope.json")).toStdString())->notes.front().text,
                 std::string("the very very first"));
    }
};

QTEST_MAIN(ProjectFilesTest)
#include "project_files_test.moc"
