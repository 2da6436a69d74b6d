// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/latest_job.h"

namespace heteroscope {

LatestJob::LatestJob(QObject *parent) : QObject(parent) {}

LatestJob::~LatestJob()
{
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

void LatestJob::Handle::post(std::function<void()> function) const
{
    // The job outlives its thread, so the pointer is good; if the job dies first, Qt drops the event with it.
    LatestJob *job = m_job;
    QMetaObject::invokeMethod(
        job, [job, id = m_id, function = std::move(function)] { job->deliver(id, function); }, Qt::QueuedConnection);
}

quint64 LatestJob::start(Work work)
{
    m_currentId = ++m_lastId;
    m_pendingId = m_currentId;
    m_pending = std::move(work);
    if (isRunning())
        m_thread.request_stop();
    else
        launch();
    return m_currentId;
}

void LatestJob::cancel()
{
    m_pending = nullptr;
    if (isRunning())
        m_thread.request_stop();
}

void LatestJob::abandon()
{
    cancel();
    m_currentId = 0;
}

void LatestJob::launch()
{
    if (m_thread.joinable())
        m_thread.join(); // its work is over, this takes no time
    m_runningId = m_pendingId;
    m_thread = std::jthread([this, id = m_pendingId, work = std::exchange(m_pending, nullptr)](std::stop_token stop) {
        Handle handle;
        handle.m_job = this;
        handle.m_id = id;
        handle.m_stop = std::move(stop);
        work(handle);
        QMetaObject::invokeMethod(
            this, [this, id] { finish(id); }, Qt::QueuedConnection);
    });
    emit runningChanged(true);
}

void LatestJob::deliver(quint64 id, const std::function<void()> &function)
{
    if (id == m_currentId)
        function();
    else
        ++m_droppedPosts;
}

void LatestJob::finish(quint64 id)
{
    if (id != m_runningId)
        return;
    m_runningId = 0;
    if (m_pending)
        launch();
    else
        emit runningChanged(false);
}

} // namespace heteroscope
