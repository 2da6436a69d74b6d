// SPDX-License-Identifier: GPL-3.0-or-later
//
// A Slurm cluster of one node on this machine, with its own folder, ports and key: real slurmctld, slurmd and munged,
// as a test starts and stops them. Nothing of the system's own Slurm is used or touched.
#pragma once

#include "support/patience.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QStandardPaths>

#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

namespace heteroscope::test {

/// The path of a program, also where only root finds it; empty: it is not installed.
inline QString programPath(const QString &name)
{
    const QString found = QStandardPaths::findExecutable(name);
    return found.isEmpty()
               ? QStandardPaths::findExecutable(name, {QStringLiteral("/usr/sbin"), QStringLiteral("/usr/local/sbin")})
               : found;
}

class SlurmCluster
{
public:
    /// The programs that are missing; empty: all are there.
    static QStringList missing()
    {
        QStringList names;
        for (const char *name : {"munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel"}) {
            if (programPath(QString::fromLatin1(name)).isEmpty())
                names += QString::fromLatin1(name);
        }
        return names;
    }

    /// folder: exists and is empty.
    explicit SlurmCluster(const QString &folder) : m_folder(folder)
    {
        m_environment = QProcessEnvironment::systemEnvironment();
        m_environment.insert(QStringLiteral("SLURM_CONF"), at("slurm.conf"));
    }
    ~SlurmCluster()
    {
        if (m_isUp)
            waitFor([this] {
                (void)run({QStringLiteral("scancel"), QStringLiteral("--partition=test")});
                return run({QStringLiteral("squeue"), QStringLiteral("-h")}).isEmpty();
            });
        for (QProcess *daemon : {&m_node, &m_controller, &m_munge}) {
            if (daemon->state() == QProcess::NotRunning)
                continue;
            daemon->terminate();
            if (!daemon->waitForFinished(patience))
                daemon->kill();
            daemon->waitForFinished(patience);
        }
    }
    SlurmCluster(const SlurmCluster &) = delete;
    SlurmCluster &operator=(const SlurmCluster &) = delete;

    /// Starts everything; empty, or what went wrong.
    QString start(int cpus)
    {
        if (!writeFiles(cpus))
            return QStringLiteral("its files cannot be written");
        launch(m_munge, "munged",
               {QStringLiteral("--foreground"), QStringLiteral("--force"), "--key-file=" + at("munge.key"),
                "--socket=" + at("munge.socket"), "--pid-file=" + at("munged.pid"), "--seed-file=" + at("munge.seed"),
                "--log-file=" + at("munged.log")});
        if (!waitFor([this] { return QFile::exists(at("munge.socket")) || m_munge.state() == QProcess::NotRunning; }) ||
            m_munge.state() == QProcess::NotRunning)
            return QStringLiteral("munged: ") + output(m_munge);
        const QStringList options = {QStringLiteral("-D"), QStringLiteral("-f"), at("slurm.conf")};
        launch(m_controller, "slurmctld", options);
        launch(m_node, "slurmd", options + QStringList{QStringLiteral("-N"), QStringLiteral("test")});
        const QStringList question = {QStringLiteral("sinfo"), QStringLiteral("-h"), QStringLiteral("-o"),
                                      QStringLiteral("%T")};
        m_isUp = waitFor([&] {
            return run(question) == QLatin1String("idle") || m_controller.state() == QProcess::NotRunning ||
                   m_node.state() == QProcess::NotRunning;
        });
        for (QProcess *daemon : {&m_controller, &m_node}) {
            if (daemon->state() != QProcess::NotRunning)
                continue;
            m_isUp = false;
            return daemon->program() + QStringLiteral(": ") + output(*daemon);
        }
        return m_isUp ? QString() : QStringLiteral("the node does not become idle");
    }

    /// Runs a command of Slurm in the cluster's folder; gives its trimmed standard output.
    QString run(const QStringList &command) const
    {
        QProcess process;
        process.setProcessEnvironment(m_environment);
        process.setWorkingDirectory(m_folder);
        process.setProgram(programPath(command.first()));
        process.setArguments(command.mid(1));
        process.start();
        process.waitForFinished(patience);
        return QString::fromUtf8(process.readAllStandardOutput()).trimmed();
    }

    void setVariable(const QString &name, const QString &value) { m_environment.insert(name, value); }

    /// Asks until it is so; false: it never was.
    template<class Question>
    static bool waitFor(const Question &question)
    {
        return QTest::qWaitFor(question, patience);
    }

private:
    QString at(const char *name) const { return m_folder + QLatin1Char('/') + QString::fromLatin1(name); }

    static QString output(QProcess &process) { return QString::fromUtf8(process.readAllStandardOutput()).right(2'000); }

    void launch(QProcess &process, const char *name, const QStringList &arguments) const
    {
        process.setProcessEnvironment(m_environment);
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(programPath(QString::fromLatin1(name)), arguments);
        process.waitForStarted(patience);
    }

    /// Ports that nothing listens at just now.
    static std::array<int, 2> freePorts()
    {
        std::array<int, 2> sockets{};
        std::array<int, 2> ports{};
        for (std::size_t i = 0; i < ports.size(); ++i) {
            sockets[i] = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
            sockaddr_in address{};
            address.sin_family = AF_INET;
            address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            socklen_t size = sizeof address;
            if (::bind(sockets[i], reinterpret_cast<sockaddr *>(&address), size) == 0 &&
                ::getsockname(sockets[i], reinterpret_cast<sockaddr *>(&address), &size) == 0)
                ports[i] = ntohs(address.sin_port);
        }
        for (const int descriptor : sockets)
            ::close(descriptor);
        return ports;
    }

    bool writeFiles(int cpus) const
    {
        QByteArray key(128, '\0');
        for (char &byte : key)
            byte = static_cast<char>(QRandomGenerator::system()->bounded(256));
        QFile keyFile(at("munge.key"));
        if (!keyFile.open(QIODevice::WriteOnly) || keyFile.write(key) != key.size() ||
            !keyFile.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner))
            return false;
        const QDir folder(m_folder);
        if (!folder.mkdir(QStringLiteral("state")) || !folder.mkdir(QStringLiteral("spool")))
            return false;
        std::array<char, 256> host{};
        ::gethostname(host.data(), host.size() - 1);
        const QString hostName = QString::fromLocal8Bit(host.data()).section(QLatin1Char('.'), 0, 0);
        const passwd *user = ::getpwuid(::getuid());
        const std::array<int, 2> ports = freePorts();
        const QString text = QStringLiteral("ClusterName=test\n"
                                            "SlurmctldHost=%1(127.0.0.1)\n"
                                            "SlurmUser=%2\nSlurmdUser=%2\n"
                                            "SlurmctldPort=%3\nSlurmdPort=%4\n"
                                            "AuthType=auth/munge\nCredType=cred/munge\n"
                                            // A requeued job waits until its credential has expired.
                                            "AuthInfo=socket=%5/munge.socket,cred_expire=5\n"
                                            "StateSaveLocation=%5/state\nSlurmdSpoolDir=%5/spool\n"
                                            "SlurmctldPidFile=%5/slurmctld.pid\nSlurmdPidFile=%5/slurmd.pid\n"
                                            "SlurmctldLogFile=%5/slurmctld.log\nSlurmdLogFile=%5/slurmd.log\n"
                                            "ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n"
                                            "SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\n"
                                            "MpiDefault=none\nReturnToService=2\nKillWait=1\n"
                                            "SlurmdParameters=config_overrides\n"
                                            "SchedulerParameters=batch_sched_delay=0,bf_interval=1\n"
                                            "NodeName=test NodeHostname=%1 NodeAddr=127.0.0.1 CPUs=%6 State=UNKNOWN\n"
                                            "PartitionName=test Nodes=test Default=YES MaxTime=INFINITE State=UP\n")
                                 .arg(hostName, QString::fromLocal8Bit(user ? user->pw_name : "root"))
                                 .arg(ports[0])
                                 .arg(ports[1])
                                 .arg(m_folder)
                                 .arg(cpus);
        QFile file(at("slurm.conf"));
        return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0;
    }

    QString m_folder;
    QProcessEnvironment m_environment;
    QProcess m_munge, m_controller, m_node;
    bool m_isUp = false;
};

} // namespace heteroscope::test
