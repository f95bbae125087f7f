# The version has one place, project(VERSION); whatever repeats it says the same.
cmake_minimum_required(VERSION 3.22)
file(STRINGS ${ROOT}/CMakeLists.txt line REGEX "^project\\(rootward VERSION ")
string(REGEX REPLACE "^project\\(rootward VERSION ([0-9.]+) .*" "\\1" version "${line}")
string(REPLACE "." "\\." pattern "${version}")
foreach(place "CITATION.cff;^version: ${pattern}$" "pyproject.toml;^version = \"${pattern}\"$"
              "README.md;^  version = {${pattern}},$" "codemeta.json;^  \"version\": \"${pattern}\",$"
              ".zenodo.json;^  \"version\": \"${pattern}\",$" "CHANGELOG.md;^## ${pattern}(-dev)? - ")
  list(POP_FRONT place file)
  file(STRINGS ${ROOT}/${file} lines REGEX "${place}")
  if(NOT lines)
    message(SEND_ERROR "${file} does not have version ${version} of CMakeLists.txt (no line matches ${place})")
  endif()
endforeach()
