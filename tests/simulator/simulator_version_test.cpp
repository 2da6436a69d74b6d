// SPDX-License-Identifier: GPL-3.0-or-later
//
// The version of the simulator is what its sources say: computed here once more from the files themselves.
#include "simulator/simulator_version.h"

#include "support/strict_test.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>

using namespace heteroscope;

class SimulatorVersionTest : public StrictTest
{
    Q_OBJECT

private slots:
    void isTheHashOfItsSources()
    {
        const QDir root(qEnvironmentVariable("HETEROSCOPE_SOURCE_DIR"));
        QStringList files = {"core/base/ids.h", "core/base/units.h", "resources/calibration/constants.json"};
        for (const char *folder : {"cluster", "workload", "strategy", "cost", "simulator"}) {
            QDirIterator sources(root.filePath(QString("core/") + folder), {"*.cpp", "*.h"}, QDir::Files,
                                 QDirIterator::Subdirectories);
            while (sources.hasNext())
                files.push_back(root.relativeFilePath(sources.next()));
        }
        files.sort();
        QByteArray all;
        for (const auto &name : files) {
            QFile file(root.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            all += name.toUtf8() + ' ' + QCryptographicHash::hash(file.readAll(), QCryptographicHash::Sha256).toHex() +
                   '\n';
        }
        const auto hash = QCryptographicHash::hash(all, QCryptographicHash::Sha256).toHex().left(16);
        QCOMPARE(QByteArray(simulatorVersion().data(), static_cast<qsizetype>(simulatorVersion().size())), hash);
    }
};

QTEST_GUILESS_MAIN(SimulatorVersionTest)
#include "simulator_version_test.moc"
