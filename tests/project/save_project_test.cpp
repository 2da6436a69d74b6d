// SPDX-License-Identifier: GPL-3.0-or-later
#include "project/project_file.h"

#include "support/full_disk.h"
#include "support/sample_cluster.h"
#include "support/strict_test.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

using namespace heteroscope;

class SaveProjectTest : public StrictTest
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }
    static QByteArray content(const std::string &file)
    {
        QFile in(QString::fromStdString(file));
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray("unreadable");
    }
    QStringList files() const
    {
        return QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden);
    }

private slots:
    void cleanup()
    {
        for (const auto &file : files())
            QFile::remove(m_folder.filePath(file));
    }

    void writesWhatIsReadAgain()
    {
        const auto file = path("a.hscope.json");
        QVERIFY(saveProject(samples::project(), file));
        const auto project = loadProject(file);
        QVERIFY(project.hasValue());
        QVERIFY(*project == samples::project());
        QCOMPARE(files(), QStringList{"a.hscope.json"});
    }

    void keepsPermissions()
    {
        const auto file = path("a.hscope.json");
        QVERIFY(saveProject(samples::project(), file));
        const auto readable = QFileDevice::ReadOwner | QFileDevice::ReadGroup | QFileDevice::ReadOther;
        QVERIFY(QFileInfo(QString::fromStdString(file)).permissions().testFlag(QFileDevice::ReadOwner));
        QVERIFY(QFile::setPermissions(QString::fromStdString(file),
                                      readable | QFileDevice::WriteOwner | QFileDevice::ExeGroup));
        const auto before = QFile::permissions(QString::fromStdString(file));
        QVERIFY(saveProject(samples::project(), file));
        QCOMPARE(QFile::permissions(QString::fromStdString(file)), before);
    }

    void writesThroughASymbolicLink()
    {
        const auto file = path("real.hscope.json");
        QVERIFY(saveProject({samples::project()}, file));
        QVERIFY(QFile::link("real.hscope.json", m_folder.filePath("link.hscope.json")));
        auto project = samples::project();
        project.title = "changed";
        QVERIFY(saveProject(project, path("link.hscope.json")));
        QVERIFY(QFileInfo(m_folder.filePath("link.hscope.json")).isSymLink());
        QCOMPARE(loadProject(file)->title, std::string("changed"));
    }

    void leavesTheOldFileWhenTheDiskIsFull()
    {
        const auto file = path("a.hscope.json");
        QVERIFY(saveProject(samples::project(), file));
        const auto before = content(file);
        auto project = samples::project();
        project.description = std::string(100'000, 'd');
        const auto status = [&] {
            const FullDisk full(4096);
            return saveProject(project, file);
        }();
        QVERIFY(!status);
        QCOMPARE(status.error().code, Error::Code::unreadable);
        QCOMPARE(content(file), before);
        QCOMPARE(files(), QStringList{"a.hscope.json"});
    }

    void refusesFoldersThatAreNone()
    {
        QVERIFY(!saveProject(samples::project(), path("missing/a.hscope.json")));
        QVERIFY(saveProject(samples::project(), path("a.hscope.json")));
        QVERIFY(!saveProject(samples::project(), path("a.hscope.json/b.hscope.json")));
        QVERIFY(!saveProject(samples::project(), m_folder.path().toStdString()));
        QVERIFY(!saveProject(samples::project(), "/dev/full"));
        QVERIFY(!saveProject(samples::project(), ""));
        QCOMPARE(files(), QStringList{"a.hscope.json"});
    }

    void refusesWhatItCouldNotReadAgain()
    {
        const auto file = path("a.hscope.json");
        QVERIFY(saveProject(samples::project(), file));
        const auto before = content(file);
        auto project = samples::project();
        project.cluster.links[0].bandwidth = BytesPerSecond(std::nan(""));
        const auto status = saveProject(project, file);
        QVERIFY(!status);
        QCOMPARE(status.error().path, std::string("/cluster/links/0/bandwidth"));
        QCOMPARE(content(file), before);
    }
};

QTEST_GUILESS_MAIN(SaveProjectTest)
#include "save_project_test.moc"
