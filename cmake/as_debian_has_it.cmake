# CPack runs this on what it is about to pack.
cmake_policy(VERSION 3.25)
set(usr ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
file(GLOB pages ${usr}/man/man1/*.1 ${usr}/doc/conclave/changelog)
foreach(page ${pages})
  execute_process(COMMAND gzip -9nf ${page} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
# Its zsh does not look where zsh itself says that everybody's completions are.
file(RENAME ${usr}/zsh/site-functions ${usr}/zsh/vendor-completions)
