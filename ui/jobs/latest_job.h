// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs work on another thread, one piece at a time; the latest wins. Work takes an immutable snapshot by capture, looks
// at its stop token and returns a value, which is accepted on the thread of the job's owner:
//
//     job.start([snapshot](LatestJob::Handle &handle) { return compute(*snapshot, handle.stopToken()); },
//               [this](Value value) { show(std::move(value)); });
//
// Values and posts from superseded or abandoned work are discarded. Starting asks the running piece to stop and waits
// in line (never on the caller's thread). The destructor stops and joins. An exception of the work leaves the event
// that would have accepted its value.
#pragma once

#include <QObject>

#include <functional>
#include <memory>
#include <stop_token>
#include <thread>

namespace heteroscope {

class LatestJob : public QObject
{
    Q_OBJECT

public:
    class Handle
    {
    public:
        std::stop_token stopToken() const { return m_stop; }
        /// Runs the function on the owner's thread, before the value is accepted. For what is known while work goes on.
        void post(std::function<void()> function) const;

    private:
        friend class LatestJob;
        LatestJob *m_job = nullptr;
        quint64 m_id = 0;
        std::stop_token m_stop;
    };
    /// Starts a function on a thread and returns the thread. What runs it in another way returns an empty one; the
    /// function must then have run, or never run, when the job is destroyed.
    using Executor = std::function<std::jthread(std::function<void()> function)>;

    explicit LatestJob(QObject *parent = nullptr, Executor executor = {});
    ~LatestJob() override;

    /// `compute` runs on another thread, `accept` takes its value on the owner's thread.
    template<class Compute, class Accept>
    void start(Compute compute, Accept accept)
    {
        startWork([compute = std::move(compute), accept = std::move(accept)](Handle &handle) -> std::function<void()> {
            using Value = decltype(compute(handle));
            return [accept, value = std::make_shared<Value>(compute(handle))] { accept(std::move(*value)); };
        });
    }
    /// The same for work that only posts.
    template<class Work>
    void start(Work work)
    {
        startWork([work = std::move(work)](Handle &handle) {
            work(handle);
            return std::function<void()>();
        });
    }
    /// Asks the running work to stop; its value and what it still posts are accepted. Work in line is forgotten.
    void cancel();
    /// Asks the running work to stop and discards its value and whatever it still posts.
    void abandon();

    /// True while a value or posts are to come that will be accepted; false for abandoned work that has not stopped
    /// yet.
    bool isRunning() const { return m_pending || (m_runningId != 0 && !m_abandoned); }
    /// Posts and values that were discarded.
    int droppedPosts() const { return m_droppedPosts; }

signals:
    void runningChanged(bool running);

private:
    /// Runs on another thread; returns what is to be done on the owner's thread when it is over, if anything.
    using Work = std::function<std::function<void()>(Handle &)>;

    void startWork(Work work);
    void launch();
    void deliver(quint64 id, const std::function<void()> &function);
    void finish(const std::function<void()> &accept);
    bool isWelcome(quint64 id) const { return id == m_runningId && !m_pending && !m_abandoned; }
    void announce(bool wasRunning);

    Executor m_executor;
    quint64 m_lastId = 0;
    quint64 m_runningId = 0;  ///< on the thread now; 0: nothing
    bool m_abandoned = false; ///< the running one
    Work m_pending;           ///< begins when the running one has ended
    std::stop_source m_stop;  ///< of the running one
    std::jthread m_thread;
    int m_droppedPosts = 0;
};

} // namespace heteroscope
