// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/trace/inflated_text.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace heteroscope {

namespace {

constexpr int gzipWindow = 15 + 16; ///< the largest window, with a gzip header
constexpr std::size_t inflatedPiece = 1 << 16;

} // namespace

struct Inflater::State
{
    z_stream stream{};
    std::string_view rest; ///< that zlib has not been given
    std::vector<char> piece = std::vector<char>(inflatedPiece);
    std::size_t made = 0;
    bool ended = false;
    bool isReady = false;
};

bool isGzip(std::string_view text) { return text.starts_with("\x1f\x8b"); }

Inflater::Inflater(std::string_view packed) : m_state(std::make_unique<State>())
{
    m_state->rest = packed;
    m_state->isReady = inflateInit2(&m_state->stream, gzipWindow) == Z_OK;
    m_broken = !m_state->isReady;
}

Inflater::~Inflater()
{
    if (m_state->isReady)
        inflateEnd(&m_state->stream);
}

std::string_view Inflater::next()
{
    State &state = *m_state;
    if (state.ended || m_broken)
        return {};
    z_stream &stream = state.stream;
    stream.next_out = reinterpret_cast<Bytef *>(state.piece.data());
    stream.avail_out = static_cast<uInt>(state.piece.size());
    while (stream.avail_out > 0) {
        if (stream.avail_in == 0) {
            const auto given = std::min<std::size_t>(state.rest.size(), std::numeric_limits<uInt>::max());
            stream.next_in = reinterpret_cast<z_const Bytef *>(const_cast<char *>(state.rest.data()));
            stream.avail_in = static_cast<uInt>(given);
            state.rest.remove_prefix(given);
        }
        const int status = inflate(&stream, Z_NO_FLUSH);
        const bool isOver = stream.avail_in == 0 && state.rest.empty();
        if (status == Z_STREAM_END && !isOver && inflateReset(&stream) == Z_OK)
            continue; // the next member
        if (status == Z_STREAM_END) {
            state.ended = true;
            break;
        }
        if (status != Z_OK || (isOver && stream.avail_out > 0)) {
            m_broken = true;
            break;
        }
    }
    const std::size_t count = state.piece.size() - stream.avail_out;
    state.made += count;
    m_broken = m_broken || state.made > mostInflatedBytes;
    return {state.piece.data(), count};
}

std::string inflatedHead(std::string_view text, std::size_t bytes)
{
    if (!isGzip(text))
        return std::string(text.substr(0, bytes));
    Inflater inflater(text);
    std::string head;
    for (auto piece = inflater.next(); !piece.empty() && head.size() < bytes; piece = inflater.next())
        head += piece;
    return head.substr(0, bytes);
}

} // namespace heteroscope
