# SPDX-License-Identifier: GPL-3.0-or-later
# HETEROSCOPE_PYTHON_FOUND: whether the Python module is built, which core has to know before it is compiled. A build whose
# core is of shared libraries, or under sanitizers, has none: Python itself would have to be linked so.
set(HETEROSCOPE_PYTHON_FOUND FALSE)
if(NOT HETEROSCOPE_PYTHON OR BUILD_SHARED_LIBS OR HETEROSCOPE_SANITIZE OR HETEROSCOPE_FUZZERS OR HETEROSCOPE_COVERAGE)
    return()
endif()
if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
    set(Python3_EXECUTABLE /usr/bin/python3) # that the packages of pybind11 and NumPy belong to
endif()
find_package(Python3 3.9 QUIET COMPONENTS Interpreter Development.Module)
set(PYBIND11_NOPYTHON ON)
find_package(pybind11 2.10 CONFIG QUIET)
if(Python3_Interpreter_FOUND AND Python3_Development.Module_FOUND AND pybind11_FOUND)
    set(HETEROSCOPE_PYTHON_FOUND TRUE)
else()
    message(STATUS "pybind11 or Python's headers not found: the Python module is left out")
endif()
