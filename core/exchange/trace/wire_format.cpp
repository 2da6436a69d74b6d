// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/trace/wire_format.h"

namespace heteroscope {

namespace {

enum WireType : unsigned { wireVarint = 0, wireEightBytes = 1, wireBytes = 2, wireFourBytes = 5 };

void appendVarint(std::string &text, std::uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        text += static_cast<char>((value & 0x7f) | 0x80);
    text += static_cast<char>(value);
}

} // namespace

std::optional<std::uint64_t> WireReader::varint()
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < m_rest.size() && i < 10; ++i) {
        const auto byte = static_cast<unsigned char>(m_rest[i]);
        value |= std::uint64_t{byte & 0x7fU} << (7 * i);
        if (byte < 0x80) {
            m_rest.remove_prefix(i + 1);
            return value;
        }
    }
    m_broken = m_broken || !m_rest.empty();
    return std::nullopt;
}

std::optional<std::string_view> WireReader::take(std::uint64_t bytes)
{
    if (bytes > m_rest.size()) {
        m_broken = true;
        return std::nullopt;
    }
    const auto taken = m_rest.substr(0, bytes);
    m_rest.remove_prefix(bytes);
    return taken;
}

std::optional<std::string_view> WireReader::delimited()
{
    const auto size = m_broken ? std::nullopt : varint();
    return size ? take(*size) : std::nullopt;
}

std::optional<WireReader::Field> WireReader::field()
{
    const auto tag = m_broken ? std::nullopt : varint();
    if (!tag)
        return std::nullopt;
    Field field;
    field.number = static_cast<std::uint32_t>(*tag >> 3 & 0x1fffffff);
    std::optional<std::string_view> fixed;
    switch (*tag & 7) {
    case wireVarint:
        if (const auto value = varint())
            field.value = *value;
        else
            m_broken = true;
        break;
    case wireBytes:
        field.isBytes = true;
        if (const auto size = varint()) {
            fixed = take(*size);
            field.bytes = fixed.value_or(std::string_view());
        } else {
            m_broken = true;
        }
        break;
    case wireEightBytes:
    case wireFourBytes:
        fixed = take((*tag & 7) == wireEightBytes ? 8 : 4);
        for (std::size_t i = 0; fixed && i < fixed->size(); ++i)
            field.value |= std::uint64_t{static_cast<unsigned char>((*fixed)[i])} << (8 * i);
        break;
    default:
        m_broken = true;
    }
    if (field.number == 0)
        m_broken = true;
    return m_broken ? std::nullopt : std::optional(field);
}

void WireWriter::number(std::uint32_t field, std::uint64_t value)
{
    appendVarint(m_text, std::uint64_t{field} << 3 | wireVarint);
    appendVarint(m_text, value);
}

void WireWriter::bytes(std::uint32_t field, std::string_view text)
{
    appendVarint(m_text, std::uint64_t{field} << 3 | wireBytes);
    appendVarint(m_text, text.size());
    m_text += text;
}

void WireWriter::packed(std::uint32_t field, const std::vector<std::uint64_t> &values)
{
    if (values.empty())
        return;
    std::string all;
    for (const std::uint64_t value : values)
        appendVarint(all, value);
    bytes(field, all);
}

std::string WireWriter::delimited() const
{
    std::string text;
    appendVarint(text, m_text.size());
    return text + m_text;
}

} // namespace heteroscope
