# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DROOT=FOLDER -DVERSION=1.2.3 -DOUTPUT=FILE -P version.cmake: writes the source of versionText(), if it differs from what
# the file has. The commit is that of the clone in ROOT, else the one that `git archive` wrote into app/commit.txt.
cmake_minimum_required(VERSION 3.25)
set(commit "")
if(EXISTS ${ROOT}/.git)
    execute_process(COMMAND git -C ${ROOT} rev-parse --short=12 HEAD OUTPUT_VARIABLE commit
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(commit)
        execute_process(COMMAND git -C ${ROOT} status --porcelain --untracked-files=no OUTPUT_VARIABLE changed ERROR_QUIET)
        if(changed)
            string(APPEND commit "+")
        endif()
    endif()
else()
    file(STRINGS ${ROOT}/app/commit.txt archived LIMIT_COUNT 1)
    if(archived MATCHES "^[0-9a-f]+$")
        string(SUBSTRING ${archived} 0 12 commit)
    endif()
endif()
if(commit)
    set(commit " (commit ${commit})")
endif()
set(text "// Written by app/version.cmake.
#include \"version.h\"

std::string heteroscope::versionText() { return \"${VERSION}${commit}\"; }
")
if(EXISTS ${OUTPUT})
    file(READ ${OUTPUT} before)
endif()
if(NOT "${before}" STREQUAL "${text}")
    file(WRITE ${OUTPUT} "${text}")
endif()
