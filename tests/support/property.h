// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs a rapidcheck property as a Qt Test check. The seed is fixed, so that a run is the same everywhere; set RC_PARAMS
// to look further.
#pragma once

#include <rapidcheck.h>

#include <QTest>

#include <iostream>
#include <sstream>

#define HETEROSCOPE_PROPERTY(description, ...)                                                                         \
    do {                                                                                                               \
        if (!qEnvironmentVariableIsSet("RC_PARAMS"))                                                                   \
            qputenv("RC_PARAMS", "seed=20241");                                                                        \
        std::ostringstream rcLog;                                                                                      \
        auto *rcOld = std::cerr.rdbuf(rcLog.rdbuf());                                                                  \
        const bool rcOk = rc::check(description, __VA_ARGS__);                                                         \
        std::cerr.rdbuf(rcOld);                                                                                        \
        if (!rcOk) /* what Qt Test shows of a message ends before the assertion */                                     \
            std::cerr << rcLog.str();                                                                                  \
        QVERIFY2(rcOk, rcLog.str().c_str());                                                                           \
    } while (false)
