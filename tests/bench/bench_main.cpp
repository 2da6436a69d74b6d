// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs the benchmarks registered by the other files of this folder. Scripts read the column of real time; names carry
// no suffix, so they are the ones listed in the headers of the files.
#include "base/freed_memory.h"

#include <QCoreApplication>

#include <benchmark/benchmark.h>

int main(int argc, char **argv)
{
    heteroscope::keepFreedMemory();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    delete QCoreApplication::instance(); // of the benchmarks of the window, if they ran
    return 0;
}
