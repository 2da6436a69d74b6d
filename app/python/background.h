// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work while Python goes on: it runs on a thread of its own without Python's lock (GIL), and the calling thread looks
// after signals, so that Ctrl+C stops it within the time of a check point (base/stop_token.h).
#pragma once

#include "base/stop_token.h"

#include <pybind11/pybind11.h>

#include <chrono>
#include <exception>
#include <future>
#include <optional>
#include <stop_token>
#include <thread>

namespace heteroscope {

/// The result of work(stop). Throws what the work throws, and KeyboardInterrupt or what else a signal's handler raises,
/// once the work has ended.
template<class Work>
auto inBackground(const Work &work) -> decltype(work(StopToken()))
{
    namespace py = pybind11;
    using Value = decltype(work(StopToken()));
    std::stop_source source;
    std::packaged_task<Value()> task([&] { return work(StopToken(source.get_token())); });
    std::future<Value> result = task.get_future();
    bool raised = false;
    {
        const py::gil_scoped_release released;
        const std::jthread thread(std::move(task));
        while (result.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) {
            const py::gil_scoped_acquire acquired;
            if (!raised && PyErr_CheckSignals() != 0) {
                raised = true; // Python keeps the exception of this thread
                source.request_stop();
            }
        }
    }
    if (raised)
        throw py::error_already_set();
    return result.get();
}

} // namespace heteroscope
