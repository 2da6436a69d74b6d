# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake -DTREE=FOLDER -P check_plain_text.cmake: the window makes whatever shows text with ui/widgets/plain_text.h, because
# Qt's own labels, message boxes, captions of forms and tooltips guess whether a text is markup. Outside that file there is
# no new QLabel, no class derived from it, no QFormLayout, no QMessageBox and no escaping by hand; a tooltip is a tr() text
# of the program without values, plainTip(...) or markupTip(...).
cmake_minimum_required(VERSION 3.25)

set(refusals
    "new QLabel" "a PlainLabel or MarkupLabel"
    "public QLabel" "a class derived from PlainLabel"
    "QFormLayout" "a PlainForm"
    "QMessageBox[ (]" "a PlainMessage"
    "QMessageBox::(information|question|warning|critical|about)" "a PlainMessage"
    "toHtmlEscaped" "escaped()"
    "setTextFormat" "a PlainLabel or MarkupLabel"
    "QStaticText [a-z]+\\(" "plainStaticText()"
    "QWhatsThis|setWhatsThis" "a tooltip")

set(mistakes "")
file(GLOB_RECURSE sources RELATIVE ${TREE} ${TREE}/ui/*.h ${TREE}/ui/*.cpp)
list(FILTER sources EXCLUDE REGEX "^ui/widgets/plain_text\\.")
list(LENGTH sources count)
if(count EQUAL 0)
    message(FATAL_ERROR "no source files below ${TREE}/ui")
endif()

# Where a text stands in the file, for the message.
function(line_of text before result)
    string(FIND "${text}" "${before}" position)
    string(SUBSTRING "${text}" 0 ${position} head)
    string(REGEX REPLACE "[^\n]" "" newlines "${head}")
    string(LENGTH "${newlines}" line)
    math(EXPR line "${line} + 1")
    set(${result} ${line} PARENT_SCOPE)
endfunction()

foreach(source IN LISTS sources)
    # Brackets and semicolons mean something in CMake lists; a semicolon at the end of a line ends the statements that
    # are looked for, others stand in texts.
    file(READ ${TREE}/${source} text)
    string(REGEX REPLACE "[][]" " " text "${text}")
    string(REPLACE ";\n" "@\n" text "${text}")
    string(REPLACE ";" "," text "${text}")
    string(REGEX REPLACE "#include [^\n]*" "" text "${text}")
    string(REGEX REPLACE "//[^\n]*" "" text "${text}")
    list(LENGTH refusals last)
    math(EXPR last "${last} - 1")
    foreach(i RANGE 0 ${last} 2)
        math(EXPR j "${i} + 1")
        list(GET refusals ${i} pattern)
        list(GET refusals ${j} instead)
        if(text MATCHES "(${pattern})")
            set(what "${CMAKE_MATCH_1}")
            line_of("${text}" "${what}" line)
            string(APPEND mistakes "${source}:${line}: ${what}: use ${instead} of ui/widgets/plain_text.h\n")
        endif()
    endforeach()

    string(REGEX MATCHALL "(setToolTip|setTabToolTip|setItemToolTip|QToolTip::showText)\\([^@]*@" tips "${text}")
    foreach(tip IN LISTS tips)
        if(tip MATCHES "plainTip\\(|markupTip\\(")
            continue()
        endif()
        # Texts of the program, and a choice of them; no value goes into them.
        string(REGEX REPLACE "tr\\([ \n]*(\"[^\"]*\"[ \n]*)+\\)" "TEXT" plain "${tip}")
        if(plain MATCHES "^setToolTip\\([^\"]*TEXT[^\"]*\\)[ \n]*@$" AND NOT plain MATCHES "\\.arg\\(")
            continue()
        endif()
        if(tip MATCHES "^setToolTip\\([A-Za-z]+->toolTip\\(\\)\\)") # made plain where it was set
            continue()
        endif()
        line_of("${text}" "${tip}" line)
        string(REGEX REPLACE "\n *" " " tip "${tip}")
        string(APPEND mistakes "${source}:${line}: ${tip}: use plainTip() or markupTip() of ui/widgets/plain_text.h\n")
    endforeach()
endforeach()

if(mistakes)
    message(NOTICE "${mistakes}")
    message(FATAL_ERROR "The source tree has the mistakes above.")
endif()
message(STATUS "${count} files of the window leave no text to be guessed at")
