// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/recognise.h"

#include "json/json.h"

#include <algorithm>
#include <array>

namespace heteroscope {

namespace {

bool isObject(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    return first != std::string_view::npos && text[first] == '{';
}

bool hasAnyKey(std::string_view text, std::initializer_list<const char *> keys)
{
    if (!isObject(text))
        return false;
    const auto json = parseJson(text);
    return json && json->is_object() &&
           std::any_of(keys.begin(), keys.end(), [&](const char *key) { return json->contains(key); });
}

bool has(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

/// A heading with GPU0 and a row of it that has the X of the diagonal.
bool isTopology(std::string_view text) { return has(text, "GPU0") && has(text, "X") && !isObject(text); }

bool isModelConfig(std::string_view text)
{
    return hasAnyKey(text, {"model_type", "architectures", "hidden_size", "n_embd", "d_model", "text_config"});
}

bool isMegatron(std::string_view text) { return has(text, "--num-layers") && has(text, "--hidden-size"); }

/// Sections of a TOML file that torchtitan alone has together.
bool isTorchtitan(std::string_view text)
{
    return has(text, "[parallelism]") && (has(text, "_parallel_degree") || has(text, "data_parallel_shard")) &&
           has(text, "[training]");
}

bool isDeepspeed(std::string_view text)
{
    return hasAnyKey(text, {"train_micro_batch_size_per_gpu", "zero_optimization", "train_batch_size"});
}

bool isFlagscale(std::string_view text)
{
    return !isObject(text) &&
           (has(text, "hetero_process_meshes:") || (has(text, "tensor_model_parallel_size:") && has(text, "system:")) ||
            (has(text, "flagscale/") && has(text, "experiment:")));
}

bool isNanotron(std::string_view text)
{
    return has(text, "batch_accumulation_per_replica") && has(text, "parallelism:");
}

bool isNcclTests(std::string_view text) { return has(text, "nThread") && has(text, "busbw"); }

} // namespace

bool looksLikeProject(std::string_view text) { return hasAnyKey(text, {"cluster", "workload"}); }

const ImportFormat *recogniseFormat(const std::vector<ImportFile> &files)
{
    using Test = bool (*)(std::string_view);
    constexpr std::array<std::pair<std::string_view, Test>, 8> formats = {{{"huggingface", isModelConfig},
                                                                           {"nvidia-smi", isTopology},
                                                                           {"torchtitan", isTorchtitan},
                                                                           {"deepspeed", isDeepspeed},
                                                                           {"nanotron", isNanotron},
                                                                           {"flagscale", isFlagscale},
                                                                           {"megatron", isMegatron},
                                                                           {"nccl-tests", isNcclTests}}};
    for (const auto &[name, test] : formats) {
        if (std::any_of(files.begin(), files.end(), [test = test](const ImportFile &file) { return test(file.text); }))
            return findImportFormat(name);
    }
    return nullptr;
}

} // namespace heteroscope
