# SPDX-License-Identifier: GPL-3.0-or-later
# What `cmake --install` puts where, and the man pages and completions that the programs print of themselves. packaging/deb and
# packaging/tarball make packages of the same tree.
include(GNUInstallDirs)

# heteroscope_documents(hscope MAN man COMPLETION completion): PROGRAM.1 and the scripts of bash, zsh and fish, made by the
# program with these arguments, and installed where each of them is looked for.
function(heteroscope_documents program)
    if(HETEROSCOPE_SANITIZE) # nothing of such a build is installed
        return()
    endif()
    cmake_parse_arguments(ARG "" "" "MAN;COMPLETION" ${ARGN})
    set(folder ${CMAKE_BINARY_DIR}/documents)
    set(names ${program}.1 ${program}.bash _${program} ${program}.fish)
    list(TRANSFORM names PREPEND ${folder}/ OUTPUT_VARIABLE files)
    list(GET files 0 page)
    list(GET files 1 bash)
    list(GET files 2 zsh)
    list(GET files 3 fish)
    add_custom_command(OUTPUT ${files}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
        COMMAND ${program} ${ARG_MAN} > ${page}
        COMMAND ${program} ${ARG_COMPLETION} bash > ${bash}
        COMMAND ${program} ${ARG_COMPLETION} zsh > ${zsh}
        COMMAND ${program} ${ARG_COMPLETION} fish > ${fish}
        DEPENDS ${program} COMMENT "man page and completion of ${program}" VERBATIM)
    add_custom_target(${program}_documents ALL DEPENDS ${files})
    install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${bash} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ${program})
    install(FILES ${zsh} DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
    install(FILES ${fish} DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endfunction()

install(TARGETS hscope RUNTIME)
heteroscope_documents(hscope MAN man COMPLETION completion)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${CMAKE_CURRENT_LIST_DIR}/CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licence)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/resources/examples ${PROJECT_SOURCE_DIR}/resources/designs
        ${PROJECT_SOURCE_DIR}/resources/sweeps ${PROJECT_SOURCE_DIR}/resources/gallery
        ${PROJECT_SOURCE_DIR}/resources/scenarios ${PROJECT_SOURCE_DIR}/resources/lessons DESTINATION ${CMAKE_INSTALL_DATADIR}/heteroscope FILES_MATCHING PATTERN *.json)

if(HETEROSCOPE_WINDOW)
    set(id org.heteroscope.HeteroScope)
    install(TARGETS heteroscope RUNTIME)
    heteroscope_documents(heteroscope MAN --man COMPLETION --completion)
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/${id}.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/${id}.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/${id}.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/${id}.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/${id}.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/mimetypes
            RENAME application-x-hscope+json.svg)
endif()
