// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/megatron/shell_files.h"

#include "exchange/megatron/shell_words.h"

#include <algorithm>

namespace heteroscope::megatron {

namespace {

std::size_t optionCount(std::string_view text)
{
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find("--", at)) != std::string_view::npos; at += 2)
        ++count;
    return count;
}

} // namespace

std::string_view baseName(std::string_view path)
{
    while (!path.empty() && (path.back() == ' ' || path.back() == '"' || path.back() == '\''))
        path.remove_suffix(1);
    return path.substr(path.find_last_of("/ ") + 1);
}

bool isSourced(const ImportFile &file, const ImportFile &script)
{
    const auto name = std::string(baseName(file.name));
    return &script != &file && !name.empty() && script.text.find("/" + name) != std::string::npos;
}

const ImportFile *mainScript(const std::vector<ImportFile> &files)
{
    const ImportFile *most = nullptr;
    for (const ImportFile &file : files) {
        if (std::any_of(files.begin(), files.end(),
                        [&file](const ImportFile &other) { return isSourced(other, file); }))
            return &file;
        if (!most || optionCount(file.text) > optionCount(most->text))
            most = &file;
    }
    return most;
}

std::map<std::string, std::string> slurmVariables(std::string_view text)
{
    std::map<std::string, std::string> result;
    for (std::size_t at = 0; (at = text.find("#SBATCH", at)) != std::string_view::npos; ++at) {
        const auto end = std::min(text.find('\n', at), text.size());
        std::vector<std::string> words;
        for (const ShellToken &token : shellTokens(text.substr(at + 7, end - at - 7)))
            words.push_back(token.text);
        for (std::size_t i = 0; i < words.size(); ++i) {
            const auto equals = std::min(words[i].find('='), words[i].size());
            const std::string key = words[i].substr(0, equals);
            std::string value;
            if (equals < words[i].size())
                value = words[i].substr(equals + 1);
            else if (i + 1 < words.size())
                value = words[i + 1];
            value = value.substr(value.find_last_of(':') + 1); // gpu:a100:4
            if (key == "--nodes" || key == "-N")
                result["SLURM_NNODES"] = result["SLURM_JOB_NUM_NODES"] = value;
            else if (key == "--gres" || key == "--gpus-per-node")
                result["SLURM_GPUS_PER_NODE"] = result["SLURM_GPUS_ON_NODE"] = value;
            else if (key == "--ntasks-per-node")
                result["SLURM_NTASKS_PER_NODE"] = value;
            else if (key == "--ntasks" || key == "-n")
                result["SLURM_NTASKS"] = result["SLURM_NPROCS"] = value;
        }
    }
    return result;
}

} // namespace heteroscope::megatron
