// SPDX-License-Identifier: GPL-3.0-or-later
//
// The catalog by mouse and keyboard, the project's own entries in palette and bar, and files dropped on the window.
#include "catalog/catalog_dialog.h"
#include "catalog/entry_form.h"
#include "editing/canvas_edits.h"
#include "palette/palette_view.h"
#include "shell/main_window.h"
#include "support/strict_test.h"
#include "ui/support/picture.h"
#include "ui/support/window_fixture.h"
#include "workload_bar/workload_bar.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeView>

using namespace heteroscope;

namespace {

/// A window with a node of eight A100, and its catalog.
struct OpenedCatalog
{
    GatedEngine gated;
    MainWindow window{gated.engine()};
    Document &document = *window.document();
    QStringList reports;
    QString device;

    OpenedCatalog()
    {
        Dialogs dialogs;
        dialogs.unsavedChanges = [](const QString &) { return Dialogs::Answer::discard; };
        dialogs.report = [this](const QString &title, const QString &text) { reports << title + u'\n' + text; };
        dialogs.chooseDevice = [this](const QStringList &names) { return names.contains(device) ? device : QString(); };
        window.setDialogs(dialogs);
        window.show();
        window.files().newProject();
        addFromPalette(document, PaletteKind::node, QStringLiteral("8x A100-80GB HGX"), {});
    }
    const Project &project() const { return document.project(); }
    void press(ActionId id) { window.actions()[id]->trigger(); }
    CatalogDialog *catalog()
    {
        press(ActionId::catalog);
        auto *dialog = window.findChild<CatalogDialog *>();
        if (!dialog || !QTest::qWaitForWindowActive(dialog))
            QTest::qFail("the catalog is not in front", __FILE__, __LINE__);
        return dialog;
    }
    /// Drops files on the canvas, as a file manager does.
    void drop(const QStringList &paths)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString &path : paths)
            urls << QUrl::fromLocalFile(path);
        data.setUrls(urls);
        QWidget *canvas = window.canvas()->viewport();
        QDragEnterEvent enter(canvas->rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(canvas, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent dropped(canvas->rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        // Qt gives it to the widget that took the drag.
        QApplication::sendEvent(&window, &dropped);
        QVERIFY(dropped.isAccepted());
    }
};

QString catalogFixture(const char *name)
{
    return QStringLiteral("%1/tests/exchange/fixtures/%2")
        .arg(qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR"), QLatin1String(name));
}

template<class Field>
Field *field(const CatalogDialog &dialog, const char *name)
{
    for (Field *one : dialog.findChildren<Field *>())
        if (one->accessibleName() == QLatin1String(name))
            return one;
    return nullptr;
}

void click(const CatalogDialog &dialog, const char *name)
{
    auto *button = dialog.findChild<QPushButton *>(QLatin1String(name));
    QVERIFY2(button && button->isVisible() && button->isEnabled(), name);
    QTest::mouseClick(button, Qt::LeftButton);
}

void type(QLineEdit *edit, const QString &text)
{
    QVERIFY(edit);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
}

} // namespace

class CatalogTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void theModelKeepsTheRules()
    {
        CatalogModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        CatalogFilter filter;
        filter.setSourceModel(&model);
        const QAbstractItemModelTester filterTester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        Project project;
        for (const EntryKind kind : {EntryKind::device, EntryKind::link, EntryKind::model, EntryKind::node})
            project = *addEntry(project, newEntry(kind));
        model.setProject(project);
        QCOMPARE(model.rowCount(model.section(EntryKind::link)), static_cast<int>(builtinCatalog().links.size()) + 1);
        QVERIFY(model.isOwn(model.find(EntryKind::link, "New link", true)));
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        project.library.links.front().bandwidth = BytesPerSecond(1e9);
        model.setProject(project);
        QCOMPARE(reset.count(), 0);
        QCOMPARE(changed.count(), 1);
        filter.setOwnOnly(true);
        QCOMPARE(filter.rowCount(), 4);
        filter.setSearch(QStringLiteral("link"));
        QCOMPARE(filter.rowCount(), 1);
        model.setProject({});
        QCOMPARE(filter.rowCount(), 0);
        filter.setOwnOnly(false);
        filter.setSearch(QStringLiteral("mi300x"));
        QVERIFY(filter.rowCount() >= 2); // the device and a node of it
    }

    void theSearchKnowsShortWordsAndCountsItsHits()
    {
        CatalogModel model;
        CatalogFilter filter;
        filter.setSourceModel(&model);
        const auto figure = [&filter](int section) {
            return filter.index(section, CatalogModel::figureColumn).data().toString();
        };
        QCOMPARE(figure(0), QString::number(builtinCatalog().devices.size()));
        filter.setSearch(QStringLiteral("ndr400")); // as a recipe calls it
        QCOMPARE(filter.rowCount(), 1);
        const QModelIndex links = filter.index(0, 0);
        QVERIFY(filter.rowCount(links) >= 1);
        QVERIFY(filter.rowCount(links) < static_cast<int>(builtinCatalog().links.size()));
        QCOMPARE(figure(0), QString::number(filter.rowCount(links)));
        for (int row = 0; row < filter.rowCount(links); ++row)
            QVERIFY(filter.index(row, 0, links).data().toString().contains(QStringLiteral("NDR 400G")));
        filter.setSearch(QStringLiteral("eth25"));
        QCOMPARE(filter.index(0, 0, filter.index(0, 0)).data().toString(), QStringLiteral("Ethernet 25G (TCP)"));
        filter.setSearch(QStringLiteral("rtx3090"));
        QVERIFY(filter.rowCount() >= 1);
    }

    void largeCountsAreSaidInWords()
    {
        QCOMPARE(parametersText(1.026e12), QStringLiteral("1.03 trillion"));
        QCOMPARE(parametersText(6.738e9), QStringLiteral("6.74 billion"));
        QCOMPARE(parametersText(355e6), QStringLiteral("355 million"));
    }

    void everyEntryShowsItsFigures()
    {
        OpenedCatalog o;
        CatalogDialog *dialog = o.catalog();
        QVERIFY(dialog);
        const CatalogModel &model = *dialog->model();
        for (const EntryKind kind : {EntryKind::device, EntryKind::link, EntryKind::model, EntryKind::node})
            for (const CatalogEntry &entry : builtinEntries(kind)) {
                QVERIFY(!model.find(kind, nameOf(entry), false).data(Qt::DisplayRole).toString().isEmpty());
                dialog->choose(kind, nameOf(entry), false);
                QVERIFY(dialog->form()->draft() == entry);
            }
        dialog->choose(EntryKind::device, "H100-80GB SXM", false);
        QCOMPARE(field<QLineEdit>(*dialog, "Memory")->text(), QStringLiteral("80"));
        QVERIFY(field<QLineEdit>(*dialog, "Memory")->isReadOnly());
        // What only can be read stands there as words, whole.
        QVERIFY(field<QLineEdit>(*dialog, "Source")->isHidden());
        QVERIFY(!field<QLabel>(*dialog, "Source")->isHidden());
        QVERIFY(!field<QLabel>(*dialog, "Source")->text().isEmpty());
        QVERIFY(field<QLabel>(*dialog, "Source")->wordWrap());
        QVERIFY(field<QComboBox>(*dialog, "Efficiency curves")->isHidden());
        dialog->choose(EntryKind::model, "Llama 2 7B", false);
        const auto *flag = field<QCheckBox>(*dialog, "Gated MLP (SwiGLU)");
        QVERIFY(flag && flag->isVisible() && flag->isEnabled());
        const bool before = flag->isChecked();
        QTest::mouseClick(dialog->windowHandle(), Qt::LeftButton, {},
                          flag->mapTo(dialog, QPoint(8, flag->height() / 2)));
        QCOMPARE(flag->isChecked(), before);          // in full ink, but not to be changed
        QCOMPARE(o.document.undoStack()->count(), 1); // looking changes nothing
    }

    void arrowKeysInTheSearchMoveThroughWhatWasFound()
    {
        OpenedCatalog o;
        CatalogDialog *dialog = o.catalog();
        QTest::keyClicks(dialog->searchField(), QStringLiteral("a100"));
        const QModelIndex first = dialog->tree()->currentIndex();
        QTest::keyClick(dialog->searchField(), Qt::Key_Down);
        QVERIFY(dialog->tree()->currentIndex() != first);
        QTest::keyClick(dialog->searchField(), Qt::Key_Up);
        QCOMPARE(dialog->tree()->currentIndex(), first);
        QCOMPARE(dialog->searchField()->text(), QStringLiteral("a100")); // typing goes on
    }

    void aCopyIsEditedAndUndone()
    {
        OpenedCatalog o;
        CatalogDialog *dialog = o.catalog();
        QTest::keyClicks(dialog->searchField(), QStringLiteral("h100 80"));
        dialog->choose(EntryKind::device, "H100-80GB SXM", false);
        const Project before = o.project();
        click(*dialog, "copy");
        QCOMPARE(o.project().cluster.deviceTypes.size(), std::size_t(1));
        QCOMPARE(o.project().cluster.deviceTypes[0].name, std::string("H100-80GB SXM (2)"));
        auto *name = dialog->findChild<QLineEdit *>(QStringLiteral("entryName"));
        type(name, QStringLiteral("H100 96G"));
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(o.project().cluster.deviceTypes[0].name, std::string("H100 96G"));
        const int steps = o.document.undoStack()->count();
        type(field<QLineEdit>(*dialog, "Memory"), QStringLiteral("96"));
        QVERIFY2(dialog->remark().isEmpty(), qPrintable(dialog->remark()));
        QCOMPARE(field<QLineEdit>(*dialog, "Memory")->text(), QStringLiteral("96"));
        QCOMPARE(o.project().cluster.deviceTypes[0].memory.value, 96.0 * 1024 * 1024 * 1024);
        QCOMPARE(o.document.undoStack()->count(), steps + 1); // typing is one step
        // No number: the precision is not supported.
        QLineEdit *fp8 = field<QLineEdit>(*dialog, "Peak in fp8");
        QVERIFY(!fp8->text().isEmpty());
        fp8->setFocus();
        fp8->selectAll();
        QTest::keyClick(fp8, Qt::Key_Backspace);
        QVERIFY(!o.project().cluster.deviceTypes[0].peakAt(Precision::fp8));
        QTest::keyClick(field<QLineEdit>(*dialog, "Memory"), Qt::Key_Return);
        while (o.document.undoStack()->index() > 1)
            o.press(ActionId::undo);
        QVERIFY(o.project() == before);
        QVERIFY(dialog->isVisible()); // it shows another entry now
    }

    void nonsenseIsMarkedAndNotTaken()
    {
        OpenedCatalog o;
        CatalogDialog *dialog = o.catalog();
        dialog->choose(EntryKind::link, "Ethernet 25G (TCP)", false);
        click(*dialog, "copy");
        const double before = o.project().library.links.front().bandwidth.value;
        type(field<QLineEdit>(*dialog, "Bandwidth per direction"), QStringLiteral("-3"));
        QVERIFY(field<QLineEdit>(*dialog, "Bandwidth per direction")->property("invalid").toBool());
        QCOMPARE(o.project().library.links.front().bandwidth.value, before);
        // A name that another own entry has.
        click(*dialog, "copy");
        auto *name = dialog->findChild<QLineEdit *>(QStringLiteral("entryName"));
        type(name, QString::fromStdString(o.project().library.links.front().name));
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(dialog->remark().contains(QStringLiteral("is taken")));
        QCOMPARE(name->text(), QString::fromStdString(o.project().library.links.back().name));
    }

    void numbersThatDoNotFitYetAreKeptAsADraft()
    {
        OpenedCatalog o;
        CatalogDialog *dialog = o.catalog();
        dialog->choose(EntryKind::model, "Llama 2 70B", false);
        click(*dialog, "copy");
        const auto set = [&](const char *name, int value) {
            auto *spin = field<QSpinBox>(*dialog, name);
            QVERIFY(spin);
            spin->setFocus();
            spin->selectAll();
            QTest::keyClicks(spin, QString::number(value));
            QTest::keyClick(spin, Qt::Key_Return);
        };
        set("Attention heads", 36);
        QVERIFY(!dialog->remark().isEmpty()); // 8 key-value heads do not divide 36
        QCOMPARE(o.project().library.models.front().heads, 64);
        set("Key-value heads", 9);
        QVERIFY2(dialog->remark().isEmpty(), qPrintable(dialog->remark()));
        QCOMPARE(o.project().library.models.front().heads, 36);
        QCOMPARE(o.project().library.models.front().kvHeads, 9);
        auto *experts = [&]() -> QCheckBox * {
            for (auto *box : dialog->findChildren<QCheckBox *>())
                if (box->text() == QStringLiteral("Mixture of experts"))
                    return box;
            return nullptr;
        }();
        QVERIFY(experts);
        QVERIFY(!field<QSpinBox>(*dialog, "Shared experts")->isVisibleTo(dialog->form()));
        experts->click();
        QVERIFY(o.project().library.models.front().moe);
        QVERIFY(field<QSpinBox>(*dialog, "Shared experts")->isVisibleTo(dialog->form()));
    }

    void whatIsUsedIsNotDeleted()
    {
        OpenedCatalog o;
        CatalogDialog *dialog = o.catalog();
        dialog->choose(EntryKind::device, "T4", false);
        click(*dialog, "copy");
        click(*dialog, "use"); // as a node of its own
        const std::string node = o.project().cluster.nodes.back().name;
        QCOMPARE(o.project().cluster.nodes.back().devices.front().type, std::string("T4 (2)"));
        click(*dialog, "delete");
        QVERIFY2(dialog->remark().contains(QString::fromStdString(node)), qPrintable(dialog->remark()));
        QCOMPARE(o.project().cluster.deviceTypes.size(), std::size_t(1));
        o.document.selection()->selectNames({node});
        removeSelected(o.document);
        click(*dialog, "delete");
        QVERIFY(o.project().cluster.deviceTypes.empty());
        o.press(ActionId::undo);
        QCOMPARE(o.project().cluster.deviceTypes.size(), std::size_t(1));
    }

    void keysDoWhatButtonsDo()
    {
        OpenedCatalog o;
        CatalogDialog *dialog = o.catalog();
        dialog->choose(EntryKind::link, "Ethernet 25G (TCP)", false);
        dialog->tree()->setFocus();
        QTest::keyClick(dialog->tree(), Qt::Key_Delete); // built in: nothing to delete
        QTest::keyClick(dialog->tree(), Qt::Key_Return);
        QCOMPARE(o.window.canvas()->linkType().name, std::string("Ethernet 25G (TCP)"));
        click(*dialog, "new");
        QCOMPARE(o.project().library.links.size(), std::size_t(1));
        dialog->tree()->setFocus();
        QTest::keyClick(dialog->tree(), Qt::Key_F2);
        auto *name = dialog->findChild<QLineEdit *>(QStringLiteral("entryName"));
        QCOMPARE(QApplication::focusWidget(), name);
        QTest::keyClicks(name, QStringLiteral("Fibre"));
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(o.project().library.links.front().name, std::string("Fibre"));
        o.press(ActionId::undo); // what was shown stays, under its old name
        QCOMPARE(name->text(), QStringLiteral("New link"));
        dialog->tree()->setFocus();
        QTest::keyClick(dialog->tree(), Qt::Key_Delete);
        QVERIFY(o.project().library.links.empty());
    }

    void aNodeIsKeptAsATemplate()
    {
        OpenedCatalog o;
        o.document.selection()->selectNames({"a100-0"});
        CatalogDialog *dialog = o.catalog();
        dialog->choose(EntryKind::node, "8x H100 HGX", false);
        click(*dialog, "fromNode");
        QCOMPARE(o.project().library.nodes.size(), std::size_t(1));
        QCOMPARE(o.project().library.nodes.front().devices.size(), std::size_t(8));
        const std::size_t links = o.project().library.nodes.front().fabric.size();
        click(*dialog, "addFabricLink"); // a link that is there already is another one
        QCOMPARE(o.project().library.nodes.front().fabric.size(), links + 1);
        click(*dialog, "addVertex");
        QCOMPARE(o.project().library.nodes.front().vertices.back().id, std::string("switch0"));
        auto *count = field<QSpinBox>(*dialog, "Number of devices");
        count->setFocus();
        count->selectAll();
        QTest::keyClicks(count, QStringLiteral("4"));
        QTest::keyClick(count, Qt::Key_Return);
        QCOMPARE(o.project().library.nodes.front().devices.size(), std::size_t(4));
        // It stands in the palette and is drawn from there.
        const QString name = QString::fromStdString(o.project().library.nodes.front().name);
        dropFromPalette(*o.window.view<PaletteView>(), *o.window.canvas(), PaletteKind::node, name, {900, 0});
        QCOMPARE(o.project().cluster.nodes.back().devices.size(), std::size_t(4));
        QCOMPARE(o.project().cluster.nodes.back().templateName, name.toStdString());
    }

    void ownEntriesStandInPaletteAndBar()
    {
        OpenedCatalog o;
        const int before = o.window.workloadBar()->modelField()->count();
        Project project = o.project();
        for (const EntryKind kind : {EntryKind::device, EntryKind::link, EntryKind::model, EntryKind::node})
            project = *addEntry(project, newEntry(kind));
        o.document.edit(QStringLiteral("Add"), project);
        const PaletteModel &palette = *o.window.view<PaletteView>()->model();
        const QAbstractItemModelTester tester(o.window.view<PaletteView>()->model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(palette.find(PaletteKind::device, QStringLiteral("New device")).row(), 0);
        QVERIFY(palette.find(PaletteKind::device, QStringLiteral("New device")).data(PaletteModel::OwnRole).toBool());
        QVERIFY(palette.find(PaletteKind::node, QStringLiteral("New node")).isValid());
        QTest::keyClicks(o.window.view<PaletteView>()->searchField(), QStringLiteral("New link"));
        QTest::keyClick(o.window.view<PaletteView>()->searchField(), Qt::Key_Return);
        QCOMPARE(o.window.canvas()->linkType().name, std::string("New link"));
        QComboBox *models = o.window.workloadBar()->modelField();
        QCOMPARE(models->count(), before + 1);
        const int row = models->findText(QStringLiteral("New model"));
        models->setCurrentIndex(row);
        emit models->activated(row);
        QCOMPARE(o.project().workload.model.name, std::string("New model"));
        o.press(ActionId::undo);
        o.press(ActionId::undo);
        QCOMPARE(models->count(), before);
        QVERIFY(!palette.find(PaletteKind::device, QStringLiteral("New device")).isValid());
    }

    void aModelConfigIsDropped()
    {
        OpenedCatalog o;
        o.drop({catalogFixture("huggingface/gqa.json")});
        QVERIFY2(o.project().workload.model.name != "Llama 2 7B", qPrintable(o.reports.join(u'\n')));
        QCOMPARE(o.project().library.models.size(), std::size_t(1));
        QVERIFY(o.project().library.models.front() == o.project().workload.model);
        QVERIFY(o.document.undoStack()->undoText().contains(QStringLiteral("gqa.json")));
        o.press(ActionId::undo); // one step
        QVERIFY(o.project().library.models.empty());
        QCOMPARE(o.project().workload.model.name, std::string("Llama 2 7B"));
    }

    void aTopologyMatrixIsDropped()
    {
        OpenedCatalog o;
        o.drop({catalogFixture("nvidia_smi/pcie.txt")}); // with nvidia-smi -L
        QCOMPARE(o.project().cluster.nodes.size(), std::size_t(2));
        QCOMPARE(o.project().cluster.nodes.back().devices.size(), std::size_t(4));
        QVERIFY(o.document.selection()->contains(o.project().cluster.nodes.back().name));
        // Without names of devices the user is asked; who asks for none gets none.
        o.drop({catalogFixture("nvidia_smi/cube.txt")});
        QCOMPARE(o.project().cluster.nodes.size(), std::size_t(2));
        o.device = QStringLiteral("V100-32GB SXM2/SXM3");
        o.drop({catalogFixture("nvidia_smi/cube.txt")});
        QCOMPARE(o.project().cluster.nodes.size(), std::size_t(3));
        QCOMPARE(o.project().cluster.nodes.back().devices.front().type, o.device.toStdString());
    }

    void otherFilesAreRefusedWithAReason()
    {
        OpenedCatalog o;
        const Project before = o.project();
        o.drop({catalogFixture("bandwidth_csv/semicolons.csv")});
        QCOMPARE(o.reports.size(), 1);
        QVERIFY(o.reports.front().contains(QStringLiteral("formats of other tools")));
        QTemporaryDir folder;
        QFile slip(folder.filePath(QStringLiteral("slip.json")));
        QVERIFY(slip.open(QIODevice::WriteOnly) && slip.write("{\"hidden_size\": 64,}") > 0);
        slip.close();
        o.drop({slip.fileName()});
        QVERIFY2(o.reports.back().contains(QStringLiteral("1:20")), qPrintable(o.reports.back()));
        o.reports.removeLast();
        o.drop({catalogFixture("nvidia_smi/broken.txt")});
        QCOMPARE(o.reports.size(), 2);
        o.drop({catalogFixture("huggingface/wrong_number.json")});
        QCOMPARE(o.reports.size(), 3);
        o.drop({catalogFixture("no such file")});
        QCOMPARE(o.reports.size(), 4);
        QVERIFY(o.project() == before);
    }

    void aDroppedProjectIsOpened()
    {
        OpenedCatalog o;
        const QString path = QStringLiteral("%1/resources/examples/mixed-32.hscope.json")
                                 .arg(qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR"));
        o.drop({path});
        QCOMPARE(o.document.filePath(), path);
    }

    void itIsReadInBothThemes()
    {
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            applyTheme(*qApp, kind);
            OpenedCatalog o;
            CatalogDialog *dialog = o.catalog();
            for (const auto &[entry, name] :
                 {std::pair(EntryKind::device, "H100-80GB SXM"), std::pair(EntryKind::link, "Ethernet 25G (TCP)"),
                  std::pair(EntryKind::model, "DeepSeek-V3 671B"), std::pair(EntryKind::node, "8x H100 HGX")}) {
                const bool there = dialog->model()->find(entry, name, false).isValid();
                dialog->choose(entry, there ? name : nameOf(builtinEntries(entry).back()), false);
                QApplication::processEvents();
                savePicture(*dialog, QStringLiteral("catalog-%1").arg(static_cast<int>(entry)));
                click(*dialog, "copy");
                QApplication::processEvents();
                savePicture(*dialog, QStringLiteral("catalog-%1-own").arg(static_cast<int>(entry)));
            }
            savePicture(o.window, QStringLiteral("catalog-palette"));
        }
        applyTheme(*qApp, ThemeKind::light);
    }
};

QTEST_MAIN(CatalogTest)
#include "catalog_test.moc"
