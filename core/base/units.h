// SPDX-License-Identifier: GPL-3.0-or-later
//
// Physical quantities as types, so that bytes cannot be added to seconds.
//
// Seconds, Bytes, BytesPerSecond, Flop and FlopPerSecond hold a double in the SI unit of their name (bytes, not
// bits; FLOP counts a multiply-add as two). Ticks is the simulator's clock: whole picoseconds in an int64, so that
// times add up exactly and compare the same on every machine. Its range is 100 days (Ticks::max): sums and products
// that an int64 cannot hold are saturated instead of overflowing, and a step that ends after Ticks::max is an
// error.
#pragma once

#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>

namespace heteroscope {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// A double with a unit. Quantities of the same unit can be added, subtracted, compared and scaled. The allowed
/// products and quotients of different units are defined below.
template<class Unit>
struct Quantity
{
    double value = 0;

    constexpr Quantity() = default;
    constexpr explicit Quantity(double v) : value(v) {}

    friend constexpr auto operator<=>(Quantity, Quantity) = default;
    friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.value + b.value); }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.value - b.value); }
    friend constexpr Quantity operator*(Quantity a, double k) { return Quantity(a.value * k); }
    friend constexpr Quantity operator*(double k, Quantity a) { return Quantity(a.value * k); }
    friend constexpr Quantity operator/(Quantity a, double k) { return Quantity(a.value / k); }
    friend constexpr double operator/(Quantity a, Quantity b) { return a.value / b.value; }
    constexpr Quantity &operator+=(Quantity b)
    {
        value += b.value;
        return *this;
    }
    constexpr Quantity &operator-=(Quantity b)
    {
        value -= b.value;
        return *this;
    }
};

using Seconds = Quantity<struct SecondsUnit>;
using Bytes = Quantity<struct BytesUnit>;
using BytesPerSecond = Quantity<struct BytesPerSecondUnit>;
using Flop = Quantity<struct FlopUnit>;
using FlopPerSecond = Quantity<struct FlopPerSecondUnit>;

constexpr Seconds operator/(Bytes amount, BytesPerSecond rate) { return Seconds(amount.value / rate.value); }
constexpr Seconds operator/(Flop amount, FlopPerSecond rate) { return Seconds(amount.value / rate.value); }
constexpr BytesPerSecond operator/(Bytes amount, Seconds time) { return BytesPerSecond(amount.value / time.value); }
constexpr Bytes operator*(BytesPerSecond rate, Seconds time) { return Bytes(rate.value * time.value); }

/// What a sum or product of whole numbers becomes that is too large for an int64: one below the largest, which the
/// engine keeps for "never".
inline constexpr std::int64_t saturated = std::numeric_limits<std::int64_t>::max() - 1;

/// Neither operand may be negative where the result overflows.
constexpr std::int64_t saturatingSum(std::int64_t a, std::int64_t b)
{
    std::int64_t result = 0;
    return __builtin_add_overflow(a, b, &result) ? saturated : result;
}
constexpr std::int64_t saturatingProduct(std::int64_t a, std::int64_t b)
{
    std::int64_t result = 0;
    return __builtin_mul_overflow(a, b, &result) ? saturated : result;
}

/// A point in simulated time or a duration, in picoseconds.
struct Ticks
{
    std::int64_t count = 0;

    static constexpr std::int64_t perSecond = 1'000'000'000'000;
    static constexpr std::int64_t max = 100 * 86'400 * perSecond; ///< the largest time that is simulated: 100 days

    constexpr Ticks() = default;
    constexpr explicit Ticks(std::int64_t picoseconds) : count(picoseconds) {}

    friend constexpr auto operator<=>(Ticks, Ticks) = default;
    friend constexpr Ticks operator+(Ticks a, Ticks b) { return Ticks(saturatingSum(a.count, b.count)); }
    friend constexpr Ticks operator-(Ticks a, Ticks b) { return Ticks(a.count - b.count); }
    friend constexpr Ticks operator*(Ticks a, std::int64_t k) { return Ticks(saturatingProduct(a.count, k)); }
    friend constexpr Ticks operator*(std::int64_t k, Ticks a) { return Ticks(saturatingProduct(a.count, k)); }
    constexpr Ticks &operator+=(Ticks b)
    {
        count = saturatingSum(count, b.count);
        return *this;
    }
    constexpr Ticks &operator-=(Ticks b)
    {
        count -= b.count;
        return *this;
    }
};

/// Whole picoseconds below; above Ticks::max it is Ticks::max, below zero and for NaN 0.
constexpr Ticks toTicks(double picoseconds)
{
    if (!(picoseconds > 0))
        return Ticks(0);
    return Ticks(picoseconds < static_cast<double>(Ticks::max) ? static_cast<std::int64_t>(picoseconds) : Ticks::max);
}

/// Rounds a duration up to whole picoseconds. Durations above Ticks::max become Ticks::max; negative durations and NaN
/// become 0.
inline Ticks toTicks(Seconds duration)
{
    return toTicks(std::ceil(duration.value * static_cast<double>(Ticks::perSecond)));
}

/// The first `parts` of `all` equal parts of a duration, rounded down. Does not overflow.
constexpr Ticks shareOf(Ticks whole, std::int64_t parts, std::int64_t all)
{
    return Ticks(whole.count / all * parts + whole.count % all * parts / all);
}

constexpr Seconds toSeconds(Ticks ticks)
{
    return Seconds(static_cast<double>(ticks.count) / static_cast<double>(Ticks::perSecond));
}

} // namespace heteroscope
