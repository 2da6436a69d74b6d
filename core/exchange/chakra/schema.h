// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of Chakra's schema (mlcommons/chakra, schema/protobuf/et_def.proto) that traces are read and written with.
#pragma once

#include <cstdint>
#include <string_view>

namespace heteroscope::chakra {

enum class NodeType : std::uint64_t {
    metadata = 1,
    memoryLoad = 2,
    memoryStore = 3,
    compute = 4,
    send = 5,
    receive = 6,
    collective = 7,
};

/// The attribute comm_type.
enum class Collective : std::uint64_t { allReduce = 0, allGather = 2, allToAll = 6, reduceScatter = 7 };

/// The attribute with the name of the process group.
inline constexpr std::string_view groupAttribute = "pg_name";
/// The attribute that says what the group is for, where its name is a number.
inline constexpr std::string_view groupDescription = "pg_desc";

// Fields of Node.
inline constexpr std::uint32_t nodeId = 1;
inline constexpr std::uint32_t nodeName = 2;
inline constexpr std::uint32_t nodeType = 3;
inline constexpr std::uint32_t nodeControl = 4;
inline constexpr std::uint32_t nodeData = 5;
inline constexpr std::uint32_t nodeStart = 6;
inline constexpr std::uint32_t nodeDuration = 7;
inline constexpr std::uint32_t nodeAttribute = 10;
// Fields of GlobalMetadata.
inline constexpr std::uint32_t metadataVersion = 1;
inline constexpr std::uint32_t metadataAttribute = 2;
// Fields of AttributeProto.
inline constexpr std::uint32_t attributeName = 1;
inline constexpr std::uint32_t attributeInt32 = 7;
inline constexpr std::uint32_t attributeInt64 = 9;
inline constexpr std::uint32_t attributeUint64 = 13;
inline constexpr std::uint32_t attributeBool = 27;
inline constexpr std::uint32_t attributeText = 29;

} // namespace heteroscope::chakra
