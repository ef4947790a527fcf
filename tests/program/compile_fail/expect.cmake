# cmake -DCOMPILER=... -DHEADER=... -DINCLUDE=... -DSOURCE=... -P expect.cmake
# The source must fail to compile and the compiler must say what its first line expects; "nothing": it must compile.
file(STRINGS ${SOURCE} first LIMIT_COUNT 1)
string(REPLACE "// expect: " "" expected "${first}")
execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only -I${HEADER} -I${INCLUDE} ${SOURCE} RESULT_VARIABLE failed
                OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(expected STREQUAL "nothing")
  if(NOT failed EQUAL 0)
    message(FATAL_ERROR "does not compile:\n${said}")
  endif()
elseif(failed EQUAL 0)
  message(FATAL_ERROR "compiles, but should have failed with: ${expected}")
else()
  string(FIND "${said}" "${expected}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "fails without saying '${expected}':\n${said}")
  endif()
endif()
