// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs work on another thread, one piece at a time, the latest wins. Work takes an immutable snapshot by capture, looks
// at its stop token and posts values back; what an overtaken piece posts is dropped by its id.
//
//     job.start([snapshot](LatestJob::Handle &handle) {
//         auto value = compute(*snapshot, handle.stopToken());
//         handle.post([this, value] { show(value); });           // on the thread of the job's owner
//     });
//
// Starting asks the running piece to stop and waits in line (never on the caller's thread). The destructor stops and
// joins.
#pragma once

#include <QObject>

#include <functional>
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
        /// Runs the function on the owner's thread, unless newer work was started by then.
        void post(std::function<void()> function) const;

    private:
        friend class LatestJob;
        LatestJob *m_job = nullptr;
        quint64 m_id = 0;
        std::stop_token m_stop;
    };
    using Work = std::function<void(Handle &)>;

    explicit LatestJob(QObject *parent = nullptr);
    ~LatestJob() override;

    /// Returns the id of the new piece of work.
    quint64 start(Work work);
    /// Asks the running work to stop; what it still posts is accepted. Work in line is forgotten.
    void cancel();
    /// Asks the running work to stop and drops whatever it still posts.
    void abandon();

    bool isRunning() const { return m_runningId != 0; }
    quint64 currentId() const { return m_currentId; }
    /// Posts that came too late.
    int droppedPosts() const { return m_droppedPosts; }

signals:
    void runningChanged(bool running);

private:
    void launch();
    void deliver(quint64 id, const std::function<void()> &function);
    void finish(quint64 id);

    quint64 m_lastId = 0;
    quint64 m_currentId = 0; // whose posts are welcome
    quint64 m_runningId = 0; // on the thread now, 0 = none
    quint64 m_pendingId = 0;
    Work m_pending;
    std::jthread m_thread;
    int m_droppedPosts = 0;
};

} // namespace heteroscope
