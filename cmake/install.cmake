# What `cmake --install` puts where, and how CPack makes a Debian package of that. Nothing of it has a path of the
# tree in which it was built, and programs find what belongs to them by where they are themselves, so the whole may
# be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Where the program looks from its own folder (src/own/kit.hpp).
set(shared ${CMAKE_INSTALL_DATADIR}/conclave)
file(RELATIVE_PATH to_kit /${CMAKE_INSTALL_BINDIR} /${shared})
target_compile_definitions(conclave_own PRIVATE CONCLAVE_KIT="${to_kit}")

# The man page and completions, made by a program that knows the table of options.
file(GLOB pages CONFIGURE_DEPENDS src/pages/*.cpp)
add_executable(conclave_pages ${pages})
target_link_libraries(conclave_pages PRIVATE conclave_cli conclave_models)
set_target_properties(conclave_pages PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
build_faster(conclave_pages)
set(made ${CMAKE_CURRENT_BINARY_DIR}/pages)
add_custom_command(OUTPUT ${made}/man/man1/conclave.1
                   COMMAND conclave_pages ${made} DEPENDS conclave_pages VERBATIM)
# Sanitizers make what nobody installs.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(with_all ALL)
else()
  set_target_properties(conclave_pages PROPERTIES EXCLUDE_FROM_ALL ON)
endif()
add_custom_target(pages ${with_all} DEPENDS ${made}/man/man1/conclave.1)

# One library of everything but main(), for who has a project of his own (docs/library.md).
set(rooms author program scenario machine engine journal trace proof report own exercises cli api models)
list(TRANSFORM rooms REPLACE "(.+)" "$<TARGET_OBJECTS:conclave_\\1>" OUTPUT_VARIABLE objects)
add_library(conclave_library STATIC ${objects})
set_target_properties(conclave_library PROPERTIES OUTPUT_NAME conclave LINKER_LANGUAGE CXX)
if(NOT with_all)
  set_target_properties(conclave_library PROPERTIES EXCLUDE_FROM_ALL ON)
endif()

install(TARGETS conclave RUNTIME)
install(TARGETS conclave_library ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${made}/ DESTINATION ${CMAKE_INSTALL_DATADIR})
install(DIRECTORY models DESTINATION ${shared} FILES_MATCHING PATTERN *.cpp)
install(DIRECTORY examples/new DESTINATION ${shared}/examples)  # for `conclave new`

# The public headers: the author's, and of the others those that these include, as they are when this is installed.
set(headers ${CMAKE_INSTALL_INCLUDEDIR}/conclave)
install(FILES src/api/conclave/conclave.hpp DESTINATION ${headers})
install(CODE "set(source \"${PROJECT_SOURCE_DIR}/src\")\nset(headers \"${headers}\")")
install(SCRIPT cmake/install_headers.cmake)

file(RELATIVE_PATH to_headers /${shared} /${headers})
file(CONFIGURE OUTPUT installed/model-kit CONTENT "headers ${to_headers}\nmodels .\noptions ${own_options}\n")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/installed/model-kit DESTINATION ${shared})

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Conclave)
configure_package_config_file(cmake/ConclaveConfig.cmake.in installed/ConclaveConfig.cmake
                              INSTALL_DESTINATION ${package}
                              PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR shared)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/installed/ConclaveConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/installed/ConclaveConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/installed/ConclaveConfigVersion.cmake DESTINATION ${package})

install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN new EXCLUDE)

include(cmake/package.cmake)
