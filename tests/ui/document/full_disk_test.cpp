// SPDX-License-Identifier: GPL-3.0-or-later
//
// A disk that is full after any number of bytes, under everything that the window writes: the project, the copy of
// unsaved changes, pictures and tables. What was there stays, what is unsaved stays unsaved, and the user is told.
#include "document/autosave.h"
#include "exchange/import.h"
#include "project/edits.h"
#include "project/project_file.h"
#include "shell/main_window.h"
#include "shell/status_bar.h"
#include "strategies/strategy_view.h"
#include "support/content_of.h"
#include "support/full_disk.h"
#include "support/strict_test.h"
#include "ui/support/window_fixture.h"
#include "widgets/picture_file.h"

#include <QDir>
#include <QPainter>

using namespace heteroscope;

namespace {

/// After none, one, some and all but one of the bytes.
std::vector<rlim_t> cuts(qsizetype size)
{
    std::vector<rlim_t> bytes = {0, 1};
    for (int part = 1; part < 8; ++part)
        bytes.push_back(static_cast<rlim_t>(size * part / 8));
    bytes.push_back(static_cast<rlim_t>(size - 1));
    return bytes;
}

struct FullWindow
{
    QTemporaryDir folder;
    GatedEngine gated;
    MainWindow window{gated.engine()};
    QString said;
    const QString file = path(QStringLiteral("lab.hscope.json"));

    FullWindow()
    {
        Dialogs dialogs;
        dialogs.report = [this](const QString &title, const QString &text) { said = title + u'\n' + text; };
        window.setDialogs(dialogs);
        Project project = emptyProject();
        project.cluster.nodes.push_back(*builtinCatalog().findNode("8x H100 HGX"));
        project.cluster.nodes.back().name = "h100-0";
        if (!saveProject(project, file.toStdString()) || !window.files().open(file))
            qFatal("no project");
    }
    QString path(const QString &name) const { return folder.filePath(name); }
    void change(const std::string &title)
    {
        window.document()->edit(QStringLiteral("title"), setTitle(window.document()->project(), title, {}));
    }
    QStringList files() const { return QDir(folder.path()).entryList(QDir::Files | QDir::Hidden); }
};

} // namespace

class FullDiskTest : public StrictTest
{
    Q_OBJECT

    PrivateSettings m_settings;

private slots:
    void savingLeavesTheOldFile()
    {
        FullWindow f;
        const QByteArray old = test::contentOf(f.file);
        const QStringList before = f.files();
        f.change("a title that is longer than the old one");
        for (const rlim_t bytes : cuts(old.size())) {
            {
                const FullDisk full(bytes);
                QVERIFY(!f.window.files().save());
            }
            QVERIFY2(f.said.contains(QStringLiteral("Nothing is lost")), qPrintable(f.said));
            QVERIFY(f.window.document()->isModified());
            QCOMPARE(test::contentOf(f.file), old);
            QCOMPARE(f.files(), before);
        }
        QVERIFY(f.window.files().save());
        QVERIFY(loadProject(f.file.toStdString())->title.size() > 20);
    }

    void theCopyOfUnsavedChangesStaysWhole()
    {
        FullWindow f;
        f.window.files().startAutosave(f.path(QStringLiteral("recovery")));
        Autosave &autosave = *f.window.files().autosave();
        autosave.setDelay(std::chrono::hours(1));
        f.change("kept");
        autosave.writeNow();
        const QByteArray old = test::contentOf(autosave.file());
        int round = 0;
        for (const rlim_t bytes : cuts(old.size())) {
            f.change("not kept " + std::to_string(++round));
            {
                const FullDisk full(bytes);
                autosave.writeNow();
            }
            QVERIFY(!f.window.status()->alarm().isEmpty());
            QCOMPARE(test::contentOf(autosave.file()), old);
            QVERIFY(f.window.document()->isModified());
        }
        autosave.writeNow();
        QVERIFY(f.window.status()->alarm().isEmpty());
        QCOMPARE(loadProject(autosave.file().toStdString())->title, "not kept " + std::to_string(round));
    }

    void picturesAndTablesLeaveTheOldFile_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *ending : {"png", "svg", "pdf", "csv"})
            QTest::newRow(ending) << QStringLiteral("out.%1").arg(QLatin1String(ending));
    }
    void picturesAndTablesLeaveTheOldFile()
    {
        QFETCH(QString, name);
        QTemporaryDir folder;
        const QString file = folder.filePath(name);
        StrategyView view;
        int failed = 0;
        connect(&view, &StrategyView::exportFailed, this, [&](const QString &why) {
            ++failed;
            QVERIFY2(why.contains(name), qPrintable(why));
        });
        const auto write = [&] {
            if (name.endsWith(QStringLiteral("csv"))) {
                const int before = failed;
                view.exportCsv(file);
                return failed == before;
            }
            const QString problem = writePicture(file, QSize(80, 60), [](QPainter &painter) {
                painter.drawText(QPointF(10, 30), QStringLiteral("what is drawn"));
            });
            return problem.isEmpty();
        };
        QVERIFY(write());
        const qsizetype size = test::contentOf(file).size();
        QVERIFY(size > 0);
        const QByteArray old = "what was there";
        for (const rlim_t bytes : cuts(size)) {
            QFile there(file);
            QVERIFY(there.open(QIODevice::WriteOnly | QIODevice::Truncate));
            QCOMPARE(there.write(old), old.size());
            there.close();
            {
                const FullDisk full(bytes);
                QVERIFY(!write());
            }
            QCOMPARE(test::contentOf(file), old);
            QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{name});
        }
        QVERIFY(write());
        QVERIFY(test::contentOf(file).size() > 0 && test::contentOf(file) != old);
    }
};

QTEST_MAIN(FullDiskTest)
#include "full_disk_test.moc"
