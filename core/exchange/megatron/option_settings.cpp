// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/megatron/option_settings.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace heteroscope::megatron {

namespace {

constexpr int deepest = 12;

/// What other tools call an option.
constexpr std::array<std::pair<std::string_view, std::string_view>, 15> otherNames = {{
    {"num_moe_experts", "num-experts"},
    {"encoder_seq_length", "seq-length"},
    {"sequence_length", "seq-length"},
    {"virtual_pipeline_model_parallel_size", "num-virtual-stages-per-pipeline-rank"},
    {"activations_checkpoint_granularity", "recompute-granularity"},
    {"activations_checkpoint_method", "recompute-method"},
    {"activations_checkpoint_num_layers", "recompute-num-layers"},
    {"num_layers_in_first_pipeline_stage", "decoder-first-pipeline-num-layers"},
    {"num_layers_in_last_pipeline_stage", "decoder-last-pipeline-num-layers"},
    {"overlap_grad_sync", "overlap-grad-reduce"},
    {"ub_tp_comm_overlap", "tp-comm-overlap"},
    {"use_flash_attention", "use-flash-attn"},
    {"moe_shared_expert_size", "moe-shared-expert-intermediate-size"},
    {"gated_linear_unit", "swiglu"},
    {"override_vocab_size", "padded-vocab-size"},
}};

/// Settings whose false is an option.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> whenFalse = {{
    {"bias", "disable-bias-linear"},
    {"add_bias_linear", "disable-bias-linear"},
    {"share_embeddings_and_output_weights", "untie-embeddings-and-output-weights"},
    {"add_position_embedding", "no-position-embedding"},
}};

/// Sections that say nothing of model and plan, but have keys of the same names.
constexpr std::array<std::string_view, 7> passedOver = {"tokenizer",        "exp_manager", "sched",     "nsys_profile",
                                                        "inference_config", "logger",      "checkpoint"};

std::string_view nameOfSetting(std::string_view key)
{
    const auto found =
        std::find_if(otherNames.begin(), otherNames.end(), [key](const auto &one) { return one.first == key; });
    return found == otherNames.end() ? key : found->second;
}

/// A value with its references put in, as a text; one that cannot be resolved keeps its "$".
std::string resolved(std::string text, const Json &section, int depth)
{
    while (depth < deepest) {
        const auto open = text.rfind("${");
        const auto close = open == std::string::npos ? open : text.find('}', open);
        if (close == std::string::npos)
            return text;
        const std::string inside = text.substr(open + 2, close - open - 2);
        std::string value;
        if (inside.starts_with("multiply:")) {
            const std::string both = inside.substr(9);
            const auto comma = both.find(',');
            long long a = 0;
            long long b = 0;
            const auto number = [](std::string one, long long &to) {
                std::erase(one, ' ');
                const auto read = std::from_chars(one.data(), one.data() + one.size(), to);
                return read.ec == std::errc() && read.ptr == one.data() + one.size() && to >= 0 && to < 1'000'000'000;
            };
            if (comma == std::string::npos || !number(both.substr(0, comma), a) || !number(both.substr(comma + 1), b))
                return text;
            value = std::to_string(a * b);
        } else if (const auto colon = inside.find(':'); colon != std::string::npos && inside.find('.') > colon) {
            value = inside.substr(colon + 1); // ${NAME:value}
        } else {
            const auto found = section.find(inside.substr(inside.find_last_of('.') + 1));
            if (found == section.end() || found->is_structured() || found->is_null())
                return text;
            value = found->is_string() ? found->get<std::string>() : found->dump();
        }
        text.replace(open, close + 1 - open, value);
        if (text.size() > 4096)
            return text;
        ++depth;
    }
    return text;
}

void add(const Json &section, const Json &top, CommandLine &line, int depth)
{
    if (!section.is_object() || depth > deepest)
        return;
    for (const auto &[key, value] : section.items()) {
        const auto isNamed = [&key = key](const auto &one) { return one.first == key; };
        if (value.is_object()) {
            if (std::find(passedOver.begin(), passedOver.end(), key) == passedOver.end())
                add(value, top, line, depth + 1);
        } else if (value.is_boolean()) {
            const auto no = std::find_if(whenFalse.begin(), whenFalse.end(), isNamed);
            if (value.get<bool>())
                line.set(std::string(nameOfSetting(key)), "true");
            else if (no != whenFalse.end())
                line.set(std::string(no->second), "true");
        } else if (value.is_number()) {
            line.set(std::string(nameOfSetting(key)), value.dump());
        } else if (value.is_string()) {
            const std::string text = resolved(value.get<std::string>(), section, 0);
            // A text that says yes, no or nothing is what it says.
            const std::string plain = lowerCase(text);
            if (plain == "false" || plain == "null" || plain.empty())
                continue;
            if ((key == "activation" || key == "activation_func") && plain.find("glu") != std::string::npos)
                line.set("swiglu", "true");
            line.set(std::string(nameOfSetting(key)), text);
        }
    }
}

} // namespace

void addSettings(const Json &section, CommandLine &line)
{
    add(section, section, line, 0);
    if (line.has("num-query-groups"))
        line.set("group-query-attention", "true");
    if (line.text("name").find("distributed") != std::string::npos) // of optim
        line.set("use-distributed-optimizer", "true");
}

std::string resolvedSetting(std::string text, const Json &section) { return resolved(std::move(text), section, 0); }

void addPrecision(const Json *precision, CommandLine &line)
{
    const std::string text = !precision               ? std::string()
                             : precision->is_string() ? lowerCase(precision->get<std::string>())
                                                      : precision->dump();
    if (text.find("bf16") != std::string::npos)
        line.set("bf16", "true");
    else if (text.starts_with("16") || text.starts_with("fp16"))
        line.set("fp16", "true");
}

} // namespace heteroscope::megatron
