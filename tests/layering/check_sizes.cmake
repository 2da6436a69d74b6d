# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake -DTREE=FOLDER -P check_sizes.cmake: no source file is so long that it has more than one job, max 500 lines.
# Functions are held to 80 lines by clang-tidy (readability-function-size in .clang-tidy).
cmake_minimum_required(VERSION 3.25)
set(maxLines 500)

set(mistakes "")
file(GLOB_RECURSE sources RELATIVE ${TREE}
    ${TREE}/app/*.cpp ${TREE}/core/*.cpp ${TREE}/ui/*.cpp ${TREE}/tests/*.cpp
    ${TREE}/app/*.h ${TREE}/core/*.h ${TREE}/ui/*.h ${TREE}/tests/*.h)
list(FILTER sources EXCLUDE REGEX "^tests/layering/fixture/")
foreach(source IN LISTS sources)
    file(READ ${TREE}/${source} text)
    string(REGEX REPLACE "[^\n]" "" newlines "${text}")
    string(LENGTH "${newlines}" lines)
    if(lines GREATER maxLines)
        string(APPEND mistakes "${source}: ${lines} lines, max ${maxLines}: give its second job a file of its own\n")
    endif()
endforeach()

if(mistakes)
    message(NOTICE "${mistakes}")
    message(FATAL_ERROR "The source tree has the mistakes above.")
endif()
list(LENGTH sources count)
message(STATUS "${count} files have at most ${maxLines} lines")
