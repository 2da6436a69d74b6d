// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/latest_job.h"

#include <exception>
#include <utility>

namespace heteroscope {

LatestJob::LatestJob(QObject *parent, Executor executor) : QObject(parent), m_executor(std::move(executor))
{
    if (!m_executor)
        m_executor = [](std::function<void()> function) { return std::jthread(std::move(function)); };
}

LatestJob::~LatestJob()
{
    m_stop.request_stop();
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

void LatestJob::startWork(Work work)
{
    const bool was = isRunning();
    m_pending = std::move(work);
    if (m_runningId != 0)
        m_stop.request_stop();
    else
        launch();
    announce(was);
}

void LatestJob::cancel()
{
    const bool was = isRunning();
    m_pending = nullptr;
    m_stop.request_stop();
    announce(was);
}

void LatestJob::abandon()
{
    const bool was = isRunning();
    m_pending = nullptr;
    m_abandoned = true;
    m_stop.request_stop();
    announce(was);
}

void LatestJob::launch()
{
    if (m_thread.joinable())
        m_thread.join(); // its work is over, this takes no time
    m_runningId = ++m_lastId;
    m_abandoned = false;
    m_stop = std::stop_source();
    Handle handle;
    handle.m_job = this;
    handle.m_id = m_runningId;
    handle.m_stop = m_stop.get_token();
    m_thread = m_executor([this, handle, work = std::exchange(m_pending, nullptr)]() mutable {
        std::function<void()> accept;
        try {
            accept = work(handle);
        } catch (...) { // no memory: the owner's thread knows how to end the program with its work kept
            accept = [exception = std::current_exception()] { std::rethrow_exception(exception); };
        }
        QMetaObject::invokeMethod(
            this, [this, accept] { finish(accept); }, Qt::QueuedConnection);
    });
}

void LatestJob::deliver(quint64 id, const std::function<void()> &function)
{
    if (isWelcome(id))
        function();
    else
        ++m_droppedPosts;
}

void LatestJob::finish(const std::function<void()> &accept)
{
    const bool was = isRunning();
    const bool welcome = isWelcome(m_runningId);
    m_runningId = 0;
    if (m_pending)
        launch();
    if (accept && welcome)
        accept();
    else if (accept)
        ++m_droppedPosts;
    announce(was);
}

void LatestJob::announce(bool wasRunning)
{
    if (isRunning() != wasRunning)
        emit runningChanged(!wasRunning);
}

} // namespace heteroscope
