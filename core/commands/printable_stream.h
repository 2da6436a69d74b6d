// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text for people may hold names from files. A name with escape sequences could move the cursor or rewrite what a
// terminal shows; here control characters are written out instead of being sent.
#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace heteroscope {

/// UTF-8 text with every control character written out, as \x1b or \u202e: C0 but for newline and tab, DEL, C1, and the
/// characters that change the direction of text.
std::string printable(std::string_view text);

/// A stream that passes its text on to another one through printable().
class PrintableStream : public std::ostream
{
public:
    /// target must outlive the stream.
    explicit PrintableStream(std::ostream &target) : std::ostream(&m_buffer), m_buffer(target) {}

private:
    /// Keeps text until it is flushed or long enough, and never splits a character.
    class Buffer : public std::streambuf
    {
    public:
        explicit Buffer(std::ostream &target) : m_target(target) {}
        ~Buffer() override;
        Buffer(const Buffer &) = delete;
        Buffer &operator=(const Buffer &) = delete;

    protected:
        int_type overflow(int_type character) override;
        std::streamsize xsputn(const char *text, std::streamsize size) override;
        int sync() override;

    private:
        bool pass(std::size_t size);

        std::ostream &m_target;
        std::string m_kept;
    };

    Buffer m_buffer;
};

/// A stream whose text goes nowhere.
class DiscardingStream : public std::ostream
{
public:
    DiscardingStream() : std::ostream(&m_buffer) {}

private:
    class Buffer : public std::streambuf
    {
    protected:
        int_type overflow(int_type character) override { return traits_type::not_eof(character); }
        std::streamsize xsputn(const char *, std::streamsize size) override { return size; }
    };

    Buffer m_buffer;
};

} // namespace heteroscope
