// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kinds of layers, and what is known of each kind that a model has.
#pragma once

#include "workload/model.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heteroscope {

/// All layers of one kind have the same cost. A block is named by its mixer and by what it does with each token;
/// denseBlock and moeBlock have attention. The head is the final norm, the logits and the loss.
enum class LayerKind {
    embedding,
    denseBlock,
    moeBlock,
    attentionOnly,
    windowDense,
    windowMoe,
    windowOnly,
    linearDense,
    linearMoe,
    linearOnly,
    stateSpaceDense,
    stateSpaceMoe,
    stateSpaceOnly,
    denseOnly,
    moeOnly,
    encoder,
    decoder, ///< that looks at an encoder's output
    vision,  ///< block of a vision tower
    head
};
inline constexpr std::size_t layerKindCount = 19;
LayerKind layerKind(const Model &model, int layer);

/// A value of each kind that a model has. Most have three of them, and large clusters have many groups, each with such
/// values.
template<class T>
class ByLayerKind
{
public:
    /// That of a kind which the model does not have is the default.
    const T &operator[](std::size_t kind) const
    {
        static const T none{};
        return has(kind) ? m_values[m_places[kind] - 1U] : none;
    }
    bool has(std::size_t kind) const { return m_places[kind] > 0; }
    /// Adds the kind if there is none. The reference is valid until the next one is added.
    T &add(std::size_t kind)
    {
        if (!has(kind)) {
            m_values.emplace_back();
            m_places[kind] = static_cast<std::uint8_t>(m_values.size());
        }
        return m_values[m_places[kind] - 1U];
    }
    /// True if same(value, other value) holds for each kind.
    template<class Same>
    bool matches(const ByLayerKind &other, const Same &same) const
    {
        for (std::size_t kind = 0; kind < layerKindCount; ++kind) {
            if ((has(kind) || other.has(kind)) && !same((*this)[kind], other[kind]))
                return false;
        }
        return true;
    }

private:
    std::array<std::uint8_t, layerKindCount> m_places{}; ///< 1 + index into the values; 0: none
    std::vector<T> m_values;
};

} // namespace heteroscope
