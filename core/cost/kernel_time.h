// SPDX-License-Identifier: GPL-3.0-or-later
//
// The time of one operation in one pass as the terms it is made of:
//
//     time = max(FLOP / (peak * efficiency), bytes * traffic / rate) + kernels * launch + cast / rate
//
// Pricing takes seconds() of these terms and explaining writes them out, so that what is said is what was priced.
#pragma once

#include "base/units.h"

#include <algorithm>
#include <array>

namespace heteroscope {

/// Why an operation does not reach its device's peak: each cause is a factor.
enum class EfficiencyCause {
    asymptote, ///< what a large product of the class and precision reaches
    waves,     ///< the last wave of tiles is not full
    rows,
    columns,
    depth,
    stack,      ///< the software's products over those of the class
    grouped,    ///< many experts in one launch
    misaligned, ///< a width that is no multiple of 8
    kernels,    ///< whose fused attention kernels
    headWidth,
    sequence, ///< short sequences
    queries,  ///< few queries do not fill the processors
};

/// A product of factors, in the order they were added.
class Efficiency
{
public:
    struct Factor
    {
        EfficiencyCause cause = EfficiencyCause::asymptote;
        double value = 1;
    };

    void add(EfficiencyCause cause, double value)
    {
        m_factors[m_count++] = {cause, value};
        m_value *= value;
    }
    double value() const { return m_value; }
    const Factor *begin() const { return m_factors.data(); }
    const Factor *end() const { return m_factors.data() + m_count; }

private:
    std::array<Factor, 8> m_factors{};
    std::size_t m_count = 0;
    double m_value = 1;
};

struct KernelTime
{
    Flop flops;
    FlopPerSecond peak;
    Efficiency efficiency;
    Bytes bytes;         ///< least that must be moved; of a softmax 1 for each score
    double traffic = 1;  ///< times that the software moves it
    BytesPerSecond rate; ///< that streaming kernels reach
    double kernels = 0;
    Seconds launch;
    Bytes cast; ///< moved to scale and cast the inputs of narrow products

    Seconds computing() const { return flops.value > 0 ? flops / (peak * efficiency.value()) : Seconds(0); }
    Seconds streaming() const { return bytes.value > 0 ? bytes * traffic / rate : Seconds(0); }
    Seconds launching() const { return launch * kernels; }
    Seconds casting() const { return cast.value > 0 ? cast / rate : Seconds(0); }
    Seconds seconds() const { return std::max(computing(), streaming()) + launching() + casting(); }
};

} // namespace heteroscope
