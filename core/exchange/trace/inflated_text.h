// SPDX-License-Identifier: GPL-3.0-or-later
//
// The content of a file that may be compressed by gzip, piece by piece, so that a large trace is never in memory
// unpacked.
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

namespace heteroscope {

/// Max number of bytes that a compressed text is unpacked to; it ends there.
inline constexpr std::size_t mostInflatedBytes = std::size_t{4} << 30;

bool isGzip(std::string_view text);

/// The first bytes, unpacked if they are packed; what cannot be unpacked is left out.
std::string inflatedHead(std::string_view text, std::size_t bytes);

/// Unpacks gzip, also of several members. Not copyable.
class Inflater
{
public:
    explicit Inflater(std::string_view packed);
    ~Inflater();
    Inflater(const Inflater &) = delete;
    Inflater &operator=(const Inflater &) = delete;

    /// The next bytes, valid until the next call; empty at the end, at damaged data and after mostInflatedBytes.
    std::string_view next();
    /// Ended before the end of the data, because they are damaged or too long.
    bool isBroken() const { return m_broken; }

private:
    struct State;
    std::unique_ptr<State> m_state;
    bool m_broken = false;
};

/// Characters of an Inflater as a pair of input iterators. The Inflater must outlive them.
class InflatedIterator
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char *;
    using reference = const char &;

    InflatedIterator() = default; ///< the end
    explicit InflatedIterator(Inflater &inflater) : m_inflater(&inflater) { refill(); }

    const char &operator*() const { return m_piece[m_at]; }
    InflatedIterator &operator++()
    {
        if (++m_at == m_piece.size())
            refill();
        return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const InflatedIterator &a, const InflatedIterator &b)
    {
        return a.m_inflater == b.m_inflater;
    }

private:
    void refill()
    {
        m_piece = m_inflater->next();
        m_at = 0;
        if (m_piece.empty())
            m_inflater = nullptr;
    }

    Inflater *m_inflater = nullptr;
    std::string_view m_piece;
    std::size_t m_at = 0;
};

} // namespace heteroscope
