// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/recovery.h"

#include "document/document.h"
#include "project/project_file.h"
#include "json/json.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>

namespace heteroscope {
namespace {

const std::string key = "x-recovery";
const QString ending = QStringLiteral(".hscope.json");

QString lockOf(const QString &file) { return file.chopped(ending.size()) + QStringLiteral(".lock"); }

/// The file and what atomic saves that were cut short left beside it.
void removeWithLeftovers(const QString &file)
{
    const QFileInfo info(file);
    for (const QString &name : info.dir().entryList({info.fileName() + QStringLiteral(".??????")}, QDir::Files))
        info.dir().remove(name);
    QFile::remove(file);
}

/// Takes the key out of the project again.
WorkOrigin takeOrigin(Project &project)
{
    const auto found = project.extensions.extract(key);
    if (found.empty())
        return {};
    const Result<Json> json = parseJson(found.mapped());
    if (!json || !json->is_object())
        return {};
    const auto text = [&](const char *member) {
        const auto it = json->find(member);
        return it != json->end() && it->is_string() ? it->get<std::string>() : std::string();
    };
    return {QString::fromStdString(text("path")), QByteArray::fromHex(QByteArray::fromStdString(text("digest")))};
}

} // namespace

QByteArray digestOfFile(const QString &path)
{
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        return {};
    return hash.result();
}

QString defaultRecoveryFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + QStringLiteral("/recovery");
}

std::vector<LostWork> findLostWork(const QString &folder)
{
    std::vector<LostWork> found;
    for (const QFileInfo &info : QDir(folder).entryInfoList({u'*' + ending}, QDir::Files)) {
        const FileLock lock(lockOf(info.filePath()).toStdString());
        if (lock.state() == FileLock::State::others)
            continue;
        Result<Project> project = loadProject(info.filePath().toStdString());
        if (!project)
            continue;
        LostWork work;
        work.file = info.filePath();
        work.writtenAt = info.lastModified();
        work.project = std::move(*project);
        work.origin = takeOrigin(work.project);
        work.name = documentName(work.origin.path, work.project);
        found.push_back(std::move(work));
    }
    std::sort(found.begin(), found.end(),
              [](const LostWork &a, const LostWork &b) { return a.writtenAt > b.writtenAt; });
    return found;
}

void removeLostWork(const LostWork &work) { removeWithLeftovers(work.file); }

RecoverySlot::RecoverySlot(const QString &folder)
    : m_file(folder + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces) + ending)
{}

RecoverySlot::~RecoverySlot() = default;

Status RecoverySlot::write(const Project &project, const WorkOrigin &origin)
{
    if (!m_lock.isMine()) {
        QDir().mkpath(QFileInfo(m_file).path());
        m_lock = FileLock(lockOf(m_file).toStdString());
    }
    const Json json = {{"digest", origin.digest.toHex().toStdString()}, {"path", origin.path.toStdString()}};
    Project marked = project;
    marked.extensions[key] = json.dump();
    return saveProject(marked, m_file.toStdString());
}

void RecoverySlot::clear()
{
    removeWithLeftovers(m_file);
    m_lock.release();
}

} // namespace heteroscope
