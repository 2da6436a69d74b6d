# SPDX-License-Identifier: GPL-3.0-or-later
# What `cmake --install` puts where, and the packages that CPack makes of it.
include(GNUInstallDirs)

install(TARGETS hscope RUNTIME)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/resources/examples ${PROJECT_SOURCE_DIR}/resources/designs ${PROJECT_SOURCE_DIR}/resources/sweeps DESTINATION ${CMAKE_INSTALL_DATADIR}/heteroscope OPTIONAL
        FILES_MATCHING PATTERN *.json)

if(HETEROSCOPE_WINDOW)
    set(id org.heteroscope.HeteroScope)
    install(TARGETS heteroscope RUNTIME)
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/${id}.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/${id}.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/${id}.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/${id}.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/${id}.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/mimetypes
            RENAME application-x-hscope+json.svg)
endif()

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME heteroscope)
set(CPACK_PACKAGE_VENDOR "HeteroScope project")
set(CPACK_PACKAGE_CONTACT "HeteroScope project <heteroscope@localhost>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-inter, qt6-translations-l10n")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS fonts-noto-cjk)
set(CPACK_SOURCE_IGNORE_FILES /build/ /\\.git/)
include(CPack)
