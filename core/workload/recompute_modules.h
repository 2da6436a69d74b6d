// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which parts of a block selective recompute repeats. What they free and repeat: selectModules in layer_work.h.
#pragma once

#include "json/object_reader.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// Parts of a block whose forward work selective recompute can repeat, named as in Megatron-LM's --recompute-modules
/// where that has them. Without any named selective recompute repeats the attention core.
///   coreAttention     scores, softmax and values
///   norms             both norms of the residual stream; their inputs are kept
///   latentUp          the projections of latent attention from the latents to queries, keys and values
///   mlpActivation     the activation function of a dense MLP
///   mlp               a dense MLP as a whole
///   expertActivation  the activation function of routed experts
///   experts           the whole mixture: router, exchange, routed and shared experts
///   sharedExperts     the shared experts as a whole
enum class RecomputeModule : std::uint8_t {
    coreAttention,
    norms,
    latentUp,
    mlpActivation,
    mlp,
    expertActivation,
    experts,
    sharedExperts
};
inline constexpr std::array<std::string_view, 8> recomputeModuleNames = {
    "core_attn", "layernorm", "mla_up_proj", "mlp_act", "mlp", "moe_act", "moe", "shared_experts"};

/// A set of modules; empty: what selective recompute does by itself.
struct RecomputeModules
{
    std::uint8_t bits = 0; ///< by RecomputeModule

    static constexpr RecomputeModules of(RecomputeModule module)
    {
        return {static_cast<std::uint8_t>(1 << static_cast<int>(module))};
    }
    static constexpr RecomputeModules all() { return {(1 << recomputeModuleNames.size()) - 1}; }

    bool has(RecomputeModule module) const { return (bits >> static_cast<int>(module) & 1) != 0; }
    void add(RecomputeModule module) { add(of(module)); }
    void add(RecomputeModules other) { bits = static_cast<std::uint8_t>(bits | other.bits); }
    void set(RecomputeModule module, bool on)
    {
        add(module);
        if (!on)
            bits = static_cast<std::uint8_t>(bits ^ of(module).bits);
    }
    bool isEmpty() const { return bits == 0; }
    std::vector<std::string_view> names() const;
    /// Whether all of these are in the set too.
    bool hasAll(RecomputeModules other) const { return (other.bits & ~bits) == 0; }
    friend auto operator<=>(const RecomputeModules &, const RecomputeModules &) = default;
};

/// The key "recomputeModules": names in any order. Errors: another name.
RecomputeModules readRecomputeModules(ObjectReader &reader);
/// "layernorm+moe_act", as names of plans have it.
std::string toString(const RecomputeModules &modules);
/// ["core_attn", ...], in the order of recomputeModuleNames.
Json toJson(const RecomputeModules &modules);

} // namespace heteroscope
