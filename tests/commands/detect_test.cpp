// SPDX-License-Identifier: GPL-3.0-or-later
//
// hscope detect on machines made up here: tools that print what the real ones print, first in PATH, and a folder for
// /sys.
#include "base/files.h"
#include "project/project_file.h"
#include "support/hscope_run.h"
#include "support/strict_test.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <map>
#include <memory>

using namespace heteroscope;
using namespace heteroscope::test;

namespace {

std::string fixtureFile(const std::string &name) { return sourcePath("/tests/exchange/fixtures/" + name); }

} // namespace

class DetectTest : public StrictTest
{
    Q_OBJECT

    QByteArray m_path = qgetenv("PATH");
    std::unique_ptr<QTemporaryDir> m_folder;

    QString at(const QString &name) const { return m_folder->filePath(name); }
    std::string sys() const { return at(QStringLiteral("sys")).toStdString(); }

    void write(const QString &name, const std::string &text, bool program = false)
    {
        QDir().mkpath(QFileInfo(at(name)).path());
        QFile file(at(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.data(), static_cast<qint64>(text.size()));
        if (program)
            file.setPermissions(file.permissions() | QFileDevice::ExeOwner);
    }
    /// A tool that prints a file for each of its lists of arguments, and fails for others.
    void addTool(const QString &name, const std::map<std::string, std::string> &outputs)
    {
        std::string script = "#!/bin/sh\ncase \"$*\" in\n";
        for (const auto &[words, file] : outputs)
            script +=
                "'" + words + "') while IFS= read -r line; do printf '%s\\n' \"$line\"; done <'" + file + "' ;;\n";
        write(QStringLiteral("bin/") + name, script + "*) exit 6 ;;\nesac\n", true);
    }
    /// A PCI function of /sys, at `place` in its folder of devices.
    void addFunction(const QString &place, const char *classCode, const char *vendor, const char *device, int numa)
    {
        const QString folder = QStringLiteral("sys/devices/") + place;
        const QString address = place.section(u'/', -1);
        const std::map<QString, std::string> files = {{QStringLiteral("class"), classCode},
                                                      {QStringLiteral("vendor"), vendor},
                                                      {QStringLiteral("device"), device},
                                                      {QStringLiteral("numa_node"), std::to_string(numa)}};
        for (const auto &[name, text] : files)
            write(folder + u'/' + name, text + "\n");
        QDir().mkpath(at(QStringLiteral("sys/bus/pci/devices")));
        QVERIFY(QFile::link(at(folder), at(QStringLiteral("sys/bus/pci/devices/") + address)));
    }
    HscopeRun detect(std::vector<std::string> words = {})
    {
        words.insert(words.begin(), {"detect", "--sys", sys()});
        return hscope(words);
    }
    Project detectedProject(std::vector<std::string> words = {})
    {
        const auto file = at(QStringLiteral("found.hscope.json")).toStdString();
        words.insert(words.end(), {"-o", file});
        const auto run = detect(words);
        if (run.status != 0)
            qWarning("%s", run.err.c_str());
        const auto project = loadProject(file);
        return project ? *project : Project();
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QDir().mkpath(at(QStringLiteral("bin")));
        QDir().mkpath(at(QStringLiteral("sys")));
        qputenv("PATH", at(QStringLiteral("bin")).toUtf8()); // none of this machine's tools
    }
    void cleanup() { qputenv("PATH", m_path); }

    void nothingFoundIsAnAnswer()
    {
        const auto run = detect();
        QCOMPARE(run.status, 1);
        for (const char *part : {"no accelerator found", "nvidia-smi topo -m", "rocm-smi --showtopo", "lstopo",
                                 "not in PATH", "/bus/pci/devices", "no PCI devices"})
            QVERIFY2(run.out.find(part) != std::string::npos, run.out.c_str());
        const auto file = at(QStringLiteral("none.hscope.json"));
        QCOMPARE(detect({"-o", file.toStdString()}).status, 1);
        QVERIFY(!QFile::exists(file));
    }
    void toolsWithoutDevicesAreNoError()
    {
        addTool(QStringLiteral("nvidia-smi"), {});
        write(QStringLiteral("empty.txt"), "No GPU here\n");
        addTool(QStringLiteral("rocm-smi"), {{"--showtopo", at(QStringLiteral("empty.txt")).toStdString()}});
        addFunction(QStringLiteral("pci0000:00/0000:00:02.0"), "0x030000", "0x1a03", "0x2000", -1);
        const auto run = detect();
        QCOMPARE(run.status, 1);
        for (const char *part :
             {"ended with exit status 6", "lists no GPU", "1 PCI devices, none of them an accelerator"})
            QVERIFY2(run.out.find(part) != std::string::npos, run.out.c_str());
    }
    void nvidiaSmiIsRead()
    {
        addTool(QStringLiteral("nvidia-smi"),
                {{"topo -m", fixtureFile("nvidia_smi/switched.txt")}, {"-q -x", fixtureFile("nvidia_smi/query.xml")}});
        const auto project = detectedProject();
        QCOMPARE(project.cluster.nodes.size(), std::size_t(1));
        QVERIFY(!project.cluster.nodes.front().devices.empty());
        QVERIFY(!project.cluster.nodes.front().fabric.empty());
        const auto run = detect();
        QCOMPARE(run.status, 0);
        QVERIFY2(run.out.find("note: found by nvidia-smi") != std::string::npos, run.out.c_str());
    }
    void rocmSmiIsRead()
    {
        addTool(QStringLiteral("rocm-smi"), {{"--showtopo", fixtureFile("rocm_smi/two.txt")}});
        const auto project = detectedProject();
        QCOMPARE(project.cluster.nodes.size(), std::size_t(1));
        QCOMPARE(project.cluster.nodes.front().devices.size(), std::size_t(2));
    }
    void hwlocIsRead()
    {
        addTool(QStringLiteral("lstopo"), {{"--whole-io --of xml -", fixtureFile("hwloc/pair.xml")}});
        const auto project = detectedProject();
        QCOMPARE(project.cluster.nodes.size(), std::size_t(1));
        QCOMPARE(project.cluster.nodes.front().devices.size(), std::size_t(2));
    }
    void theSystemsFilesAreRead()
    {
        // Two A100 below one switch with an InfiniBand card, two on the other socket; an Ethernet card to log in.
        const QString first = QStringLiteral("pci0000:17/0000:17:01.0/0000:18:00.0/");
        addFunction(first + QStringLiteral("0000:19:00.0/0000:1a:00.0"), "0x030200", "0x10de", "0x20b2", 0);
        addFunction(first + QStringLiteral("0000:19:01.0/0000:1b:00.0"), "0x030200", "0x10de", "0x20b2", 0);
        addFunction(first + QStringLiteral("0000:19:02.0/0000:1c:00.0"), "0x020700", "0x15b3", "0x101b", 0);
        write(QStringLiteral("sys/devices/") + first +
                  QStringLiteral("0000:19:02.0/0000:1c:00.0/infiniband/mlx5_0/ports/1/rate"),
              "200 Gb/sec (4X HDR)\n");
        addFunction(QStringLiteral("pci0000:97/0000:97:01.0/0000:98:00.0"), "0x030200", "0x10de", "0x20b2", 1);
        addFunction(QStringLiteral("pci0000:97/0000:97:02.0/0000:99:00.0"), "0x030200", "0x10de", "0x20b2", 1);
        addFunction(QStringLiteral("pci0000:00/0000:00:1f.0"), "0x020000", "0x8086", "0x1533", 0);
        write(QStringLiteral("sys/devices/pci0000:00/0000:00:1f.0/net/eth0/speed"), "1000\n");

        const auto project = detectedProject({"--name", "mine"});
        QCOMPARE(project.cluster.nodes.size(), std::size_t(1));
        const Node &node = project.cluster.nodes.front();
        QCOMPARE(node.name, std::string("mine"));
        QCOMPARE(node.devices.size(), std::size_t(4));
        for (const auto &device : node.devices)
            QCOMPARE(device.type, std::string("A100-80GB SXM"));
        double card = 0;
        for (const auto &link : node.fabric)
            card = link.from == "nic" || link.to == "nic" ? link.bandwidth.value : card;
        QCOMPARE(card, 25e9);
        QCOMPARE(hscope({"lint", at(QStringLiteral("found.hscope.json")).toStdString()}).status, 0);
        // A second one joins it.
        QCOMPARE(detectedProject().cluster.nodes.size(), std::size_t(2));
    }
    void whatTheCatalogLacksIsAskedFor()
    {
        addFunction(QStringLiteral("pci0000:00/0000:00:02.0"), "0x120000", "0x1d0f", "0x7064", 0);
        const auto run = detect();
        QCOMPARE(run.status, 3);
        for (const char *part : {"0000:00:02.0", "1d0f:7064", "--device"})
            QVERIFY2(run.err.find(part) != std::string::npos, run.err.c_str());
        QCOMPARE(detectedProject({"--device", "MI300X"}).cluster.nodes.front().devices.front().type,
                 std::string("MI300X"));
    }
    void garbageIsAnError()
    {
        write(QStringLiteral("garbage.txt"), "\tGPU0\tGPU1\nGPU0\t X \tWAT\nGPU1\tWAT\t X \n");
        addTool(QStringLiteral("nvidia-smi"), {{"topo -m", at(QStringLiteral("garbage.txt")).toStdString()}});
        const auto run = detect({"--device", "T4"});
        QCOMPARE(run.status, 3);
        QVERIFY2(run.err.find("nvidia-smi topo -m") != std::string::npos, run.err.c_str());
    }
};

QTEST_GUILESS_MAIN(DetectTest)
#include "detect_test.moc"
