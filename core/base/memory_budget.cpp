// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/memory_budget.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

#if __has_include(<sys/resource.h>)
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace heteroscope {

namespace {

std::function<Bytes()> &freeMemoryAnswer()
{
    static std::function<Bytes()> answer;
    return answer;
}

/// What Linux could give to new programs without swapping.
double availableOnMachine()
{
    std::ifstream file("/proc/meminfo");
    std::string name;
    double kibibytes = 0;
    std::string rest;
    while (file >> name >> kibibytes && std::getline(file, rest)) {
        if (name == "MemAvailable:")
            return kibibytes * 1024;
    }
    return infinity;
}

/// The first number of a file; infinity if there is none ("max").
double numberIn(const std::string &file)
{
    std::ifstream stream(file);
    double number = 0;
    return stream >> number ? number : infinity;
}

/// Pages of files that the kernel would drop first; they count as used in the group.
double reclaimable(const std::string &file)
{
    std::ifstream stream(file);
    std::string name;
    double bytes = 0;
    while (stream >> name >> bytes) {
        if (name == "inactive_file" || name == "total_inactive_file")
            return bytes;
    }
    return 0;
}

/// The tightest limit of the process's control group and of those around it.
double leftInControlGroup()
{
    std::ifstream groups("/proc/self/cgroup");
    std::string line;
    double left = infinity;
    while (std::getline(groups, line)) {
        std::string folder, limit, usage;
        if (line.starts_with("0::")) {
            folder = "/sys/fs/cgroup";
            limit = "/memory.max";
            usage = "/memory.current";
        } else if (line.find(":memory:") != std::string::npos) {
            folder = "/sys/fs/cgroup/memory";
            limit = "/memory.limit_in_bytes";
            usage = "/memory.usage_in_bytes";
        } else {
            continue;
        }
        auto group = line.substr(line.rfind(':') + 1);
        for (bool more = true; more;) {
            const auto path = folder + (group == "/" ? "" : group);
            const double used = numberIn(path + usage);
            if (used < infinity)
                left =
                    std::min(left, std::max(0.0, numberIn(path + limit) - used + reclaimable(path + "/memory.stat")));
            more = group.size() > 1;
            group.resize(std::min(group.size(), group.rfind('/') == 0 ? std::size_t(1) : group.rfind('/')));
        }
    }
    return left;
}

double leftInProcess()
{
#if __has_include(<sys/resource.h>)
    rlimit limit{};
    const double pages = numberIn("/proc/self/statm"); // of address space
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && pages < infinity)
        return std::max(0.0, static_cast<double>(limit.rlim_cur) - pages * static_cast<double>(sysconf(_SC_PAGESIZE)));
#endif
    return infinity;
}

} // namespace

Bytes freeMemory()
{
    if (const auto &answer = freeMemoryAnswer())
        return answer();
    return Bytes(std::min({availableOnMachine(), leftInControlGroup(), leftInProcess()}));
}

void answerFreeMemoryWith(std::function<Bytes()> answer) { freeMemoryAnswer() = std::move(answer); }

Bytes memoryBudget(std::optional<Bytes> wanted) { return wanted ? *wanted : freeMemory() / 2; }

} // namespace heteroscope
