// SPDX-License-Identifier: GPL-3.0-or-later
//
// What other tools write comes in by menu, paste and drop alike, and what the window shows goes out in every format of
// the command line.
#include "exchange/import.h"
#include "exchange/launch/launch_file.h"
#include "language/format_words.h"
#include "shell/status_bar.h"
#include "support/patience.h"
#include "support/strict_test.h"
#include "ui/support/drawn_window.h"
#include "ui/support/opened_example.h"
#include "json/json.h"

#include <QClipboard>
#include <QMenu>

using namespace heteroscope;

namespace {

QString fixture(const char *name)
{
    return qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR") + QStringLiteral("/tests/exchange/fixtures/") +
           QLatin1String(name);
}

QString textOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no file %s", qPrintable(path));
    return QString::fromUtf8(file.readAll());
}

/// A window whose questions are answered.
struct AskedExchange : DrawnWindow
{
    QStringList files;
    QStringList reports;
    int format = -1; ///< -1: cancelled
    void choose(std::string_view name)
    {
        for (std::size_t i = 0; i < importFormats().size(); ++i)
            if (importFormats()[i].name == name)
                format = static_cast<int>(i);
    }

    AskedExchange()
    {
        Dialogs dialogs;
        dialogs.unsavedChanges = [](const QString &) { return Dialogs::Answer::discard; };
        dialogs.report = [this](const QString &title, const QString &) { reports << title; };
        dialogs.importFiles = [this] { return files; };
        dialogs.chooseFormat = [this](const QString &, const QString &, const QStringList &) { return format; };
        dialogs.chooseDevice = [](const QStringList &names) { return names.front(); };
        window.setDialogs(dialogs);
        QApplication::clipboard()->clear();
    }
    std::size_t nodes() const { return document.project().cluster.nodes.size(); }
};

} // namespace

class ExchangeTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void everyFormatOfTheCommandLineHasATitle()
    {
        for (const ImportFormat &format : importFormats())
            QVERIFY2(titleOfFormat(format.name) != QString::fromUtf8(format.name.data()), format.name.data());
        for (const LaunchFormat &format : launchFormats())
            QVERIFY2(titleOfFormat(format.name) != QString::fromUtf8(format.name.data()), format.name.data());
    }

    void aPastedMatrixBecomesANode()
    {
        AskedExchange a;
        QApplication::clipboard()->setText(textOf(fixture("nvidia_smi/switched.txt")));
        a.press(ActionId::paste); // Ctrl+V on the canvas
        QCOMPARE(a.nodes(), std::size_t(1));
        QVERIFY(!a.document.project().cluster.nodes.front().devices.empty());
        QVERIFY2(a.window.status()->saying().contains(QStringLiteral("node")), qPrintable(a.window.status()->saying()));
        QTest::keyClick(&a.canvas, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(a.nodes(), std::size_t(0));
        a.window.actions()[ActionId::pasteAs]->trigger(); // cancelled
        QCOMPARE(a.nodes(), std::size_t(0));
        a.choose("nvidia-smi");
        a.window.actions()[ActionId::pasteAs]->trigger();
        QCOMPARE(a.nodes(), std::size_t(1));
    }

    void whatWasCopiedHereIsStillPasted()
    {
        AskedExchange a;
        a.add(PaletteKind::node, "8x H100 HGX", QPointF(0, 0));
        a.press(ActionId::copy);
        a.press(ActionId::paste);
        QCOMPARE(a.nodes(), std::size_t(2));
    }

    void aTextOfAnotherFormatIsRefusedWithTheReason()
    {
        AskedExchange a;
        QApplication::clipboard()->setText(QStringLiteral("nothing of the kind"));
        a.choose("megatron");
        a.window.actions()[ActionId::pasteAs]->trigger();
        QCOMPARE(a.reports.size(), 1);
        QCOMPARE(a.document.undoStack()->count(), 0);
    }

    void importRecognisesWhatIsChosen()
    {
        AskedExchange a;
        a.files = {fixture("huggingface/gqa.json")};
        const std::string before = a.document.project().workload.model.name;
        a.activate();
        QTest::keySequence(&a.window, a.window.actions()[ActionId::importFiles]->shortcut());
        QVERIFY(a.document.project().workload.model.name != before);
        QVERIFY(a.reports.isEmpty() || a.reports.front().contains(QStringLiteral("assumptions")));
    }

    void importAsksForTheFormatThatTheContentDoesNotTell()
    {
        AskedExchange a;
        a.add(PaletteKind::node, "8x H100 HGX", QPointF(-16 * gridPitch, 0));
        a.add(PaletteKind::node, "8x A100-80GB HGX", QPointF(16 * gridPitch, 0));
        a.join("h100-0", "a100-0");
        const Project before = a.document.project();
        a.document.selection()->selectNames({before.cluster.links.front().name});
        QTemporaryDir folder;
        QFile bare(folder.filePath(QStringLiteral("bare.csv"))); // neither "time" nor a unit
        QVERIFY(bare.open(QIODevice::WriteOnly) && bare.write("t,anywhere\n0,1\n60,0.5\n") > 0);
        bare.close();
        a.files = {bare.fileName()};
        a.window.actions()[ActionId::importFiles]->trigger(); // cancelled at the question
        QVERIFY(a.document.project() == before);
        a.choose("bandwidth-csv");
        a.window.actions()[ActionId::importFiles]->trigger();
        QVERIFY2(!a.document.project().cluster.links.front().rate.points.empty(), qPrintable(a.reports.join(u'\n')));
        a.files.clear(); // the dialog was cancelled
        a.window.actions()[ActionId::importFiles]->trigger();
    }

    void everyFormatIsWritten()
    {
        OpenedExample o;
        QString path;
        QStringList reports;
        Dialogs dialogs;
        dialogs.unsavedChanges = [](const QString &) { return Dialogs::Answer::discard; };
        dialogs.report = [&](const QString &title, const QString &) { reports << title; };
        dialogs.exportAs = [&](const QString &, const QString &suggested) {
            path = m_settings.path(suggested);
            return path;
        };
        int tool = -1;
        dialogs.chooseFormat = [&tool](const QString &, const QString &, const QStringList &) { return tool; };
        o.window.setDialogs(dialogs);
        QVERIFY(!o.action(ActionId::exportRanking)->isEnabled());
        QVERIFY(o.settled());
        const auto written = [&](ActionId id) {
            path.clear();
            o.action(id)->trigger();
            return path.isEmpty() ? QString() : textOf(path);
        };
        const auto json = [](const QString &text) { return parseJson(text.toStdString()); };
        const auto trace = json(written(ActionId::exportPerfetto));
        QVERIFY(trace && trace->contains("traceEvents") && !(*trace)["traceEvents"].empty());
        QVERIFY(written(ActionId::exportReport).contains(QStringLiteral("<svg")));
        QVERIFY(written(ActionId::exportLaunch).isEmpty()); // cancelled
        tool = 0;
        QVERIFY(written(ActionId::exportLaunch).contains(QStringLiteral("--pipeline-model-parallel-size")));
        for (tool = 1; tool < static_cast<int>(launchFormats().size()); ++tool) {
            reports.clear();
            const bool isWritten = !written(ActionId::exportLaunch).isEmpty();
            QVERIFY2(isWritten || reports.size() == 1, launchFormats()[static_cast<std::size_t>(tool)].name.data());
        }
        const auto plan = json(written(ActionId::exportPlan));
        QVERIFY(plan && plan->contains("pipelines"));
        const auto step = json(written(ActionId::exportStep));
        QVERIFY(step && step->contains("stepTime"));
        QVERIFY2(o.window.status()->saying().contains(path), qPrintable(o.window.status()->saying()));
        o.window.session()->search();
        QTRY_VERIFY(o.window.session()->ranking() && o.window.session()->isIdle());
        QVERIFY(written(ActionId::exportRanking).startsWith(QStringLiteral("rank,plan")));
        // A folder that is not there.
        reports.clear();
        dialogs.exportAs = [&](const QString &, const QString &) {
            return m_settings.path(QStringLiteral("no/such.json"));
        };
        o.window.setDialogs(dialogs);
        o.action(ActionId::exportPlan)->trigger();
        QCOMPARE(reports.size(), 1);
    }
};

QTEST_MAIN(ExchangeTest)
#include "exchange_test.moc"
