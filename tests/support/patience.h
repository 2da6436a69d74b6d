// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long tests wait for what must happen. A deadline against hanging, far beyond what a busy machine or a sanitizer
// needs, and never a measure of speed: QTRY_VERIFY and QTRY_COMPARE wait as long as this instead of 5 seconds.
#pragma once

#include <QTest>

namespace heteroscope::test {

inline constexpr int patience = 240'000; ///< ms

} // namespace heteroscope::test

#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT(expression, heteroscope::test::patience)
#define QTRY_VERIFY2(expression, message) QTRY_VERIFY2_WITH_TIMEOUT(expression, message, heteroscope::test::patience)
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, heteroscope::test::patience)
