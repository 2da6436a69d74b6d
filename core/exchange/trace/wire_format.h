// SPDX-License-Identifier: GPL-3.0-or-later
//
// The wire format of Protocol Buffers, as far as traces need it (protobuf.dev/programming-guides/encoding): fields of a
// message with number, wire type and value, and messages one after the other behind their lengths.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// Takes a message apart, field by field. Every field takes at least two bytes, so it is linear in the text.
class WireReader
{
public:
    struct Field
    {
        std::uint32_t number = 0;
        std::uint64_t value = 0; ///< of a number; 0 for bytes
        std::string_view bytes;  ///< of a text, a message or packed numbers
        bool isBytes = false;
    };

    explicit WireReader(std::string_view text) : m_rest(text) {}

    /// The next field; nullopt at the end and at a mistake.
    std::optional<Field> field();
    /// The next message of a file in which each stands behind its length.
    std::optional<std::string_view> delimited();
    /// The next number of a packed field.
    std::optional<std::uint64_t> varint();
    bool isAtEnd() const { return m_rest.empty() && !m_broken; }
    bool isBroken() const { return m_broken; }

private:
    std::optional<std::string_view> take(std::uint64_t bytes);

    std::string_view m_rest;
    bool m_broken = false;
};

/// Puts a message together.
class WireWriter
{
public:
    void number(std::uint32_t field, std::uint64_t value);
    void bytes(std::uint32_t field, std::string_view text);
    void packed(std::uint32_t field, const std::vector<std::uint64_t> &values);
    const std::string &text() const { return m_text; }
    /// The message behind its length.
    std::string delimited() const;

private:
    std::string m_text;
};

} // namespace heteroscope
