// SPDX-License-Identifier: GPL-3.0-or-later
//
// Saves a copy of the open project in the recovery folder while it has unsaved changes or a note is being written, so
// that at most the last few seconds are lost if the process is killed. Writes on a separate thread, from the snapshot.
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
    /// Delay from the first unsaved edit to the write. Including the time of two writes it stays below 10 s.
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
    /// Deletes the copy, because the user chose not to keep the changes.
    void forget();

signals:
    void written();
    /// The first failure and each change of its reason; an empty text when writing works again.
    void problemChanged(const QString &problem);

private:
    void follow();
    void takeChange();
    void startWriting();
    void finishWriting(const Status &status);

    Document *m_document;
    std::shared_ptr<RecoverySlot> m_slot;
    QTimer m_timer;
    QThreadPool m_writer;  ///< one thread
    bool m_isKept = false; ///< the copy has everything that is unsaved, or is being written with it
    bool m_writing = false;
    QString m_problem;
};

} // namespace heteroscope
