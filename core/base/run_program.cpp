// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/run_program.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace heteroscope {

namespace {

constexpr int turnMilliseconds = 20; // between two looks at the stop token

/// The environment with LC_ALL=C: tools print what is read here in the words of their own language otherwise.
std::vector<std::string> plainEnvironment()
{
    std::vector<std::string> variables = {"LC_ALL=C"};
    for (char **variable = environ; *variable; ++variable) {
        if (std::strncmp(*variable, "LC_ALL=", 7) != 0)
            variables.emplace_back(*variable);
    }
    return variables;
}

std::vector<char *> pointersTo(std::vector<std::string> &words)
{
    std::vector<char *> pointers;
    for (auto &word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// Starts the program with its output in the writing end of the pipe.
Result<pid_t, ProgramFailure> startProgram(std::vector<std::string> words, const std::array<int, 2> &output)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output[1], STDOUT_FILENO);
    // A group of its own, so that it ends with all that it started; and signals as a program expects them.
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    auto environment = plainEnvironment();
    pid_t process = 0;
    const int problem = posix_spawnp(&process, words.front().c_str(), &files, &attributes, pointersTo(words).data(),
                                     pointersTo(environment).data());
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (problem == 0)
        return process;
    return problem == EAGAIN || problem == ENOMEM ? ProgramFailure::noProcess : ProgramFailure::notFound;
}

/// Reads until the program closes its output. Empty: it did.
std::optional<ProgramFailure> readOutput(int output, const ProgramLimits &limits, std::string &text)
{
    const auto clock = systemClock();
    const auto deadline = clock() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                        std::chrono::duration<double>(limits.limit.value));
    std::array<char, 65536> part{};
    while (true) {
        if (limits.stop.stop_requested())
            return ProgramFailure::stopped;
        if (clock() >= deadline)
            return ProgramFailure::tooLong;
        pollfd waiting{output, POLLIN, 0};
        if (poll(&waiting, 1, turnMilliseconds) <= 0)
            continue;
        const auto size = read(output, part.data(), part.size());
        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0)
            return {};
        text.append(part.data(), static_cast<std::size_t>(size));
        if (text.size() > limits.mostBytes)
            return ProgramFailure::tooMuch;
    }
}

} // namespace

Result<ProgramOutput, ProgramFailure> runProgram(const std::vector<std::string> &words, const ProgramLimits &limits)
{
    std::array<int, 2> output{};
    if (pipe2(output.data(), O_CLOEXEC) != 0)
        return ProgramFailure::noProcess;
    const auto process = startProgram(words, output);
    close(output[1]);
    if (!process) {
        close(output[0]);
        return process.error();
    }
    ProgramOutput result;
    const auto failure = readOutput(output[0], limits, result.text);
    close(output[0]);
    if (failure)
        kill(-*process, SIGKILL);
    int status = 0;
    while (waitpid(*process, &status, 0) < 0 && errno == EINTR) {
    }
    if (failure)
        return *failure;
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return result;
}

} // namespace heteroscope
