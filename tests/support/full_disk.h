// SPDX-License-Identifier: GPL-3.0-or-later
//
// A disk that is full after some bytes: while one exists, every file of this process takes that many, and the write
// that goes beyond is cut short, as on a full disk. A limit of the kernel stands in for it, so what fails is the real
// writing.
#pragma once

#include <csignal>

#include <sys/resource.h>

namespace heteroscope {

class FullDisk
{
public:
    explicit FullDisk(rlim_t bytes = 64)
    {
        getrlimit(RLIMIT_FSIZE, &m_usual);
        m_handler = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{bytes, m_usual.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FullDisk()
    {
        setrlimit(RLIMIT_FSIZE, &m_usual);
        std::signal(SIGXFSZ, m_handler);
    }
    FullDisk(const FullDisk &) = delete;
    FullDisk &operator=(const FullDisk &) = delete;

private:
    rlimit m_usual{};
    void (*m_handler)(int) = nullptr;
};

} // namespace heteroscope
