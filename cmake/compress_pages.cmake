# CPack runs this on what it is about to pack.
cmake_policy(VERSION 3.25)
file(GLOB_RECURSE pages ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/man1/*.1 ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/changelog)
foreach(page ${pages})
  execute_process(COMMAND gzip -9nf ${page} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
