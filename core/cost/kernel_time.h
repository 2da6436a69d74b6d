// SPDX-License-Identifier: GPL-3.0-or-later
//
// The time of one operation in one pass and its terms:
//
//     time = max(FLOP / (peak * efficiency), bytes * traffic / rate) + kernels * launch + cast / rate
//
// The price is seconds(); explanations list the same terms, so that they always agree with the price.
#pragma once

#include "base/units.h"

#include <algorithm>
#include <array>

namespace heteroscope {

/// Reasons why an operation does not reach the peak of its device; each is a factor of the efficiency.
enum class EfficiencyCause {
    asymptote, ///< share of the peak that large products reach
    waves,     ///< the last wave of tiles is not full
    rows,
    columns,
    depth,
    recipe,     ///< of fp8 and fp4 products: what is scaled together
    stack,      ///< products of the software stack, relative to the device class
    grouped,    ///< many experts in one launch
    misaligned, ///< a width that is not a multiple of 8
    kernels,    ///< the fused attention kernels of the stack, relative to the vendor's
    headWidth,
    sequence, ///< short sequences
    queries,  ///< few queries do not fill the processors
};
inline constexpr std::size_t efficiencyCauseCount = static_cast<std::size_t>(EfficiencyCause::queries) + 1;

/// A product of factors, in the order they were added.
class Efficiency
{
public:
    struct Factor
    {
        EfficiencyCause cause = EfficiencyCause::asymptote;
        double value = 1;
    };

    /// If the cause exists already, its factor is multiplied, so there are never more factors than causes.
    void add(EfficiencyCause cause, double value)
    {
        m_value *= value;
        const auto known = std::find_if(m_factors.begin(), m_factors.begin() + m_count,
                                        [cause](const Factor &factor) { return factor.cause == cause; });
        if (known != m_factors.begin() + m_count)
            known->value *= value;
        else
            m_factors[static_cast<std::size_t>(m_count++)] = {cause, value};
    }
    double value() const { return m_value; }
    const Factor *begin() const { return m_factors.data(); }
    const Factor *end() const { return m_factors.data() + m_count; }

private:
    std::array<Factor, efficiencyCauseCount> m_factors{};
    std::ptrdiff_t m_count = 0;
    double m_value = 1;
};

struct KernelTime
{
    Flop flops;
    FlopPerSecond peak;
    Efficiency efficiency;
    Bytes bytes;         ///< min memory traffic; for a softmax 1 byte per score
    double traffic = 1;  ///< factor of bytes: how often the software moves them
    BytesPerSecond rate; ///< memory rate that streaming kernels reach
    double kernels = 0;
    Seconds launch;
    Bytes cast; ///< memory traffic of scaling and casting the inputs of fp8 and fp4 products

    Seconds computing() const { return flops.value > 0 ? flops / (peak * efficiency.value()) : Seconds(0); }
    Seconds streaming() const { return bytes.value > 0 ? bytes * traffic / rate : Seconds(0); }
    Seconds launching() const { return launch * kernels; }
    Seconds casting() const { return cast.value > 0 ? cast / rate : Seconds(0); }
    Seconds seconds() const { return std::max(computing(), streaming()) + launching() + casting(); }
};

} // namespace heteroscope
