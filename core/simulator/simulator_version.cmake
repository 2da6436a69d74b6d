# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DROOT=FOLDER -DLIST=FILE -DOUTPUT=FILE -P simulator_version.cmake: writes the source of simulatorVersion(), a hash of
# the names and contents of the files in the list, one path below ROOT a line.
cmake_minimum_required(VERSION 3.25)
file(STRINGS ${LIST} files)
set(all "")
foreach(file IN LISTS files)
    file(SHA256 ${ROOT}/${file} hash)
    string(APPEND all "${file} ${hash}\n")
endforeach()
string(SHA256 version "${all}")
string(SUBSTRING ${version} 0 16 version)
file(WRITE ${OUTPUT} "// Written by core/simulator/simulator_version.cmake.
#include \"simulator/simulator_version.h\"

std::string_view heteroscope::simulatorVersion()
{
    return \"${version}\";
}
")
