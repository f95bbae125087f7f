// For the layer check's own test: YAML and JSON are read in their own files only.
#include <yaml-cpp/yaml.h>
#include <nlohmann/json.hpp>
