// SPDX-License-Identifier: GPL-3.0-or-later
//
// Indices as types, so that a DeviceId cannot be used where an EdgeId is expected. An id is an index into the array of
// its owner (named below). -1 means no element.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace heteroscope {

template<class Tag>
struct Id
{
    std::int32_t value = -1;

    constexpr Id() = default;
    constexpr explicit Id(std::size_t index) : value(static_cast<std::int32_t>(index)) {}
    constexpr bool isValid() const { return value >= 0; }
    constexpr std::size_t index() const { return static_cast<std::size_t>(value); }
    friend constexpr auto operator<=>(Id, Id) = default;
};

using DeviceId = Id<struct DeviceTag>; ///< accelerator, index into Topology::devices
using VertexId = Id<struct VertexTag>; ///< any vertex of the network graph, index into Topology::vertices
using EdgeId = Id<struct EdgeTag>;     ///< one direction of a link, index into Topology::edges

} // namespace heteroscope
