// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/nearest_stack.h"

#include "base/closest_name.h"

#include <algorithm>
#include <cctype>

namespace heteroscope {

namespace {

/// Stacks that share their kernels, their sends or their way to shard, nearest first.
struct Family
{
    /// Lower case, letters and digits only. All words of one of the lists are in the name.
    std::vector<std::vector<std::string_view>> words;
    std::vector<std::string_view> stacks;

    bool holds(std::string_view name) const
    {
        const auto isIn = [name](std::string_view word) { return name.find(word) != std::string_view::npos; };
        return std::any_of(words.begin(), words.end(),
                           [&isIn](const auto &list) { return std::all_of(list.begin(), list.end(), isIn); });
    }
};

const std::vector<Family> &families()
{
    static const std::vector<Family> table = {
        {{{"bridge"}}, {"Megatron-Bridge", "NeMo", "Megatron-Core"}},
        {{{"nemo"}}, {"NeMo", "Megatron-Bridge", "Megatron-Core"}},
        {{{"titan"}}, {"torchtitan", "PyTorch FSDP", "Composer FSDP"}},
        {{{"composer"}, {"foundry"}, {"mosaic"}}, {"Composer FSDP", "PyTorch FSDP", "torchtitan"}},
        {{{"interne"}, {"internlm"}}, {"InternEvo", "Megatron-LM"}},
        {{{"nanotron"}, {"picotron"}}, {"nanotron", "Megatron-LM"}},
        // Megatron's layers with DeepSpeed's pipeline, also in projects that grew out of it.
        {{{"megatron", "deepspeed"}, {"neox"}, {"bigscience"}, {"bloom"}}, {"Megatron-DeepSpeed", "Megatron-LM"}},
        {{{"deepspeed"}, {"colossal"}}, {"DeepSpeed", "Megatron-DeepSpeed", "PyTorch FSDP"}},
        {{{"megatron", "core"}, {"mcore"}, {"transformerengine"}, {"flagscale"}, {"mindspeed"}, {"primus"}},
         {"Megatron-Core", "NeMo", "Megatron-Bridge", "Megatron-LM"}},
        {{{"megatron"}}, {"Megatron-LM", "Megatron-Core", "Megatron-DeepSpeed"}},
        {{{"fsdp"}, {"torch"}, {"fairscale"}, {"accelerate"}, {"lightning"}, {"transformers"}, {"axolotl"}},
         {"PyTorch FSDP", "torchtitan", "Composer FSDP"}},
        {{{"haillm"}, {"deepseek"}}, {"HAI-LLM", "Megatron-Core", "Megatron-Bridge"}},
    };
    return table;
}

/// Lower case, letters and digits only.
std::string plain(std::string_view name)
{
    std::string result;
    for (const char c : name) {
        if (const auto u = static_cast<unsigned char>(c); std::isalnum(u) != 0)
            result += static_cast<char>(std::tolower(u));
    }
    return result;
}

const SoftwareStack *named(std::string_view name, const std::vector<SoftwareStack> &stacks)
{
    const auto it =
        std::find_if(stacks.begin(), stacks.end(), [name](const auto &stack) { return stack.name == name; });
    return it == stacks.end() ? nullptr : &*it;
}

} // namespace

const SoftwareStack *nearestStack(std::string_view name, const std::vector<SoftwareStack> &stacks)
{
    if (stacks.empty())
        return nullptr;
    if (const auto *same = named(name, stacks))
        return same;
    const auto own = plain(name.substr(0, 256));
    std::vector<std::string> plainNames;
    for (const auto &stack : stacks) {
        plainNames.push_back(plain(stack.name));
        if (plainNames.back() == own && !own.empty())
            return &stack;
    }
    const std::vector<std::string_view> views(plainNames.begin(), plainNames.end());
    if (const auto index = closestName(own, views, own.size() / 4))
        return &stacks[*index];
    for (const auto &family : families()) {
        if (!family.holds(own))
            continue;
        for (const auto stack : family.stacks) {
            if (const auto *found = named(stack, stacks))
                return found;
        }
    }
    const auto *usual = named(TrainingJob().softwareStack, stacks);
    return usual ? usual : &stacks.front();
}

} // namespace heteroscope
