// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/autosave.h"

#include "base/out_of_memory.h"
#include "language/sentences.h"

#include <QPointer>

namespace heteroscope {

namespace {

QString problemOf(const Error &error)
{
    return QStringLiteral("%1: %2").arg(QString::fromStdString(error.file), refusalOf(error));
}

} // namespace

Autosave::Autosave(Document *document, const QString &folder, QObject *parent)
    : QObject(parent), m_document(document), m_slot(std::make_shared<RecoverySlot>(folder))
{
    m_writer.setMaxThreadCount(1);
    m_timer.setSingleShot(true);
    m_timer.setInterval(delay);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::startWriting);
    connect(document, &Document::projectChanged, this, &Autosave::takeChange);
    connect(document, &Document::draftChanged, this, &Autosave::takeChange);
    connect(document, &Document::modifiedChanged, this, &Autosave::follow);
    follow();
}

Autosave::~Autosave() { m_writer.waitForDone(); }

void Autosave::takeChange()
{
    m_isKept = false;
    follow();
}

void Autosave::follow()
{
    if (!m_document->hasUnsaved()) {
        forget();
        return;
    }
    // Not started anew by later edits: the first one must not wait longer than the delay.
    if (!m_isKept && !m_writing && !m_timer.isActive())
        m_timer.start();
}

void Autosave::forget()
{
    m_timer.stop();
    m_isKept = false;
    m_writer.waitForDone();
    m_slot->clear();
}

void Autosave::startWriting()
{
    if (m_writing || !m_document->hasUnsaved())
        return;
    m_writing = true;
    m_isKept = true;
    m_writer.start([this, slot = m_slot, project = m_document->unsaved(), origin = m_document->origin()] {
        const Status status = withinMemory([&] { return slot->write(*project, origin); });
        // The destructor waits for this function, so `this` is there; what it posts goes with the object.
        QMetaObject::invokeMethod(
            this, [this, status] { finishWriting(status); }, Qt::QueuedConnection);
    });
}

void Autosave::finishWriting(const Status &status)
{
    m_writing = false;
    const QString problem = status ? QString() : problemOf(status.error());
    if (!status)
        m_isKept = false;
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
    if (!m_document->hasUnsaved())
        return;
    m_isKept = true;
    finishWriting(withinMemory([&] { return m_slot->write(*m_document->unsaved(), m_document->origin()); }));
}

} // namespace heteroscope
