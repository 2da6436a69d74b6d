// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keeps a copy of the open project in the recovery folder while it has unsaved changes, so that a window killed at any
// moment loses the edits of the last few seconds at most. Writes on a thread of its own, from the snapshot.
#pragma once

#include "document/document.h"
#include "document/recovery.h"

#include <QThreadPool>
#include <QTimer>

#include <chrono>

namespace heteroscope {

class Autosave : public QObject
{
    Q_OBJECT

public:
    /// From the first edit that is not kept yet to its writing. With the time of two writes it stays below 10 s.
    static constexpr std::chrono::milliseconds delay{4000};

    Autosave(Document *document, const QString &folder, QObject *parent = nullptr);
    /// Waits for a write that is going on. What is unsaved stays in the folder.
    ~Autosave() override;

    const QString &file() const { return m_slot->file(); }
    /// Runs when something is not kept yet.
    const QTimer &timer() const { return m_timer; }
    void setDelay(std::chrono::milliseconds value) { m_timer.setInterval(value); }
    /// Why the last write failed; empty when it did not.
    const QString &problem() const { return m_problem; }

    /// Writes what is unsaved at once and returns when it is on disk.
    void writeNow();
    /// The user was asked and wants none of it kept.
    void forget();

signals:
    void written();
    /// The first failure and each change of its reason; an empty text when writing works again.
    void problemChanged(const QString &problem);

private:
    void follow();
    void startWriting();
    void finishWriting(const Status &status);

    Document *m_document;
    std::shared_ptr<RecoverySlot> m_slot;
    QTimer m_timer;
    QThreadPool m_writer; ///< one thread
    ProjectSnapshot m_kept;
    bool m_writing = false;
    QString m_problem;
};

} // namespace heteroscope
