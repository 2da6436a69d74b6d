// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/autosave.h"

#include "base/out_of_memory.h"

#include <QPointer>

namespace heteroscope {

Autosave::Autosave(Document *document, const QString &folder, QObject *parent)
    : QObject(parent), m_document(document), m_slot(std::make_shared<RecoverySlot>(folder))
{
    m_writer.setMaxThreadCount(1);
    m_timer.setSingleShot(true);
    m_timer.setInterval(delay);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::startWriting);
    connect(document, &Document::projectChanged, this, &Autosave::follow);
    connect(document, &Document::modifiedChanged, this, &Autosave::follow);
    follow();
}

Autosave::~Autosave() { m_writer.waitForDone(); }

void Autosave::follow()
{
    if (!m_document->isModified()) {
        forget();
        return;
    }
    // Not started anew by later edits: the first one must not wait longer than the delay.
    if (m_document->snapshot() != m_kept && !m_writing && !m_timer.isActive())
        m_timer.start();
}

void Autosave::forget()
{
    m_timer.stop();
    m_kept.reset();
    m_writer.waitForDone();
    m_slot->clear();
}

void Autosave::startWriting()
{
    if (m_writing || !m_document->isModified())
        return;
    m_writing = true;
    m_kept = m_document->snapshot();
    m_writer.start([this, slot = m_slot, project = m_kept, origin = m_document->origin()] {
        const Status status = withinMemory([&] { return slot->write(*project, origin); });
        // The destructor waits for this function, so `this` is there; what it posts goes with the object.
        QMetaObject::invokeMethod(
            this, [this, status] { finishWriting(status); }, Qt::QueuedConnection);
    });
}

void Autosave::finishWriting(const Status &status)
{
    m_writing = false;
    const QString problem = status ? QString() : QString::fromStdString(toString(status.error()));
    if (!status)
        m_kept.reset();
    if (problem != m_problem) {
        m_problem = problem;
        emit problemChanged(problem);
    }
    if (status)
        emit written();
    follow();
}

void Autosave::writeNow()
{
    m_timer.stop();
    m_writer.waitForDone();
    if (!m_document->isModified())
        return;
    m_kept = m_document->snapshot();
    finishWriting(withinMemory([&] { return m_slot->write(*m_kept, m_document->origin()); }));
}

} // namespace heteroscope
