# `cpack -G DEB` in the folder of the build: a package for the release of Debian, and the architecture, on which it
# is made.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME conclave)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
# Whom to ask about the package; who gives it to others says who that is.
set(CONCLAVE_MAINTAINER "The Conclave authors <nobody@conclave.invalid>" CACHE STRING "The Debian package's maintainer")
set(CPACK_PACKAGE_CONTACT ${CONCLAVE_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "exhaustive model checker for leader election algorithms")
set(CPACK_PACKAGE_DESCRIPTION "An algorithm is one short C++ file. Conclave runs it through every order
of identifiers, every set of initiators, every delivery order, every topology
and every fault within a budget, says which properties hold, measures what an
election costs, and shows the shortest execution that breaks a property.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# Libraries are found by dpkg-shlibdeps. A model file needs a compiler, and the headers that ours include.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "g++ (>= 4:12), libboost1.81-dev | libboost-dev (>= 1.81)")
# `conclave prove` asks a solver.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS z3)
# For who links the library into a project of his own.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake (>= 3.24), libfmt-dev, libgmp-dev, libnauty2-dev | libnauty-dev")
# Debian wants some files elsewhere, or compressed, and folders that only their owner may change.
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/as_debian_has_it.cmake)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)
file(CONFIGURE OUTPUT installed/changelog @ONLY CONTENT
     "conclave (@PROJECT_VERSION@) unstable; urgency=medium\n\n  * Made from its sources by CPack.\n\n \
-- @CONCLAVE_MAINTAINER@  Thu, 01 Jan 2026 00:00:00 +0000\n")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/installed/changelog DESTINATION ${CMAKE_INSTALL_DOCDIR})
include(CPack)
