// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands of the window by keyboard: clipboard, templates, order, export.
#include "analysis/auto_layout.h"
#include "canvas/view/canvas_view.h"
#include "cluster/catalog.h"
#include "editing/canvas_edits.h"
#include "project/library_edits.h"
#include "shell/main_window.h"
#include "shell/status_bar.h"
#include "support/strict_test.h"
#include "ui/support/drawn_window.h"
#include "ui/support/picture.h"
#include "wizard/cluster_wizard.h"
#include "wizard/recipe_form.h"
#include "workload_bar/workload_bar.h"

#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QPrinter>
#include <QPushButton>
#include <QSpinBox>

using namespace heteroscope;

namespace {

/// A window with two nodes and a switch, linked, and the keyboard on the canvas.
struct DrawnEdits : DrawnWindow
{
    DrawnEdits()
    {
        add(PaletteKind::node, "8x H100 HGX", QPointF(-20 * gridPitch, 0));
        add(PaletteKind::node, "8x A100-80GB HGX", QPointF(20 * gridPitch, gridPitch));
        add(PaletteKind::networkSwitch, "switch", QPointF(0, -20 * gridPitch));
        join("h100-0", "switch-0");
        join("a100-0", "switch-0");
        document.selection()->clear();
        canvas.fit();
        canvas.setFocus();
    }
    const Cluster &cluster() const { return window.findChild<CanvasView *>()->document()->project().cluster; }
    template<class Dialog>
    Dialog *dialog()
    {
        return window.findChild<Dialog *>();
    }
};

} // namespace

class EditingTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void twoThingsAreLinkedByKey()
    {
        DrawnEdits d;
        const Project before = d.document.project();
        d.document.selection()->selectNames({"h100-0"});
        QVERIFY(!d.window.actions()[ActionId::linkTwo]->isEnabled());
        d.document.selection()->selectNames({"h100-0", "a100-0"});
        d.press(ActionId::linkTwo);
        QCOMPARE(d.cluster().links.size(), before.cluster.links.size() + 1);
        const Link &made = d.cluster().links.back();
        QCOMPARE((NameSet{made.from, made.to}), (NameSet{"a100-0", "h100-0"}));
        QVERIFY(d.document.selection()->contains(made.name)); // its inspector is open
        d.press(ActionId::undo);
        QVERIFY(d.document.project() == before);
    }

    void copiesGoBetweenWindowsWithTheirInnerLinks()
    {
        DrawnEdits from;
        DrawnEdits to;
        from.document.selection()->selectNames({"h100-0", "switch-0"});
        from.press(ActionId::copy);
        const Project before = to.document.project();
        to.press(ActionId::paste);
        QCOMPARE(to.cluster().nodes.size(), std::size_t(3));
        QCOMPARE(to.cluster().switches.size(), std::size_t(2));
        QCOMPARE(to.cluster().links.size(), std::size_t(3));
        QCOMPARE(to.document.selection()->names(), (NameSet{"h100-1", "switch-1", "h100-1-switch-1"}));
        to.press(ActionId::undo);
        QVERIFY(to.document.project() == before);
    }

    void pastedThingsCoverNothing()
    {
        DrawnEdits d;
        d.press(ActionId::selectAll);
        d.press(ActionId::copy);
        for (int i = 0; i < 3; ++i)
            d.press(ActionId::paste);
        QCOMPARE(d.cluster().nodes.size(), std::size_t(8));
        const auto places = completePositions(d.document.project());
        for (auto a = places.begin(); a != places.end(); ++a)
            for (auto b = std::next(a); b != places.end(); ++b)
                QVERIFY2(std::abs(a->second.x - b->second.x) >= cardSize.width() / sceneUnitsPerCanvasUnit ||
                             std::abs(a->second.y - b->second.y) >= switchSize.height() / sceneUnitsPerCanvasUnit,
                         (a->first + " on " + b->first).c_str());
    }

    void thePointerSaysWhereToPaste()
    {
        DrawnEdits d;
        d.document.selection()->selectNames({"h100-0"});
        d.press(ActionId::copy);
        const QPointF place(0, -9 * gridPitch);
        SceneMouse(d.canvas).moveTo(place);
        d.press(ActionId::paste);
        const QPointF at = toScene(d.document.project().canvas.at("h100-1"));
        QVERIFY(QLineF(at, place).length() < 2 * gridPitch);
    }

    void cuttingIsOneStepAndCanBePastedBack()
    {
        DrawnEdits d;
        d.document.selection()->selectNames({"h100-0"});
        const int steps = d.document.undoStack()->count();
        d.press(ActionId::cut);
        QCOMPARE(d.document.undoStack()->count(), steps + 1);
        QVERIFY(!d.cluster().findNode("h100-0"));
        d.press(ActionId::paste);
        QVERIFY(d.cluster().findNode("h100-0")); // its name was free again
    }

    void theClipboardHoldsAProject()
    {
        DrawnEdits d;
        d.press(ActionId::selectAll);
        d.press(ActionId::copy);
        const QString path = m_settings.path(QStringLiteral("pasted.hscope.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QApplication::clipboard()->text().toUtf8());
        file.close();
        MainWindow other(d.gated.engine());
        other.setDialogs({});
        QVERIFY(other.files().open(path));
        QVERIFY(other.document()->project().cluster == d.cluster());
    }

    void badTextIsRefusedInWords()
    {
        DrawnEdits d;
        const int steps = d.document.undoStack()->count();
        for (const auto &[text, said] : std::vector<std::pair<QString, QString>>{
                 {QStringLiteral("hello"), QStringLiteral("copied nodes")},
                 {QStringLiteral("{\"formatVersion\": 1, \"cluster\": 7, \"workload\": {}}"),
                  QStringLiteral("/cluster")},
                 {QStringLiteral("4x8 A1000"), QStringLiteral("1:5")}}) {
            QApplication::clipboard()->setText(text);
            d.press(ActionId::paste);
            QVERIFY2(d.window.status()->saying().contains(QStringLiteral("Nothing is pasted")) &&
                         d.window.status()->saying().contains(said),
                     qPrintable(d.window.status()->saying()));
        }
        QCOMPARE(d.document.undoStack()->count(), steps);
    }

    void wordsCanBePasted()
    {
        DrawnEdits d;
        QApplication::clipboard()->setText(QStringLiteral("2x8 H100 / ring"));
        d.press(ActionId::paste);
        QCOMPARE(d.cluster().nodes.size(), std::size_t(4));
        QCOMPARE(d.cluster().links.size(), std::size_t(3));
    }

    void theWizardAddsWhatItShows()
    {
        for (const ThemeKind kind : {ThemeKind::light, ThemeKind::dark}) {
            applyTheme(*qApp, kind);
            DrawnEdits d;
            d.press(ActionId::addCluster);
            auto *wizard = d.dialog<ClusterWizard>();
            QVERIFY(wizard);
            wizard->line()->selectAll();
            QTest::keyClicks(wizard->line(), QStringLiteral("2x8 H100 ndr400 + 4x4 A100 hdr200 / spine 2:1 leaf 2"));
            QVERIFY2(wizard->problem().isEmpty(), qPrintable(wizard->problem()));
            QVERIFY(QTest::qWaitForWindowExposed(wizard));
            savePicture(*wizard, QStringLiteral("wizard"));
            QCOMPARE(wizard->fragment().cluster.nodes.size(), std::size_t(6));
            QTest::keyClick(wizard->line(), Qt::Key_Return);
            QCOMPARE(d.cluster().nodes.size(), std::size_t(8));
            d.press(ActionId::undo);
            QCOMPARE(d.cluster().nodes.size(), std::size_t(2));
        }
        applyTheme(*qApp, ThemeKind::light);
    }

    void theProjectsOwnEntriesCanBeBuiltWith()
    {
        DrawnEdits d;
        Node box = *builtinCatalog().findNode("8x H100 HGX");
        box.name = "Own box";
        box.devices.resize(2);
        LinkType wire = d.canvas.linkType();
        wire.name = "Own wire";
        d.document.edit(QStringLiteral("own entries"), addEntry(*addEntry(d.document.project(), box), wire));
        d.press(ActionId::addCluster);
        auto *wizard = d.dialog<ClusterWizard>();
        QVERIFY(wizard);
        wizard->line()->selectAll();
        QTest::keyClicks(wizard->line(), QStringLiteral("3x\"Own box\" \"Own wire\" / ring"));
        QVERIFY2(wizard->problem().isEmpty(), qPrintable(wizard->problem()));
        savePicture(*wizard, QStringLiteral("wizard-own"));
        QStringList shown;
        for (const auto *field : wizard->form()->findChildren<QComboBox *>())
            if (field->isVisible())
                shown << field->currentText();
        QVERIFY2(shown.contains(QStringLiteral("Own box")), qPrintable(shown.join(u'\n')));
        QVERIFY2(shown.contains(QStringLiteral("\"Own wire\"")), qPrintable(shown.join(u'\n')));
        QTest::keyClick(wizard->line(), Qt::Key_Return);
        QCOMPARE(d.cluster().nodes.size(), std::size_t(5));
        QCOMPARE(d.cluster().nodes.back().templateName, box.name);
        QApplication::clipboard()->setText(QStringLiteral("1x\"Own box\" \"Own wire\"x2"));
        d.press(ActionId::paste);
        QCOMPARE(d.cluster().nodes.size(), std::size_t(6));
        QCOMPARE(d.cluster().links.back().bandwidth.value, 2 * wire.bandwidth.value);
    }

    void theWizardSaysWhatIsWrongAndAddsNothing()
    {
        ClusterWizard wizard;
        wizard.show();
        wizard.line()->selectAll();
        QTest::keyClicks(wizard.line(), QStringLiteral("4x8 A100 / spyne"));
        QVERIFY2(wizard.problem().startsWith(QStringLiteral("Column 12: \"spyne\"")), qPrintable(wizard.problem()));
        savePicture(wizard, QStringLiteral("wizard-problem"));
        QTest::keyClick(wizard.line(), Qt::Key_Return);
        QVERIFY(wizard.isVisible());
        wizard.line()->selectAll();
        QTest::keyClicks(wizard.line(), QStringLiteral("4x8 A100 / spine"));
        QVERIFY(wizard.problem().isEmpty());
        wizard.line()->clear(); // not wrong, but nothing to add either
        QTest::keyClicks(wizard.line(), QStringLiteral(" "));
        QVERIFY(wizard.problem().isEmpty());
        QTest::keyClick(wizard.line(), Qt::Key_Return);
        QVERIFY(wizard.isVisible());
    }

    void fieldsAndWordsFollowEachOther()
    {
        ClusterWizard wizard;
        wizard.show();
        wizard.line()->selectAll();
        QTest::keyClicks(wizard.line(), QStringLiteral("3x8 A100 / zones eth25"));
        auto *shape = wizard.form()->findChild<QComboBox *>(QStringLiteral("shape"));
        QCOMPARE(shape->currentIndex(), static_cast<int>(FabricShape::zones));
        QTest::mouseClick(wizard.form()->findChild<QPushButton *>(QStringLiteral("addGroup")), Qt::LeftButton);
        QCOMPARE(wizard.fragment().cluster.switches.size(), std::size_t(3));
        QTest::keyClick(shape, Qt::Key_Home);
        QVERIFY2(!wizard.line()->text().contains(u'/'), qPrintable(wizard.line()->text()));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the rows before
        auto *count = wizard.form()->findChild<QSpinBox *>(QStringLiteral("count"));
        QTest::keyClick(count, Qt::Key_Up);
        QVERIFY2(wizard.line()->text().startsWith(QStringLiteral("4x8 A100 + ")), qPrintable(wizard.line()->text()));
        QCOMPARE(wizard.fragment().cluster.switches.size(), std::size_t(1));
    }

    void thingsAreBroughtIntoLine()
    {
        DrawnEdits d;
        d.document.selection()->selectNames({"h100-0", "a100-0"});
        d.press(ActionId::alignRow);
        const auto &places = d.document.project().canvas;
        QCOMPARE(places.at("h100-0").y, places.at("a100-0").y);
        d.document.selection()->selectNames({"h100-0", "switch-0"});
        d.press(ActionId::alignColumn);
        QCOMPARE(d.document.project().canvas.at("h100-0").x, d.document.project().canvas.at("switch-0").x);
    }

    void distributingKeepsTheEndsAndEvensTheRest()
    {
        DrawnEdits d;
        addFromPalette(d.document, PaletteKind::node, QStringLiteral("8x H100 HGX"), QPointF(-15 * gridPitch, 0));
        d.document.selection()->selectNames({"h100-0", "h100-1", "a100-0"});
        d.press(ActionId::distributeAcross);
        const auto &places = d.document.project().canvas;
        QCOMPARE(places.at("h100-0").x, toCanvas({-20 * gridPitch, 0}).x);
        QCOMPARE(places.at("h100-1").x, 0.0);
        QCOMPARE(places.at("a100-0").x, toCanvas({20 * gridPitch, 0}).x);
    }

    void undoInADragTakesBackTheDrag()
    {
        DrawnEdits d;
        const int steps = d.document.undoStack()->count();
        const Project before = d.document.project();
        const QPointF from = toScene(before.canvas.at("h100-0"));
        d.mouse.press(from);
        d.mouse.moveTo(from + QPointF(6 * gridPitch, 3 * gridPitch));
        QVERIFY(d.canvas.gesture());
        d.press(ActionId::redo);
        QVERIFY(d.canvas.gesture());
        d.press(ActionId::undo);
        QVERIFY(!d.canvas.gesture());
        d.mouse.release(from + QPointF(6 * gridPitch, 3 * gridPitch));
        QVERIFY(d.document.project() == before);
        QCOMPARE(d.document.undoStack()->count(), steps);
        QVERIFY(d.document.undoStack()->canUndo());
    }

    void whatHappenedIsForgottenWithTheNextEdit()
    {
        DrawnEdits d;
        d.window.status()->say(QStringLiteral("already linked"), Role::error);
        d.add(PaletteKind::networkSwitch, "switch", QPointF(0, 30 * gridPitch));
        QVERIFY(d.window.status()->saying().isEmpty());
        d.window.status()->say(QStringLiteral("Copied 1 item"));
        QCOMPARE(d.window.status()->saying(), QStringLiteral("Copied 1 item"));
        d.press(ActionId::undo); // something else happened
        QVERIFY(d.window.status()->saying().isEmpty());
    }

    void whatAViewSaysGoesWithWhatItSpeaksOf()
    {
        DrawnEdits d;
        StatusBar *status = d.window.status();
        status->say(QStringLiteral("Copied 1 item"));
        status->describe(QStringLiteral("B3 · micro-batch 3"));
        QCOMPARE(status->saying(), QStringLiteral("B3 · micro-batch 3"));
        status->describe({}); // the pointer left
        QCOMPARE(status->saying(), QStringLiteral("Copied 1 item"));
        status->describe(QStringLiteral("B3 · micro-batch 3"));
        d.add(PaletteKind::networkSwitch, "switch", QPointF(0, 30 * gridPitch));
        QVERIFY(status->saying().isEmpty());
        status->describe(QStringLiteral("B3 · micro-batch 3"));
        emit d.window.session()->shownChanged(); // another step
        QVERIFY(status->saying().isEmpty());
    }

    void arrangingPutsSwitchesAboveTheirNodes()
    {
        DrawnEdits d;
        d.press(ActionId::arrange);
        const auto &places = d.document.project().canvas;
        QVERIFY(places.at("switch-0").y < places.at("h100-0").y);
        QCOMPARE(places.at("h100-0").y, places.at("a100-0").y);
    }

    void theClusterIsExportedAndPrinted()
    {
        DrawnEdits d;
        Dialogs dialogs;
        QString path;
        dialogs.exportFile = [&] { return path; };
        dialogs.report = [](const QString &, const QString &text) { QFAIL(qPrintable(text)); };
        dialogs.print = [&](QPrinter &printer) {
            printer.setOutputFormat(QPrinter::PdfFormat);
            printer.setOutputFileName(path);
            return true;
        };
        d.window.setDialogs(dialogs);
        const auto beginning = [&] {
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.read(5) : QByteArray();
        };
        for (const auto &[name, bytes] : std::vector<std::pair<const char *, QByteArray>>{
                 {"c.svg", "<?xml"}, {"c.pdf", "%PDF-"}, {"c.png", "\x89PNG\r"}}) {
            path = m_settings.path(QString::fromLatin1(name));
            d.press(ActionId::exportCanvas);
            QCOMPARE(beginning(), bytes);
        }
        path = m_settings.path(QStringLiteral("printed.pdf"));
        d.press(ActionId::print);
        QCOMPARE(beginning(), QByteArray("%PDF-"));
    }
};

QTEST_MAIN(EditingTest)
#include "editing_test.moc"
