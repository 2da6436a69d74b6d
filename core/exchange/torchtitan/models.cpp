// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/torchtitan/config.h"

#include "base/text.h"
#include "exchange/launch/import_plan.h"

#include <array>

namespace heteroscope {

namespace {

constexpr std::array torchtitanModels = {
    TorchtitanModel{"llama3", "1B", "Llama 3.2 1B"},
    TorchtitanModel{"llama3", "3B", "Llama 3.2 3B"},
    TorchtitanModel{"llama3", "8B", "Llama 3.1 8B"},
    TorchtitanModel{"llama3", "70B", "Llama 3.1 70B"},
    TorchtitanModel{"llama3", "405B", "Llama 3.1 405B"},
    TorchtitanModel{"llama4", "17bx128e", "Llama 4 Maverick 400B"},
    TorchtitanModel{"qwen3", "8B", "Qwen3 8B"},
    TorchtitanModel{"qwen3", "32B", "Qwen3 32B"},
    TorchtitanModel{"qwen3", "30B-A3B", "Qwen3 30B-A3B"},
    TorchtitanModel{"qwen3", "235B-A22B", "Qwen3 235B-A22B"},
    TorchtitanModel{"deepseek_v3", "16B", "DeepSeek-V2-Lite"},
    TorchtitanModel{"deepseek_v3", "236B", "DeepSeek-V2 236B"},
    TorchtitanModel{"deepseek_v3", "671B", "DeepSeek-V3 671B"},
    TorchtitanModel{"gpt_oss", "20b", "GPT-OSS 20B"},
    TorchtitanModel{"gpt_oss", "120b", "GPT-OSS 120B"},
};

} // namespace

const TorchtitanModel *findTorchtitanModel(std::string_view name, std::string_view flavor)
{
    for (const TorchtitanModel &one : torchtitanModels) {
        if (one.name == name && lowerCase(one.flavor) == lowerCase(flavor))
            return &one;
    }
    return nullptr;
}

const TorchtitanModel *findTorchtitanModel(const Model &model)
{
    for (const TorchtitanModel &one : torchtitanModels) {
        const Model *known = findModel(one.model);
        if (known && launch::haveEqualShape(model, *known))
            return &one;
    }
    return nullptr;
}

} // namespace heteroscope
