// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/printable_stream.h"

#include <fmt/format.h>

#include <new>

namespace heteroscope {

namespace {

/// A character and the number of its bytes. Bytes that are no UTF-8 count as themselves.
struct Character
{
    char32_t code;
    std::size_t bytes;
};

Character characterAt(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    const auto follows = [&](std::size_t i) { return at + i < text.size() && (byte(i) & 0xC0U) == 0x80U; };
    const unsigned first = byte(0);
    if ((first & 0xE0U) == 0xC0U && follows(1))
        return {(first & 0x1FU) << 6U | (byte(1) & 0x3FU), 2};
    if ((first & 0xF0U) == 0xE0U && follows(1) && follows(2))
        return {(first & 0x0FU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU), 3};
    if ((first & 0xF8U) == 0xF0U && follows(1) && follows(2) && follows(3))
        return {0x10000, 4}; // whichever: none of them is a control character
    return {first, 1};
}

bool isControl(char32_t code)
{
    const bool isDirection = code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
                             (code >= 0x2066 && code <= 0x2069);
    return (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7F && code < 0xA0) || isDirection;
}

/// How many bytes at the end belong to a character whose rest has not come yet.
std::size_t unfinishedBytes(std::string_view text)
{
    for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
        const auto byte = static_cast<unsigned char>(text[text.size() - back]);
        if ((byte & 0xC0U) == 0x80U)
            continue;
        const std::size_t needed = (byte & 0xE0U) == 0xC0U   ? 2
                                   : (byte & 0xF0U) == 0xE0U ? 3
                                   : (byte & 0xF8U) == 0xF0U ? 4
                                                             : 1;
        return needed > back ? back : 0;
    }
    return 0;
}

} // namespace

std::string printable(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const auto [code, bytes] = characterAt(text, at);
        // A lone byte of 0x80 to 0x9F is no UTF-8, but some terminals take it for a control character.
        if (isControl(code))
            result += code < 0x100 ? fmt::format("\\x{:02x}", static_cast<unsigned>(code))
                                   : fmt::format("\\u{:04x}", static_cast<unsigned>(code));
        else
            result.append(text, at, bytes);
        at += bytes;
    }
    return result;
}

PrintableStream::Buffer::int_type PrintableStream::Buffer::overflow(int_type character)
{
    if (traits_type::eq_int_type(character, traits_type::eof()))
        return traits_type::not_eof(character);
    const char one = traits_type::to_char_type(character);
    return xsputn(&one, 1) == 1 ? character : traits_type::eof();
}

std::streamsize PrintableStream::Buffer::xsputn(const char *text, std::streamsize size)
{
    constexpr std::size_t enough = 1U << 14U;
    m_kept.append(text, static_cast<std::size_t>(size));
    if (m_kept.size() >= enough && !pass(m_kept.size() - unfinishedBytes(m_kept)))
        return 0;
    return size;
}

int PrintableStream::Buffer::sync()
{
    return pass(m_kept.size() - unfinishedBytes(m_kept)) && m_target.flush() ? 0 : -1;
}

/// Passes on the first bytes of what is kept.
PrintableStream::Buffer::~Buffer()
{
    try {
        pass(m_kept.size());
    } catch (const std::bad_alloc &) { // a command that ends well has flushed; the text of one that does not is lost
        m_kept.clear();
    }
}

bool PrintableStream::Buffer::pass(std::size_t size)
{
    m_target << printable(std::string_view(m_kept).substr(0, size));
    m_kept.erase(0, size);
    return m_target.good();
}

} // namespace heteroscope
