// SPDX-License-Identifier: GPL-3.0-or-later
//
// The recovery folder, which holds unsaved work while windows are open. Each window has a project file there
// (ID.hscope.json, an ordinary project with the key "x-recovery") and a lock that its process holds. A file whose lock
// is free is unsaved work of a process that crashed or was killed.
#pragma once

#include "base/result.h"
#include "project/file_lock.h"
#include "project/project.h"

#include <QDateTime>
#include <QString>

namespace heteroscope {

/// Where work came from: the file it belongs to (empty: never saved) and what that file held when it was read or
/// written.
struct WorkOrigin
{
    QString path;
    QByteArray digest; ///< see digestOfFile; empty when there was no file
    friend bool operator==(const WorkOrigin &, const WorkOrigin &) = default;
};

/// Unsaved work of a window that no longer exists.
struct LostWork
{
    QString file; ///< in the folder
    QString name; ///< of its project file, else its title, else "Untitled"
    WorkOrigin origin;
    QDateTime writtenAt;
    Project project;
};

/// Of the content of a file, to see whether somebody else changed it. Empty when it cannot be read.
QByteArray digestOfFile(const QString &path);

/// Of the user's data folder.
QString defaultRecoveryFolder();
/// Newest first. Files that hold no project are left out (and stay where they are).
std::vector<LostWork> findLostWork(const QString &folder);
void removeLostWork(const LostWork &work);

/// The place of one window in the folder. Nothing is made before the first write.
class RecoverySlot
{
public:
    explicit RecoverySlot(const QString &folder);
    ~RecoverySlot();

    const QString &file() const { return m_file; }
    /// Atomic; on any error the last copy stays. May be called on another thread, one call at a time.
    Status write(const Project &project, const WorkOrigin &origin);
    /// There is nothing unsaved any more.
    void clear();

private:
    QString m_file;
    FileLock m_lock;
};

} // namespace heteroscope
