# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake -DTREE=FOLDER -P check_license.cmake: every source, build and shell file names its licence in its first lines.
cmake_minimum_required(VERSION 3.25)

file(GLOB_RECURSE sources RELATIVE ${TREE}
    ${TREE}/app/* ${TREE}/core/* ${TREE}/ui/* ${TREE}/tests/* ${TREE}/packaging/* ${TREE}/.ci/*)
list(APPEND sources CMakeLists.txt)
list(FILTER sources INCLUDE REGEX "(\\.(cpp|h|hpp|cmake|sh|py|svg|desktop|xml|supp)|CMakeLists\\.txt|packaging/(run|test)|\\.ci/run)$")
list(FILTER sources EXCLUDE REGEX "^tests/layering/fixture/|^tests/.*/(data|corpus)/")

set(mistakes "")
foreach(source IN LISTS sources)
    file(READ ${TREE}/${source} head LIMIT 400)
    if(NOT head MATCHES "SPDX-License-Identifier: GPL-3\\.0-or-later")
        string(APPEND mistakes "${source}: no SPDX line (SPDX-License-Identifier: GPL-3.0-or-later)\n")
    endif()
endforeach()

if(mistakes)
    message(NOTICE "${mistakes}")
    message(FATAL_ERROR "The source tree has the mistakes above.")
endif()
list(LENGTH sources count)
message(STATUS "${count} files name their licence")
