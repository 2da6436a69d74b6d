// SPDX-License-Identifier: GPL-3.0-or-later
//
// Quantities as people read them: the one formatter of the command line, the report and the window (ui/theme/numbers.h
// turns its texts into those of Qt). Three significant digits, one unit, never an exponent; whole thousands are parted
// by commas. JSON holds plain numbers in SI units instead.
//
// Memory of a device is written in GiB (2^30 bytes), as device types are sold: an "80 GB" device has 80 GiB. All other
// amounts of data, and rates, have decimal prefixes (1 GB = 10^9 bytes). A number that is no number, or infinite, is
// "–".
#pragma once

#include "base/units.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace heteroscope {

/// A number with its unit apart. The unit is empty where the number is "–".
struct NumberParts
{
    std::string number;
    std::string unit;
    friend bool operator==(const NumberParts &, const NumberParts &) = default;
};
/// "7.50 s"; the number alone without a unit.
std::string joined(const NumberParts &parts);

NumberParts secondsParts(Seconds time);
NumberParts bytesParts(Bytes amount);
NumberParts memoryParts(Bytes amount);
NumberParts rateParts(double perSecond, std::string_view what); ///< 17500, "tokens/s" -> "17.5", "k tokens/s"

std::string secondsText(Seconds time);          ///< "7.50 s", "412 ms", "10.0 µs", "0 s"
std::string signedSecondsText(Seconds time);    ///< "+38.0 ms", "-1.52 s"
std::string bytesText(Bytes amount);            ///< data that moves: "68.8 GB"
std::string memoryText(Bytes amount);           ///< of a device: "74.2 GiB"; whole ones without decimals: "80 GiB"
std::string bandwidthText(BytesPerSecond rate); ///< "3.13 GB/s"
std::string flopText(Flop work);                ///< "312 TFLOP"
std::string flopsText(FlopPerSecond rate);      ///< "312 TFLOP/s"
std::string energyText(double joules);          ///< "31.0 J", "12.3 kJ"
std::string powerText(double watts);            ///< "700 W", "12.3 kW"
std::string costText(double dollars);           ///< "1.23 USD", "0.0123 USD"
std::string significantText(double value);      ///< three significant digits, no prefix: "17.5", "0.00123"
std::string countText(std::size_t count);       ///< "3,118,233"
std::string countedText(std::size_t count, std::string_view one); ///< "1 family", "3,118 families" of "family"
std::string largeCountText(double count); ///< of parameters: "6.74 billion"; below a million in full
/// An input of a formula: whole numbers in full, "49,152"; others with four significant digits, "0.7833".
std::string inputText(double value);
/// A factor inside a formula: at most six significant digits, no commas and no exponent: "192", "0.25".
std::string factorText(double value);
std::string rateText(double perSecond, std::string_view what); ///< "17.5 k tokens/s"
/// "74.2 / 80 GiB"; both units where they differ.
std::string memoryOfText(Bytes held, Bytes capacity);

/// 0.231 -> "23.1 %"; from 100 % on three significant digits. Only nothing is "0 %" and only all "100 %": what rounds
/// to them is "< 0.1 %", "> 99.9 %" or "> 100 %".
std::string percentText(double share, int decimals = 1);
/// "+0.9 %", "-12.5 %"; what rounds to nothing is "< +0.1 %" or "> -0.1 %".
std::string signedPercentText(double share);

} // namespace heteroscope
